import Testing
import Understudy

private protocol Shelf {
  func load(id: Int) async throws -> String
  func take(_ text: consuming String, then done: @escaping @Sendable (Int) -> Void)
  mutating func clear(from: Int)
  var count: Int { get }
  var title: String { get set }
  static func make(_ size: Double) -> Bool
  nonisolated(nonsending) func calm(_ minutes: Int) async
  subscript(index: Int) -> String { get }
}

@Suite("Requirements that a test gives") struct RequirementsTests {
  private let all: [StubRequirement<any Shelf>] = [
    .method("load(id:)", signatureOf: { $0.load(id:) }),
    .method("take(_:then:)", signatureOf: { $0.take(_:then:) }),
    .method("clear(from:)", type: ((Int) -> Void).self),
    .property("count", signatureOf: { $0.count }),
    .property("title", settable: true, signatureOf: { $0.title }),
    .staticMethod("make(_:)", signatureOf: { type(of: $0).make(_:) }),
    .method("calm(_:)", signatureOf: { $0.calm(_:) }),
    .subscript("subscript(_:)", signatureOf: { shelf in { (index: Int) in shelf[index] } }),
  ]

  private func refusal(_ requirements: [StubRequirement<any Shelf>]) -> String? {
    do {
      _ = try Stub<any Shelf>(requirements: requirements)
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test func `They are held against what the module says`() throws {
    let stub = try Stub<any Shelf>(requirements: all)
    stub.when { $0.count }.thenReturn(3)
    #expect(stub().count == 3)
    #expect(try Stub<any Shelf>.explain(requirements: all).contains("; confirmed by the test:"))
  }

  @Test func `One that contradicts the module is refused with both readings`() {
    var wrong = all
    wrong[0] = .method("load(id:)", type: ((UInt) async throws -> String).self)
    #expect(
      refusal(wrong) == """
        Can't make a double of any Shelf: Two sources disagree about a requirement of Shelf: its module UnderstudyTests says \
        `method load(id: Si) async throws -> SS`, the test says `method load(id: Su) async throws -> SS`.
          What to do: Leave out what was given: the other source is enough.
        """
    )
  }

  private let remedy = """
      What to do: Give every requirement of the protocol, in the order of its declaration, and those of each protocol that it \
    inherits from for itself; or write a conformer by hand.
    """

  @Test func `They are held against the protocol's description`() {
    #expect(
      refusal(Array(all.dropLast())) == """
        Can't make a double of any Shelf: 9 entries of Shelf were given, and it has 10: the next one is a getter.
        \(remedy)
        """
    )
    #expect(
      refusal(Array(all.dropFirst())) == """
        Can't make a double of any Shelf: `take(_: consuming String, then: @escaping @Sendable (Int) -> Void)` was given as \
        entry 1 of Shelf, which is an async method.
        \(remedy)
        """
    )
    #expect(
      refusal(all + all) == """
        Can't make a double of any Shelf: `load(id: Int) async throws -> String` was given as entry 11 of Shelf, which is one \
        too many.
        \(remedy)
        """
    )
  }

  @Test func `A name has to fit its function`() {
    var wrong = all
    wrong[0] = .method("load()", signatureOf: { $0.load(id:) })
    #expect(
      refusal(wrong) == """
        Can't make a double of any Shelf: `load()` names 0 parameters, and the function given for it has 1.
        \(remedy)
        """
    )
    wrong[0] = .method("load(id:)", type: Int.self)
    #expect(
      refusal(wrong) == """
        Can't make a double of any Shelf: What was given for `load(id:)` isn't a function: Int.
        \(remedy)
        """
    )
  }

  @Test func `Self can't be told from the protocol`() {
    let error = #expect(throws: StubError.self) {
      try Stub<any Doubling>(requirements: [.method("twice()", signatureOf: { $0.twice })])
    }
    #expect(
      error?.description == """
        Can't make a double of any Doubling: `twice()` mentions Doubling itself: where a requirement says `Self`, a reference to it \
        says `any Doubling`, and the two are passed differently.
        \(remedy)
        """
    )
  }

  @Test func `Associated types can't be told from what they are bound to`() {
    #expect(
      throws: StubError.self,
      performing: { try Stub<any Identifiable<Int>>(requirements: [.property("id", signatureOf: { $0.id })]) }
    )
  }
}

protocol Doubling {
  func twice() -> Self
}
