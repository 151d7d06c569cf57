import Testing
import Understudy

@Test func probe() throws {
  Seam.install()
  let c = LifetimeTests.Counter()
  let stub = try Stub<any Shop>()
  stub.when { $0.keep(c.token()) }.thenDoNothing()
  stub.reset()
  print("literal", c.alive)
  do {
    let t = c.token()
    stub.when { $0.keep(Match.any()) }.then { withExtendedLifetime(t) {} }
  }
  stub.reset()
  print("handler empty pack", c.alive)
  do {
    let t = c.token()
    stub.when { $0.keep(Match.any()) }.then { (_: Token) in withExtendedLifetime(t) {} }
  }
  stub.reset()
  print("handler pack", c.alive)
  do {
    let t = c.token()
    var n = 0
    stub.when { $0.increment(&n) }.then { (_: inout Int) in withExtendedLifetime(t) {} }
  }
  stub.reset()
  print("handler inout", c.alive)
  do {
    let t = c.token()
    stub.when { $0.keep(Match.any()) }.thenForEachCall { (_, _: Token) in withExtendedLifetime(t) {} }
  }
  stub.reset()
  print("foreach", c.alive)
  stub().keep(c.token())
  stub.reset()
  print("arg", c.alive)
}
