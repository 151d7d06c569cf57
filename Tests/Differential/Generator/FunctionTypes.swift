internal import DifferentialRandom

extension TypePool {
  /// A type of functions.
  ///
  /// - Parameter depth: How many more levels its parameters and its result may be made of.
  mutating func function(depth: Int) -> GeneratedType {
    let isAsync = source.once(in: 4)
    let canThrow = source.once(in: 3)
    let count = source.pick([0, 1, 1, 1, 2, 2, 3, 4, source.once(in: 2) ? 9 : 14])
    var parameters: [Member.Parameter] = []
    for index in 0..<count {
      while true {
        let type = type(depth: max(depth - 1, 0), mayBeFunction: depth > 0)
        if type.spelling == "Void" || isAsync && !platform.isSafeInAsync(type, at: index, of: count) { continue }
        // Where the closure is made and called, the placeholder's type is known: an `Int128` on the stack, for example.
        if isAsync, placeholders.contains(where: { $0.mayBeWide && type.spelling.contains($0.name) }) { continue }
        var ownership = ""
        if type.isFunction {
          ownership = source.once(in: 2) ? "@escaping " : ""
        } else if source.once(in: 6), !type.spelling.contains("->") {
          ownership = "inout "
        }
        parameters.append(Member.Parameter(type: type, ownership: ownership))
        break
      }
    }
    var result = KnownTypes.named("Void")
    if !source.once(in: 4) {
      repeat {
        result = type(depth: max(depth - 1, 0), mayBeFunction: depth > 0)
      } while isAsync
        && !platform.isSafeAsyncResult(result)
    }
    var error: GeneratedType?
    if canThrow, source.once(in: 2) { error = placeholderError() ?? errorType() }
    return function(
      parameters,
      result: result,
      isAsync: isAsync,
      canThrow: canThrow,
      error: error,
      isSendable: source.once(in: 4)
    )
  }

  /// An error's type that the declaration leaves open, if it has one.
  mutating func placeholderError() -> GeneratedType? {
    placeholders.filter { $0.constraint == "Error" && !$0.isOpaque }.randomElement(using: &source)?.type
  }

  /// A type of functions without parameters, as an autoclosure's is.
  mutating func autoclosure() -> GeneratedType {
    let result = type(depth: 1)
    return function([], result: result, isAsync: false, canThrow: source.once(in: 4), isSendable: false)
  }

  /// A type of functions, with its kit.
  mutating func function(
    _ parameters: [Member.Parameter],
    result: GeneratedType,
    isAsync: Bool,
    canThrow: Bool,
    error: GeneratedType? = nil,
    isSendable: Bool
  ) -> GeneratedType {
    let errorKit = error?.kit ?? "kError"
    let effects = (isAsync ? " async" : "") + (canThrow ? " throws" + (error.map { "(\($0.spelling))" } ?? "") : "")
    let list = parameters.map { "\($0.ownership)\($0.type.spelling)" }.joined(separator: ", ")
    let spelling = "(\(isSendable ? "@Sendable " : "")(\(list))\(effects) -> \(result.spelling))"
    var type = GeneratedType(spelling: spelling, kit: "", isFunction: true, canThrow: canThrow)
    type.kit = addFunctionKit(spelling) {
      let names = parameters.indices.map { "a\($0)" }.joined(separator: ", ")
      var body = ["let v = c.enter()"]
      var call = ["let v = Visit()"]
      for (index, parameter) in parameters.enumerated() {
        let (spelling, kit) = (parameter.type.spelling, parameter.type.kit)
        call.append("\(parameter.isInout ? "var" : "let") a\(index): \(spelling) = v.send(\(kit))")
        if parameter.isInout { continue }
        body.append(
          parameter.isNonescaping
            ? "withoutActuallyEscaping(a\(index)) { v.saw(\(index), \(kit), $0) }"
            : "v.saw(\(index), \(kit), a\(index))"
        )
      }
      if isAsync { body.append("await v.maySuspend()") }
      for (index, parameter) in parameters.enumerated() where parameter.isInout {
        body.append("v.change(\(index), \(parameter.type.kit), &a\(index))")
      }
      if canThrow { body.append("try v.mayThrow(\(errorKit))") }
      body.append("return v.result(\(result.kit))")

      let arguments = parameters.enumerated().map { "\($1.isInout ? "&" : "")a\($0)" }.joined(separator: ", ")
      let marker = (canThrow ? "try " : "") + (isAsync ? "await " : "")
      let receive = "let r: \(result.spelling) = \(marker)f(\(arguments)); v.received(\(result.kit), r)"
      call.append("v.start(throws: \(canThrow))")
      // What a closure throws isn't inferred.
      let clause = error.map { " throws(\($0.spelling))" } ?? ""
      call.append(canThrow ? "do\(clause) { \(receive) } catch { v.caught(\(errorKit), error) }" : receive)
      for (index, parameter) in parameters.enumerated() where parameter.isInout {
        call.append("v.changed(\(index), \(parameter.type.kit), a\(index))")
      }
      call.append("v.finish(&d)")
      let calls = call.joined(separator: "; ")
      let feed = isAsync ? "var e = d; runNow { var d = e; \(calls); e = d }; d = e" : calls
      let text = body.joined(separator: "; ")
      // Swift 6.3 crashes on some closures that throw errors of a type.
      let list = parameters.enumerated().map { "_ a\($0): \($1.ownership)\($1.type.spelling)" }.joined(separator: ", ")
      let made =
        error == nil
        ? "return { \(parameters.isEmpty ? "" : "\(names) in ")\(text) }"
        : "\(isSendable ? "@Sendable " : "")func b(\(list))\(effects) -> \(result.spelling) { \(text) }; return b"
      return "{ g in let c = Callback(&g); \(made) }, { f, d in \(feed) }"
    }
    return named(type)
  }
}
