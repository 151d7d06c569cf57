internal import Understudy

// Calls that don't suspend: scalars, references, variables, errors; numbers and vectors; arguments on the stack.

public enum Fault: Error, Equatable { case code(Int), lost(Token) }

public protocol Calls {
  func nothing()
  func scalars(_ a: Int, _ b: Int8, _ c: UInt16, _ d: Bool, _ e: Int32, _ f: UInt8?) -> Int64
  func text(_ text: String, _ list: [String], token: Token) -> String
  func fails(_ code: Int) throws -> Token
  mutating func change(_ text: inout String, _ list: inout [Int]) -> Int
  func take(_ token: consuming Token, _ text: borrowing String) -> Int
  func several(_ pair: (Int8, String), _ value: Any, _ large: Large) -> [Any]
}

private struct RealCalls: Calls {
  func nothing() { saw() }
  func scalars(_ a: Int, _ b: Int8, _ c: UInt16, _ d: Bool, _ e: Int32, _ f: UInt8?) -> Int64 {
    saw(a, b, c, d, e, f)
    return .min
  }
  func text(_ text: String, _ list: [String], token: Token) -> String {
    saw(text, list, token)
    return text + list.joined()
  }
  func fails(_ code: Int) throws -> Token {
    saw(code)
    if code < 0 { throw Fault.code(code) }
    if code == 0 { throw Fault.lost(Token(0)) }
    return Token(code)
  }
  mutating func change(_ text: inout String, _ list: inout [Int]) -> Int {
    saw(text, list)
    text += "!"
    list.append(7)
    return list.count
  }
  func take(_ token: consuming Token, _ text: borrowing String) -> Int {
    saw(token, copy text)
    return token.number
  }
  func several(_ pair: (Int8, String), _ value: Any, _ large: Large) -> [Any] {
    saw(pair, value, large)
    return [value, large]
  }
}

public protocol Numbers {
  func floats(_ a: Float, _ b: Double, _ c: Float16, _ d: Double?) -> Double
  func vectors(_ a: SIMD2<Float>, _ b: SIMD4<Float>, _ c: SIMD3<Double>, _ d: SIMD8<Int8>, _ e: SIMD2<Int32>) -> SIMD4<
    Int16
  >
  func small(_ a: SIMD2<Int8>, _ b: SIMD4<Float16>, _ c: (Int8, SIMD2<Float>, Int8)) -> SIMD16<UInt8>
  func wide(_ a: Int, _ b: Int128, _ c: Int8, _ d: UInt128, _ e: Int) -> Int128
  func both(_ a: Int, _ b: Double, _ c: Int8, _ d: Float, _ e: SIMD4<Int32>, _ f: Float16) -> (Int, Double)
}

private struct RealNumbers: Numbers {
  func floats(_ a: Float, _ b: Double, _ c: Float16, _ d: Double?) -> Double {
    saw(a, b, c, d)
    return b / 2
  }
  func vectors(_ a: SIMD2<Float>, _ b: SIMD4<Float>, _ c: SIMD3<Double>, _ d: SIMD8<Int8>, _ e: SIMD2<Int32>) -> SIMD4<
    Int16
  > {
    saw(a, b, c, d, e)
    return [1, -2, 3, -4]
  }
  func small(_ a: SIMD2<Int8>, _ b: SIMD4<Float16>, _ c: (Int8, SIMD2<Float>, Int8)) -> SIMD16<UInt8> {
    saw(a, b, c)
    return SIMD16(repeating: 200)
  }
  func wide(_ a: Int, _ b: Int128, _ c: Int8, _ d: UInt128, _ e: Int) -> Int128 {
    saw(a, b, c, d, e)
    return b - 1
  }
  func both(_ a: Int, _ b: Double, _ c: Int8, _ d: Float, _ e: SIMD4<Int32>, _ f: Float16) -> (Int, Double) {
    saw(a, b, c, d, e, f)
    return (a, b)
  }
}

public protocol Stacks {
  func words(
    _ a: Int,
    _ b: Int,
    _ c: Int,
    _ d: Int,
    _ e: Int,
    _ f: Int,
    _ g: Int,
    _ h: Int8,
    _ i: UInt16,
    _ j: Bool,
    _ k: String
  ) -> Int
  func floats(
    _ a: Double,
    _ b: Double,
    _ c: Double,
    _ d: Double,
    _ e: Double,
    _ f: Double,
    _ g: Double,
    _ h: Double,
    _ i: Float,
    _ j: Double,
    _ k: Float16
  ) throws -> Double
  func wide(_ a: Int, _ b: Int128, _ c: Int128, _ d: Int128, _ e: Int, _ f: UInt128, _ g: Int8, _ h: SIMD4<Int32>)
    -> Int128
  func vectors(
    _ a: SIMD4<Float>,
    _ b: SIMD4<Float>,
    _ c: SIMD8<Float>,
    _ d: SIMD4<Double>,
    _ e: SIMD2<Double>,
    _ f: SIMD2<Float>,
    _ g: SIMD4<Int32>,
    _ h: Float
  ) -> SIMD4<Double>
  func values(_ a: Large, _ b: String, _ c: String, _ d: [Int], _ e: Any, _ f: String?, _ g: Token) throws -> Large
}

private struct RealStacks: Stacks {
  func words(
    _ a: Int,
    _ b: Int,
    _ c: Int,
    _ d: Int,
    _ e: Int,
    _ f: Int,
    _ g: Int,
    _ h: Int8,
    _ i: UInt16,
    _ j: Bool,
    _ k: String
  ) -> Int {
    saw(a, b, c, d, e, f, g, h, i, j, k)
    return a + g
  }
  func floats(
    _ a: Double,
    _ b: Double,
    _ c: Double,
    _ d: Double,
    _ e: Double,
    _ f: Double,
    _ g: Double,
    _ h: Double,
    _ i: Float,
    _ j: Double,
    _ k: Float16
  ) throws -> Double {
    saw(a, b, c, d, e, f, g, h, i, j, k)
    if a < 0 { throw Fault.code(1) }
    return a + j
  }
  func wide(_ a: Int, _ b: Int128, _ c: Int128, _ d: Int128, _ e: Int, _ f: UInt128, _ g: Int8, _ h: SIMD4<Int32>)
    -> Int128
  {
    saw(a, b, c, d, e, f, g, h)
    return b + c + d
  }
  func vectors(
    _ a: SIMD4<Float>,
    _ b: SIMD4<Float>,
    _ c: SIMD8<Float>,
    _ d: SIMD4<Double>,
    _ e: SIMD2<Double>,
    _ f: SIMD2<Float>,
    _ g: SIMD4<Int32>,
    _ h: Float
  ) -> SIMD4<Double> {
    saw(a, b, c, d, e, f, g, h)
    return d
  }
  func values(_ a: Large, _ b: String, _ c: String, _ d: [Int], _ e: Any, _ f: String?, _ g: Token) throws -> Large {
    saw(a, b, c, d, e, f, g)
    if b.isEmpty { throw Fault.lost(g) }
    return a
  }
}

extension Checklist {
  func checkCalls() async {
    await compare("Calls", { RealCalls() as any Calls }, requirements: 7) { stub, real in
      var real = real
      stub.when { $0.nothing() }.then { real.nothing() }
      stub.when { $0.scalars(Match.any(), Match.any(), Match.any(), Match.any(), Match.any(), Match.any()) }
        .then { (a: Int, b: Int8, c: UInt16, d: Bool, e: Int32, f: UInt8?) in real.scalars(a, b, c, d, e, f) }
      stub.when { $0.text(Match.any(), Match.any(), token: Match.any()) }
        .then { (text: String, list: [String], token: Token) in real.text(text, list, token: token) }
      stub.when { try $0.fails(Match.any()) }.then { (code: Int) in try real.fails(code) }
      var (text, list) = ("", [0])
      stub.when { $0.change(&text, &list) }
        .then { (text: inout String, list: inout [Int]) in real.change(&text, &list) }
      stub.when { $0.take(Match.any(), Match.any()) }.then { (token: Token, text: String) in real.take(token, text) }
      stub.when { $0.several(Match.any(), Match.any(), Match.any()) }
        .then { (pair: (Int8, String), value: Any, large: Large) in real.several(pair, value, large) }
    } use: { calls in
      calls.nothing()
      got(calls.scalars(.max, -128, 65535, true, .min, nil), calls.scalars(-1, 0, 1, false, 2, 255))
      got(calls.text("short", ["a", "a text that is too long to be kept inline"], token: Token(1)))
      for code in [5, -5, 0] { await attempt { try calls.fails(code) } }
      var (text, list) = ("text", [1, 2])
      got(calls.change(&text, &list), text, list)
      let token = Token(3)
      got(calls.take(token, "borrowed"), token)
      got(calls.several((-3, "pair"), [1, 2], Large(4)))
    }
    await compare("Numbers", { RealNumbers() as any Numbers }, requirements: 5) { stub, real in
      stub.when { $0.floats(Match.any(), Match.any(), Match.any(), Match.any()) }
        .then { (a: Float, b: Double, c: Float16, d: Double?) in real.floats(a, b, c, d) }
      stub.when { $0.vectors(Match.any(), Match.any(), Match.any(), Match.any(), Match.any()) }
        .then { (a: SIMD2<Float>, b: SIMD4<Float>, c: SIMD3<Double>, d: SIMD8<Int8>, e: SIMD2<Int32>) in
          real.vectors(a, b, c, d, e)
        }
      stub.when { $0.small(Match.any(), Match.any(), Match.any()) }
        .then { (a: SIMD2<Int8>, b: SIMD4<Float16>, c: (Int8, SIMD2<Float>, Int8)) in real.small(a, b, c) }
      stub.when { $0.wide(Match.any(), Match.any(), Match.any(), Match.any(), Match.any()) }
        .then { (a: Int, b: Int128, c: Int8, d: UInt128, e: Int) in real.wide(a, b, c, d, e) }
      stub.when { $0.both(Match.any(), Match.any(), Match.any(), Match.any(), Match.any(), Match.any()) }
        .then { (a: Int, b: Double, c: Int8, d: Float, e: SIMD4<Int32>, f: Float16) in real.both(a, b, c, d, e, f) }
    } use: { numbers in
      got(numbers.floats(1.5, -2.25, 0.5, 3), numbers.floats(0, 1, 2, nil))
      got(numbers.vectors([1, 2], [3, 4, 5, 6], [7, 8, 9], [1, 2, 3, 4, 5, 6, 7, -8], [-1, 1]))
      got(numbers.small([1, -2], [0.5, 1, 1.5, 2], (3, [4, 5], 6)))
      got(numbers.wide(1, .max, -1, .max - 1, 2))
      got(numbers.both(1, 2, 3, 4, [5, 6, 7, 8], 9))
    }
    await compare("Stacks", { RealStacks() as any Stacks }, requirements: 5) { stub, real in
      stub.when {
        $0.words(
          Match.any(),
          Match.any(),
          Match.any(),
          Match.any(),
          Match.any(),
          Match.any(),
          Match.any(),
          Match.any(),
          Match.any(),
          Match.any(),
          Match.any()
        )
      }
      .then { (a: Int, b: Int, c: Int, d: Int, e: Int, f: Int, g: Int, h: Int8, i: UInt16, j: Bool, k: String) in
        real.words(a, b, c, d, e, f, g, h, i, j, k)
      }
      stub.when {
        try $0.floats(
          Match.any(),
          Match.any(),
          Match.any(),
          Match.any(),
          Match.any(),
          Match.any(),
          Match.any(),
          Match.any(),
          Match.any(),
          Match.any(),
          Match.any()
        )
      }
      .then {
        (
          a: Double,
          b: Double,
          c: Double,
          d: Double,
          e: Double,
          f: Double,
          g: Double,
          h: Double,
          i: Float,
          j: Double,
          k: Float16
        ) in
        try real.floats(a, b, c, d, e, f, g, h, i, j, k)
      }
      stub.when {
        $0.wide(
          Match.any(),
          Match.any(),
          Match.any(),
          Match.any(),
          Match.any(),
          Match.any(),
          Match.any(),
          Match.any()
        )
      }
      .then { (a: Int, b: Int128, c: Int128, d: Int128, e: Int, f: UInt128, g: Int8, h: SIMD4<Int32>) in
        real.wide(a, b, c, d, e, f, g, h)
      }
      stub.when {
        $0.vectors(
          Match.any(),
          Match.any(),
          Match.any(),
          Match.any(),
          Match.any(),
          Match.any(),
          Match.any(),
          Match.any()
        )
      }
      .then {
        (
          a: SIMD4<Float>,
          b: SIMD4<Float>,
          c: SIMD8<Float>,
          d: SIMD4<Double>,
          e: SIMD2<Double>,
          f: SIMD2<Float>,
          g: SIMD4<Int32>,
          h: Float
        ) in
        real.vectors(a, b, c, d, e, f, g, h)
      }
      stub.when {
        try $0.values(
          Match.any(),
          Match.any(),
          Match.any(),
          Match.any(),
          Match.any(),
          Match.any(),
          Match.any()
        )
      }
      .then { (a: Large, b: String, c: String, d: [Int], e: Any, f: String?, g: Token) in
        try real.values(a, b, c, d, e, f, g)
      }
    } use: { stacks in
      got(stacks.words(1, 2, 3, 4, 5, 6, 7, -8, 9, true, "a text that is too long to be kept inline"))
      for first in [1.0, -1] { await attempt { try stacks.floats(first, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11) } }
      got(stacks.wide(1, .max / 4, 3, -4, 5, .max, -7, [1, 2, 3, 4]))
      let vectors = stacks.vectors(
        [1, 2, 3, 4],
        [5, 6, 7, 8],
        [1, 2, 3, 4, 5, 6, 7, 8],
        [0.5, 1, 1.5, 2],
        [1, 2],
        [3, 4],
        [5, 6, 7, 8],
        9
      )
      got(vectors)
      for text in ["text", ""] {
        await attempt { try stacks.values(Large(1), text, "other", [1, 2, 3], 4.5, nil, Token(6)) }
      }
    }
  }
}
