import Foundation
import Glibc
import Testing
import Understudy

private protocol Machine {
  func sum(_ values: any Collection<Int>) -> any Collection<Int>
  func rotate(_ values: InlineArray<3, Int>) -> InlineArray<3, Int>
  func wait(until time: timespec) -> timespec
  func decode(_ text: String, as encoding: String.Encoding) -> String.Encoding?
}

/// Types that the runtime doesn't find by name, or doesn't describe as it describes others.
@Suite struct TypeTests {
  @Test func `A handler takes and returns them`() throws {
    let machine = try Stub<any Machine>()
    machine.when { $0.sum(Match.any()) }.then { (values: any Collection<Int>) -> any Collection<Int> in
      [values.reduce(0, +)]
    }
    machine.when { $0.rotate(Match.any()) }.then { (values: InlineArray<3, Int>) -> InlineArray<3, Int> in
      [values[1], values[2], values[0]]
    }
    machine.when { $0.wait(until: Match.any()) }.then { (time: timespec) -> timespec in
      timespec(tv_sec: time.tv_sec + 1, tv_nsec: time.tv_nsec)
    }
    machine.when { $0.decode("", as: .utf8) }.thenReturn(.utf16)
    #expect(Array(machine().sum([1, 2, 3])) == [6])
    let rotated = machine().rotate([1, 2, 3])
    #expect(rotated[0] == 2 && rotated[1] == 3 && rotated[2] == 1)
    let time = machine().wait(until: timespec(tv_sec: 5, tv_nsec: 6))
    #expect(time.tv_sec == 6 && time.tv_nsec == 6)
    #expect(machine().decode("", as: .utf8) == .utf16)
    machine.verify { $0.decode("", as: .utf8) }
  }

  @Test func `Calls of them are described`() throws {
    let machine = try Stub<any Machine>()
    machine.when { $0.sum(Match.any()) }.thenReturn([1])
    machine.when { $0.wait(until: Match.any()) }.thenReturn(timespec())
    _ = machine().sum([1, 2])
    _ = machine().wait(until: timespec(tv_sec: 5, tv_nsec: 6))
    let text = machine.describeInteractions()
    #expect(text.contains("sum([1, 2])"))
    #expect(text.contains("wait(until: "))
  }
}
