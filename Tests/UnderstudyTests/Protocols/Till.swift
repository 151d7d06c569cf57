/// Places that a call may change, and calls that don't return.
protocol Till {
  func sort(_ a: inout Int, _ b: inout Int, _ c: inout Int, _ d: inout Int)
  func count(_ a: inout Int, _ b: inout Int, _ c: inout Int) async
  func abort() throws -> Never
  func crash() -> Never
}

/// A conformer, which doubles are never made from: only its symbols are read.
struct ClosedTill: Till {
  func sort(_ a: inout Int, _ b: inout Int, _ c: inout Int, _ d: inout Int) {}
  func count(_ a: inout Int, _ b: inout Int, _ c: inout Int) async {}
  func abort() throws -> Never { throw ShopError.closed }
  func crash() -> Never { fatalError() }
}
