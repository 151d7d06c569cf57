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
private class Animal {}
private protocol Plain { func run() }
