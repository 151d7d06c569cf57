/// Results, errors and places of special kinds.
protocol Till {
  func sort(_ a: inout Int, _ b: inout Int, _ c: inout Int, _ d: inout Int)
  func count(_ a: inout Int, _ b: inout Int, _ c: inout Int) async
  func abort() throws -> Never
  func crash() -> Never
  func copy() -> Self
  func pay() throws(ShopError) -> Int
  func open() throws(ShopError) -> User
}

/// A conformer, which doubles are never made from: only its symbols are read.
struct ClosedTill: Till {
  func sort(_ a: inout Int, _ b: inout Int, _ c: inout Int, _ d: inout Int) {}
  func count(_ a: inout Int, _ b: inout Int, _ c: inout Int) async {}
  func abort() throws -> Never { throw ShopError.closed }
  func crash() -> Never { fatalError() }
  func copy() -> ClosedTill { self }
  func pay() throws(ShopError) -> Int { 0 }
  func open() throws(ShopError) -> User { throw .closed }
}
