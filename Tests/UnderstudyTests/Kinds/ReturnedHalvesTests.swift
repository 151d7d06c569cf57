import Testing
import Understudy

private struct Inner: Equatable {
  var half: Float16
  var number: Double
}

private struct Halves: Equatable {
  var half: Float16
  var inner: Inner
  var last: Float16
}

private struct SmallError: Error, Equatable { var code: Int }

private protocol Maker {
  func make() -> Halves
  func four(_ fails: Bool) throws(SmallError) -> (Float16, Float16, Float16, Float16)
}

private struct RealMaker: Maker {
  func make() -> Halves { Halves(half: 1.5, inner: Inner(half: 2.5, number: 3.25), last: 4.5) }
  func four(_ fails: Bool) throws(SmallError) -> (Float16, Float16, Float16, Float16) {
    if fails { throw SmallError(code: 7) }
    return (1, 2, 3, 4)
  }
}

/// Results that the compiler returns in memory for want of registers, though they would fit into four of them.
@Suite struct ReturnedHalvesTests {
  private let real = RealMaker()

  private func check(_ maker: any Maker) throws {
    #expect(maker.make() == Halves(half: 1.5, inner: Inner(half: 2.5, number: 3.25), last: 4.5))
    #expect(try maker.four(false) == (1, 2, 3, 4))
    #expect(throws: SmallError(code: 7)) { try maker.four(true) }
  }

  @Test func `A spy passes them on`() throws {
    let spy = try Spy<any Maker>.make(forwardingTo: real)
    try check(spy())
    #expect(spy.history.timeline.map(\.outcome.description).last == "threw SmallError(code: 7)")
    #expect(spy.history.timeline[0].result(as: Halves.self) == real.make())
  }

  @Test func `A stub returns them`() throws {
    let stub = try Stub<any Maker>()
    stub.when { $0.make() }.thenReturn(real.make())
    stub.when { try $0.four(true) }.thenThrow(SmallError(code: 7))
    stub.when { try $0.four(false) }.thenReturn((1, 2, 3, 4))
    try check(stub())
  }
}
