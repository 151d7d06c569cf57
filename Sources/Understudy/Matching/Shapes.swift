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
}

extension Array: ArrayShape {
  static var elementType: Any.Type { Element.self }
  var elements: [Any] { map { $0 } }
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
