extension TypeNode {
  /// The type as Swift source spells it, without module names.
  package var spelling: String { TypeSpelling().text(of: self) }
}

extension NominalNode {
  /// The declaration's path as Swift source spells it, without the module.
  package var spelling: String { TypeSpelling().text(of: self, arguments: []) }
}

/// Spells types as Swift source does.
struct TypeSpelling {
  /// The parameter packs that the expansion around the type repeats over.
  var packs: [TypeNode] = []

  func text(of type: TypeNode) -> String {
    switch type {
    case .nominal(let nominal): text(of: nominal, arguments: [])
    case .bound(let nominal, let lists, _): bound(nominal, lists)
    case .tuple(let elements): "(" + elements.map(element).joined(separator: ", ") + ")"
    case .function(let function): text(of: function)
    case .qualified(let qualifier, let inner): qualified(qualifier, text(of: inner))
    case .metatype(let instance, _): operand(instance) + ".Type"
    case .existentialMetatype(let instance, _): existentialMetatype(instance)
    case .existential(let existential): text(of: existential)
    case .constrainedExistential(let base, let requirements):
      text(of: base) + "<" + requirements.map(argument).joined(separator: ", ") + ">"
    case .parameter(let depth, let index):
      (packs.contains(type) ? "each " : "") + parameter(depth: depth, index: index)
    case .constrainedSelf: "Self"
    case .member(let base, let name, _): operand(base) + "." + name
    case .pack(let types): "Pack{" + types.map(text).joined(separator: ", ") + "}"
    case .packExpansion(let pattern, let count): "repeat " + TypeSpelling(packs: packs + [count]).text(of: pattern)
    case .packElement(let pattern, _): "each " + text(of: pattern)
    case .builtin(let name, _): "Builtin." + name
    case .fixedArray(let count, let element): "Builtin.FixedArray<\(text(of: count)), \(text(of: element))>"
    case .generic(_, let inner): text(of: inner)
    case .integer(let value): String(value)
    }
  }

  /// The text where a suffix follows, parenthesized if need be.
  private func operand(_ type: TypeNode) -> String {
    let text = text(of: type)
    return type.bindsLoosely ? "(" + text + ")" : text
  }

  // MARK: - Nominal types

  /// The path of a declaration. The argument lists are those of the contexts that can be generic, the innermost last.
  func text(of nominal: NominalNode, arguments: [[TypeNode]]) -> String {
    var lists = arguments
    let own = lists.popLast() ?? []
    var text = nominal.name.text
    if !own.isEmpty { text += "<" + own.map(self.text(of:)).joined(separator: ", ") + ">" }
    switch nominal.context {
    case .nominal(let outer), .extension(let outer, _, _): return self.text(of: outer, arguments: lists) + "." + text
    case .module, .entity: return text
    }
  }

  private func bound(_ nominal: NominalNode, _ lists: [[TypeNode]]) -> String {
    if lists.count == 1 {
      let arguments = lists[0]
      if arguments.count == 1, nominal.isSwift("Optional") { return operand(arguments[0]) + "?" }
      if arguments.count == 1, nominal.isSwift("Array") { return "[" + text(of: arguments[0]) + "]" }
      if arguments.count == 2, nominal.isSwift("Dictionary") {
        return "[" + text(of: arguments[0]) + ": " + text(of: arguments[1]) + "]"
      }
    }
    return text(of: nominal, arguments: lists)
  }

  /// `Self` and `T`, `U`, …: the names of generic parameters are in no symbol. Depth 1 is a requirement's own.
  private func parameter(depth: Int, index: Int) -> String {
    if depth == 0, index == 0 { return "Self" }
    let letters = ["T", "U", "V", "W", "X", "Y", "Z"]
    let round = index / letters.count
    let suffix = (depth > 1 ? "_\(depth)" : "") + (round > 0 ? "\(round)" : "")
    return letters[index % letters.count] + suffix
  }

  // MARK: - Tuples and functions

  private func element(_ element: TupleElementNode) -> String {
    (element.label.map { $0 + ": " } ?? "") + text(of: element.type) + (element.isVariadic ? "..." : "")
  }

  /// A parameter's type: an escaping function is marked there and nowhere else.
  func parameterText(of type: TypeNode) -> String {
    switch type {
    case .function(let function) where function.convention == .escaping:
      "@escaping " + text(of: function)
    case .qualified(let qualifier, let inner): qualified(qualifier, parameterText(of: inner))
    default: text(of: type)
    }
  }

  private func text(of function: FunctionTypeNode) -> String {
    var text = ""
    switch function.convention {
    case .escaping, .nonescaping, .uncurried: break
    case .autoclosure: text += "@autoclosure "
    case .escapingAutoclosure: text += "@autoclosure @escaping "
    case .thin: text += "@convention(thin) "
    case .block, .escapingBlock: text += "@convention(block) "
    case .cFunction: text += "@convention(c) "
    }
    switch function.isolation {
    case .none: break
    case .globalActor(let actor): text += "@" + self.text(of: actor) + " "
    case .any: text += "@isolated(any) "
    case .caller: text += "nonisolated(nonsending) "
    }
    if function.isSendable { text += "@Sendable " }
    text += "("
    for (position, parameter) in function.parameters.enumerated() {
      if position > 0 { text += ", " }
      text += parameterText(of: parameter.type) + (parameter.isVariadic ? "..." : "")
    }
    text += ")" + effects(isAsync: function.isAsync, throwing: function.throwing) + " -> "
    if function.hasSendingResult { text += "sending " }
    return text + resultText(of: function.result)
  }

  func effects(isAsync: Bool, throwing: FunctionTypeNode.Throwing) -> String {
    let isAsync = isAsync ? " async" : ""
    return switch throwing {
    case .never: isAsync
    case .anyError: isAsync + " throws"
    case .typed(let error): isAsync + " throws(" + text(of: error) + ")"
    }
  }

  func resultText(of type: TypeNode) -> String {
    type == .void ? "Void" : text(of: type)
  }

  private func qualified(_ qualifier: TypeQualifier, _ text: String) -> String {
    switch qualifier {
    case .inout: "inout " + text
    case .owned: "consuming " + text
    case .shared: "borrowing " + text
    case .isolated: "isolated " + text
    // A sending parameter is a consuming one as well.
    case .sending: "sending " + (text.hasPrefix("consuming ") ? String(text.dropFirst(10)) : text)
    case .noDerivative: "@noDerivative " + text
    case .compileTimeLiteral: "_const " + text
    case .compileTimeValue: "@const " + text
    case .weak: "weak " + text
    case .unowned: "unowned " + text
    case .unmanaged: "unowned(unsafe) " + text
    case .dynamicSelf: "Self"
    }
  }

  // MARK: - Existentials

  private func parts(of existential: ExistentialNode) -> [String] {
    var parts: [String] = []
    if let superclass = existential.superclass { parts.append(text(of: superclass)) }
    if existential.isAnyObject { parts.append("AnyObject") }
    for nominal in existential.protocols { parts.append(text(of: nominal, arguments: [])) }
    return parts
  }

  private func text(of existential: ExistentialNode) -> String {
    let parts = parts(of: existential)
    if parts.isEmpty { return "Any" }
    if parts == ["AnyObject"] { return "AnyObject" }
    return "any " + parts.joined(separator: " & ")
  }

  private func existentialMetatype(_ instance: TypeNode) -> String {
    if case .existential(let existential) = instance {
      let parts = parts(of: existential)
      if parts.count > 1 { return "any (" + parts.joined(separator: " & ") + ").Type" }
    }
    return text(of: instance) + ".Type"
  }

  private func argument(_ requirement: GenericRequirementNode) -> String {
    guard case .sameType(let type) = requirement.constraint else { return "_" }
    return text(of: type)
  }
}

extension TypeNode {
  /// Whether a suffix would bind to the last part of the spelling instead of the whole.
  fileprivate var bindsLoosely: Bool {
    switch self {
    case .function, .existentialMetatype, .constrainedExistential, .packExpansion, .packElement: true
    case .qualified(.dynamicSelf, _): false
    case .qualified: true
    case .existential(let existential):
      !existential.protocols.isEmpty || existential.superclass != nil
    case .generic(_, let inner): inner.bindsLoosely
    default: false
    }
  }
}
