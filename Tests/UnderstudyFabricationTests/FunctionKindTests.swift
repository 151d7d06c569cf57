import Testing
import UnderstudyFabrication

/// What a conformer and a double make of the same calls.
@Suite private struct FunctionKindTests {
  let reactions = FunctionKindReactions()
  let double: any FunctionKinds
  let real: any FunctionKinds = RealFunctionKinds()

  init() throws {
    double = try DoubleType.of((any FunctionKinds).self).makeValue(as: (any FunctionKinds).self, receiver: reactions)
  }

  private func compare(
    _ expected: String,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ calls: (any FunctionKinds) throws -> String
  ) rethrows {
    #expect(try calls(real) == expected, sourceLocation: sourceLocation)
    #expect(try calls(double) == expected, sourceLocation: sourceLocation)
  }

  private nonisolated(nonsending) func compare(
    _ expected: String,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ calls: nonisolated(nonsending) (any FunctionKinds) async throws -> String
  ) async rethrows {
    #expect(try await calls(real) == expected, sourceLocation: sourceLocation)
    #expect(try await calls(double) == expected, sourceLocation: sourceLocation)
  }

  @Test func `Functions that throw a type of their own`() {
    compare("\(longText)|\(longText)") { $0.small { _ throws(SmallKind) in longText } }
    compare("b") { $0.small { number throws(SmallKind) in if number == 2 { throw .b } else { return longText } } }
    compare("1.5 2.5") { $0.texts { number throws(TextKind) in Double(number) + 0.5 } }
    compare("\(TextKind.text(longText))") {
      $0.texts { number throws(TextKind) in if number == 2 { throw .text(longText) } else { return 1 } }
    }
    compare("\(BigKind())") {
      $0.big { number throws(BigKind) in if number == 2 { throw BigKind() } else { return longText } }
    }
    compare("\(longText)|\(longText)") { $0.big { _ throws(BigKind) in longText } }
    compare("\(BigKind(a: 1)) \(BigKind(a: 2))") { $0.bigResult { number throws(SmallKind) in BigKind(a: number) } }
    compare("b") { $0.bigResult { number throws(SmallKind) in if number == 2 { throw .b } else { return BigKind() } } }
  }

  @Test func `Functions that throw a type that the declaration leaves open`() throws {
    func check<E: Error>(_ error: E) throws {
      reactions.addGeneric(throwing: E.self)
      compare("\(error)") { kinds in
        do throws(E) {
          return try kinds.generic { number throws(E) in if number == 2 { throw error } else { return longText } }
        } catch {
          return "\(error)"
        }
      }
      try compare("\(longText)|\(longText)") { try $0.generic { _ throws(E) in longText } }
    }
    try check(SmallKind.b)
    try check(BigKind())
    func checkAny(_ error: any Error) throws {
      reactions.addGeneric()
      compare("\(error)") { kinds in
        do {
          return try kinds.generic { number throws in if number == 2 { throw error } else { return longText } }
        } catch {
          return "\(error)"
        }
      }
    }
    try checkAny(TextKind.text(longText))
    reactions.addGeneric(throwing: Never.self)
    compare("\(longText)|\(longText)") { $0.generic { _ in longText } }
  }

  @Test func `Async functions that throw a type of their own`() async {
    await compare("\(longText)|\(longText)") { await $0.later { _ async throws(TextKind) in longText } }
    await compare("\(TextKind.text(longText))") {
      await $0.later { number async throws(TextKind) in
        await Task.yield()
        if number == 2 { throw .text(longText) } else { return longText }
      }
    }
    await compare("\(BigKind(a: 1)) \(BigKind(a: 2))") {
      await $0.bigLater { number async throws(BigKind) in BigKind(a: number) }
    }
    await compare("\(BigKind(a: 7))") {
      await $0.bigLater { number async throws(BigKind) in
        await Task.yield()
        if number == 2 { throw BigKind(a: 7) } else { return BigKind() }
      }
    }
  }

  @Test func `Results that throw a type of their own`() async throws {
    try compare(longText) { try $0.thrower(.number(1))(1) }
    compare("\(TextKind.text(longText))") {
      do throws(TextKind) { return try $0.thrower(.text(longText))(0) } catch { return "\(error)" }
    }
    await compare("\(BigKind())") {
      do throws(BigKind) { return try await $0.bigThrower()(0) } catch { return "\(error)" }
    }
    try await compare(longText) { try await $0.bigThrower()(1) }
  }

  @Test @MainActor func `Functions that run on their caller's actor`() async {
    await compare("1 MainActor") { await $0.makesCallersActor()(1) }
    await compare("a|\(longText)") { await $0.callersActor { _, text in text } }
    await compare("b") {
      await $0.callersActor { number, _ throws(SmallKind) in
        await Task.yield()
        if number == 2 { throw .b } else { return longText }
      }
    }
  }

  @Test func `Functions that carry an actor`() async {
    await compare("MainActor 1") {
      await $0.carriesActor { @MainActor number in
        MainActor.assertIsolated()
        return "\(number)"
      }
    }
    await compare("nil 1") { await $0.carriesActor { number in "\(number)" } }
    await compare("4") { await $0.makesActorCarrier()(4) }
  }

  @Test func `Functions that are isolated to a parameter`() async {
    await compare("6") { kinds in
      let count = await kinds.onActor { worker, number in
        worker.assertIsolated()
        return worker.count + number
      }
      return "\(count)"
    }
  }

  @Test func `Functions with variadic parameters`() {
    compare("1[]2[\"a\"]3[\"\(longText)\", \"c\"]") { $0.variadic { number, texts in "\(number)\(texts)" } }
  }

  @Test func `Functions inside optionals and tuples`() {
    func show(_ pair: (Int, (String) -> String)?) -> String { pair.map { "\($0.0) \($0.1("a"))" } ?? "nil" }
    compare("2 (a!)") { show($0.maybePair((1, { $0 + "!" }))) }
    compare("nil") { show($0.maybePair(nil)) }
    func show(_ body: ((String) -> String)??) -> String {
      body.map { $0.map { "\($0("a"))" } ?? "inner" } ?? "outer"
    }
    compare("(a!) inner outer") {
      "\(show($0.maybeMaybe({ $0 + "!" }))) \(show($0.maybeMaybe(.some(nil)))) \(show($0.maybeMaybe(nil)))"
    }
    let worker = KindWorker()
    func show(_ pair: (KindWorker, Bool, ((String) -> String)?)?) -> String {
      pair.map { "\($0.0 === worker) \($0.1) \($0.2?("a") ?? "nil")" } ?? "nil"
    }
    compare("true false (a!), true true nil, nil") {
      """
      \(show($0.guarded((worker, true, { $0 + "!" })))), \(show($0.guarded((worker, false, nil)))), \(show($0.guarded(nil)))
      """
    }
    compare("b \(longText) (a!) true") { kinds in
      let large = kinds.large((longText, "b", { $0 + "!" }))!
      return "\(large.0) \(large.1) \(large.2("a")) \(kinds.large(nil) == nil)"
    }
    compare("5 (a!) true") { kinds in
      let any = kinds.any((5, { $0 + "!" }))!
      return "\(any.0) \(any.1("a")) \(kinds.any(nil) == nil)"
    }
    compare("5 0") { "\($0.owned((3, { $0 + "!" }))) \($0.owned(nil))" }
    compare("(\(longText), b, a!) 1, nil 2, ") {
      $0.takesPair { pair in
        let inner = pair.0.map { "(\($0.0), \($0.1), \($0.2("a")))" }
        return "\(inner ?? "nil") \(pair.1), "
      }
    }
    reactions.addOpens(of: String.self)
    compare("a! b! true") { kinds in
      let pair = kinds.opens(("a", { $0 + "!" }))!
      return "\(pair.0) \(pair.1("b")) \(kinds.opens(nil as (String, (String) -> String)?) == nil)"
    }
  }

  @Test func `Functions inside values of declared types`() {
    func show(_ result: Result<(String) -> String, SmallKind>) -> String {
      switch result {
      case .success(let body): body("a")
      case .failure(let error): "\(error)"
      }
    }
    compare("(a!) b") { "\(show($0.result(.success { $0 + "!" }))) \(show($0.result(.failure(.b))))" }
    compare("nil 2 a? 1 a!") { kinds in
      let holder = kinds.holder(FunctionHolder(maybe: { $0 + "!" }, pair: (1, { $0 + "?" }), maybePair: nil))
      return """
        \(holder.maybe?("a") ?? "nil") \(holder.pair.0) \(holder.pair.1("a")) \
        \(holder.maybePair!.0) \(holder.maybePair!.1("a"))
        """
    }
    func show(_ choice: FunctionChoice) -> String {
      switch choice {
      case .function(let body): "f \(body?("a") ?? "nil")"
      case .pair(let number, let body): "\(number) \(body("a"))"
      case .none: "none"
      }
    }
    compare("none, 1 a!, f a?, f nil") { kinds in
      [.function(nil), .function { $0 + "!" }, .pair(1) { $0 + "?" }, FunctionChoice.none]
        .map { show(kinds.choice($0)) }.joined(separator: ", ")
    }
  }

  @Test func `Functions in variables`() async {
    compare("((a!))") {
      var body: (String) -> String = { $0 + "!" }
      $0.wrap(&body)
      $0.wrap(&body)
      return body("a")
    }
    compare("2 (a!), 1 nil a") { kinds in
      var pair: (Int, ((String) -> String)?) = (1, { $0 + "!" })
      var none: (Int, ((String) -> String)?) = (0, nil)
      do {
        try kinds.wrapPair(&pair)
        try kinds.wrapPair(&none)
        return ""
      } catch {
        return "\(pair.0) \(pair.1!("a")), \(none.0) \(none.1?("a") ?? "nil") \(error)"
      }
    }
    await compare("((a!)) nil") {
      var body: ((String) -> String)? = { $0 + "!" }
      await $0.wrapLater(&body)
      await $0.wrapLater(&body)
      var none: ((String) -> String)? = nil
      await $0.wrapLater(&none)
      return "\(body!("a")) \(none?("a") ?? "nil")"
    }
    compare("((a\(longText)))") {
      $0.takesInout { body in
        let inner = body
        body = { "(" + inner($0) + ")" }
      }
    }
  }

  @Test func `What functions hold on to is let go of once`() async {
    weak var held: Token?
    func function() -> (String) -> String {
      let token = held ?? Token()
      held = token
      return { text in withExtendedLifetime(token) { text + "!" } }
    }
    for kinds in [real, double] {
      do {
        var kept: [Any] = []
        kept.append(kinds.maybePair((1, function())) as Any)
        kept.append(kinds.maybeMaybe(function()) as Any)
        kept.append(kinds.guarded((KindWorker(), true, function())) as Any)
        kept.append(kinds.large((longText, longText, function())) as Any)
        kept.append(kinds.any((1, function())) as Any)
        kept.append(kinds.owned((1, function())))
        kept.append(kinds.holder(FunctionHolder(maybe: function(), pair: (1, function()), maybePair: (2, function()))))
        kept.append(kinds.takesPair { pair in "\(kept.append(pair))" })
        var variable = function()
        kinds.wrap(&variable)
        var pair: (Int, ((String) -> String)?) = (1, function())
        try? kinds.wrapPair(&pair)
        var later = Optional(function())
        await kinds.wrapLater(&later)
        let inner = function()
        kept.append(kinds.takesInout { body in body = inner })
        kept.append(variable)
        kept.append(pair)
        #expect(held != nil)
      }
      #expect(held == nil)
    }
  }
}

private final class Token {}
