import Testing
import UnderstudyCalls
import UnderstudyFabrication

private final class Node {}

/// Can't be moved by its bytes.
private struct Weak {
  weak var node: Node?
  var number: Int
}

private protocol Makes {
  func reader() -> ((Weak, String)) -> String
  func laterReader() -> ((String, Weak)) async throws -> Weak
  func read(_ body: ((Weak, String), inout (Int, Weak)) -> String) -> String
}

private final class Reactions: CallReceiver, @unchecked Sendable {
  var react: (borrowing Call) -> Outcome = { _ in .returned }
  func receive(_ call: borrowing Call) -> Outcome { react(call) }

  func answer<T>(_ value: T) {
    react = { call in
      call.initializeResult(to: value)
      return .returned
    }
  }
}

private struct Failure: Error {}

/// Functions that take tuples whose elements can't be moved by their bytes.
@Suite private struct TupleFunctionTests {
  private let reactions = Reactions()
  private let makes: any Makes
  private let text = "a text that is long enough for the heap"

  init() throws {
    makes = try DoubleType.of((any Makes).self).makeValue(as: (any Makes).self, receiver: reactions)
  }

  private static func read(_ pair: (Weak, String)) -> String { "\(pair.1) \(pair.0.number) \(pair.0.node != nil)" }

  @Test func `A function that a double returned`() async throws {
    var node: Node? = Node()
    reactions.answer(Self.read as ((Weak, String)) -> String)
    let reader = makes.reader()
    #expect(reader((Weak(node: node, number: 1), text)) == "\(text) 1 true")
    let later: ((String, Weak)) async throws -> Weak = { pair in
      await Task.yield()
      if pair.0.isEmpty { throw Failure() }
      return pair.1
    }
    reactions.answer(later)
    let laterReader = makes.laterReader()
    let weak = try await laterReader((text, Weak(node: node, number: 2)))
    #expect(weak.node === node)
    await #expect(throws: Failure.self) { _ = try await laterReader(("", weak)) }
    node = nil
    #expect(weak.node == nil)
  }

  @Test func `A function that a double was given`() {
    let node = Node()
    typealias Body = ((Weak, String), inout (Int, Weak)) -> String
    let text = text
    reactions.react = { call in
      var pair = (4, Weak(node: nil, number: 5))
      let result = call.arguments.value(at: 0, as: Body.self)((Weak(node: node, number: 3), text), &pair)
      call.initializeResult(to: "\(result), \(pair.0) \(pair.1.node === node)")
      return .returned
    }
    let result = makes.read { given, pair in
      pair = (6, given.0)
      return Self.read(given)
    }
    #expect(result == "\(text) 3 true, 6 true")
  }
}
