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
