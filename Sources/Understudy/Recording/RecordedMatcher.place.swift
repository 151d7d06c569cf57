internal import UnderstudyMetadata

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

extension Collector.RecordedMatcher {
  /// Whether an argument surely isn't the value that `Match` returned, or an optional of it.
  ///
  /// A copy of a value has the same bytes, but for padding: where there is none, other bytes are another value.
  ///
  /// - Parameters:
  ///   - argument: The argument.
  ///   - type: Its type.
  func isSurelyNot(_ argument: UnsafeRawPointer, of type: TypeMetadata) -> Bool {
    let mine = matcher.valueType
    var inner = type
    // What an optional holds lies at its beginning.
    while inner != mine, let wrapped = inner.wrappedType { inner = wrapped }
    guard inner == mine, bytes.count > 0, memcmp(bytes, argument, bytes.count) != 0 else { return false }
    return mine.isToldByBytes
  }

  /// Whether an argument that was passed as `Any` surely isn't the value that `Match` returned.
  func isSurelyNot(boxed argument: Any) -> Bool {
    func differs<T>(_ type: T.Type) -> Bool {
      guard Swift.type(of: argument) == type, let value = argument as? T else { return false }
      return withUnsafePointer(to: value) { isSurelyNot($0, of: TypeMetadata(type)) }
    }
    return _openExistential(matcher.valueType.type, do: differs)
  }
}

extension TypeMetadata {
  /// Whether all bytes of values mean something and stay the same in copies, as far as is known.
  fileprivate var isToldByBytes: Bool {
    switch kind {
    case .class:
      return true
    case .struct:
      guard let fields = StructMetadata(self)?.fields else { return false }
      return size == Self.sum(of: fields.map(\.type.toldBytes))
    case .tuple:
      guard let elements = TupleMetadata(self)?.elements else { return false }
      return size == Self.sum(of: elements.map(\.type.toldBytes))
    default:
      return false
    }
  }

  /// The number of bytes, if they tell values apart.
  fileprivate var toldBytes: Int? { isToldByBytes ? size : nil }

  private static func sum(of sizes: [Int?]) -> Int? {
    var sum = 0
    for size in sizes {
      guard let size else { return nil }
      sum += size
    }
    return sum
  }
}

extension FieldType {
  /// The number of bytes, if they tell values apart.
  fileprivate var toldBytes: Int? {
    switch self {
    case .type(let type): type.toldBytes
    case .thinMetatype: 0
    case .builtin(let type): type.toldBytes
    case .reference, .unresolved: nil
    }
  }
}

extension BuiltinType {
  /// The number of bytes, if they tell values apart.
  fileprivate var toldBytes: Int? {
    guard count == 1 else { return nil }
    switch kind {
    case .integer: return bits == 1 ? 1 : [8, 16, 32, 64].contains(bits) ? bits / 8 : nil
    case .float: return [16, 32, 64].contains(bits) ? bits / 8 : nil
    case .word, .rawPointer, .nativeObject, .bridgeObject: return MemoryLayout<UInt>.size
    default: return nil
    }
  }
}
