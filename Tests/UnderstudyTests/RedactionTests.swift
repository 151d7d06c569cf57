import Foundation
import Testing
import Understudy

/// Values in messages: redacted where their type asks for it, and short whatever they are.
@Suite struct RedactionTests {
  struct Password: CustomCallStringConvertible, Hashable, CustomStringConvertible {
    var text: String
    var callDescription: String { "•••" }
    var description: String { text }
  }
  struct Credentials {
    var user: String
    var password: Password
    var old: [Password] = []
    var next: Password?
  }
  enum Step {
    case login(Password)
    case change(from: Password, to: Password)
  }
  struct Refusal: Error, CustomCallStringConvertible {
    var callDescription: String { "a refusal" }
  }

  private let secret = Password(text: "hunter2")

  @Test func `A redacted value is redacted wherever it is`() throws {
    let values: [(Any, String)] = [
      (secret, "•••"),
      (Optional(secret) as Any, "•••"),
      ([secret], "[•••]"),
      ([[secret]], "[[•••]]"),
      ([secret][...], "[•••]"),
      (ContiguousArray([secret]), "[•••]"),
      (Set([secret]), "[•••]"),
      (["k": secret], "[\"k\": •••]"),
      ([secret: 1], "[•••: 1]"),
      (AnyHashable(secret), "•••"),
      ((1, secret), "(1, •••)"),
      (
        Credentials(user: "a", password: secret, old: [secret], next: secret),
        "Credentials(user: \"a\", password: •••, old: [•••], next: •••)"
      ),
      (Step.login(secret), ".login(•••)"),
      (Step.change(from: secret, to: secret), ".change(from: •••, to: •••)"),
      (Result<Password, any Error>.success(secret), ".success(•••)"),
      (Refusal(), "a refusal"),
    ]
    for (value, text) in values {
      let described = try described(value)
      #expect(described == text)
    }
  }

  @Test func `Messages never show a redacted value`() throws {
    #expect(
      try failure(secret, Match.equal(Password(text: "other"))) == """
        verify failed: expected exactly 1 call of take(equal(•••)), got 0.
          1 call was made to any Sink:
            1. take(•••)   ✗ the argument: ••• is not equal to •••
        """
    )
    let other = Password(text: "other")
    let messages = try [
      failure(secret, other),
      failure(secret, Match.oneOf(other)),
      failure(secret, Match.not(secret)),
      failure([secret], Match.contains(other)),
      failure([secret], Match.array([other])),
      failure(["k": secret], Match.hasValue(other, forKey: "k")),
      failure(Credentials(user: "a", password: secret), Match.property(\.password, other)),
      failure(Step.login(secret), Match.enumCase(.login(Match.equal(other)))),
    ]
    for message in messages {
      let message = try #require(message)
      #expect(!message.contains("hunter2") && !message.contains("other"))
    }
    let stub = try Stub<any Vaults>()
    let mixed = issues { stub.when { $0.open(with: secret, twice: Match.any()) } }
    #expect(mixed.first?.hasSuffix("Write: $0.open(with: Match.equal(…), twice: Match.any())") == true)
  }

  struct Chatty: CustomStringConvertible {
    var description: String { String(repeating: "long\n", count: 200_000) }
  }
  struct Loud: CustomCallStringConvertible {
    var callDescription: String { String(repeating: "x", count: 1_000_000) }
  }
  final class Node: CustomReflectable {
    var next: Node?
    var customMirror: Mirror { Mirror(self, children: ["next": next as Any], displayStyle: .struct) }
  }
  indirect enum Chain {
    case end
    case link(Chain)
  }

  @Test func `Values are bounded, whatever they are`() throws {
    var deep: [Any] = []
    for _ in 0..<500 { deep = [deep, deep] }
    var chain = Chain.end
    for _ in 0..<1000 { chain = .link(chain) }
    let node = Node()
    node.next = node
    let heavy = Character("e" + String(repeating: "\u{301}", count: 100_000))
    let values: [Any] = [
      Chatty(), [Chatty(), Chatty()], Loud(), ["k": Loud()], deep, chain, node, heavy, String(heavy),
      String(repeating: "y", count: 1_000_000), Array(repeating: "z", count: 100_000), Set(0..<100_000), 0..<Int.max,
      [[[Chatty()], [Chatty()]]],
    ]
    for value in values {
      let text = try described(value)
      #expect(text.utf8.count < 500 && !text.contains("\n"))
    }
    node.next = nil
  }

  @Test func `Matchers are bounded too`() throws {
    let long = String(repeating: "word\n", count: 100_000)
    let messages = try [
      failure("a", Match.equal(long)),
      failure("a", Match.matching(description: long) { _ in false }),
      failure("a", Match.oneOf(Array(repeating: long, count: 1000))),
      failure("a", Match.allOf(Match.hasPrefix(long), Match.hasSuffix(long), Match.containsSubstring(long), long)),
      failure([1], Match.array(Array(repeating: 1, count: 10_000))),
      failure([1], Match.containsAll(Array(0..<10_000))),
      failure("a", Match.custom(Wordy())),
    ]
    for message in messages {
      let message = try #require(message)
      #expect(message.utf8.count < 1500)
      #expect(message.split(separator: "\n").count == 3)
    }
  }

  struct Wordy: CustomMatcher {
    var description: String { String(repeating: "d", count: 1_000_000) }
    func matches(_ value: String) -> Bool { false }
    func mismatch(of value: String) -> String { String(repeating: "m", count: 1_000_000) }
  }

  @Test func `Control characters are escaped`() throws {
    #expect(try described("a\u{1B}[31m\u{7F}\u{2028}") == "\"a\\u{1B}[31m\\u{7F}\\u{2028}\"")
  }

  @Test func `A variadic argument without elements`() throws {
    let stub = try Stub<any Lists>()
    stub.when { $0.add(1) }.thenDoNothing()
    stub().add(1)
    #expect(stub.describeInteractions() == "1 call was made to any Lists:\n  1. add(1)")
    func verdict(_ body: (inout any Lists) -> Void) -> String? {
      issues { stub.verify { body(&$0) } }.first?.split(separator: "   ").last.map { String($0) }
    }
    #expect(verdict { $0.add(1, 2) } == "✗ argument 2: [] is not equal to 2")
    #expect(verdict { $0.add(Match.any(), Match.equal(2)) } == "✗ argument 2: [] has no elements")
    #expect(verdict { $0.add(Match.any(), Match.any(), Match.any()) } == "✗ argument 2: [] has 0 elements, not 2")
    stub.reset()
    stub.when { $0.add(1, 2) }.thenDoNothing()
    stub().add(1, 2)
    #expect(verdict { $0.add(1) } == "✗ argument 2: 2 is not equal to []")
    #expect(
      issues { stub.verify { $0.add(Match.any()) } }.first?.hasPrefix(
        "verify failed: expected exactly 1 call of add(any), got 0."
      ) == true
    )
  }
}

private protocol Vaults {
  func open(with first: RedactionTests.Password, twice: RedactionTests.Password) -> Bool
}

private protocol Lists {
  func add(_ first: Int, _ values: Int...)
}
