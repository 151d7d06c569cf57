/// A record of the runtime's, put together by hand. It is never released, as those of images.
struct HandmadeRecord {
  let start = UnsafeMutableRawPointer.allocate(byteCount: 256, alignment: 8)
  /// Texts lie behind all else.
  private var end = 128

  init() { start.initializeMemory(as: UInt8.self, repeating: 0, count: 256) }

  var pointer: UnsafeRawPointer { UnsafeRawPointer(start) }

  func set<T: FixedWidthInteger>(_ value: T, at offset: Int) {
    start.storeBytes(of: value, toByteOffset: offset, as: T.self)
  }

  /// Stores a text and, at the offset, the distance to it.
  mutating func setReference(to text: StaticString, at offset: Int) {
    (start + end).copyMemory(from: text.utf8Start, byteCount: text.utf8CodeUnitCount)
    set(Int32(end - offset), at: offset)
    end += text.utf8CodeUnitCount + 1
  }
}
