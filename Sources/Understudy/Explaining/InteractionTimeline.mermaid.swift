internal import UnderstudyCalls

extension InteractionTimeline {
  /// The calls as a Mermaid sequence diagram, the last hundred of them.
  ///
  /// ```swift
  /// print(InteractionTimeline(of: shop, till).mermaid)
  /// ```
  public var mermaid: String { mermaid() }

  /// The calls as a Mermaid sequence diagram: an arrow for each call, and one back for its outcome.
  ///
  /// - Parameter limit: The most calls that are shown; of more, the last ones are.
  public func mermaid(limit: Int = defaultLimit) -> String {
    let (made, left) = calls(limit: limit)
    var lines = ["sequenceDiagram", "  participant code as \(MermaidText.escaped("Code under test"))"]
    for (index, name) in names.enumerated() {
      lines.append("  participant d\(index + 1) as \(MermaidText.escaped(name))")
    }
    if left > 0 {
      lines.append("  Note over code: \(left) \(left == 1 ? "call" : "calls") before")
    }
    for event in Self.events(of: made) {
      let call = made[event.call].call
      let double = "d\(event.participant + 1)"
      let subject = participants[event.participant].recorder.subject
      if !event.isEnd {
        lines.append("  code->>\(double): \(MermaidText.escaped(CallText.text(of: call.arguments, in: subject)))")
        if call.end == nil { lines.append("  Note over \(double): hasn't returned") }
        continue
      }
      switch call.outcome {
      case .threw: lines.append("  \(double)--x code: \(MermaidText.escaped("\(call.outcome)"))")
      default: lines.append("  \(double)-->>code: \(MermaidText.escaped("\(call.outcome)"))")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

/// Text inside a Mermaid diagram.
enum MermaidText {
  /// The most characters of a text, before it is escaped.
  static let limit = 200

  /// A text with everything that means something to Mermaid written as an entity, as its documentation says: `#35;` for `#`.
  ///
  /// `;` and line ends end a statement, `#` begins an entity, `%%` a comment or directive, `$$` a formula, `<` and `&` are
  /// HTML's, and a colon right before other text may belong to a style, whose colours are written with `#`.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    var count = 0
    var scalars = text.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      if count == limit {
        escaped += "…"
        break
      }
      count += 1
      switch scalar {
      case "#", ";", "%", "$", "<", ">", "&", "\\", "`":
        escaped += "#\(scalar.value);"
      case ":":
        escaped += scalars.first == " " ? ":" : "#58;"
      default:
        escaped.unicodeScalars.append(scalar.properties.generalCategory == .control ? " " : scalar)
      }
    }
    return escaped
  }
}
