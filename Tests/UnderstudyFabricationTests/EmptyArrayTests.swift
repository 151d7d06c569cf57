import Testing
import UnderstudyCalls
import UnderstudyFabrication
import UnderstudyMetadata

private struct Weak { weak var object: AnyObject? }

private protocol Nothing {
  func any(_ a: Int, _ b: InlineArray<0, Any>, _ c: Int, _ d: Int, _ e: Int, _ text: String) -> String
  func weak(_ a: Int, _ b: InlineArray<0, Weak>, _ c: Int, _ d: Int, _ e: Int, _ text: String) -> String
  func open<T>(_ a: Int, _ b: InlineArray<0, T>, _ c: Int, _ d: Int, _ e: Int, _ text: String, _ t: T) -> String
  func later(_ a: Int, _ b: InlineArray<0, Any>, _ c: Int, _ d: Int, _ e: Int, _ text: String) async -> String
  func make(_ a: Int, _ b: Int, _ c: Int, _ d: Int, _ e: Int, _ text: String) async -> InlineArray<0, Weak>
}

private struct Conformer: Nothing {
  func any(_ a: Int, _ b: InlineArray<0, Any>, _ c: Int, _ d: Int, _ e: Int, _ text: String) -> String { text }
  func weak(_ a: Int, _ b: InlineArray<0, Weak>, _ c: Int, _ d: Int, _ e: Int, _ text: String) -> String { text }
  func open<T>(_ a: Int, _ b: InlineArray<0, T>, _ c: Int, _ d: Int, _ e: Int, _ text: String, _ t: T) -> String {
    text
  }
  func later(_ a: Int, _ b: InlineArray<0, Any>, _ c: Int, _ d: Int, _ e: Int, _ text: String) async -> String { text }
  func make(_ a: Int, _ b: Int, _ c: Int, _ d: Int, _ e: Int, _ text: String) async -> InlineArray<0, Weak> { [] }
}

private final class Answers: CallReceiver, @unchecked Sendable {
  private(set) var texts: [String] = []
  func receive(_ call: borrowing Call) -> Outcome {
    let text = call.arguments.value(at: 5, as: String.self)
    texts.append(text)
    if call.requirement.result.size != 0 { call.initializeResult(to: text) }
    return .returned
  }
}

private final class PassingOn: CallReceiver {
  func receive(_ call: borrowing Call) -> Outcome { .forwarded { _, _ in } }
}

/// Arrays without elements travel by address if their elements do, but there is nothing at that address.
@Suite private struct EmptyArrayTests {
  private let text = "a text that is long enough for the heap"

  @Test func `What comes behind an empty array`() async throws {
    let (type, target) = try DoubleType.of(target: Conformer() as any Nothing)
    let answers = Answers()
    for value in [
      type.makeValue(as: (any Nothing).self, receiver: PassingOn(), target: target),
      type.makeValue(as: (any Nothing).self, receiver: answers),
    ] {
      #expect(value.any(1, [], 2, 3, 4, text) == text)
      #expect(value.weak(1, [], 2, 3, 4, text) == text)
      #expect(value.open(1, [] as InlineArray<0, String>, 2, 3, 4, text, "t") == text)
      #expect(await value.later(1, [], 2, 3, 4, text) == text)
      _ = await value.make(1, 2, 3, 4, 5, text)
    }
    #expect(answers.texts == Array(repeating: text, count: 5))
  }

  @Test func `What comes behind an array of one element of an open type`() throws {
    let element: Int8 = 1
    typealias Bytes = any Short<Int8>
    let short = try DoubleType.of(Bytes.self).makeValue(as: Bytes.self, receiver: Last())
    #expect(short.one([element], 7) == 7)
    #expect(short.two([element, element], 7) == 7)
    #expect(short.borrow([element], 7) == 7)
  }
}

private protocol Short<Element> {
  associatedtype Element
  func one(_ array: InlineArray<1, Element>, _ number: Int) -> Int
  func two(_ array: InlineArray<2, Element>, _ number: Int) -> Int
  func borrow(_ array: borrowing InlineArray<1, Element>, _ number: Int) -> Int
}

private final class Last: CallReceiver {
  func receive(_ call: borrowing Call) -> Outcome {
    call.initializeResult(to: call.arguments.value(at: 1, as: Int.self))
    return .returned
  }
}
