/// The text that stands for a value in a message: one short line whatever the value, and never deeper than one level of
/// reflection.
enum ArgumentDescription {
  /// The most characters a value takes.
  static let limit = 120
  /// The most characters of a phrase made of several values.
  static let phraseLimit = 240
  /// The most elements of a collection, or fields of a value.
  private static let elementLimit = 8
  /// How many collections may lie in one another.
  private static let nestingLimit = 3

  /// Describes a value. Runs the value's own description, if it has one.
  static func of(_ value: Any) -> String {
    cut(describe(value, mayReflect: true), to: limit)
  }

  /// Describes the elements of an array, without brackets.
  static func of(elements: [some Any]) -> String {
    cut(list(elements.lazy.map { describe($0, mayReflect: false) }, of: elements.count, "", ""), to: limit)
  }

  /// Describes an error, with its type where the description doesn't start with it.
  static func of(error: any Error) -> String {
    let text = of(error)
    return text.hasPrefix(".") ? "\(type(of: error))\(text)" : text
  }

  /// A phrase on one line, cut if it is long.
  static func brief(_ phrase: String) -> String {
    cut(phrase, to: phraseLimit)
  }

  /// Whether a value's text can be pasted into a test.
  static func isSource(_ value: Any) -> Bool {
    isSource(value, nesting: 0)
  }

  private static func isSource(_ value: Any, nesting: Int) -> Bool {
    switch value {
    case is any CustomCallStringConvertible: false
    case let text as String: text.utf8.count <= StringLiteral.limit
    case is Bool, is Character, is any BinaryInteger, is any BinaryFloatingPoint: true
    case let optional as any OptionalShape: optional.wrapped.map { isSource($0, nesting: nesting) } ?? true
    case let array as any ArrayShape:
      array.count <= elementLimit && nesting < nestingLimit
        && array.elements.allSatisfy { isSource($0, nesting: nesting + 1) }
    default:
      // A case without payload, of an enum that doesn't describe itself.
      !(value is any CustomStringConvertible) && Mirror(reflecting: value).displayStyle == .enum
        && Mirror(reflecting: value).children.isEmpty
    }
  }

  private static func describe(_ value: Any, mayReflect: Bool, nesting: Int = 0) -> String {
    if let described = value as? any CustomCallStringConvertible { return cut(described.callDescription, to: limit) }
    if let text = value as? String { return StringLiteral.of(text) }
    if let character = value as? Character { return StringLiteral.of(String(character)) }
    if let text = value as? Substring { return StringLiteral.of(text) }
    if value is Void { return "()" }
    if let type = value as? Any.Type { return cut("\(type)", to: limit) + ".self" }
    if let optional = value as? any OptionalShape {
      return optional.wrapped.map { describe($0, mayReflect: mayReflect, nesting: nesting) } ?? "nil"
    }
    if type(of: value) == AnyHashable.self, let hashable = value as? AnyHashable {
      return describe(hashable.base, mayReflect: mayReflect, nesting: nesting)
    }
    if let text = container(value, nesting: nesting) { return text }
    if let described = value as? any CustomStringConvertible { return cut(described.description, to: limit) }
    if let described = value as? any CustomDebugStringConvertible { return cut(described.debugDescription, to: limit) }
    return reflect(value, deeply: mayReflect, nesting: nesting)
  }

  /// A collection or range of the standard library: its elements describe themselves in their own way.
  private static func container(_ value: Any, nesting: Int) -> String? {
    let part = { (part: Any) in describe(part, mayReflect: false, nesting: nesting + 1) }
    if let range = value as? any RangeShape {
      let (lower, sign, upper) = range.parts
      return (lower.map(part) ?? "") + sign + (upper.map(part) ?? "")
    }
    if let array = value as? any ArrayShape {
      return list(array.elements.lazy.map(part), of: array.count, "[", "]", nesting: nesting)
    }
    if let dictionary = value as? any DictionaryShape {
      guard dictionary.count > 0 else { return "[:]" }
      let pairs = dictionary.pairs.lazy.map { part($0.0) + ": " + part($0.1) }
      return list(pairs, of: dictionary.count, "[", "]", nesting: nesting)
    }
    if let other = value as? any ListShape {
      return list(other.lazyElements.lazy.map(part), of: other.count, "[", "]", nesting: nesting)
    }
    return nil
  }

  /// A value that doesn't describe itself: its type, and its fields if one more level is allowed.
  private static func reflect(_ value: Any, deeply: Bool, nesting: Int) -> String {
    let mirror = Mirror(reflecting: value)
    let name = cut("\(type(of: value))", to: limit)
    switch mirror.displayStyle {
    case .enum:
      guard let payload = mirror.children.first else { return cut(".\(value)", to: limit) }
      let label = payload.label ?? "?"
      return ".\(label)(" + (deeply ? fields(ofPayload: payload.value, nesting: nesting) : "…") + ")"
    case .tuple:
      return "(" + (deeply ? fields(mirror, nesting: nesting) : "…") + ")"
    case .struct:
      return "\(name)(" + (deeply || mirror.children.isEmpty ? fields(mirror, nesting: nesting) : "…") + ")"
    case .class:
      return name
    default:
      return name.contains("->") ? "{ \(name) }" : name
    }
  }

  private static func fields(ofPayload payload: Any, nesting: Int) -> String {
    if payload is any CustomCallStringConvertible { return describe(payload, mayReflect: false) }
    let mirror = Mirror(reflecting: payload)
    return mirror.displayStyle == .tuple
      ? fields(mirror, nesting: nesting) : describe(payload, mayReflect: false, nesting: nesting)
  }

  private static func fields(_ mirror: Mirror, nesting: Int) -> String {
    let children = mirror.children.lazy.map { child in
      let value = describe(child.value, mayReflect: false, nesting: nesting)
      guard let label = child.label, !label.hasPrefix(".") else { return value }
      return "\(label): \(value)"
    }
    return list(children, of: mirror.children.count, "", "")
  }

  private static func list(
    _ items: some Sequence<String>,
    of count: Int,
    _ open: String,
    _ close: String,
    nesting: Int = 0
  ) -> String {
    if nesting >= nestingLimit, count > 0 { return open + "…" + close }
    var text = ""
    var shown = 0
    for item in items.prefix(elementLimit) {
      if shown > 0 { text += ", " }
      text += item
      shown += 1
      // What goes beyond the limit is cut, so no more is asked to describe itself.
      if text.utf8.count > 4 * limit { break }
    }
    if count > shown { text += ", … \(count - shown) more" }
    return open + text + close
  }

  /// One line of a text, cut after a number of characters.
  private static func cut(_ text: String, to limit: Int) -> String {
    if isPlain(text, atMost: limit) { return text }
    var result = ""
    var count = 0
    for character in text {
      // A character may consist of any number of scalars.
      if count == limit || character.utf8.count > limit { return result + "…" }
      result += character.isNewline ? "\\n" : String(character)
      count += 1
    }
    return result
  }

  /// Whether each byte of a text is a character on the same line, and there are no more than so many: true of most.
  private static func isPlain(_ text: String, atMost limit: Int) -> Bool {
    guard text.utf8.count <= limit else { return false }
    var text = text
    return text.withUTF8 { bytes in
      var index = 0
      while index < bytes.count {
        // ASCII's newlines are all among its control characters.
        guard bytes[index] >= 0x20, bytes[index] < 0x80 else { return false }
        index += 1
      }
      return true
    }
  }
}

/// Strings as literals of source code.
enum StringLiteral {
  /// The most characters of a string's content that are shown.
  static let limit = 60

  /// The string as a literal, cut after a number of characters.
  static func of(_ text: some StringProtocol) -> String {
    var literal = "\""
    var end = text.startIndex
    var count = 0
    while end < text.endIndex, count < limit {
      let character = text[end]
      // A character may consist of any number of scalars.
      if character.utf8.count > limit { break }
      switch character {
      case "\"": literal += "\\\""
      case "\\": literal += "\\\\"
      case "\n": literal += "\\n"
      case "\r": literal += "\\r"
      case "\r\n": literal += "\\r\\n"
      case "\t": literal += "\\t"
      case "\0": literal += "\\0"
      default: literal.append(isControl(character) ? escaped(character) : String(character))
      }
      end = text.index(after: end)
      count += 1
    }
    return end < text.endIndex ? literal + "…\"" : literal + "\""
  }

  private static func isControl(_ character: Character) -> Bool {
    character.isNewline || character.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }

  private static func escaped(_ character: Character) -> String {
    character.unicodeScalars.map { "\\u{\(String($0.value, radix: 16, uppercase: true))}" }.joined()
  }
}
