internal import UnderstudyFabrication

/// How two values compare, whatever their types.
enum Comparison {
  case equal
  case different
  /// There is no way to tell, for want of one on values of this type.
  case impossible(Any.Type)

  /// Compares with `==`; doubles, and class references without it by identity; metatypes as types; and optionals, tuples, arrays
  /// and dictionaries of such values part by part.
  static func of(_ left: Any, _ right: Any) -> Comparison {
    let type = type(of: left)
    // Doubles are told apart as objects: their own `==` may be what is being stubbed, and ask for this very comparison.
    if let left = left as? Payload, let right = right as? Payload { return left === right ? .equal : .different }
    if let left = left as? any Equatable {
      return equal(left, right) ? .equal : .different
    }
    if type is AnyObject.Type {
      guard Swift.type(of: right) is AnyObject.Type else { return .different }
      return left as AnyObject === right as AnyObject ? .equal : .different
    }
    if let left = left as? Any.Type {
      guard let right = right as? Any.Type else { return .different }
      return left == right ? .equal : .different
    }
    if let left = left as? any OptionalShape {
      guard let right = right as? any OptionalShape else { return .different }
      switch (left.wrapped, right.wrapped) {
      case (nil, nil): return .equal
      case (let left?, let right?): return of(left, right)
      default: return .different
      }
    }
    if let left = left as? any ArrayShape {
      guard let right = right as? any ArrayShape else { return .different }
      return ofAll(left.elements, right.elements)
    }
    if let left = left as? any DictionaryShape {
      guard let right = right as? any DictionaryShape, left.count == right.count else { return .different }
      return ofPairs(left, right)
    }
    let parts = Mirror(reflecting: left)
    if parts.displayStyle == .tuple {
      guard Swift.type(of: right) == type else { return .different }
      return ofAll(parts.children.map(\.value), Mirror(reflecting: right).children.map(\.value))
    }
    return .impossible(type)
  }

  /// Why values like this one can't be compared with themselves: the type at fault; `nil` if they can.
  static func obstacle(in value: Any) -> Any.Type? {
    // Compares a value with itself part by part, without calling the `==` of anyone.
    if value is any Equatable || type(of: value) is AnyObject.Type || value is Any.Type { return nil }
    if let optional = value as? any OptionalShape { return optional.wrapped.flatMap { obstacle(in: $0) } }
    if let array = value as? any ArrayShape { return array.elements.lazy.compactMap { obstacle(in: $0) }.first }
    if let dictionary = value as? any DictionaryShape {
      return dictionary.pairs.lazy.compactMap { obstacle(in: $0.1) }.first
    }
    let parts = Mirror(reflecting: value)
    guard parts.displayStyle == .tuple else { return value is Void ? nil : type(of: value) }
    return parts.children.lazy.compactMap { obstacle(in: $0.value) }.first
  }

  /// Whether values like this one compare by identity.
  static func isByIdentity(_ value: Any) -> Bool {
    if let optional = value as? any OptionalShape { return optional.wrapped.map { isByIdentity($0) } ?? false }
    return !(value is any Equatable) && type(of: value) is AnyObject.Type
  }

  private static func equal<T: Equatable>(_ left: T, _ right: Any) -> Bool {
    guard let right = right as? T else { return false }
    return left == right
  }

  private static func ofAll(_ left: [Any], _ right: [Any]) -> Comparison {
    guard left.count == right.count else { return .different }
    var result = Comparison.equal
    for (left, right) in zip(left, right) {
      switch of(left, right) {
      case .equal: continue
      case .different: return .different
      case .impossible(let type): result = .impossible(type)
      }
    }
    return result
  }

  private static func ofPairs(_ left: any DictionaryShape, _ right: any DictionaryShape) -> Comparison {
    var result = Comparison.equal
    for (key, value) in left.pairs {
      guard let other = right.value(forKey: key) else { return .different }
      switch of(value, other) {
      case .equal: continue
      case .different: return .different
      case .impossible(let type): result = .impossible(type)
      }
    }
    return result
  }

  var isEqual: Bool {
    if case .equal = self { true } else { false }
  }
}
