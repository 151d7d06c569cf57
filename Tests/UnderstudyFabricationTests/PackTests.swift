import Testing
import UnderstudyCalls
import UnderstudyFabrication

private enum Small: Error, Equatable { case a, b }

private protocol Packs {
  init<each T>(initial values: repeat each T)
  func all<each T>(_ values: repeat each T) -> (repeat each T)
  func mixed<U, each T: Equatable>(_ first: U, _ number: Int, values: repeat each T, last: Double) -> U
  func later<each T, each V: Hashable, U: Hashable>(
    _ first: U,
    _ values: repeat each T,
    more: repeat each V
  ) async throws -> (repeat each T)
  func wrapped<each T>(_ values: repeat [each T]) throws(Small) -> (repeat (each T)?)
  func pairs<each T, each U, V>(_ pairs: repeat (each T, each U), also value: V) -> (repeat [each U])
  func many<each T>(_ a: Int, _ b: Int, _ c: Int, _ d: Int, _ e: Int, _ f: Int, _ values: repeat each T) -> String
}

private final class Reactions: CallReceiver, @unchecked Sendable {
  var react: (borrowing Call) -> Outcome = { _ in .returned }
  private(set) var calls: [String] = []

  func receive(_ call: borrowing Call) -> Outcome {
    let arguments = call.arguments.requirement.parameters.indices.map { index in
      "\(call.requirement.parameters[index].label ?? "_"): \(call.arguments.boxedValue(at: index))"
    }
    calls.append("\(call.requirement.baseName)(\(arguments.joined(separator: ", ")))")
    return react(call)
  }

  func answer<T>(_ value: T) {
    react = { call in
      call.initializeResult(to: value)
      return .returned
    }
  }
}

@Suite private struct PackTests {
  let reactions = Reactions()
  let double: any Packs
  private let long = "a text that is long enough for the heap"

  init() throws {
    double = try DoubleType.of((any Packs).self).makeValue(as: (any Packs).self, receiver: reactions)
  }

  @Test func `The elements of a pack arrive one by one, and are returned likewise`() {
    reactions.answer((3, long, 4.5))
    #expect(double.all(1, long, 2.5) == (3, long, 4.5))
    reactions.answer(long)
    #expect(double.all(long) == long)
    reactions.answer((1, 2))
    #expect(double.all((3, 4)) == (1, 2))
    reactions.answer(())
    double.all()
    #expect(
      reactions.calls == ["all(_: 1, _: \(long), _: 2.5)", "all(_: \(long))", "all(_: (3, 4))", "all()"]
    )
  }

  @Test func `Packs beside other parameters`() {
    reactions.answer(long)
    #expect(double.mixed("first", 1, values: 2, long, last: 3.5) == long)
    #expect(double.mixed("first", 1, last: 3.5) == long)
    #expect(double.many(1, 2, 3, 4, 5, 6, 7, long) == long)
    #expect(
      reactions.calls == [
        "mixed(_: first, _: 1, values: 2, _: \(long), last: 3.5)", "mixed(_: first, _: 1, last: 3.5)",
        "many(_: 1, _: 2, _: 3, _: 4, _: 5, _: 6, _: 7, _: \(long))",
      ]
    )
  }

  @Test func `Packs that are repeated in a type, and typed errors`() throws {
    reactions.answer((Int?.none, Optional(long)))
    let (number, text) = try double.wrapped([1], [long])
    #expect(number == nil)
    #expect(text == long)
    reactions.answer(Optional(long))
    let one: String? = try double.wrapped([long])
    #expect(one == long)
    reactions.react = { _ in .threw(Small.b) }
    #expect(throws: Small.b) { _ = try double.wrapped([1], [long]) }
    #expect(throws: Small.b) { try double.wrapped() }
    #expect(reactions.calls.first == "wrapped(_: [1], _: [\"\(long)\"])")
  }

  @Test func `Packs of the same length`() {
    reactions.answer(([5, 6], [long]))
    let (numbers, texts): ([Int], [String]) = double.pairs((long, 1), (2, "b"), also: 3.5)
    #expect(numbers == [5, 6])
    #expect(texts == [long])
    #expect(reactions.calls == ["pairs(_: (\"\(long)\", 1), _: (2, \"b\"), also: 3.5)"])
  }

  @Test(arguments: [false, true])
  func `Packs of async requirements`(suspends: Bool) async throws {
    reactions.react = { [long] call in
      if !suspends {
        call.initializeResult(to: (9, long))
        return .returned
      }
      return .pending { call in
        await Task.yield()
        call.initializeResult(to: (9, long))
        return .returned
      }
    }
    let result = try await double.later("first", 1, "a", more: 2, 3)
    #expect(result == (9, long))
    #expect(reactions.calls == ["later(_: first, _: 1, _: a, more: 2, _: 3)"])
  }

  @Test func `Initializers take over what they are given`() {
    weak var held: Token?
    reactions.react = { call in
      _ = call.returnDouble()
      return .returned
    }
    do {
      let token = Token()
      held = token
      func make<P: Packs>(like _: P) -> P { P(initial: token, 1) }
      _ = make(like: double)
    }
    #expect(held == nil)
    #expect(reactions.calls.count == 1)
  }
}

private final class Token {}
