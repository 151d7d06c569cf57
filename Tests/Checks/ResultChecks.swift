internal import Understudy

// Where results and errors go: registers, memory of the caller's, or both.

public protocol Results {
  func words() -> (Int, Int, Int, Int)
  func floats() -> (Double, Float, Double, Float)
  func mixed() -> (Int, Double, UInt8, Float)
  func halves() -> (Float16, Float16, Float16, Float16)
  func vectors() -> (SIMD4<Float>, SIMD2<Float>, SIMD2<Double>, SIMD16<UInt8>)
  func wide() -> (Int8, Int128, Int8)
  func large() -> Large
  func five() -> (Int, Int, Int, Int, Int)
  func value() -> Any
  func several() throws -> (Any, Int, Large?)
  func token() -> Token?
}

private struct RealResults: Results {
  func words() -> (Int, Int, Int, Int) { (1, 2, 3, 4) }
  func floats() -> (Double, Float, Double, Float) { (1.5, 2.5, 3.5, 4.5) }
  func mixed() -> (Int, Double, UInt8, Float) { (-1, 2.5, 255, -0.5) }
  func halves() -> (Float16, Float16, Float16, Float16) { (1, 2, 3, 4) }
  func vectors() -> (SIMD4<Float>, SIMD2<Float>, SIMD2<Double>, SIMD16<UInt8>) {
    ([1, 2, 3, 4], [5, 6], [7, 8], SIMD16(repeating: 9))
  }
  func wide() -> (Int8, Int128, Int8) { (-1, .max, -2) }
  func large() -> Large { Large(2) }
  func five() -> (Int, Int, Int, Int, Int) { (1, 2, 3, 4, 5) }
  func value() -> Any { Large(3) }
  func several() throws -> (Any, Int, Large?) { (Token(4), 5, Large(6)) }
  func token() -> Token? { Token(7) }
}

// Errors of a known type, which share the registers with results. The wider ones need six words together.

public enum SmallError: Error { case one, two }
public struct WordsError: Error { var (a, b, c, d) = (11, 12, 13, Token(14)) }
public struct WideError: Error {
  var code: UInt128 = .max
  var note = (1, Token(15))
}
public struct LargeError: Error { var large = Large(16) }

public protocol Errors {
  func none(_ fails: Bool) throws(SmallError)
  func small(_ fails: Bool) throws(SmallError) -> (Double, Double, Double, Double)
  func four(_ fails: Bool) throws(WordsError) -> (Double, Double, Double, Double)
  func words(_ fails: Bool) throws(WordsError) -> (Int, Int)
  func wide(_ fails: Bool) throws(WideError) -> (Int, Int, Int, Int)
  func large(_ fails: Bool) throws(LargeError) -> String
  func value(_ fails: Bool) throws(WordsError) -> Any
  func other<E: Error>(_ error: E?) throws(E) -> Token
  func later(_ fails: Bool) async throws(WordsError) -> (Double, Double, Double, Double)
  func laterLarge(_ fails: Bool) async throws(LargeError) -> (Int, String)
  func laterValue(_ fails: Bool) async throws(SmallError) -> Any
}

private struct RealErrors: Errors {
  private let doubles = (1.5, 2.5, 3.5, 4.5)
  func none(_ fails: Bool) throws(SmallError) { if fails { throw .two } }
  func small(_ fails: Bool) throws(SmallError) -> (Double, Double, Double, Double) {
    if fails { throw .one }
    return doubles
  }
  func four(_ fails: Bool) throws(WordsError) -> (Double, Double, Double, Double) {
    if fails { throw WordsError() }
    return doubles
  }
  func words(_ fails: Bool) throws(WordsError) -> (Int, Int) {
    if fails { throw WordsError() }
    return (1, 2)
  }
  func wide(_ fails: Bool) throws(WideError) -> (Int, Int, Int, Int) {
    if fails { throw WideError() }
    return (1, 2, 3, 4)
  }
  func large(_ fails: Bool) throws(LargeError) -> String {
    if fails { throw LargeError() }
    return "fine"
  }
  func value(_ fails: Bool) throws(WordsError) -> Any {
    if fails { throw WordsError() }
    return Token(1)
  }
  func other<E: Error>(_ error: E?) throws(E) -> Token {
    if let error { throw error }
    return Token(2)
  }
  func later(_ fails: Bool) async throws(WordsError) -> (Double, Double, Double, Double) {
    await Task.yield()
    if fails { throw WordsError() }
    return doubles
  }
  func laterLarge(_ fails: Bool) async throws(LargeError) -> (Int, String) {
    await Task.yield()
    if fails { throw LargeError() }
    return (1, "fine")
  }
  func laterValue(_ fails: Bool) async throws(SmallError) -> Any {
    if fails { throw .two }
    return Large(3)
  }
}

extension Checklist {
  func checkResults() async {
    await compare("Results", { RealResults() as any Results }, requirements: 11) { stub, real in
      stub.when { $0.words() }.then { real.words() }
      stub.when { $0.floats() }.then { real.floats() }
      stub.when { $0.mixed() }.then { real.mixed() }
      stub.when { $0.halves() }.then { real.halves() }
      stub.when { $0.vectors() }.then { real.vectors() }
      stub.when { $0.wide() }.then { real.wide() }
      stub.when { $0.large() }.then { real.large() }
      stub.when { $0.five() }.then { real.five() }
      stub.when { $0.value() }.then { real.value() }
      stub.when { try $0.several() }.then { try real.several() }
      stub.when { $0.token() }.then { real.token() }
    } use: { results in
      got(results.words(), results.floats(), results.mixed(), results.halves(), results.vectors(), results.wide())
      got(results.large(), results.five(), results.value(), try results.several(), results.token())
    }
    await compare("Errors", { RealErrors() as any Errors }, requirements: 11) { stub, real in
      stub.when { try $0.none(Match.any()) }.then { (fails: Bool) in try real.none(fails) }
      stub.when { try $0.small(Match.any()) }.then { (fails: Bool) in try real.small(fails) }
      stub.when { try $0.four(Match.any()) }.then { (fails: Bool) in try real.four(fails) }
      stub.when { try $0.words(Match.any()) }.then { (fails: Bool) in try real.words(fails) }
      stub.when { try $0.wide(Match.any()) }.then { (fails: Bool) in try real.wide(fails) }
      stub.when { try $0.large(Match.any()) }.then { (fails: Bool) in try real.large(fails) }
      stub.when { try $0.value(Match.any()) }.then { (fails: Bool) in try real.value(fails) }
      stub.when { try $0.other(Match.any(Fault?.self)) }.then { (error: Fault?) in try real.other(error) }
      await stub.when { try await $0.later(Match.any()) }.then { (fails: Bool) in try await real.later(fails) }
      await stub.when { try await $0.laterLarge(Match.any()) }.then { (fails: Bool) in try await real.laterLarge(fails)
      }
      await stub.when { try await $0.laterValue(Match.any()) }.then { (fails: Bool) in try await real.laterValue(fails)
      }
    } use: { errors in
      for fails in [false, true] {
        await attempt { try errors.none(fails) }
        await attempt { try errors.small(fails) }
        await attempt { try errors.four(fails) }
        await attempt { try errors.words(fails) }
        await attempt { try errors.wide(fails) }
        await attempt { try errors.large(fails) }
        await attempt { try errors.value(fails) }
        await attempt { try errors.other(fails ? Fault.code(3) : nil) }
        await attempt { try await errors.later(fails) }
        await attempt { try await errors.laterLarge(fails) }
        await attempt { try await errors.laterValue(fails) }
      }
    }
  }
}
