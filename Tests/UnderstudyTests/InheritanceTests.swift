import Testing
import Understudy

private protocol Named {
  var name: String { get }
  func ring() -> Int
}
private protocol Renamable: Named {
  var name: String { get set }
}
private protocol Bell {
  func ring() -> Int
  var name: Int { get }
}
private protocol Phone: Renamable, Bell, AnyObject {
  func ring() -> Int
}
private final class ClosedPhone: Phone {
  var name = ""
  func ring() -> Int { 0 }
}
extension ClosedPhone {
  @_implements(Bell,name) var number: Int { 0 }
}

@Suite struct InheritanceTests {
  @Test func `A property that is restated as settable changes in place`() throws {
    let stub = try Stub<any Renamable>()
    stub.when { $0.name }.thenReturn("Ann")
    stub.when { $0.name = Match.any() }.thenDoNothing()
    var value = stub()
    value.name += "a"
    stub.verify { $0.name = "Anna" }
    #expect((value as any Named).name == "Ann")
  }

  @Test func `What two protocols ask for alike is one member`() throws {
    let stub = try Stub<any Phone>()
    stub.when { $0.ring() }.thenReturn(3)
    #expect((stub() as any Named).ring() == 3)
    #expect((stub() as any Bell).ring() == 3)
    stub.verify(2...2) { $0.ring() }
  }
}
