internal import AllocationCounter
internal import Foundation
internal import UnderstudyCalls
internal import UnderstudyConvention
internal import UnderstudyMetadata

// What services pass around. Each type occurs in one plan only.
struct Money { var amount = 0, currency = "EUR" }
struct Address { var street = "", number: Int?, zip = Substring() }
struct Customer { var id: (UInt64, UInt64) = (1, 2), name = "", address: Address?, isNew = true }
struct Order { var lines: [Line] = [], total = Money(), placed: Double?, notes: Set<String> = [] }
struct Line { var product = "", count = 1, price = Money() }
struct Page<Element> { var items: [Element] = [], next: Int?, isLast = true }
struct Window { var range = 0..<3, limits = 1...2, step = Float(1) }
struct Headers { var values: [String: [String]] = [:], status = Int16(200), body: ArraySlice<UInt8> = [] }
struct Handler { var action: (Int) -> Void = { _ in }, name = "" }
struct Failed { var error: (any Error)?, code = Int32(1), text: Substring.SubSequence? }
struct Shape { var x = 1.0, y = 2.0, z = 3.0, w = 4.0 }
struct Cache { var entries: [Int: Double] = [:], owner: Basket? }
struct Outcome { var result: Result<Int, Never> = .success(1), tries = UInt8(1) }
struct Letters { var first = Character("a"), scalar = Unicode.Scalar(65), all: ContiguousArray<Character> = [] }
struct Wait { var duration = Duration.zero, isLong = false, pairs: [(Int, String)] = [] }
struct Keyed { var key = AnyHashable(1), id: ObjectIdentifier?, path: KeyPath<Money, Int>? }
struct Pointers { var bytes: UnsafeRawBufferPointer?, base: UnsafeMutablePointer<Line>?, index: String.Index? }
enum Payment { case cash, card(String), transfer(Money, Int8) }
enum Tree { case leaf(Int), node([Tree]) }

/// Measures how long plans take whose types nothing has asked about before.
enum FirstPlans {
  private static var lists: [(String, [Any.Type])] {
    [
      ("Money", [Money.self]),
      ("Address", [Address.self]),
      ("Customer", [Customer.self]),
      ("Order", [Order.self]),
      ("Page", [Page<Line>.self]),
      ("Window", [Window.self]),
      ("Headers", [Headers.self]),
      ("Handler", [Handler.self]),
      ("Failed", [Failed.self]),
      ("Shape", [Shape.self]),
      ("Cache", [Cache.self]),
      ("Outcome", [Outcome.self]),
      ("Letters", [Letters.self]),
      ("Wait", [Wait.self]),
      ("Keyed", [Keyed.self]),
      ("Pointers", [Pointers.self]),
      ("Payment", [Payment?.self]),
      ("Tree", [Tree.self]),
      ("vectors", [SIMD4<Float>.self, SIMD2<Int>.self]),
      ("UUID", [UUID.self]),
      ("Date", [Date.self]),
      ("Data", [Data.self]),
      ("URL", [URL?.self]),
      ("Set", [Set<Int>.self]),
      ("Dictionary", [[String: Money]?.self]),
      ("Slice", [Slice<String>.self]),
      ("closure", [((String) -> Int).self]),
      ("tuple", [(Int, String, Basket?).self]),
      ("error", [(any Error)?.self]),
      ("floats", [Float.self, Double.self]),
      ("small", [Int8.self, UInt16.self, Bool.self]),
    ]
  }

  static func measure(first: Int) throws {
    let planner = CallPlanner(lowering: TypeLowering(isOpaque: TypeOpacity.isOpaque))
    let lists = Self.lists
    // This module's facts are read before, since the protocol that is doubled is declared in one as well.
    _ = try TypeOpacity.isOpaque(NominalMetadata(TypeMetadata(Basket.self))!.descriptor)
    for place in 0..<lists.count {
      let index = (place + first) % lists.count
      let (name, new) = lists[index]
      var types = new + [Int.self, String.self]
      for bit in 0..<5 where types.count < 7 { types.append(index >> bit & 1 == 0 ? UInt32.self : Float.self) }
      print("first plan, \(name): \(try time(of: types, isAsync: index % 2 == 0, planner)) ns")
    }
  }

  /// How long the plan of a call takes that returns the first of its parameters' types, in nanoseconds.
  static func time(of types: [Any.Type], isAsync: Bool, _ planner: CallPlanner) throws -> UInt64 {
    let formal = types.map { FormalType(TypeMetadata($0)) }
    let shape = CallShape(
      parameters: formal.map { CallShape.Parameter(type: $0, ownership: .guaranteed) },
      result: formal[0],
      isAsync: isAsync,
      canThrow: true
    )
    let offsets = Requirement.layOut(formal.map(\.type)).offsets
    let start = processor_time()
    _ = try planner.plan(for: shape, argumentOffsets: offsets)
    return processor_time() - start
  }
}
