import Figures
import Understudy

/// All that is measured by time and by instructions.
enum Works {
  static var handWrittenCall: Work {
    Work(figure: .handWrittenCall, count: 10_000) {
      let mock = hidden(HandWrittenPrices(answer: 1) as any Prices)
      return { call(mock, times: $0) }
    }
  }

  static var calls: [Work] {
    [
      Work(figure: .call, count: 10_000) {
        let prices = try stub { $0.when { $0.price(Match.any(), Match.any()) }.thenReturn(1) }
        return { call(prices, times: $0) }
      },
      Work(figure: .literalCall, count: 10_000) {
        let prices = try stub { $0.when { $0.price(1, "apple") }.thenReturn(1) }
        return { call(prices, times: $0) }
      },
      registrations(10, figure: .tenRegistrations),
      registrations(100, figure: .hundredRegistrations),
      Work(figure: .spyCall, count: 10_000) {
        let spy = try Spy<any Prices>.make(forwardingTo: RealPrices())
        let prices = spy()
        return {
          call(prices, times: $0)
          withExtendedLifetime(spy) {}
        }
      },
    ]
  }

  static var handWrittenLateCall: Work {
    Work(figure: .handWrittenLateCall, count: 10_000, warmUp: 1_000_000, isFresh: false) {
      let mock = hidden(HandWrittenPrices(answer: 1) as any Prices)
      return { call(mock, times: $0) }
    }
  }

  static var lateCall: Work {
    Work(figure: .lateCall, count: 10_000, warmUp: 1_000_000, isFresh: false) {
      let prices = try stub { $0.when { $0.price(Match.any(), Match.any()) }.thenReturn(1) }
      return { call(prices, times: $0) }
    }
  }

  static var handWrittenAsyncCall: Work {
    Work(figure: .handWrittenAsyncCall, count: 10_000) {
      let mock = hidden(HandWrittenAsyncPrices(answer: 1) as any AsyncPrices)
      return { await call(mock, times: $0) }
    }
  }

  static var asyncCall: Work {
    Work(figure: .asyncCall, count: 10_000) {
      let stub = try Stub<any AsyncPrices>()
      await stub.when { await $0.price(Match.any(), Match.any()) }.thenReturn(1)
      let prices = stub()
      return { await call(prices, times: $0) }
    }
  }

  static var handWrittenConstruction: Work {
    Work(figure: .handWrittenConstruction, count: 200) { { makeMocks($0) } }
  }

  static var constructions: [Work] {
    [
      Work(figure: .construction, count: 200) { { try makeStubs($0) } },
      Work(figure: .configuredConstruction, count: 200) { { try makeConfiguredStubs($0) } },
      Work(figure: .spyConstruction, count: 200) { { try makeSpies($0) } },
    ]
  }

  static var handWrittenVerification: Work {
    Work(figure: .handWrittenVerification, count: 1, warmUp: 0) {
      let mock = HandWrittenPrices(answer: 1)
      call(mock, times: 10_000)
      return { _ in sink = mock.calls.filter { $0.0 == 1 && $0.1 == "apple" }.count }
    }
  }

  static var verifications: [Work] {
    [
      Work(figure: .verification, count: 1, warmUp: 0) {
        let stub = try calledStub()
        return { _ in stub.verify(10_000) { $0.price(Match.any(), Match.any()) } }
      },
      Work(figure: .literalVerification, count: 1, warmUp: 0) {
        let stub = try calledStub()
        return { _ in stub.verify(10_000) { $0.price(1, "apple") } }
      },
    ]
  }

  private static func stub(_ configure: (Stub<any Prices>) -> Void) throws -> any Prices {
    let stub = try Stub<any Prices>()
    configure(stub)
    return hidden(stub())
  }

  private static func registrations(_ number: Int, figure: Figure) -> Work {
    Work(figure: figure, count: 10_000) {
      let prices = try stub { stub in
        for other in 2...number { stub.when { $0.price(other, "apple") }.thenReturn(other) }
        stub.when { $0.price(1, "apple") }.thenReturn(1)
      }
      return { call(prices, times: $0) }
    }
  }

  private static func calledStub() throws -> Stub<any Prices> {
    let stub = try Stub<any Prices>()
    stub.when { $0.price(Match.any(), Match.any()) }.thenReturn(1)
    call(stub(), times: 10_000)
    return stub
  }

  // Each counts down by itself: iterators are slow where nothing is optimised.

  private static func makeMocks(_ count: Int) {
    var left = count
    while left > 0 {
      _ = hidden(HandWrittenPrices(answer: 1))
      left &-= 1
    }
  }

  private static func makeStubs(_ count: Int) throws {
    var left = count
    while left > 0 {
      _ = try Stub<any Prices>()
      left &-= 1
    }
  }

  private static func makeConfiguredStubs(_ count: Int) throws {
    var left = count
    while left > 0 {
      let stub = try Stub<any Prices>()
      stub.when { $0.price(Match.any(), Match.any()) }.thenReturn(1)
      left &-= 1
    }
  }

  private static func makeSpies(_ count: Int) throws {
    let real = RealPrices()
    var left = count
    while left > 0 {
      _ = try Spy<any Prices>.make(forwardingTo: real)
      left &-= 1
    }
  }
}
