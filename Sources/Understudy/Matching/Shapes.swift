// The standard library's containers, seen without their element types.

/// An optional of any type.
protocol OptionalShape {
  var wrapped: Any? { get }
}

extension Optional: OptionalShape {
  var wrapped: Any? {
    switch self {
    case .some(let value): .some(value)
    case .none: .none
    }
  }
}

/// An array of any type.
protocol ArrayShape {
  static var elementType: Any.Type { get }
  var count: Int { get }
  var elements: [Any] { get }
  /// The bytes of each element.
  var elementBytes: [[UInt8]] { get }
}

extension Array: ArrayShape {
  static var elementType: Any.Type { Element.self }
  var elements: [Any] { map { $0 } }
  var elementBytes: [[UInt8]] { map { Swift.withUnsafeBytes(of: $0) { [UInt8]($0) } } }
}

/// A dictionary of any types.
protocol DictionaryShape {
  var count: Int { get }
  var pairs: [(Any, Any)] { get }
  func value(forKey key: Any) -> Any?
}

extension Dictionary: DictionaryShape {
  var pairs: [(Any, Any)] { map { ($0.key, $0.value) } }

  func value(forKey key: Any) -> Any? {
    guard let key = key as? Key, let value = self[key] else { return nil }
    return .some(value)
  }
}

/// Another list of any elements.
protocol ListShape {
  var count: Int { get }
  /// The elements, none looked at before it is asked for.
  var lazyElements: AnySequence<Any> { get }
}

extension ListShape where Self: Collection {
  var lazyElements: AnySequence<Any> { AnySequence(lazy.map { $0 as Any }) }
}

extension ArraySlice: ListShape {}
extension ContiguousArray: ListShape {}
extension Set: ListShape {}

/// A range of any kind and bounds.
protocol RangeShape {
  /// The bounds, and what stands between them.
  var parts: (lower: Any?, sign: String, upper: Any?) { get }
}

extension Range: RangeShape {
  var parts: (lower: Any?, sign: String, upper: Any?) { (lowerBound, "..<", upperBound) }
}

extension ClosedRange: RangeShape {
  var parts: (lower: Any?, sign: String, upper: Any?) { (lowerBound, "...", upperBound) }
}

extension PartialRangeFrom: RangeShape {
  var parts: (lower: Any?, sign: String, upper: Any?) { (lowerBound, "...", nil) }
}

extension PartialRangeThrough: RangeShape {
  var parts: (lower: Any?, sign: String, upper: Any?) { (nil, "...", upperBound) }
}

extension PartialRangeUpTo: RangeShape {
  var parts: (lower: Any?, sign: String, upper: Any?) { (nil, "..<", upperBound) }
}
