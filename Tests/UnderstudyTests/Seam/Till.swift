import UnderstudyCalls

/// Results, errors and places of special kinds.
protocol Till {
  func copy() -> Self
  func pay() throws(ShopError) -> Int
  func open() throws(ShopError) -> User
  func sort(_ a: inout Int, _ b: inout Int, _ c: inout Int, _ d: inout Int)
  func count(_ a: inout Int, _ b: inout Int, _ c: inout Int) async
  func abort() throws -> Never
  func crash() -> Never
}

let tillRequirements: [Requirement] = {
  let place = Requirement.Parameter.of(nil, Int.self, .inout)
  var all = Requirements()
  all.add("copy", returns: TillDouble.self)
  all.add("pay", returns: Int.self, throwing: .anyError, errorType: ShopError.self)
  all.add("open", returns: User.self, throwing: .anyError, errorType: ShopError.self)
  all.add("sort", [place, place, place, place])
  all.add("count", [place, place, place], isAsync: true)
  all.add("abort", returns: Never.self, throwing: .anyError)
  all.add("crash", returns: Never.self)
  return all.list
}()

final class TillDouble: Till {
  private let wire: Line

  init(_ wire: Line) { self.wire = wire }

  func copy() -> TillDouble { wire.call(0) }

  func pay() throws(ShopError) -> Int {
    do { return try wire.trying(1) } catch { throw error as! ShopError }
  }

  func open() throws(ShopError) -> User {
    do { return try wire.trying(2) } catch { throw error as! ShopError }
  }

  func sort(_ a: inout Int, _ b: inout Int, _ c: inout Int, _ d: inout Int) {
    let places = UnsafeMutableBufferPointer<Int>.allocate(capacity: 4)
    _ = places.initialize(fromContentsOf: [a, b, c, d])
    wire.run(3, a, b, c, d, places: places.indices.map { UnsafeMutableRawPointer(places.baseAddress! + $0) })
    (a, b, c, d) = (places[0], places[1], places[2], places[3])
    places.deallocate()
  }

  func count(_ a: inout Int, _ b: inout Int, _ c: inout Int) async {
    let places = UnsafeMutableBufferPointer<Int>.allocate(capacity: 3)
    _ = places.initialize(fromContentsOf: [a, b, c])
    let addresses = places.indices.map { UnsafeMutableRawPointer(places.baseAddress! + $0) }
    let _: Void = try! await wire.awaiting(4, a, b, c, places: addresses)
    (a, b, c) = (places[0], places[1], places[2])
    places.deallocate()
  }

  func abort() throws -> Never { try wire.trying(5) }

  func crash() -> Never { wire.call(6) }
}
