enum CourierError: Error { case lost, late }

enum Parcel: Equatable { case small, large }

/// Calls that take their time, closures, and properties.
protocol Courier: Sendable {
  func send(_ item: String) async throws -> Int
  func track(_ id: Int) async -> String
  func rest() async
  func weigh() async throws(CourierError) -> Int
  func pack() async -> Parcel
  func price() -> Int
  func prices() -> [Int]
  func anything() -> Any
  func maybe() -> [Int]?
  func size() -> Parcel?
  func parcel() -> Parcel
  func check() throws -> Parcel
  func again() -> Self
  func deliver(_ item: String, done: @escaping @Sendable (Int) -> Void)
  func deliver(_ item: String, either: ((Result<Int, CourierError>) -> Void)?) -> Bool
  func visit(_ body: (String, Int) throws -> Bool) rethrows
  func ask(_ yes: @escaping () -> Void, no: @escaping () -> Void)
  func inspect(_ item: String, with test: @escaping (String, (any Error)?, Int?, Double) throws -> Void) throws
  func attempt(_ body: @escaping () throws -> Void) -> Int
  func later(_ body: @escaping () async -> Void)
  @MainActor func show(_ body: @escaping @MainActor (Int) -> Void)
  var name: String { get set }
  var fleet: Int { get }
  var onArrival: ((Int) -> Void)? { get set }
  subscript(key: String) -> Int { get set }
}
