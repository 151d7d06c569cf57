internal import DifferentialRandom

/// A requirement of a generated protocol, and the code around it.
struct Member {
  struct Parameter {
    var type: GeneratedType
    var ownership: String
  }

  var name: String
  var kind = Menu.Member.method
  var isAsync = false
  var canThrow = false
  var parameters: [Parameter] = []
  var result = GeneratedType(spelling: "Void", kit: "kVoid")

  /// A requirement made up at random.
  static func random(name: String, isClassBound: Bool, pool: inout TypePool) -> Member {
    var member = Member(name: name)
    let kind = pool.source.pick(Menu.Member.allCases) { isClassBound && $0 == .mutatingMethod ? 0 : $0.weight }
    let effects = kind.canBeSet ? .plain : pool.source.pick(Menu.Effects.allCases) { $0.weight }
    let isAsync = effects == .async || effects == .asyncThrowing
    member.kind = kind
    member.isAsync = isAsync
    member.canThrow = effects == .throwing || effects == .asyncThrowing

    var count = 0
    if kind.isMethod {
      let counts = Array(Menu.parameterCounts.indices)
      count = pool.source.pick(counts) { Menu.parameterCounts[$0] }
    } else if kind.isSubscript {
      count = pool.source.below(3) + 1
    }
    for index in 0..<count {
      let ownership = kind.isMethod ? pool.source.pick(["", "", "", "", "", "consuming ", "inout "]) : ""
      while true {
        let type = pool.type(isParameter: ownership.isEmpty && kind.isMethod)
        if isAsync, !isSafeInAsync(type, at: index, of: count) { continue }
        member.parameters.append(Parameter(type: type, ownership: ownership))
        break
      }
    }
    if !kind.isMethod || !pool.source.once(in: 5) {
      repeat { member.result = pool.type() } while isAsync && !isSafeAsyncResult(member.result)
    }
    return member
  }

  /// Whether the compiler itself gets an async call with the argument right.
  ///
  /// Swift 6.3 crashes when a 16-byte aligned argument of an async call lies on the stack, and where an async function keeps
  /// a value that is aligned to more than that.
  static func isSafeInAsync(_ type: GeneratedType, at index: Int, of count: Int) -> Bool {
    if type.holdsX87 || type.alignment > 16 { return false }
    return type.alignment <= 8 || count == 1 && type.isScalar
  }

  static func isSafeAsyncResult(_ type: GeneratedType) -> Bool {
    !type.holdsX87 && type.alignment <= 16
  }

  // MARK: Texts

  private var effects: String { (isAsync ? " async" : "") + (canThrow ? " throws" : "") }
  private var marker: String { (canThrow ? "try " : "") + (isAsync ? "await " : "") }

  private var parameterList: String {
    parameters.enumerated().map { index, parameter in
      let label = kind.isSubscript && index == 0 ? name : "_"
      return "\(label) a\(index): \(parameter.ownership)\(parameter.type.spelling)"
    }.joined(separator: ", ")
  }

  /// The declaration without accessors.
  private var head: String {
    let prefix = (kind.isStatic ? "static " : "") + (kind == .mutatingMethod ? "mutating " : "")
    if kind.isMethod { return "\(prefix)func \(name)(\(parameterList))\(effects) -> \(result.spelling)" }
    if kind.isSubscript { return "\(prefix)subscript(\(parameterList)) -> \(result.spelling)" }
    return "\(prefix)var \(name): \(result.spelling)"
  }

  /// The declaration in the protocol.
  var declaration: String {
    kind.isMethod ? head : "\(head) { get\(effects)\(kind.canBeSet ? " set" : "") }"
  }

  private var baseName: String { kind.isSubscript ? "subscript" : name }

  /// The member of the conformer.
  var implementation: String {
    func body(_ kind: String, _ parameters: [Parameter], hasResult: Bool, first: Int = 0) -> String {
      var lines = ["let s = Script.current", "s.enter(\"\(baseName)\", .\(kind))"]
      if !hasResult { lines.append("s.got(0, newValue)") }
      let offset = hasResult ? 0 : 1
      for (index, parameter) in parameters.enumerated() where !parameter.isInout {
        lines.append("s.got(\(index + offset), a\(index))")
      }
      if isAsync { lines.append("await s.maySuspend()") }
      for (index, parameter) in parameters.enumerated() where parameter.isInout {
        lines.append("s.change(\(index + offset), &a\(index))")
      }
      if canThrow { lines.append("try s.mayThrow()") }
      lines.append(hasResult ? "return s.result()" : "s.ends()")
      return lines.joined(separator: "; ")
    }
    if kind.isMethod { return "  public \(head) { \(body("method", parameters, hasResult: true)) }\n" }
    let (getter, setter) = kind.isSubscript ? ("subscriptGetter", "subscriptSetter") : ("getter", "setter")
    var text = "  public \(head) {\n    get\(effects) { \(body(getter, parameters, hasResult: true)) }\n"
    if kind.canBeSet { text += "    set { \(body(setter, parameters, hasResult: false)) }\n" }
    return text + "  }\n"
  }

  /// The functions that call the requirement, and the lines that list them.
  func drivers(of type: String) -> (functions: String, entries: String) {
    let receiver = kind.isStatic ? "Swift.type(of: p)" : "p"
    var functions = ""
    var entries = ""
    func add(_ suffix: String, _ lines: [String]) {
      let function = "d_\(name)\(suffix)"
      functions += "func \(function)_\(type)(_ p: inout any \(type), _ s: Script)\(isAsync ? " async" : "") {\n"
      for line in lines { functions += "  \(line)\n" }
      functions += "}\n"
      entries += "  cases.append(Case(\"\(name)\(suffix)\", \"\(declaration)\", \(function)_\(type)))\n"
    }

    let (getter, setter) = kind.isSubscript ? (".subscriptGetter", ".subscriptSetter") : (".getter", ".setter")
    let arguments = parameters.enumerated().map { index, parameter in
      (kind.isSubscript && index == 0 ? "\(name): " : "") + (parameter.isInout ? "&" : "") + "a\(index)"
    }.joined(separator: ", ")
    let sends = parameters.enumerated().map { index, parameter in
      parameter.isInout
        ? "var a\(index): \(parameter.type.spelling) = s.sendInout(\(parameter.type.kit))"
        : "let a\(index): \(parameter.type.spelling) = s.send(\(parameter.type.kit))"
    }
    let place =
      kind.isMethod
      ? "\(receiver).\(name)(\(arguments))"
      : kind.isSubscript ? "\(receiver)[\(arguments)]" : "\(receiver).\(name)"

    let begin = "s.begin(\"\(baseName)\", \(kind.isMethod ? ".method" : getter), throws: \(canThrow))"
    var get = [begin] + sends + ["s.returns(\(result.kit))"]
    let receive = "let r: \(result.spelling) = \(marker)\(place); s.received(\(result.kit), r)"
    get.append(canThrow ? "do { \(receive) } catch { s.caught(error) }" : receive)
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

extension Member.Parameter {
  var isInout: Bool { ownership == "inout " }
}

extension Menu.Member {
  var isMethod: Bool { [.method, .mutatingMethod, .staticMethod, .genericMethod].contains(self) }
  var isSubscript: Bool { [.subscriptGetter, .subscriptProperty].contains(self) }
  var isStatic: Bool { [.staticMethod, .staticGetter, .staticProperty].contains(self) }
  var canBeSet: Bool { [.property, .staticProperty, .subscriptProperty].contains(self) }
}
