import Testing
import UnderstudyCalls
import UnderstudyFabrication

private final class Echo: CallReceiver, @unchecked Sendable {
  var calls: [String] = []
  func receive(_ call: borrowing Call) -> Outcome {
    calls.append(call.requirement.baseName)
    if call.requirement.kind != .setter { call.initializeResult(to: call.requirement.index) }
    return .returned
  }
}

@Suite struct CapacityTests {
  @Test func `1024 requirements each have an entry of their own`() throws {
    let type = try DoubleType.of((any Wide).self)
    let echo = Echo()
    var wide = type.makeValue(as: (any Wide).self, receiver: echo)
    #expect(wide.p0 == 0)
    wide.p170 += 1
    // Properties take two requirements of the recorder's each; the last one is the method.
    #expect(wide.p340 == 680)
    #expect(wide.last() == 682)
    #expect(echo.calls == ["p0", "p170", "p170", "p340", "last"])
  }

  @Test func `One more is refused`() {
    #expect(
      throws: Refusal(
        subject: "any TooWide",
        reason: "It has more than 1024 requirements, inherited ones included.",
        remedy: "Split the protocol, or double one of the protocols it inherits from."
      )
    ) { try DoubleType.of((any TooWide).self) }
  }
}
