/// Sums up what a value says, so that two values can be compared whatever their type.
public struct Digest {
  /// The sum so far (FNV-1a over words).
  public private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  public init() {}

  public mutating func add(_ word: UInt64) {
    value = (value ^ word) &* 0x100_0000_01B3
    value ^= value >> 29
  }

  public mutating func add(_ number: Int) {
    add(UInt64(bitPattern: Int64(number)))
  }

  public mutating func add(_ text: String) {
    for byte in text.utf8 { add(UInt64(byte)) }
    add(UInt64(text.utf8.count))
  }

  public mutating func add(_ type: Any.Type) {
    add(UInt64(UInt(bitPattern: ObjectIdentifier(type).hashValue)))
  }

  public mutating func add(_ object: AnyObject) {
    add(UInt64(UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())))
  }
}
