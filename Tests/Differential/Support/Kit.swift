/// What the harness can do with values of one type: make them, and say what they hold.
public class AnyKit: @unchecked Sendable {
  // Sendable: nothing changes after it is made.

  public let type: Any.Type
  let size: Int

  fileprivate init(type: Any.Type, size: Int) {
    self.type = type
    self.size = size
  }

  /// Whether values are of a type, or of one that differs from it by a double's own class only.
  func isKit(of other: Any.Type) -> Bool {
    type == other || "\(type)" == "\(other)"
  }

  func digest(at address: UnsafeRawPointer) -> UInt64 { fatalError("abstract") }
  /// Makes a value, which is an error, and its digest.
  func makeError(_ source: inout Source) -> (error: any Error, digest: UInt64) { fatalError("abstract") }
  func initialize(_ address: UnsafeMutableRawPointer, _ source: inout Source) { fatalError("abstract") }
  func assign(_ address: UnsafeMutableRawPointer, _ source: inout Source) { fatalError("abstract") }
}

/// The kit of a type.
public final class Kit<T>: AnyKit, @unchecked Sendable {
  public typealias Make = (inout Source) -> T
  public typealias Feed = (T, inout Digest) -> Void

  private let maker: Make
  private let feeder: Feed

  public init(_ make: @escaping Make, _ feed: @escaping Feed) {
    maker = make
    feeder = feed
    super.init(type: T.self, size: MemoryLayout<T>.size)
  }

  public func make(_ source: inout Source) -> T { maker(&source) }
  public func feed(_ value: T, _ digest: inout Digest) { feeder(value, &digest) }

  func digest(of value: T) -> UInt64 {
    var digest = Digest()
    feeder(value, &digest)
    return digest.value
  }

  override func digest(at address: UnsafeRawPointer) -> UInt64 {
    digest(of: address.assumingMemoryBound(to: T.self).pointee)
  }

  override func makeError(_ source: inout Source) -> (error: any Error, digest: UInt64) {
    let value = maker(&source)
    return (value as! any Error, digest(of: value))
  }

  override func initialize(_ address: UnsafeMutableRawPointer, _ source: inout Source) {
    address.initializeMemory(as: T.self, to: maker(&source))
  }

  override func assign(_ address: UnsafeMutableRawPointer, _ source: inout Source) {
    address.assumingMemoryBound(to: T.self).pointee = maker(&source)
  }
}
