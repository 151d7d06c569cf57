import Testing
import Understudy

@Suite struct InoutTests {
  let stub: Stub<any Till>

  init() throws {
    stub = try Stub<any Till>()
  }

  private var sort: CallPattern<any Till, Void> {
    var (a, b, c, d) = (0, 0, 0, 0)
    stub.reset()
    return stub.when { $0.sort(&a, &b, &c, &d) }
  }

  private var sorted: [Int] {
    var (a, b, c, d) = (1, 2, 3, 4)
    stub().sort(&a, &b, &c, &d)
    return [a, b, c, d]
  }

  @Test func `A handler changes the arguments that it takes inout`() {
    sort.then { (a: inout Int) in a = 10 }
    #expect(sorted == [10, 2, 3, 4])
    sort.then { (a: inout Int, b: Int) in a = b * 10 }
    #expect(sorted == [20, 2, 3, 4])
    sort.then { (a: Int, b: inout Int) in b = a * 10 }
    #expect(sorted == [1, 10, 3, 4])
    sort.then { (a: inout Int, b: inout Int) in swap(&a, &b) }
    #expect(sorted == [2, 1, 3, 4])
    sort.then { (a: inout Int, b: Int, c: Int) in a = b + c }
    #expect(sorted == [5, 2, 3, 4])
    sort.then { (a: Int, b: inout Int, c: Int) in b = a + c }
    #expect(sorted == [1, 4, 3, 4])
    sort.then { (a: Int, b: Int, c: inout Int) in c = a + b }
    #expect(sorted == [1, 2, 3, 4])
  }

  @Test func `A handler reads the arguments that it takes by value`() {
    var seen: [Int] = []
    sort.then { (a: Int) in seen = [a] }
    #expect(sorted == [1, 2, 3, 4])
    #expect(seen == [1])
    sort.then { (a: Int, b: Int) in seen = [a, b] }
    #expect(sorted == [1, 2, 3, 4])
    #expect(seen == [1, 2])
  }

  @Test func `A handler whose writes would be lost is refused`() {
    let lost = """
      then: the handler takes 3 arguments of sort(_:_:_:_:), which passes (inout Int, inout Int, inout Int, inout Int): \
      what it wrote to an inout one would be lost. A handler can take the first two, or three with one inout.
      """
    #expect(issues { sort.then { (a: inout Int, b: inout Int, c: Int) in a = b + c } } == [lost])
    #expect(issues { sort.then { (a: Int, b: Int, c: Int, d: inout Int) in d = a } }.count == 1)
  }

  @Test func `A handler that gets the number of the call takes no inout argument`() {
    #expect(
      issues { sort.thenForEachCall { (attempt, a: Int) in } } == [
        """
        thenForEachCall: the handler takes 1 argument of sort(_:_:_:_:), which passes \
        (inout Int, inout Int, inout Int, inout Int): what it wrote to an inout one would be lost. \
        Use then { … }, whose handler can write.
        """
      ]
    )
    var attempts: [Int] = []
    sort.thenForEachCall { attempt in attempts.append(attempt) }
    #expect(sorted == [1, 2, 3, 4])
    #expect(attempts == [1])
  }

  @Test func `An asynchronous handler changes the arguments that it takes inout`() async {
    func counted(_ behave: (CallPattern<any Till, Void>) -> Void) async -> [Int] {
      var (a, b, c) = (0, 0, 0)
      stub.reset()
      behave(await stub.when { await $0.count(&a, &b, &c) })
      (a, b, c) = (1, 2, 3)
      await stub().count(&a, &b, &c)
      return [a, b, c]
    }
    #expect(await counted { $0.then { (a: inout Int) async in a = await later(10) } } == [10, 2, 3])
    #expect(await counted { $0.then { (a: inout Int, b: Int) async in a = await later(b * 10) } } == [20, 2, 3])
    #expect(await counted { $0.then { (a: Int, b: inout Int) async in b = await later(a * 10) } } == [1, 10, 3])
    #expect(await counted { $0.then { (a: inout Int, b: inout Int) async in a = await later(b) } } == [2, 2, 3])
    #expect(await counted { $0.then { (a: inout Int) in a = 5 } } == [5, 2, 3])
    let messages = await issues {
      _ = await counted { $0.then { (a: inout Int, b: Int, c: Int) async in a = await later(b + c) } }
    }
    #expect(messages.count == 2)
  }

  private func later(_ value: Int) async -> Int {
    await Task.yield()
    return value
  }
}
