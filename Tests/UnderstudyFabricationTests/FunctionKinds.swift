import UnderstudyCalls

enum SmallKind: Error, Equatable { case a, b }
enum TextKind: Error, Equatable { case text(String), number(Int) }
struct BigKind: Error, Equatable {
  var a = 1
  var (b, c, d, e) = (2, 3, 4, "five, in a text that is on the heap")
  init(a: Int = 1) { self.a = a }
}

let longText = "a text that is long enough for the heap"

actor KindWorker {
  var count = 1
  func isCurrent() -> Bool {
    assertIsolated()
    return true
  }
}

struct FunctionHolder {
  var maybe: ((String) -> String)?
  var pair: (Int, (String) -> String)
  var maybePair: (Int, (String) -> String)?
}

enum FunctionChoice {
  case function(((String) -> String)?)
  case pair(Int, (String) -> String)
  case none
}

protocol FunctionKinds: Sendable {
  // Typed errors.
  func small(_ body: (Int) throws(SmallKind) -> String) -> String
  func texts(_ body: @escaping (Int) throws(TextKind) -> Double) -> String
  func big(_ body: (Int) throws(BigKind) -> String) -> String
  func bigResult(_ body: (Int) throws(SmallKind) -> BigKind) -> String
  func generic<E: Error>(_ body: (Int) throws(E) -> String) throws(E) -> String
  func later(_ body: (Int) async throws(TextKind) -> String) async -> String
  func bigLater(_ body: (Int) async throws(BigKind) -> BigKind) async -> String
  func thrower(_ error: TextKind) -> (Int) throws(TextKind) -> String
  func bigThrower() -> (Int) async throws(BigKind) -> String

  // Actors.
  nonisolated(nonsending) func callersActor(
    _ body: nonisolated(nonsending) (Int, String) async throws(SmallKind) -> String
  ) async -> String
  func makesCallersActor() -> nonisolated(nonsending) (Int) async -> String
  func carriesActor(_ body: @escaping @isolated(any) (Int) async -> String) async -> String
  func makesActorCarrier() -> @isolated(any) (Int) -> String
  func onActor(_ body: @Sendable (isolated KindWorker, Int) -> Int) async -> Int

  func variadic(_ body: (Int, String...) -> String) -> String

  // Functions inside other values.
  func maybePair(_ pair: (Int, (String) -> String)?) -> (Int, (String) -> String)?
  func maybeMaybe(_ body: ((String) -> String)??) -> ((String) -> String)??
  func guarded(_ pair: (KindWorker, Bool, ((String) -> String)?)?) -> (KindWorker, Bool, ((String) -> String)?)?
  func large(_ pair: (String, String, (String) -> String)?) -> (String, String, (String) -> String)?
  func any(_ pair: (Any, (String) -> String)?) -> (Any, (String) -> String)?
  func owned(_ pair: consuming (Int, (String) -> String)?) -> Int
  func result(_ result: Result<(String) -> String, SmallKind>) -> Result<(String) -> String, SmallKind>
  func holder(_ holder: FunctionHolder) -> FunctionHolder
  func choice(_ choice: FunctionChoice) -> FunctionChoice
  func takesPair(_ body: (((String, String, (String) -> String)?, Int)) -> String) -> String
  func opens<T>(_ pair: (T, (T) -> T)?) -> (T, (T) -> T)?

  // Functions in variables.
  func wrap(_ body: inout (String) -> String)
  func wrapPair(_ pair: inout (Int, ((String) -> String)?)) throws
  func wrapLater(_ body: inout ((String) -> String)?) async
  func takesInout(_ body: (inout (String) -> String) -> Void) -> String
}

final class RealFunctionKinds: FunctionKinds {
  func small(_ body: (Int) throws(SmallKind) -> String) -> String {
    do throws(SmallKind) { return try body(1) + "|" + (try body(2)) } catch { return "\(error)" }
  }
  func texts(_ body: @escaping (Int) throws(TextKind) -> Double) -> String {
    do throws(TextKind) { return "\(try body(1)) \(try body(2))" } catch { return "\(error)" }
  }
  func big(_ body: (Int) throws(BigKind) -> String) -> String {
    do throws(BigKind) { return try body(1) + "|" + (try body(2)) } catch { return "\(error)" }
  }
  func bigResult(_ body: (Int) throws(SmallKind) -> BigKind) -> String {
    do throws(SmallKind) { return "\(try body(1)) \(try body(2))" } catch { return "\(error)" }
  }
  func generic<E: Error>(_ body: (Int) throws(E) -> String) throws(E) -> String { try body(1) + "|" + (try body(2)) }
  func later(_ body: (Int) async throws(TextKind) -> String) async -> String {
    do throws(TextKind) { return try await body(1) + "|" + (try await body(2)) } catch { return "\(error)" }
  }
  func bigLater(_ body: (Int) async throws(BigKind) -> BigKind) async -> String {
    do throws(BigKind) { return "\(try await body(1)) \(try await body(2))" } catch { return "\(error)" }
  }
  func thrower(_ error: TextKind) -> (Int) throws(TextKind) -> String {
    { (number) throws(TextKind) in if number == 0 { throw error } else { return longText } }
  }
  func bigThrower() -> (Int) async throws(BigKind) -> String {
    { (number) async throws(BigKind) in
      await Task.yield()
      if number == 0 { throw BigKind() } else { return longText }
    }
  }
  nonisolated(nonsending) func callersActor(
    _ body: nonisolated(nonsending) (Int, String) async throws(SmallKind) -> String
  ) async -> String {
    do throws(SmallKind) { return try await body(1, "a") + "|" + (try await body(2, longText)) } catch {
      return "\(error)"
    }
  }
  func makesCallersActor() -> nonisolated(nonsending) (Int) async -> String {
    { number in
      let isolation = #isolation
      await Task.yield()
      return "\(number) \(isolation.map { "\(type(of: $0))" } ?? "nil")"
    }
  }
  func carriesActor(_ body: @escaping @isolated(any) (Int) async -> String) async -> String {
    "\(body.isolation.map { "\(type(of: $0))" } ?? "nil") \(await body(1))"
  }
  func makesActorCarrier() -> @isolated(any) (Int) -> String {
    { @MainActor number in
      MainActor.assertIsolated()
      return "\(number)"
    }
  }
  func onActor(_ body: @Sendable (isolated KindWorker, Int) -> Int) async -> Int { await body(KindWorker(), 5) }
  func variadic(_ body: (Int, String...) -> String) -> String { body(1) + body(2, "a") + body(3, longText, "c") }
  func maybePair(_ pair: (Int, (String) -> String)?) -> (Int, (String) -> String)? {
    pair.map { pair in (pair.0 + 1, { "(" + pair.1($0) + ")" }) }
  }
  func maybeMaybe(_ body: ((String) -> String)??) -> ((String) -> String)?? {
    body.map { body in body.map { body in { "(" + body($0) + ")" } } }
  }
  func guarded(_ pair: (KindWorker, Bool, ((String) -> String)?)?) -> (KindWorker, Bool, ((String) -> String)?)? {
    pair.map { pair in (pair.0, !pair.1, pair.2.map { body in { "(" + body($0) + ")" } }) }
  }
  func large(_ pair: (String, String, (String) -> String)?) -> (String, String, (String) -> String)? {
    pair.map { pair in (pair.1, pair.0, { "(" + pair.2($0) + ")" }) }
  }
  func any(_ pair: (Any, (String) -> String)?) -> (Any, (String) -> String)? {
    pair.map { pair in ("\(pair.0)", { "(" + pair.1($0) + ")" }) }
  }
  func owned(_ pair: consuming (Int, (String) -> String)?) -> Int { pair.map { $0.0 + $0.1("a").count } ?? 0 }
  func result(_ result: Result<(String) -> String, SmallKind>) -> Result<(String) -> String, SmallKind> {
    result.map { body in { "(" + body($0) + ")" } }
  }
  func holder(_ holder: FunctionHolder) -> FunctionHolder {
    FunctionHolder(
      maybe: holder.maybePair?.1,
      pair: (holder.pair.0 + 1, holder.pair.1),
      maybePair: holder.maybe.map { (1, $0) }
    )
  }
  func choice(_ choice: FunctionChoice) -> FunctionChoice {
    switch choice {
    case .function(nil): .none
    case .function(let body?): .pair(1, body)
    case .pair(_, let body): .function(body)
    case .none: .function(nil)
    }
  }
  func takesPair(_ body: (((String, String, (String) -> String)?, Int)) -> String) -> String {
    body(((longText, "b", { $0 + "!" }), 1)) + body((nil, 2))
  }
  func opens<T>(_ pair: (T, (T) -> T)?) -> (T, (T) -> T)? { pair.map { ($0.1($0.0), $0.1) } }
  func wrap(_ body: inout (String) -> String) {
    let inner = body
    body = { "(" + inner($0) + ")" }
  }
  func wrapPair(_ pair: inout (Int, ((String) -> String)?)) throws {
    let inner = pair.1
    pair = (pair.0 + 1, inner.map { inner in { "(" + inner($0) + ")" } })
    if inner == nil { throw SmallKind.a }
  }
  func wrapLater(_ body: inout ((String) -> String)?) async {
    let inner = body
    await Task.yield()
    body = inner.map { inner in { "(" + inner($0) + ")" } }
  }
  func takesInout(_ body: (inout (String) -> String) -> Void) -> String {
    var inner: (String) -> String = { $0 + longText }
    body(&inner)
    body(&inner)
    return inner("a")
  }
}

/// Answers the calls on a double with what `RealFunctionKinds` makes of their arguments.
final class FunctionKindReactions: CallReceiver, @unchecked Sendable {
  private var answers: [String: (borrowing Call) -> Outcome] = [:]

  func receive(_ call: borrowing Call) -> Outcome { answers[call.requirement.baseName]!(call) }

  private func add<A, R>(_ name: String, _ function: @escaping (A) throws -> R) {
    answers[name] = { call in
      do {
        call.initializeResult(to: try function(call.arguments.value(at: 0, as: A.self)))
        return .returned
      } catch {
        return .threw(error)
      }
    }
  }

  private func addMaker<R>(_ name: String, _ function: @escaping () -> R) {
    answers[name] = { call in
      call.initializeResult(to: function())
      return .returned
    }
  }

  private func addLater<A, R>(_ name: String, _ function: @escaping (A) async throws -> R) {
    answers[name] = { _ in
      .pending { call in
        do {
          call.initializeResult(to: try await function(call.arguments.value(at: 0, as: A.self)))
          return .returned
        } catch {
          return .threw(error)
        }
      }
    }
  }

  private func addChange<A>(_ name: String, _ function: @escaping (inout A) throws -> Void) {
    answers[name] = { call in
      do {
        try function(&call.inoutAddress(of: 0)!.assumingMemoryBound(to: A.self).pointee)
        return .returned
      } catch {
        return .threw(error)
      }
    }
  }

  private let real = RealFunctionKinds()

  init() {
    add("small") { [real] (body: @escaping (Int) throws(SmallKind) -> String) in real.small(body) }
    add("texts", real.texts)
    add("big") { [real] (body: @escaping (Int) throws(BigKind) -> String) in real.big(body) }
    add("bigResult") { [real] (body: @escaping (Int) throws(SmallKind) -> BigKind) in real.bigResult(body) }
    addLater("later") { [real] (body: @escaping (Int) async throws(TextKind) -> String) in await real.later(body) }
    addLater("bigLater") { [real] (body: @escaping (Int) async throws(BigKind) -> BigKind) in await real.bigLater(body)
    }
    add("thrower", real.thrower)
    addMaker("bigThrower", real.bigThrower)
    addLater("callersActor") {
      [real] (body: nonisolated(nonsending) @escaping (Int, String) async throws(SmallKind) -> String) in
      await real.callersActor(body)
    }
    addMaker("makesCallersActor", real.makesCallersActor)
    addLater("carriesActor") { [real] (body: @escaping @isolated(any) (Int) async -> String) in
      await real.carriesActor(body)
    }
    addMaker("makesActorCarrier", real.makesActorCarrier)
    addLater("onActor") { [real] (body: @escaping @Sendable (isolated KindWorker, Int) -> Int) in
      await real.onActor(body)
    }
    add("variadic") { [real] (body: @escaping (Int, String...) -> String) in real.variadic(body) }
    add("maybePair", real.maybePair)
    add("maybeMaybe", real.maybeMaybe)
    add("guarded", real.guarded)
    add("large", real.large)
    add("any", real.any)
    add("owned") { [real] (pair: (Int, (String) -> String)?) in real.owned(pair) }
    add("result", real.result)
    add("holder", real.holder)
    add("choice", real.choice)
    add("takesPair") { [real] (body: @escaping (((String, String, (String) -> String)?, Int)) -> String) in
      real.takesPair(body)
    }
    addChange("wrap", real.wrap)
    addChange("wrapPair", real.wrapPair)
    answers["wrapLater"] = { [real] _ in
      .pending { call in
        let variable = call.inoutAddress(of: 0)!.assumingMemoryBound(to: (((String) -> String)?).self)
        var body = variable.pointee
        await real.wrapLater(&body)
        variable.pointee = body
        return .returned
      }
    }
    add("takesInout") { [real] (body: @escaping (inout (String) -> String) -> Void) in real.takesInout(body) }
  }

  /// Answers a generic requirement as one of `E`.
  func addGeneric<E: Error>(throwing type: E.Type) {
    add("generic") { [real] (body: @escaping (Int) throws(E) -> String) in try real.generic(body) }
  }

  /// Answers it as one of `any Error`.
  func addGeneric() {
    add("generic") { [real] (body: @escaping (Int) throws -> String) in try real.generic(body) }
  }

  func addOpens<T>(of type: T.Type) {
    add("opens") { [real] (pair: (T, (T) -> T)?) in real.opens(pair) }
  }

}
