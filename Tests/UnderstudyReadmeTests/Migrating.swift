import Testing
import Understudy
import UnderstudyTesting

// MIGRATING: begin
protocol Shop: Sendable {
  func price(of item: String) -> Int
  func buy(_ item: String, count: Int) throws -> Bool
  func restock(_ item: String) async throws
  func close()
  var name: String { get set }
}

enum ShopError: Error { case soldOut, closed }
// MIGRATING: end

// MIGRATING: begin
final class ShopMock: Shop, @unchecked Sendable {
  var prices: [String: Int] = [:]
  var priceCalls: [String] = []
  func price(of item: String) -> Int {
    priceCalls.append(item)
    return prices[item] ?? 0
  }

  var buyResult = true
  var buyError: (any Error)?
  var buyHandler: ((String, Int) -> Bool)?
  var buyArguments: [(item: String, count: Int)] = []
  func buy(_ item: String, count: Int) throws -> Bool {
    buyArguments.append((item, count))
    if let buyError { throw buyError }
    return buyHandler?(item, count) ?? buyResult
  }

  var onRestock: (String) -> Void = { _ in }
  func restock(_ item: String) async throws { onRestock(item) }

  var closeCount = 0
  func close() { closeCount += 1 }

  var name = ""
}
// MIGRATING: end

@Suite(.testDoubles) struct MigratingTests {
  @Test func writtenMocks() async throws {
    // MIGRATING: begin
    // let mock = ShopMock()                            mock itself is what code under test gets
    let stub = try Stub<any Shop>()
    let shop: any Shop = stub()

    // mock.prices["apple"] = 3
    stub.when { $0.price(of: "apple") }.thenReturn(3)

    // mock.buyError = ShopError.soldOut                for all calls, or for some
    stub.when { try $0.buy(Match.equal("plum"), count: Match.any()) }.thenThrow(ShopError.soldOut)

    // mock.buyHandler = { item, count in count < 10 }
    stub.when { try $0.buy(Match.any(), count: Match.any()) }.then { (item: String, count: Int) in count < 10 }

    // mock.onRestock = { print($0) }
    await stub.when { try await $0.restock(Match.any()) }.then { (item: String) in print(item) }

    // mock.closeCount                                  counted by the double; only say that it may be called
    stub.when { $0.close() }.thenDoNothing()

    // mock.name = "Corner"
    stub.when { $0.name }.thenReturn("Corner")
    // MIGRATING: end

    #expect(shop.price(of: "apple") == 3)
    #expect(throws: ShopError.soldOut) { try shop.buy("plum", count: 1) }
    #expect(try shop.buy("apple", count: 9))
    try await shop.restock("apple")
    shop.close()
    #expect(shop.name == "Corner")

    // MIGRATING: begin
    // #expect(mock.closeCount == 1)
    stub.verify { $0.close() }

    // #expect(mock.closeCount > 0)
    stub.verify(1...) { $0.close() }

    // #expect(mock.priceCalls.contains("apple"))
    stub.verify(1...) { $0.price(of: "apple") }

    // #expect(!mock.priceCalls.contains("pear"))
    stub.verify(.never) { $0.price(of: "pear") }

    // #expect(mock.buyArguments.map(\.count) == [1, 9])
    let purchases: [(item: String, count: Int)] = stub.when { try $0.buy(Match.any(), count: Match.any()) }.arguments()
    #expect(purchases.map(\.count) == [1, 9])

    // mock.priceCalls[0]
    let prices: [String] = stub.when { $0.price(of: Match.any()) }.arguments()
    #expect(prices[0] == "apple")

    // await fulfillment(of: [restocked], timeout: 1)   where onRestock fulfils it
    await stub.verify(1..., within: .seconds(1)) { try await $0.restock(Match.any()) }

    // mock.closeCount = 0
    stub.when { $0.close() }.reset()

    // mock = ShopMock()                                to forget everything, in setUp
    stub.reset()
    // MIGRATING: end
    #expect(stub.history.callCount == 0)
  }

  @Test func mocks() async throws {
    // MIGRATING: begin
    // Shop shop = mock(Shop.class)
    let stub = try Stub<any Shop>()
    let shop: any Shop = stub()

    // when(shop.price("apple")).thenReturn(3)
    stub.when { $0.price(of: "apple") }.thenReturn(3)

    // when(shop.price("pear")).thenReturn(1, 2)        the last one repeats, here too
    stub.when { $0.price(of: "pear") }.thenReturn(1, 2)

    // when(shop.price(anyString())).thenReturn(0)      comes last: the first registration that matches takes a call
    stub.when { $0.price(of: Match.any()) }.thenReturn(0)

    // when(shop.buy(eq("plum"), anyInt())).thenThrow(new SoldOut())
    stub.when { try $0.buy(Match.equal("plum"), count: Match.any()) }.thenThrow(ShopError.soldOut)

    // when(shop.buy(anyString(), gt(9))).thenReturn(false)
    stub.when { try $0.buy(Match.any(), count: Match.greaterThan(9)) }.thenReturn(false)

    // when(shop.buy(any(), anyInt())).thenAnswer(call -> call.getArgument(1) < 10)
    stub.when { try $0.buy(Match.any(), count: Match.any()) }.then { (item: String, count: Int) in count < 10 }

    // doNothing().when(shop).close()
    stub.when { $0.close() }.thenDoNothing()

    // doThrow(new Closed()).doNothing().when(shop).restock(any())
    await stub.when { try await $0.restock(Match.any()) }.thenThrow(ShopError.closed).thenDoNothing()
    // MIGRATING: end

    #expect(
      [shop.price(of: "apple"), shop.price(of: "pear"), shop.price(of: "pear"), shop.price(of: "fig")] == [3, 1, 2, 0]
    )
    #expect(throws: ShopError.soldOut) { try shop.buy("plum", count: 1) }
    #expect(try !shop.buy("apple", count: 10))
    #expect(try shop.buy("apple", count: 9))
    await #expect(throws: ShopError.closed) { try await shop.restock("apple") }
    try await shop.restock("apple")
    shop.close()

    // MIGRATING: begin
    // verify(shop).close()
    stub.verify { $0.close() }

    // verify(shop, times(2)).price("pear")
    stub.verify(2) { $0.price(of: "pear") }

    // verify(shop, never()).price("kiwi")
    stub.verify(.never) { $0.price(of: "kiwi") }

    // verify(shop, atLeast(2)).buy(any(), anyInt())    atLeastOnce() is 1...
    stub.verify(2...) { try $0.buy(Match.any(), count: Match.any()) }

    // verify(shop, atMost(4)).price(argThat(item -> item.length() < 6))
    stub.verify(...4) { $0.price(of: Match.matching { $0.count < 6 }) }

    // verify(shop, timeout(1000).times(2)).restock("apple")
    await stub.verify(2, within: .seconds(1)) { try await $0.restock("apple") }

    // inOrder(shop): verify(shop).price("apple"), then verify(shop).close()
    stub.verifyInOrder {
      _ = $0.price(of: "apple")
      $0.close()
    }

    // ArgumentCaptor: verify(shop, times(3)).buy(any(), captor.capture()), then captor.getAllValues()
    let counts = Captor<Int>()
    stub.verify(3) { try $0.buy(Match.any(), count: counts.capture()) }
    #expect(counts.values == [1, 10, 9])

    // verifyNoMoreInteractions(shop)
    stub.verifyNoMoreInteractions()

    // mockingDetails(shop).printInvocations()
    print(stub.describeInteractions())

    // reset(shop), clearInvocations(shop)
    stub.reset()

    // verifyNoInteractions(shop)
    stub.verifyNoInteractions()
    // MIGRATING: end
  }

  @Test func order() throws {
    let first = try Stub<any Shop>()
    let second = try Stub<any Shop>()
    first.when { $0.close() }.thenDoNothing()
    second.when { $0.close() }.thenDoNothing()
    first().close()
    second().close()
    // MIGRATING: begin
    // inOrder(first, second): verify(first).close(), then verify(second).close()
    InvocationOrder {
      first().close()
      second().close()
    }
    // MIGRATING: end
  }
}

// MIGRATING: begin
// @ExtendWith(MockitoExtension.class), MockitoJUnit.rule().strictness(STRICT_STUBS)
@Suite(.testDoubles) struct StrictShopTests {
  // @Mock Shop shop;
  let stub: Stub<any Shop>

  // @BeforeEach void setUp()
  init() throws {
    stub = try Stub<any Shop>()
    // lenient().when(shop.name()).thenReturn("Corner")
    stub.apply(
      StubScenario("open") {
        $0.when { $0.name }.thenReturn("Corner")
        $0.when { $0.close() }.thenDoNothing()
      }
    )
  }

  @Test func `A shop closes`() {
    stub().close()
    stub.verify { $0.close() }
  }
}
// MIGRATING: end
