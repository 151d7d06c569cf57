internal import AllocationCounter
internal import Understudy
internal import UnderstudyCalls
internal import UnderstudyConvention
internal import UnderstudyMetadata

// Types that are only seen once.
struct First { var id = 1, name = "", weight = 1.5 }
struct Second { var id: UUIDLike = (1, 2), isNew = true, tags: [String] = [] }
struct Third { var one = First(), other: Int?, price = Float(1) }
struct Fourth { var count = UInt8(1), size = UInt16(1), isBig = false, next: Basket? }
enum Fifth { case none, one(Int), two(String, Int32) }
struct Sixth { var range = 0..<3, choice = Fifth.none }
struct Seventh { var text = Substring(), error: (any Error)? }
struct Eighth { var action: (Int) -> Void = { _ in }, key = 1 }
struct Ninth { var x = 1.0, y = 2.0, z = 3.0, w = 4.0 }
struct Tenth { var small: Int8?, pair = (1, true), letter = Character("a") }
typealias UUIDLike = (UInt64, UInt64)
public final class Basket: Sendable {}

// Public, so that optimised code can't take some conformer for the only one.
public protocol Shop {
  func price(of item: String, count: Int) -> Int
  func name(_ id: Int) -> String
  func take(_ basket: Basket, _ other: Basket?) -> Basket
  func later(_ item: String) async -> Int
  var title: String { get set }
}

/// Prints what calls of doubles, and plans, cost. Nothing here is a test by itself: `CallCostTests` reads the allocations.
@main struct CallCosts {
  private static let rounds = 1024

  /// - With `plans` as first argument, only plans are made, in a process that has done nothing before. The second argument says
  ///   which list of types comes first.
  static func main() async throws {
    if CommandLine.arguments.dropFirst().first == "plans" {
      return try FirstPlans.measure(first: CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 0)
    }
    let stub = try Stub<any Shop>()
    let basket = Basket()
    stub.when { $0.price(of: Match.any(), count: Match.any()) }.thenReturn(3)
    stub.when { $0.name(4) }.thenReturn("a name that is too long to be kept inline")
    stub.when { $0.take(Match.any(), Match.any()) }.thenReturn(basket)
    await stub.when { await $0.later(Match.any()) }.thenReturn(1)
    stub.when { $0.title }.thenReturn("t")
    stub.when { $0.title = Match.any() }.thenDoNothing()
    var shop = stub()

    measure("scalars and strings") { _ = shop.price(of: "an item with a name that isn't kept inline", count: 2) }
    measure("a string as result") { _ = shop.name(4) }
    measure("references") { _ = shop.take(basket, nil) }
    measure("a getter") { _ = shop.title }
    measure("a setter") { shop.title = "x" }
    for _ in 0..<16 { _ = await shop.later("x") }
    let before = allocation_count()
    for _ in 0..<rounds { _ = await shop.later("x") }
    report("async", allocation_count() - before)
    try plans()
  }

  private static func measure(_ name: String, _ call: () -> Void) {
    for _ in 0..<16 { call() }
    let before = allocation_count()
    let start = processor_time()
    for _ in 0..<rounds { call() }
    let time = processor_time() - start
    report(name, allocation_count() - before)
    print("  \(time / UInt64(rounds)) ns each")
  }

  /// Prints the allocations of a call, in hundredths.
  private static func report(_ name: String, _ count: UInt64) {
    print("\(name): \(Double(count * 100 / UInt64(rounds)) / 100) allocations")
  }

  /// Prints how long the plan of a requirement takes to make.
  private static func plans() throws {
    let planner = CallPlanner(lowering: TypeLowering(isOpaque: TypeOpacity.isOpaque))
    for types in [[Int.self, String.self], [Int.self, String.self, Double.self, [Int].self, Int8?.self, Basket.self]]
      as [[Any.Type]]
    {
      let formal = types.map { FormalType(TypeMetadata($0)) }
      let shape = CallShape(
        parameters: formal.map { CallShape.Parameter(type: $0, ownership: .guaranteed) },
        result: FormalType(TypeMetadata(String.self)),
        isAsync: false,
        canThrow: true
      )
      let offsets = Requirement.layOut(formal.map(\.type)).offsets
      _ = try planner.plan(for: shape, argumentOffsets: offsets)
      let start = processor_time()
      for _ in 0..<200 { _ = try planner.plan(for: shape, argumentOffsets: offsets) }
      print("plan of \(types.count) parameters: \((processor_time() - start) / 200) ns")
    }
    try firstPlans(planner)
  }

  /// Prints how long a plan takes whose types and list of scalars are new: each of these has one that nothing before had.
  private static func firstPlans(_ planner: CallPlanner) throws {
    var times: [UInt64] = []
    let unseen: [Any.Type] = [
      First.self, Second.self, Third.self, Fourth.self, Fifth.self, Sixth.self, Seventh.self, Eighth.self, Ninth.self,
      Tenth.self,
    ]
    for (index, type) in unseen.enumerated() {
      var types = [type, Int.self, String.self] as [Any.Type]
      for bit in 0..<4 { types.append(index >> bit & 1 == 0 ? UInt32.self : Float.self) }
      times.append(try FirstPlans.time(of: types, isAsync: index % 2 == 0, planner))
    }
    print("first plan of 7 parameters, one of a new type: \(times) ns")
  }
}
