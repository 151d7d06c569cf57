import Testing
import UnderstudyCalls
import UnderstudyFabrication

private enum Small: Error, Equatable { case a, b }
private enum Texts: Error, Equatable { case text(String), number(Int) }
private struct Big: Error, Equatable { var (a, b, c, d, e) = (1, 2, 3, 4, "five, in a text that is on the heap") }
private struct Empty: Error, Equatable {}
private struct Words: Error, Equatable {
  var a = 1
  var (b, c, d) = (2, 3, 4)
}
private struct WideError: Error, Equatable { var a = Int128.max }
private struct Floats: Error, Equatable { var (x, y) = (1.5, Float(2.5)) }
private class Object: Error, @unchecked Sendable {}
private final class ChildObject: Object, @unchecked Sendable {}

private protocol Throwing {
  func nothing() throws(Small)
  func int() throws(Small) -> Int
  func double() throws(Small) -> Double
  func bool() throws(Small) -> Bool
  func text() throws(Texts) -> Int
  func three() throws(Texts) -> (Int, Double, Int)
  func big() throws(Big) -> Int
  func any() throws(Small) -> Any
  func five() throws(Texts) -> (Int, Int, Int, Int, Int)
  func empty() throws(Empty) -> String
  func object() throws(Object) -> String
  func floats() throws(Floats) -> String
  func never() throws(Never) -> Int
  func anyError() throws(any Error) -> Int
  func generic<E: Error>(_ error: E) throws(E) -> Int
  func later() async throws(Texts) -> Int
  func bigLater() async throws(Big) -> String
  func anyLater(_ a: Int, _ b: String) async throws(Small) -> Any
  func manyLater(_ a: Int, _ b: Int, _ c: Int, _ d: Int, _ e: Int, _ f: Int, _ g: String) async throws(Big) -> Int
  func wide() throws(Texts) -> UInt128
  func halves() throws(Texts) -> SIMD4<Float16>
  func mixed() throws(Texts) -> (Int8, Float16, Float16, Int32, Float16, Float16)
  func wideBesideWords() throws(Words) -> Int128
  func byteBesideWideError() throws(WideError) -> (Int8, Double, Int)
  var name: String { get throws(Small) }
}
private struct Throws: Throwing {
  func nothing() throws(Small) {}
  func int() throws(Small) -> Int { 1 }
  func double() throws(Small) -> Double { 1 }
  func bool() throws(Small) -> Bool { true }
  func text() throws(Texts) -> Int { 1 }
  func three() throws(Texts) -> (Int, Double, Int) { (1, 2, 3) }
  func big() throws(Big) -> Int { 1 }
  func any() throws(Small) -> Any { 1 }
  func five() throws(Texts) -> (Int, Int, Int, Int, Int) { (1, 2, 3, 4, 5) }
  func empty() throws(Empty) -> String { "" }
  func object() throws(Object) -> String { "" }
  func floats() throws(Floats) -> String { "" }
  func never() throws(Never) -> Int { 1 }
  func anyError() throws(any Error) -> Int { 1 }
  func generic<E: Error>(_ error: E) throws(E) -> Int { 1 }
  func later() async throws(Texts) -> Int { 1 }
  func bigLater() async throws(Big) -> String { "" }
  func anyLater(_ a: Int, _ b: String) async throws(Small) -> Any { 1 }
  func manyLater(_ a: Int, _ b: Int, _ c: Int, _ d: Int, _ e: Int, _ f: Int, _ g: String) async throws(Big) -> Int { 1 }
  func wide() throws(Texts) -> UInt128 { 1 }
  func halves() throws(Texts) -> SIMD4<Float16> { [1, 2, 3, 4] }
  func mixed() throws(Texts) -> (Int8, Float16, Float16, Int32, Float16, Float16) { (1, 2, 3, 4, 5, 6) }
  func wideBesideWords() throws(Words) -> Int128 { 1 }
  func byteBesideWideError() throws(WideError) -> (Int8, Double, Int) { (1, 2, 3) }
  var name: String { get throws(Small) { "" } }
}

private final class Reactions: CallReceiver, @unchecked Sendable {
  var react: (borrowing Call) -> Outcome = { _ in .returned }
  func receive(_ call: borrowing Call) -> Outcome { react(call) }
}

@Suite private struct TypedErrorTests {
  let reactions = Reactions()
  let throwing: any Throwing

  init() throws {
    throwing = try DoubleType.of((any Throwing).self).makeValue(as: (any Throwing).self, receiver: reactions)
  }

  private func fail(with error: any Error) {
    reactions.react = { _ in .threw(error) }
  }

  private func succeed<T>(with value: T) {
    reactions.react = { call in
      call.initializeResult(to: value)
      return .returned
    }
  }

  @Test func `An object of a subclass is thrown like one of the class`() {
    let child = ChildObject()
    fail(with: child)
    let error = #expect(throws: Object.self) { try throwing.object() }
    #expect(error === child)
  }

  @Test func `An error's integers lie beside those of the result, however wide they are`() {
    fail(with: Texts.text("too long for a string without memory"))
    #expect(throws: Texts.text("too long for a string without memory")) { try throwing.wide() }
  }

  @Test func `An error lies in memory, beside the result, if there aren't registers enough for it and the result`()
    throws
  {
    let text = Texts.text("too long for a string without memory")
    fail(with: text)
    #expect(throws: text) { try throwing.halves() }
    #expect(throws: text) { _ = try throwing.mixed() }
    succeed(with: [1, 2, 3, 4] as SIMD4<Float16>)
    #expect(try throwing.halves() == [1, 2, 3, 4])
    succeed(with: (1, 2, 3, 4, 5, 6) as (Int8, Float16, Float16, Int32, Float16, Float16))
    #expect(try throwing.mixed() == (1, 2, 3, 4, 5, 6))
    var words = Words()
    words.a = 5
    fail(with: words)
    #expect(throws: words) { try throwing.wideBesideWords() }
    succeed(with: Int128.min)
    #expect(try throwing.wideBesideWords() == .min)
  }

  @Test func `A wide error moves the result's integers behind it`() throws {
    fail(with: WideError())
    #expect(throws: WideError()) { _ = try throwing.byteBesideWideError() }
    succeed(with: (Int8(4), 5.5, 6))
    #expect(try throwing.byteBesideWideError() == (4, 5.5, 6))
  }

  @Test func `An error arrives in memory whose address was on the stack before the call suspended`() async {
    var big = Big()
    big.a = 7
    reactions.react = { [big] _ in
      .pending { _ in
        await Task.yield()
        return .threw(big)
      }
    }
    await #expect(throws: big) { try await throwing.manyLater(1, 2, 3, 4, 5, 6, "seven") }
  }

  @Test func `Errors in registers`() {
    fail(with: Small.b)
    #expect(throws: Small.b) { try throwing.nothing() }
    #expect(throws: Small.b) { try throwing.int() }
    #expect(throws: Small.b) { try throwing.double() }
    #expect(throws: Small.b) { try throwing.bool() }
    #expect(throws: Small.b) { try throwing.name }
    for error in [Texts.text("a text that is long enough for the heap"), .number(7)] {
      fail(with: error)
      #expect(throws: error) { try throwing.text() }
      #expect(throws: error) { try throwing.three() }
    }
    fail(with: Empty())
    #expect(throws: Empty()) { try throwing.empty() }
    let object = Object()
    fail(with: object)
    do throws(Object) {
      _ = try throwing.object()
      Issue.record("nothing was thrown")
    } catch {
      #expect(error === object)
    }
  }

  @Test func `Errors in memory`() {
    fail(with: Big())
    #expect(throws: Big()) { try throwing.big() }
    fail(with: Small.a)
    #expect(throws: Small.a) { try throwing.any() }
    fail(with: Texts.text("a text that is long enough for the heap"))
    #expect(throws: Texts.text("a text that is long enough for the heap")) { try throwing.five() }
    fail(with: Floats())
    #expect(throws: Floats()) { try throwing.floats() }
  }

  @Test func `Results beside errors`() throws {
    succeed(with: 5)
    #expect(try throwing.int() == 5)
    #expect(throwing.never() == 5)
    #expect(try throwing.anyError() == 5)
    #expect(try throwing.big() == 5)
    #expect(try throwing.text() == 5)
    succeed(with: (4, 5.5, 6))
    #expect(try throwing.three() == (4, 5.5, 6))
    succeed(with: "x" as Any)
    #expect(try throwing.any() as? String == "x")
  }

  @Test func `Errors of a generic type`() {
    fail(with: Texts.number(3))
    #expect(throws: Texts.number(3)) { try throwing.generic(Texts.text("")) }
    fail(with: Big())
    #expect(throws: Big()) { try throwing.generic(Big()) }
  }

  @Test(arguments: [false, true])
  func `Errors of async requirements`(suspends: Bool) async throws {
    func end(_ outcome: @escaping (borrowing Call) -> Outcome) {
      reactions.react = { call in
        if !suspends { return outcome(call) }
        return .pending { call in
          await Task.yield()
          return outcome(call)
        }
      }
    }
    end { _ in .threw(Texts.text("a text that is long enough for the heap")) }
    await #expect(throws: Texts.text("a text that is long enough for the heap")) { try await throwing.later() }
    end { _ in .threw(Big()) }
    await #expect(throws: Big()) { try await throwing.bigLater() }
    end { _ in .threw(Small.b) }
    await #expect(throws: Small.b) { _ = try await throwing.anyLater(1, "b") }
    end { call in
      call.initializeResult(to: 9)
      return .returned
    }
    #expect(try await throwing.later() == 9)
  }
}
