import Testing
import Understudy

@Suite struct PolicyTests {
  @Test func `A relaxed double returns neutral values and reports nothing`() async throws {
    let stub = try Stub<any Courier>(policy: .relaxed)
    var courier = stub()
    #expect(courier.price() == 0 && courier.prices() == [] && courier.size() == nil && courier.name == "")
    courier.name = "x"
    courier.deliver("a") { _ in }
    #expect(try await courier.send("a") == 0)
    #expect(courier.again() as AnyObject === stub() as AnyObject)
    #expect(stub.history.unstubbed.callCount == 8)
  }

  @Test func `A relaxed double does as it is told`() throws {
    let stub = try Stub<any Courier>(policy: .relaxed)
    stub.when { $0.price() }.thenReturn(1, times: 1)
    #expect((0..<2).map { _ in stub().price() } == [1, 0])
  }

  @Test func `Where no neutral value exists a throwing call throws`() throws {
    let stub = try Stub<any Courier>(policy: .relaxed)
    let error = #expect(throws: UnstubbedCall.self) { try stub().check() }
    #expect(
      error?.description == """
        no behaviour for check() of any Courier: it threw this error. The double was made at PolicyTests.swift:\(#line - 2).
          The policy is relaxed, but Parcel has no neutral value: DefaultPolicy.relaxed.returning(…) gives it one.
          Write: stub.when { try $0.check() }.thenReturn(…)
        """
    )
  }

  @Test func `Results are given by type`() throws {
    let policy = DefaultPolicy.relaxed.returning(Parcel.small).returning(5).returning(Parcel?.some(.large))
    let stub = try Stub<any Courier>(policy: policy)
    let courier = stub()
    #expect(try courier.check() == .small)
    #expect(courier.parcel() == .small && courier.size() == .large && courier.price() == 5 && courier.name == "")
    let later = try Stub<any Courier>(policy: policy.returning(Parcel.large))
    #expect(later().parcel() == .large)
    #expect(courier.parcel() == .small)
  }

  @Test func `A strict double may have results by type too`() throws {
    let stub = try Stub<any Courier>(policy: .strict.returning(Parcel.large))
    #expect(stub().parcel() == .large)
    #expect(throws: Never.self) { try stub().check() }
    let messages = issues { _ = stub().price() }
    #expect(messages.count == 1 && messages[0].hasPrefix("no behaviour for price() of any Courier: it returned 0."))
  }

  @Test func `A policy is in force for the stubs made in a closure`() async throws {
    try TestDoubles.withPolicy(.relaxed) {
      #expect(try Stub<any Courier>()().price() == 0)
      #expect(try Stub<any Courier>.make().price() == 0)
      #expect(Stub<any Courier>.makeOrStop().price() == 0)
      let strict = try Stub<any Courier>(policy: .strict)
      #expect(issues { _ = strict().price() }.count == 1)
    }
    let kept = try await TestDoubles.withPolicy(.relaxed.returning(3)) {
      let stub = try Stub<any Courier>()
      await Task.yield()
      return stub
    }
    #expect(kept().price() == 3)
    let strict = try Stub<any Courier>()
    #expect(issues { _ = strict().price() }.count == 1)
    #expect(try Stub<any Courier>.make(policy: .relaxed).price() == 0)
  }
}
