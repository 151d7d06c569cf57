internal import Understudy

// Functions as arguments and results, which are called one way where their types are known and another in memory.

public typealias Many = (Int, Double, String, Int8, Int, Int, Int, Int, Int, Token, Float) throws -> (Int, String)

public protocol Functions {
  func call(_ body: (Int, String) -> Token) -> Token
  func fails(_ body: (Int) throws -> String) throws -> String
  func many(_ body: Many) throws -> (Int, String)
  func typed(_ body: (Bool) throws(WordsError) -> (Double, Double, Double, Double)) throws(WordsError) -> Double
  func change(_ body: (inout [Int]) -> Void) -> [Int]
  func adder(_ number: Int) -> (Int) -> Int
  func maker() -> ((Double, SIMD2<Float>) -> (Double, Large))?
  func later(_ body: @Sendable (String, Token) async throws -> String) async throws -> String
  func laterMany(_ body: @escaping @Sendable (Int, Int, Int, Int, Int, Int, Int, Int, Int, String) async -> Large) async
    -> Large
  func laterMaker() -> @Sendable (Token) async throws -> (Int, Token)
  var handler: ((Int) -> String)? { get set }
}

private final class RealFunctions: Functions {
  func call(_ body: (Int, String) -> Token) -> Token { body(1, "one") }
  func fails(_ body: (Int) throws -> String) throws -> String { try body(2) + "!" }
  func many(_ body: Many) throws -> (Int, String) { try body(1, 2.5, "three", -4, 5, 6, 7, 8, 9, Token(10), 11.5) }
  func typed(_ body: (Bool) throws(WordsError) -> (Double, Double, Double, Double)) throws(WordsError) -> Double {
    let first = try body(false)
    return try body(true).0 + first.3
  }
  func change(_ body: (inout [Int]) -> Void) -> [Int] {
    var list = [1, 2]
    body(&list)
    return list
  }
  func adder(_ number: Int) -> (Int) -> Int { { $0 + number } }
  func maker() -> ((Double, SIMD2<Float>) -> (Double, Large))? {
    { number, vector in
      saw(number, vector)
      return (number * 2, Large(3))
    }
  }
  func later(_ body: @Sendable (String, Token) async throws -> String) async throws -> String {
    await Task.yield()
    return try await body("later", Token(4))
  }
  func laterMany(
    _ body: @escaping @Sendable (Int, Int, Int, Int, Int, Int, Int, Int, Int, String) async -> Large
  ) async -> Large { await body(1, 2, 3, 4, 5, 6, 7, 8, 9, "ten") }
  func laterMaker() -> @Sendable (Token) async throws -> (Int, Token) {
    { token in
      await Task.yield()
      if token.number < 0 { throw Fault.lost(token) }
      return (token.number, token)
    }
  }
  var handler: ((Int) -> String)?
}

extension Checklist {
  func checkFunctions() async {
    await compare("Functions", { RealFunctions() as any Functions }, requirements: 11) { stub, real in
      stub.when { $0.call(Match.any()) }.then { (body: @escaping (Int, String) -> Token) in real.call(body) }
      stub.when { try $0.fails(Match.any()) }.then { (body: @escaping (Int) throws -> String) in try real.fails(body) }
      stub.when { try $0.many(Match.any()) }.then { (body: @escaping Many) in try real.many(body) }
      stub.when { try $0.typed(Match.any()) }
        .then { (body: @escaping (Bool) throws(WordsError) -> (Double, Double, Double, Double)) in try real.typed(body)
        }
      stub.when { $0.change(Match.any()) }.then { (body: @escaping (inout [Int]) -> Void) in real.change(body) }
      stub.when { $0.adder(Match.any()) }.then { (number: Int) in real.adder(number) }
      stub.when { $0.maker() }.then { real.maker() }
      await stub.when { try await $0.later(Match.any()) }
        .then { (body: @escaping @Sendable (String, Token) async throws -> String) in try await real.later(body) }
      await stub.when { await $0.laterMany(Match.any()) }
        .then {
          (body: @escaping @Sendable (Int, Int, Int, Int, Int, Int, Int, Int, Int, String) async -> Large) in
          await real.laterMany(body)
        }
      stub.when { $0.laterMaker() }.then { real.laterMaker() }
      let box = HandlerBox(real)
      stub.when { $0.handler }.then { box.functions.handler }
      stub.when { $0.handler = Match.any() }.then { (handler: ((Int) -> String)?) in box.functions.handler = handler }
    } use: { functions in
      got(
        functions.call { number, text in
          saw(number, text)
          return Token(number)
        }
      )
      for fails in [false, true] {
        await attempt { [functions] in
          try functions.fails { number in
            if fails { throw Fault.code(number) }
            return "\(number)"
          }
        }
        await attempt { [functions] in
          try functions.many { a, b, c, d, e, f, g, h, i, token, k in
            saw(a, b, c, d, e, f, g, h, i, token, k)
            if fails { throw Fault.lost(token) }
            return (i, c)
          }
        }
        func typed(_ isSecond: Bool) throws(WordsError) -> (Double, Double, Double, Double) {
          if fails && isSecond { throw WordsError() }
          return (1.5, 2.5, 3.5, 4.5)
        }
        await attempt { [functions] in try functions.typed(typed) }
        await attempt { [functions] in
          try await functions.later { text, token in
            await Task.yield()
            if fails { throw Fault.lost(token) }
            return text + "!"
          }
        }
      }
      got(functions.change { $0.append(3) }, functions.adder(4)(5), functions.maker()?(1.5, [2, 3]))
      got(
        await functions.laterMany { a, b, c, d, e, f, g, h, i, text in
          await Task.yield()
          saw(a, b, c, d, e, f, g, h, i, text)
          return Large(i)
        }
      )
      let maker = functions.laterMaker()
      for number in [6, -6] { await attempt { try await maker(Token(number)) } }
      got(functions.handler?(1))
      functions.handler = { "\($0 + 1)" }
      got(functions.handler?(7))
    }
  }
}

/// A conformer that closures can change.
private final class HandlerBox {
  var functions: any Functions
  init(_ functions: any Functions) { self.functions = functions }
}
