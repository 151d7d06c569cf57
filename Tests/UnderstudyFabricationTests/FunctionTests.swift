import Testing
import UnderstudyCalls
import UnderstudyFabrication

private struct Large: Equatable {
  var a = 1
  var b = "two, which is too long for a small string"
  var c = 3.0
  var d: [Int] = [4]
}

private protocol Callbacks: AnyObject {
  func each(_ body: (Int, String) -> Void)
  func keep(_ body: @escaping (Large, Double) -> Large)
  func attempt(_ body: (inout Int, (Int, String)) throws -> (String, Large))
  func later(_ body: @escaping @Sendable (String, Int) async throws -> String) async throws -> String
  func nothing(_ body: (() -> Void)?)
  func nested(_ body: ((String) -> Int) -> String)
  func message(_ text: @autoclosure () -> String)
  func cFunction(_ body: @convention(c) (Int32) -> Int32) -> Int32
  func maker(_ prefix: String) -> (Int, Float) -> String
  func optionalMaker() -> (() async -> Large)?
  func pair() -> (Int, () -> Int)
  var handler: ((String) -> String)? { get set }
  func many(
    _ body: (
      Int, Int, Int, Int, Int, Int, Int, String, Double, Double, Double, Double, Double, Double, Double, Double, Float
    ) -> String
  )
  func manyLater(_ body: (Int, Int, Int, Int, Int, Int, Int, String, Int, Int) async -> Large) async -> Int
}

private final class RealCallbacks: Callbacks {
  func each(_ body: (Int, String) -> Void) {}
  func keep(_ body: @escaping (Large, Double) -> Large) {}
  func attempt(_ body: (inout Int, (Int, String)) throws -> (String, Large)) {}
  func later(_ body: @escaping @Sendable (String, Int) async throws -> String) async throws -> String { "" }
  func nothing(_ body: (() -> Void)?) {}
  func nested(_ body: ((String) -> Int) -> String) {}
  func message(_ text: @autoclosure () -> String) {}
  func cFunction(_ body: @convention(c) (Int32) -> Int32) -> Int32 { 0 }
  func maker(_ prefix: String) -> (Int, Float) -> String { { _, _ in "" } }
  func optionalMaker() -> (() async -> Large)? { nil }
  func pair() -> (Int, () -> Int) { (0, { 0 }) }
  var handler: ((String) -> String)?
  func many(
    _ body: (
      Int, Int, Int, Int, Int, Int, Int, String, Double, Double, Double, Double, Double, Double, Double, Double, Float
    ) -> String
  ) {}
  func manyLater(_ body: (Int, Int, Int, Int, Int, Int, Int, String, Int, Int) async -> Large) async -> Int { 0 }
}

private final class Reactions: CallReceiver, @unchecked Sendable {
  var react: (borrowing Call) -> Outcome = { _ in .returned }
  func receive(_ call: borrowing Call) -> Outcome { react(call) }
}

/// Counts its instances.
private final class Token: Sendable {
  nonisolated(unsafe) static var alive = 0
  init() { Token.alive += 1 }
  deinit { Token.alive -= 1 }
}

private struct Oops: Error {}

@Suite(.serialized) private struct FunctionTests {
  let reactions = Reactions()
  let callbacks: any Callbacks

  init() throws {
    callbacks = try DoubleType.of((any Callbacks).self).makeValue(as: (any Callbacks).self, receiver: reactions)
  }

  @Test func `A closure argument can be called`() {
    reactions.react = { call in
      let body = call.arguments.value(at: 0, as: ((Int, String) -> Void).self)
      body(1, "one")
      body(2, "two, in a string that is on the heap")
      return .returned
    }
    var seen: [String] = []
    callbacks.each { seen.append("\($0) \($1)") }
    #expect(seen == ["1 one", "2 two, in a string that is on the heap"])
  }

  @Test func `An escaping closure can be called when its call is over`() {
    var kept: ((Large, Double) -> Large)?
    reactions.react = { call in
      kept = call.arguments.value(at: 0, as: ((Large, Double) -> Large).self)
      return .returned
    }
    do {
      let token = Token()
      callbacks.keep { large, double in
        withExtendedLifetime(token) { Large(a: large.a + 1, b: large.b + "!", c: double, d: large.d + [5]) }
      }
    }
    #expect(Token.alive == 1)
    #expect(kept?(Large(), 0.5) == Large(a: 2, b: "two, which is too long for a small string!", c: 0.5, d: [4, 5]))
    kept = nil
    #expect(Token.alive == 0)
  }

  @Test func `Closures take inout and tuple arguments, return tuples and throw`() {
    var results: [String] = []
    reactions.react = { call in
      let body = call.arguments.value(
        at: 0,
        as: ((inout Int, (Int, String)) throws -> (String, Large)).self
      )
      var number = 5
      do {
        let (text, large) = try body(&number, (6, "seven"))
        results.append("\(number) \(text) \(large.a)")
        _ = try body(&number, (0, ""))
      } catch {
        results.append("\(number) \(error)")
      }
      return .returned
    }
    callbacks.attempt { number, pair in
      number += pair.0
      if pair.0 == 0 { throw Oops() }
      return (pair.1, Large(a: number))
    }
    #expect(results == ["11 seven 11", "11 Oops()"])
  }

  @Test func `Async closures suspend, return and throw`() async throws {
    reactions.react = { _ in
      .pending { call in
        let body = call.arguments.value(at: 0, as: (@Sendable (String, Int) async throws -> String).self)
        do {
          let text = try await body("a", 1)
          call.initializeResult(to: text + "|")
          return .returned
        } catch {
          return .threw(error)
        }
      }
    }
    let result = try await callbacks.later { text, number in
      await Task.yield()
      return text + "\(number)"
    }
    #expect(result == "a1|")
    await #expect(throws: Oops.self) {
      try await callbacks.later { _, _ in
        await Task.yield()
        throw Oops()
      }
    }
  }

  @Test func `Optional closures`() {
    var calls = 0
    reactions.react = { call in
      call.arguments.value(at: 0, as: (() -> Void)?.self)?()
      return .returned
    }
    callbacks.nothing(nil)
    callbacks.nothing { calls += 1 }
    #expect(calls == 1)
  }

  @Test func `Closures that take closures`() {
    var result = ""
    reactions.react = { call in
      let body = call.arguments.value(at: 0, as: (((String) -> Int) -> String).self)
      let token = Token()
      result = body { text in withExtendedLifetime(token) { text.count } }
      return .returned
    }
    callbacks.nested { count in "\(count("four")) \(count("seven.."))" }
    #expect(result == "4 7")
    #expect(Token.alive == 0)
  }

  @Test func `Autoclosures and C functions`() {
    var texts: [String] = []
    reactions.react = { call in
      if call.requirement.baseName == "message" {
        texts.append(call.arguments.value(at: 0, as: (() -> String).self)())
      } else {
        let function = call.arguments.value(at: 0, as: (@convention(c) (Int32) -> Int32).self)
        call.initializeResult(to: function(20))
      }
      return .returned
    }
    callbacks.message("a" + "b")
    #expect(texts == ["ab"])
    #expect(callbacks.cFunction { $0 * 2 } == 40)
  }

  @Test func `Closures as results`() async {
    reactions.react = { call in
      switch call.requirement.baseName {
      case "maker":
        let prefix = call.arguments.value(at: 0, as: String.self)
        let token = Token()
        let made: (Int, Float) -> String = { number, float in
          withExtendedLifetime(token) { "\(prefix) \(number) \(float)" }
        }
        call.initializeResult(to: made)
      case "optionalMaker":
        let made: (() async -> Large)? = {
          await Task.yield()
          return Large(a: 9)
        }
        call.initializeResult(to: made)
      default:
        let pair: (Int, () -> Int) = (4, { 5 })
        call.initializeResult(to: pair)
      }
      return .returned
    }
    do {
      let made = callbacks.maker("prefix, longer than a small string")
      #expect(made(7, 1.5) == "prefix, longer than a small string 7 1.5")
      #expect(made(8, 2.5) == "prefix, longer than a small string 8 2.5")
      #expect(Token.alive == 1)
    }
    #expect(Token.alive == 0)
    let large = await callbacks.optionalMaker()?()
    #expect(large == Large(a: 9))
    let pair = callbacks.pair()
    #expect(pair.0 == 4)
    #expect(pair.1() == 5)
  }

  @Test func `A property that holds a closure`() {
    var stored: ((String) -> String)?
    reactions.react = { call in
      if call.requirement.kind == .getter {
        call.initializeResult(to: stored)
      } else {
        stored = call.arguments.value(at: 0, as: ((String) -> String)?.self)
      }
      return .returned
    }
    #expect(callbacks.handler == nil)
    callbacks.handler = { $0 + "!" }
    #expect(callbacks.handler?("a") == "a!")
    func wrap(_ handler: inout ((String) -> String)?) {
      let inner = handler
      handler = { "(" + (inner?($0) ?? "") + ")" }
    }
    wrap(&callbacks.handler)
    #expect(callbacks.handler?("b") == "(b!)")
  }

  @Test func `Closures with arguments on the stack`() async {
    var text = ""
    reactions.react = { call in
      if call.requirement.baseName == "many" {
        let body = call.arguments.value(
          at: 0,
          as: ((
            Int, Int, Int, Int, Int, Int, Int, String, Double, Double, Double, Double, Double, Double, Double, Double,
            Float
          ) -> String).self
        )
        text = body(1, 2, 3, 4, 5, 6, 7, "eight, and on the heap", 9, 10, 11, 12, 13, 14, 15, 16, 17)
        return .returned
      }
      return .pending { call in
        let body = call.arguments.value(
          at: 0,
          as: ((Int, Int, Int, Int, Int, Int, Int, String, Int, Int) async -> Large).self
        )
        let large = await body(1, 2, 3, 4, 5, 6, 7, "eight, and on the heap", 9, 10)
        call.initializeResult(to: large.a)
        return .returned
      }
    }
    callbacks.many { a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q in
      "\(a)\(b)\(c)\(d)\(e)\(f)\(g)\(h)\(i)\(j)\(k)\(l)\(m)\(n)\(o)\(p)\(q)"
    }
    #expect(text == "1234567eight, and on the heap9.010.011.012.013.014.015.016.017.0")
    let result = await callbacks.manyLater { a, b, c, d, e, f, g, h, i, j in
      await Task.yield()
      return Large(a: a + b + c + d + e + f + g + h.count + i + j)
    }
    #expect(result == 28 + 22 + 19)
  }
}
