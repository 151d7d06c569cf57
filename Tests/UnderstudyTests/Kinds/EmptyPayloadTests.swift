import Testing
import Understudy

/// A case whose payload has no bytes, but would travel by address.
private enum Nothing { case list(InlineArray<0, AnyHashable>) }
private enum Something {
  case list(InlineArray<0, Any>)
  case none
  case other
}

private protocol Holder {
  func hold(_ nothing: Nothing, _ number: Int, _ something: Something, _ text: String) -> String
  func give(_ text: String) -> (Something, Int)
}

private struct RealHolder: Holder {
  func hold(_ nothing: Nothing, _ number: Int, _ something: Something, _ text: String) -> String {
    if case .other = something { return "\(number) \(text)" }
    return "another case"
  }
  func give(_ text: String) -> (Something, Int) { (.none, text.count) }
}

@Suite struct EmptyPayloadTests {
  private func check(_ holder: any Holder) {
    #expect(holder.hold(.list([]), 3, .other, "text") == "3 text")
    let given = holder.give("four")
    #expect(given.1 == 4)
    if case .none = given.0 {} else { Issue.record("another case") }
  }

  @Test func `They are passed as the compiler passes them`() throws {
    check(RealHolder())
    check(try Spy<any Holder>.make(forwardingTo: RealHolder())())
    let stub = try Stub<any Holder>()
    stub.when { $0.hold(Match.any(), Match.any(), Match.any(), Match.any()) }
      .then { (_: Nothing, number: Int, something: Something, text: String) in
        if case .other = something { "\(number) \(text)" } else { "another case" }
      }
    stub.when { $0.give(Match.any()) }.then { (text: String) in (.none, text.count) }
    check(stub())
  }
}
