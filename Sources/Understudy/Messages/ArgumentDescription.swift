/// The text that stands for a value in a message: short whatever the value, and never deeper than one level of reflection.
enum ArgumentDescription {
  /// The most characters a value takes.
  static let limit = 120
  /// The most characters of a string's content.
  private static let stringLimit = 60
  /// The most elements of a collection, or fields of a value.
  private static let elementLimit = 8

  /// Describes a value. Runs the value's own `description`, if it has one.
  static func of(_ value: Any) -> String {
    cut(describe(value, mayReflect: true), to: limit)
  }

  /// Describes an error, with its type where the description doesn't start with it.
  static func of(error: any Error) -> String {
    let text = of(error)
    return text.hasPrefix(".") ? "\(type(of: error))\(text)" : text
  }

  /// Whether a value's text can be pasted into a test.
  static func isSource(_ value: Any) -> Bool {
    switch value {
    case let text as String: text.utf8.count <= stringLimit
    case is Bool, is Character, is any BinaryInteger, is any BinaryFloatingPoint: true
    case let optional as any OptionalShape: optional.wrapped.map(isSource) ?? true
    case let array as any ArrayShape: array.count <= elementLimit && array.elements.allSatisfy(isSource)
    default:
      // A case without payload, of an enum that doesn't describe itself.
      !(value is any CustomStringConvertible) && Mirror(reflecting: value).displayStyle == .enum
        && Mirror(reflecting: value).children.isEmpty
    }
  }

  private static func describe(_ value: Any, mayReflect: Bool) -> String {
    if let text = value as? String { return quoted(text) }
    if let character = value as? Character { return quoted(String(character)) }
    if let text = value as? Substring { return quoted(String(text)) }
    if value is Void { return "()" }
    if let type = value as? Any.Type { return "\(type).self" }
    if let optional = value as? any OptionalShape {
      return optional.wrapped.map { describe($0, mayReflect: mayReflect) } ?? "nil"
    }
    if let array = value as? any ArrayShape {
      return list(array.elements.lazy.map { describe($0, mayReflect: false) }, of: array.count, "[", "]")
    }
    if let dictionary = value as? any DictionaryShape {
      guard dictionary.count > 0 else { return "[:]" }
      let pairs = dictionary.pairs.lazy.map {
        describe($0.0, mayReflect: false) + ": " + describe($0.1, mayReflect: false)
      }
      return list(pairs, of: dictionary.count, "[", "]")
    }
    if let described = value as? any CustomStringConvertible { return described.description }
    if let described = value as? any CustomDebugStringConvertible { return described.debugDescription }
    return reflect(value, deeply: mayReflect)
  }

  /// A value that doesn't describe itself: its type, and its fields if one more level is allowed.
  private static func reflect(_ value: Any, deeply: Bool) -> String {
    let mirror = Mirror(reflecting: value)
    let name = "\(type(of: value))"
    switch mirror.displayStyle {
    case .enum:
      guard let payload = mirror.children.first else { return ".\(value)" }
      let label = payload.label ?? "?"
      return ".\(label)(" + (deeply ? fields(ofPayload: payload.value) : "…") + ")"
    case .tuple:
      return "(" + (deeply ? fields(mirror) : "…") + ")"
    case .struct:
      return "\(name)(" + (deeply || mirror.children.isEmpty ? fields(mirror) : "…") + ")"
    case .class:
      return name
    default:
      return name.contains("->") ? "{ \(name) }" : name
    }
  }

  private static func fields(ofPayload payload: Any) -> String {
    let mirror = Mirror(reflecting: payload)
    return mirror.displayStyle == .tuple ? fields(mirror) : describe(payload, mayReflect: false)
  }

  private static func fields(_ mirror: Mirror) -> String {
    let children = mirror.children.lazy.map { child in
      let value = describe(child.value, mayReflect: false)
      guard let label = child.label, !label.hasPrefix(".") else { return value }
      return "\(label): \(value)"
    }
    return list(children, of: mirror.children.count, "", "")
  }

  private static func list(_ items: some Sequence<String>, of count: Int, _ open: String, _ close: String) -> String {
    var text = items.prefix(elementLimit).joined(separator: ", ")
    if count > elementLimit { text += ", … \(count - elementLimit) more" }
    return open + text + close
  }

  /// The string as a literal, cut after a number of characters.
  private static func quoted(_ text: String) -> String {
    var literal = "\""
    var end = text.startIndex
    var count = 0
    while end < text.endIndex, count < stringLimit {
      switch text[end] {
      case "\"": literal += "\\\""
      case "\\": literal += "\\\\"
      case "\n": literal += "\\n"
      case "\r": literal += "\\r"
      case "\r\n": literal += "\\r\\n"
      case "\t": literal += "\\t"
      case "\0": literal += "\\0"
      default: literal.append(text[end])
      }
      end = text.index(after: end)
      count += 1
    }
    return end < text.endIndex ? literal + "…\"" : literal + "\""
  }

  private static func cut(_ text: String, to limit: Int) -> String {
    guard let end = text.index(text.startIndex, offsetBy: limit, limitedBy: text.endIndex), end < text.endIndex else {
      return text
    }
    return text[..<end] + "…"
  }
}
