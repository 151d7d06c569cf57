internal import UnderstudyCalls
internal import UnderstudyMetadata

/// The spelling of calls in messages.
enum CallText {
  /// A requirement by its name and labels: `signIn(user:password:)`, `name`, `subscript(key:)`.
  static func signature(of requirement: Requirement) -> String { requirement.name }

  /// A call with its arguments in words.
  ///
  /// - Parameters:
  ///   - subject: The doubled type as in messages, `any Shop`; static members are spelled with its name.
  ///   - arguments: The words for each argument.
  static func text(of requirement: Requirement, in subject: String, arguments: [String]) -> String {
    let name = subject.hasPrefix("any ") ? String(subject.dropFirst(4)) : subject
    if requirement.isOperator { return operation(requirement, arguments) }
    return text(of: requirement, on: requirement.isStatic ? name : "", initializer: name, arguments)
  }

  /// A call on a receiver, of which nothing is written if it is empty.
  private static func text(
    of requirement: Requirement,
    on receiver: String,
    initializer: String,
    _ arguments: [String]
  ) -> String {
    let member = receiver.isEmpty ? requirement.baseName : "\(receiver).\(requirement.baseName)"
    return switch requirement.kind {
    case .method: "\(member)(\(list(requirement, arguments, from: 0)))"
    case .initializer: "\(initializer)(\(list(requirement, arguments, from: 0)))"
    case .getter: member
    case .setter: "\(member) = \(arguments.first ?? "_")"
    case .subscriptGetter: "\(receiver)[\(list(requirement, arguments, from: 0))]"
    case .subscriptSetter: "\(receiver)[\(list(requirement, arguments, from: 1))] = \(arguments.first ?? "_")"
    }
  }

  /// A call with the values of its arguments. Runs users' descriptions: never under a lock.
  static func text(of arguments: Arguments, in subject: String) -> String {
    text(
      of: arguments.requirement,
      in: subject,
      arguments: arguments.requirement.parameters.indices.map { value(at: $0, of: arguments) }
    )
  }

  /// The words for an argument's value.
  static func value(at index: Int, of arguments: Arguments) -> String {
    let parameter = arguments.requirement.parameters[index]
    if parameter.autoclosureResult != nil { return "{ … }" }
    let value = arguments.boxedValue(at: index)
    if parameter.isVariadic, let list = value as? any ArrayShape {
      return ArgumentDescription.of(elements: list.elements)
    }
    let text = ArgumentDescription.of(value)
    return parameter.ownership == .inout ? "&\(text)" : text
  }

  /// The call as it stands in the closure of `when` or `verify`: `try await $0.signIn(user: …)`.
  static func expression(of requirement: Requirement, arguments: [String]) -> String {
    let effects = (requirement.throwing == .anyError ? "try " : "") + (requirement.isAsync ? "await " : "")
    let receiver = requirement.isStatic ? "type(of: $0)" : "$0"
    return effects + text(of: requirement, on: receiver, initializer: "type(of: $0).init", arguments)
  }

  /// The use of an operator.
  private static func operation(_ requirement: Requirement, _ operands: [String]) -> String {
    operands.count == 2
      ? operands.joined(separator: " \(requirement.baseName) ") : requirement.baseName + operands.joined()
  }

  /// A registration to copy: `await stub.when { try await $0.load(id: Match.any()) }.thenReturn(…)`.
  static func registration(of requirement: Requirement) -> String {
    if requirement.isOperator {
      // Operators take two values of one type, which an existential doesn't show: only generic code can apply them.
      let operands = ["x", "y"].prefix(requirement.parameters.count)
      return "stub.when { apply($0) }.thenReturn(…), with a generic function apply that returns "
        + operation(requirement, Array(operands))
    }
    let arguments = requirement.parameters.map { $0.ownership == .inout ? "&\($0.label ?? "value")" : "Match.any()" }
    let call = expression(of: requirement, arguments: arguments)
    let behaviour = requirement.result.type == Void.self ? "thenDoNothing()" : "thenReturn(…)"
    return "\(requirement.isAsync ? "await " : "")stub.when { \(call) }.\(behaviour)"
  }

  /// What an argument is called: its label, or its position counted from 1.
  static func label(ofArgument index: Int, in requirement: Requirement) -> String {
    let isValue = requirement.kind == .setter || requirement.kind == .subscriptSetter
    if isValue, index == 0 { return "the value" }
    if let label = requirement.parameters[index].label { return label }
    return requirement.parameters.count == (isValue ? 2 : 1) ? "the argument" : "argument \(index + (isValue ? 0 : 1))"
  }

  /// An argument as the subject of a sentence.
  static func name(ofArgument index: Int, in requirement: Requirement) -> String {
    let label = label(ofArgument: index, in: requirement)
    return requirement.parameters[index].label == nil || label.hasPrefix("the ") ? label : "the argument \(label)"
  }

  private static func list(_ requirement: Requirement, _ arguments: [String], from start: Int) -> String {
    var text = ""
    var index = start
    while index < arguments.count {
      // A variadic argument without elements isn't written.
      if arguments[index].isEmpty {
        index += 1
        continue
      }
      if !text.isEmpty { text += ", " }
      if let label = requirement.parameters[index].label { text += "\(label): " }
      text += arguments[index]
      index += 1
    }
    return text
  }
}

extension Requirement {
  /// Whether the requirement is an operator: identifiers in backticks may begin with the same characters, but have others, too.
  fileprivate var isOperator: Bool {
    kind == .method && !baseName.isEmpty && baseName.unicodeScalars.allSatisfy(\.isOperatorCharacter)
  }
}

extension Unicode.Scalar {
  /// The Swift Programming Language, "Lexical Structure", `operator-head`, and the dot.
  fileprivate var isOperatorCharacter: Bool {
    switch self {
    case "/", "=", "-", "+", "!", "*", "%", "<", ">", "&", "|", "^", "~", "?", ".", "\u{A1}"..."\u{A7}", "\u{A9}",
      "\u{AB}",
      "\u{AC}", "\u{AE}", "\u{B0}", "\u{B1}", "\u{B6}", "\u{BB}", "\u{BF}", "\u{D7}", "\u{F7}", "\u{2016}", "\u{2017}",
      "\u{2020}"..."\u{2027}", "\u{2030}"..."\u{203E}", "\u{2041}"..."\u{2053}", "\u{2055}"..."\u{205E}",
      "\u{2190}"..."\u{23FF}", "\u{2500}"..."\u{2775}", "\u{2794}"..."\u{2BFF}", "\u{2E00}"..."\u{2E7F}",
      "\u{3001}"..."\u{3003}", "\u{3008}"..."\u{3020}", "\u{3030}":
      true
    default: false
    }
  }
}

extension [Recorder] {
  /// What the doubles are called: by their types, numbered where several have the same.
  var names: [String] {
    var numbers: [String: Int] = [:]
    var totals: [String: Int] = [:]
    for recorder in self { totals[recorder.subject, default: 0] += 1 }
    return map(\.subject).map { subject in
      guard totals[subject]! > 1 else { return subject }
      numbers[subject, default: 0] += 1
      return "\(subject) #\(numbers[subject]!)"
    }
  }
}
