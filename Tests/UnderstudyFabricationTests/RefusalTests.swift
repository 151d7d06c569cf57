import Foundation
import Testing
import UnderstudyFabrication

@Suite struct RefusalTests {
  private func refusal(of type: Any.Type) -> String? {
    do {
      _ = try DoubleType.of(type)
      return nil
    } catch {
      return error.description
    }
  }

  @Test func `A type that isn't a protocol type`() {
    #expect(
      refusal(of: Int.self) == """
        Can't make a double of Int: It isn't a protocol type.
          What to do: Name the protocol that Int conforms to, with `any`: Stub<any SomeProtocol>().
        """
    )
  }

  @Test func `Any and AnyObject have no requirements`() {
    #expect(
      refusal(of: Any.self) == """
        Can't make a double of Any: It has no requirements, so there is nothing to double.
          What to do: Pass any value of your own where Any is asked for.
        """
    )
    #expect(
      refusal(of: AnyObject.self) == """
        Can't make a double of AnyObject: It has no requirements, so there is nothing to double.
          What to do: Pass any value of your own where AnyObject is asked for.
        """
    )
  }

  @Test func `Error is represented differently`() {
    #expect(
      refusal(of: (any Error).self) == """
        Can't make a double of any Error: It has no requirements, and its values are represented differently from those of \
        every other protocol.
          What to do: Declare a small error of your own: struct TestError: Error {}.
        """
    )
  }

  @Test func `A protocol that nothing conforms to isn't refused`() {
    #expect(refusal(of: (any Lonely).self) == nil)
  }

  @Test(arguments: [
    (
      (any Packed).self as Any.Type, "Packed", "all(_: repeat each T) -> Int",
      "one of its generic parameters is a pack, an integer, or the same as another type."
    ),
    ((any Consumed).self, "Consumed", "finish() -> Int", "it consumes the value that it is called on."),
  ])
  func `A requirement that can't be called exactly`(
    type: Any.Type,
    name: String,
    requirement: String,
    reason: String
  ) {
    #expect(
      refusal(of: type) == """
        Can't make a double of any \(name): Its requirement `\(requirement)` isn't supported: \(reason)
          What to do: Write a conformer by hand, or put a protocol without this requirement in front of it.
        """
    )
  }

  @Test func `A type that has to be a subclass`() {
    #expect(
      refusal(of: (any Plain & Animal).self) == """
        Can't make a double of any Animal & Plain: Its values have to be subclasses of Animal, which isn't supported yet.
          What to do: Double a protocol without the class, or write a subclass by hand.
        """
    )
  }
}

private protocol Lonely { func speak() }
private protocol Packed { func all<each T>(_ values: repeat each T) -> Int }
private struct Packs: Packed { func all<each T>(_ values: repeat each T) -> Int { 1 } }
private protocol Consumed { consuming func finish() -> Int }
private struct Consumes: Consumed { consuming func finish() -> Int { 1 } }
private class Animal {}
private protocol Plain { func run() }
