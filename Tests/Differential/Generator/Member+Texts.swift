/// The code around a requirement.
extension Member {
  private var effects: String {
    (isAsync ? " async" : "") + (canThrow ? " throws" + (error.map { "(\($0.spelling))" } ?? "") : "")
      + (throwsNever ? " throws(Never)" : "")
  }
  /// The kit of what is thrown.
  private var errorKit: String { error?.kit ?? "kError" }

  private var parameterList: String {
    let list = parameters.enumerated().map { index, parameter in
      let label = (kind.isSubscript || kind.isInitializer) && index == 0 ? name : "_"
      let dots = parameter.variadicCount == nil ? "" : "..."
      return "\(label) a\(index): \(parameter.ownership)\(parameter.type.spelling)\(dots)"
    }
    return (list + (pack.map { ["_ v: repeat \($0.repeated)"] } ?? [])).joined(separator: ", ")
  }

  /// The declaration without isolation and accessors.
  private var head: String {
    var prefix = (kind.isStatic ? "static " : "") + (kind == .mutatingMethod ? "mutating " : "")
    if symbol == "<~>" { prefix += "prefix " }
    if kind == .consumingMethod { prefix += "consuming " }
    let named = generics.filter { !$0.isOpaque }.map(\.declaration) + (pack.map { [$0.declaration] } ?? [])
    var list = named.isEmpty ? "" : "<\(named.joined(separator: ", "))>"
    list += "(\(parameterList))"
    // An initializer is told from the others by a label.
    if kind.isInitializer, parameters.isEmpty { list = "(\(name) a0: Void)" }
    var text: String
    if kind.isInitializer {
      text = "\(prefix)init\(isFailable ? "?" : "")\(list)\(effects)"
    } else if kind.isMethod {
      text = "\(prefix)func \(symbol.map { $0 + " " } ?? name)\(list)\(effects) -> \(resultAccess)\(result.spelling)"
    } else if kind.isSubscript {
      text = "\(prefix)subscript\(list) -> \(result.spelling)"
    } else {
      text = "\(prefix)var \(name): \(result.spelling)"
    }
    for placeholder in generics where placeholder.isOpaque {
      text.replace(placeholder.name, with: "some \(placeholder.constraint)")
    }
    return text
  }

  /// The declaration in the protocol.
  var declaration: String {
    let setter = kind.canBeSet ? " \(setterAccess)set" : ""
    let text = kind.isMethod ? head : "\(head) { \(getterAccess)get\(effects)\(setter) }"
    return isolation + text.replacing(Placeholder.conformer.name, with: "Self")
  }

  private var baseName: String {
    kind.isInitializer ? "init" : kind.isSubscript ? "subscript" : symbol ?? name
  }

  // MARK: The conformer

  /// The member of the conformer.
  ///
  /// - Parameter conformer: The conformer's name.
  func implementation(in conformer: String) -> String {
    func body(_ kind: String, hasResult: Bool) -> String {
      var lines = ["let s = Script.current", "s.enter(\"\(baseName)\", .\(kind))"]
      if !hasResult { lines.append("s.got(0, newValue)") }
      let offset = hasResult ? 0 : 1
      for (index, parameter) in parameters.enumerated() where !parameter.isInout {
        lines.append(
          parameter.isNonescaping
            ? "withoutActuallyEscaping(a\(index)) { s.got(\(index + offset), $0) }"
            : "s.got(\(index + offset), \(parameter.ownership == "borrowing " ? "copy " : "")a\(index))"
        )
      }
      if self.kind.isInitializer, parameters.isEmpty { lines.append("s.got(0, a0)") }
      if pack != nil { lines.append("var i = \(parameters.count); for x in repeat each v { s.got(i, x); i += 1 }") }
      if isAsync { lines.append("await s.maySuspend()") }
      for (index, parameter) in parameters.enumerated() where parameter.isInout {
        lines.append("s.change(\(index + offset), &a\(index))")
      }
      if canThrow { lines.append("try s.mayThrow(\(error.map { "\($0.spelling).self" } ?? ""))") }
      if self.kind.isInitializer {
        lines.append("let made: \(result.spelling) = s.result()")
        lines.append(isFailable ? "if made == nil { return nil }" : "_ = made")
      } else {
        lines.append(hasResult ? "return s.result()" : "s.ends()")
      }
      return lines.joined(separator: "; ")
    }
    // The optimiser of Swift 6.3 crashes on functions that throw errors of a type that depends on a parameter.
    let unoptimised = error?.isOpen == true ? "@_optimize(none) " : ""
    var text = "  \(kind.isMethod ? unoptimised : "")\(isolation)public \(head) "
    if kind.isMethod {
      text += "{ \(body("method", hasResult: true)) }\n"
    } else {
      let (getter, setter) = kind.isSubscript ? ("subscriptGetter", "subscriptSetter") : ("getter", "setter")
      text += "{\n    \(unoptimised)\(getterAccess)get\(effects) { \(body(getter, hasResult: true)) }\n"
      if kind.canBeSet { text += "    \(setterAccess)set { \(body(setter, hasResult: false)) }\n" }
      text += "  }\n"
    }
    return text.replacing(Placeholder.conformer.name, with: conformer)
  }

  // MARK: The callers

  private var knowsConformer: Bool {
    kind.isInitializer || declarationNames(Placeholder.conformer)
  }

  private func declarationNames(_ placeholder: Placeholder) -> Bool {
    (parameters.map(\.type) + [result] + (error.map { [$0] } ?? [])).contains {
      $0.spelling.contains(placeholder.name)
    }
  }

  /// The functions that call the requirement, and the lines that list them.
  ///
  /// - Parameters:
  ///   - type: The protocol's name as it is bound.
  ///   - suite: The suite's name.
  ///   - isOnActor: Whether the callee is an actor.
  ///   - substitutions: What is called with which types: one for every list of types.
  func drivers(
    of type: String,
    suite: String,
    isOnActor: Bool,
    substitutions: [Substitution]
  ) -> (functions: String, entries: String) {
    let isGlobal = isolation.hasSuffix("Actor ")
    let isElsewhere = isOnActor || isGlobal || parameters.contains { $0.ownership == "isolated " }
    let isDriverAsync = isAsync || isElsewhere
    let marker = (canThrow ? "try " : "") + (isDriverAsync ? "await " : "")
    var functions = ""
    var entries = ""
    func add(_ suffix: String, _ lines: [String]) {
      for (number, substitution) in substitutions.enumerated() {
        let suffix = suffix + (number == 0 ? "" : "_\(number)")
        let function = "d_\(name)\(suffix)_\(suite)"
        let attribute = isGlobal ? isolation : ""
        functions += "\(attribute)func \(function)"
        functions += knowsConformer ? "<PP: \(type)>(_ p: inout PP" : "(_ p: inout any \(type)"
        functions += ", _ s: Script)\(isDriverAsync ? " async" : "") {\n"
        if knowsConformer {
          functions += "  let kPP = \(kind.isInitializer ? "newSelfKit" : "selfKit")(p)\n"
        }
        for line in lines { functions += "  \(substitution.apply(to: line))\n" }
        functions += "}\n"
        let call = "{ (p: inout any \(type), s: Script) in \(isDriverAsync ? "await " : "")\(function)(&p, s) }"
        entries +=
          "  cases.append(Case(\"\(name)\(suffix)\", \"\(declaration)\"\(isElsewhere ? ", isElsewhere: true" : "")\(knowsConformer ? ", mentionsSelf: true" : ""), \(call)))\n"
      }
    }

    let (getter, setter) = kind.isSubscript ? (".subscriptGetter", ".subscriptSetter") : (".getter", ".setter")
    let hasLabel = kind.isSubscript || kind.isInitializer
    var arguments = parameters.enumerated().map { index, parameter in
      if let count = parameter.variadicCount {
        return (0..<count).map { "a\(index)[\($0)]" }.joined(separator: ", ")
      }
      let call = parameter.isAutoclosure ? "()" : ""
      let marker = parameter.isAutoclosure && parameter.type.canThrow ? "try " : ""
      return (hasLabel && index == 0 ? "\(name): " : "") + marker + (parameter.isInout ? "&" : "") + "a\(index)\(call)"
    }.filter { !$0.isEmpty }.joined(separator: ", ")
    var sends = parameters.enumerated().map { index, parameter in
      parameter.isInout
        ? "var a\(index): \(parameter.type.spelling) = s.sendInout(\(parameter.type.kit))"
        : "let a\(index): \(parameter.received.spelling) = s.send(\(parameter.received.kit))"
    }
    if pack != nil {
      arguments += (arguments.isEmpty ? "" : ", ") + Pack.arguments
      sends.append(Pack.sends)
    }
    let received = result.kit == "QVkit" ? "QVresult" : result.spelling
    if kind.isInitializer, parameters.isEmpty {
      arguments = "\(name): a0"
      sends = ["let a0: Void = s.send(kVoid)"]
    }
    let receiver = kind.isStatic ? (knowsConformer ? "PP" : "Swift.type(of: p)") : "p"
    let place: String
    if let symbol {
      place = symbol == "<~>" ? "<~>a0" : "(a0 \(symbol) a1)"
    } else if kind.isInitializer {
      place = "PP(\(arguments))"
    } else if kind.isMethod {
      place = "\(receiver).\(name)(\(arguments))"
    } else {
      place = kind.isSubscript ? "\(receiver)[\(arguments)]" : "\(receiver).\(name)"
    }

    let begin =
      "s.begin(\"\(baseName)\", \(kind.isMethod ? ".method" : getter)\(canThrow ? ", throws: \(errorKit)" : ""))"
    var get = [begin] + sends + ["s.returns(\(result.kit))"]
    let receive = "let r: \(received) = \(marker)\(place); s.received(\(result.kit), r)"
    get.append(canThrow ? "do { \(receive) } catch { s.caught(\(errorKit), error) }" : receive)
    for (index, parameter) in parameters.enumerated() where parameter.isInout {
      get.append("s.changed(\(parameter.type.kit), a\(index))")
    }
    add("", get)
    guard kind.canBeSet else { return (functions, entries) }
    add(
      "_set",
      ["s.begin(\"\(baseName)\", \(setter))", "let v: \(result.spelling) = s.send(\(result.kit))"] + sends
        + ["\(place) = v"]
    )
    add(
      "_modify",
      [begin] + sends + ["s.returns(\(result.kit))", "s.beginSetter(\(result.kit))"]
        + ["s.modify(\(result.kit), &\(place))"]
    )
    return (functions, entries)
  }
}
