import Foundation
import Testing
import Understudy

private enum Failure: Error, Equatable { case busy }

private protocol Scheduler {
  func after(_ seconds: Double, _ work: @escaping () -> Void)
  func now(_ work: () -> Int) -> Int
  func lazily(_ value: @autoclosure () -> Int, _ text: @autoclosure @escaping () throws -> String) -> Int
  func send(_ work: @escaping @Sendable (Int) -> String) -> Bool
  func onMain(_ work: @escaping @MainActor (String) -> Void) -> Bool
  func background(_ work: @escaping @Sendable (Int) async throws -> String) async throws -> String
  func typed(_ work: (Int) throws(Failure) -> Int) -> Int
  func edit(_ change: (inout [Int], String) -> Bool) -> [Int]
  func retry(_ fallback: ((Int) -> Int)?) -> Int
  func compose(_ outer: (_ inner: (Int) -> Int) -> Int) -> Int
  func sort(_ compare: @convention(c) (Int32, Int32) -> Int32) -> Int32
  func map<T, U>(_ values: [T], _ transform: (T) throws -> U) throws -> [U]
  func many(_ a: (Int, Double, String, Float, Int8, UInt16, [Int]) -> (Int, String)) -> Int
  func handlers() -> [(Int) -> Int]
  func makeAdder(_ amount: Int) -> (Int) -> Int
  func makeFetcher() -> @Sendable (String) async throws -> Int
  func makeMaybe() -> ((String) -> Bool)?
  func makeTyped() -> (Int) throws(Failure) -> Int
  func makeEditor() -> (inout Int) -> Void
  func makeC() -> @convention(c) (Int32) -> Int32
  var completion: ((Result<Int, Failure>) -> Void)? { get set }
}

/// Functions of every kind, as arguments, results and properties.
@Suite struct ClosureKindTests {
  @Test func `Escaping, kept and called later`() throws {
    let stub = try Stub<any Scheduler>()
    let pattern = stub.when { $0.after(Match.any(), Match.any()) }.thenDoNothing()
    var count = 0
    stub().after(1.5) { count += 1 }
    let calls: [(Double, () -> Void)] = pattern.arguments()
    calls[0].1()
    calls[0].1()
    #expect(count == 2)
  }

  @Test func `Not escaping, and autoclosures`() throws {
    let stub = try Stub<any Scheduler>()
    stub.when { $0.now(Match.any()) }.then { (work: @escaping () -> Int) in work() + 1 }
    stub.when { $0.lazily(Match.any(), Match.any()) }
      .then { (value: @escaping () -> Int, text: @escaping () throws -> String) in
        (try? text().count + value()) ?? -1
      }
    #expect(stub().now { 41 } == 42)
    #expect(stub().lazily(3, "four") == 7)
  }

  @Test func `Sendable, on the main actor, and asynchronous`() async throws {
    let stub = try Stub<any Scheduler>()
    stub.when { $0.send(Match.any()) }.then { (work: @escaping @Sendable (Int) -> String) in work(3) == "3" }
    let main = stub.when { $0.onMain(Match.any()) }.thenReturn(true)
    await stub.when { try await $0.background(Match.any()) }
      .then { (work: @escaping @Sendable (Int) async throws -> String) in try await work(5) + "!" }
    let scheduler = stub()
    #expect(scheduler.send { "\($0)" })
    var texts: [String] = []
    await MainActor.run { _ = texts }
    let box = Box()
    #expect(scheduler.onMain { box.text = $0 })
    let kept: [@MainActor (String) -> Void] = main.arguments()
    await kept[0]("hello")
    #expect(box.text == "hello")
    texts.append(try await scheduler.background { "\($0)" })
    #expect(texts == ["5!"])
    await #expect(throws: Failure.busy) { try await scheduler.background { _ in throw Failure.busy } }
  }

  @Test func `With typed errors, inout parameters, optional, and over closures`() throws {
    let stub = try Stub<any Scheduler>()
    stub.when { $0.typed(Match.any()) }.then { (work: @escaping (Int) throws(Failure) -> Int) in
      do throws(Failure) { return try work(2) } catch { return error == .busy ? -1 : -2 }
    }
    stub.when { $0.edit(Match.any()) }.then { (change: @escaping (inout [Int], String) -> Bool) in
      var list = [1]
      return change(&list, "x") ? list : []
    }
    stub.when { $0.retry(Match.any()) }.then { (fallback: ((Int) -> Int)?) in fallback?(2) ?? 0 }
    stub.when { $0.compose(Match.any()) }.then { (outer: @escaping ((Int) -> Int) -> Int) in outer { $0 * 10 } }
    let scheduler = stub()
    #expect(scheduler.typed { $0 * 2 } == 4)
    #expect(scheduler.typed { (_) throws(Failure) in throw .busy } == -1)
    #expect(
      scheduler.edit { list, text in
        list.append(text.count)
        return true
      } == [1, 1]
    )
    #expect(scheduler.retry { $0 + 1 } == 3)
    #expect(scheduler.retry(nil) == 0)
    #expect(scheduler.compose { $0(4) + 1 } == 41)
  }

  @Test func `Of C, generic, and with many parameters`() throws {
    let stub = try Stub<any Scheduler>()
    stub.when { $0.sort(Match.any()) }.then { (compare: @convention(c) (Int32, Int32) -> Int32) in compare(7, 3) }
    stub.when { try $0.map(Match.any([Int].self), Match.any()) }
      .then { (values: [Int], transform: @escaping (Int) throws -> String) in try values.map(transform) }
    stub.when { $0.many(Match.any()) }
      .then { (work: @escaping (Int, Double, String, Float, Int8, UInt16, [Int]) -> (Int, String)) in
        let (number, text) = work(1, 2.5, "three", 4.5, 5, 6, [7])
        return number + text.count
      }
    let scheduler = stub()
    #expect(scheduler.sort { $0 - $1 } == 4)
    #expect(try scheduler.map([1, 2]) { "\($0)" } == ["1", "2"])
    #expect(scheduler.many { a, b, c, d, e, f, g in (a + Int(b) + Int(d) + Int(e) + Int(f) + g[0], c) } == 30)
  }

  @Test func `As results and properties`() async throws {
    let stub = try Stub<any Scheduler>()
    stub.when { $0.handlers() }.thenReturn([{ $0 + 1 }, { $0 + 2 }])
    stub.when { $0.makeAdder(Match.any()) }.then { (amount: Int) in { $0 + amount } }
    stub.when { $0.makeFetcher() }.thenReturn { @Sendable text in text.count }
    stub.when { $0.makeMaybe() }.thenReturn({ $0.isEmpty }, nil)
    // A closure literal that throws a type of its own, given directly to a generic function, crashes the compiler.
    let checked: (Int) throws(Failure) -> Int = { (value) throws(Failure) in
      if value < 0 { throw .busy }
      return value
    }
    stub.when { $0.makeTyped() }.thenReturn(checked)
    stub.when { $0.makeEditor() }.thenReturn { $0 += 1 }
    stub.when { $0.makeC() }.thenReturn { $0 * 2 }
    var results: [Result<Int, Failure>] = []
    stub.when { $0.completion }.thenReturn { results.append($0) }
    stub.when { $0.completion = Match.any() }.thenDoNothing()
    var scheduler = stub()
    #expect(scheduler.handlers().map { $0(1) } == [2, 3])
    #expect(scheduler.makeAdder(3)(4) == 7)
    #expect(try await scheduler.makeFetcher()("abc") == 3)
    #expect(scheduler.makeMaybe()?("") == true)
    #expect(scheduler.makeMaybe() == nil)
    #expect(try scheduler.makeTyped()(5) == 5)
    #expect(throws: Failure.busy) { try scheduler.makeTyped()(-1) }
    var number = 1
    scheduler.makeEditor()(&number)
    #expect(number == 2)
    #expect(scheduler.makeC()(4) == 8)
    scheduler.completion?(.success(1))
    scheduler.completion?(.failure(.busy))
    scheduler.completion = nil
    #expect(results == [.success(1), .failure(.busy)])
  }
}

private final class Box: @unchecked Sendable {
  var text = ""
}
