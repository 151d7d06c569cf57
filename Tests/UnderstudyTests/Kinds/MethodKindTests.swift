import Testing
import Understudy

@globalActor private actor Hardware {
  static let shared = Hardware()
}

private final class Reel: Equatable {
  var length: Int
  init(_ length: Int) { self.length = length }
  static func == (one: Reel, other: Reel) -> Bool { one.length == other.length }
}

private protocol Recorder {
  func start(track: String) -> Int
  static func supported() -> [String]
  mutating func rewind(by seconds: Double) -> Bool
  consuming func dismantle() -> String
  borrowing func inspect() -> Int
  func insert(_ reel: consuming Reel) -> Int
  func weigh(_ reel: borrowing Reel) -> Int
  func shelve(_ reel: __owned Reel) -> Int
  func label(_ text: __shared String) -> Int
}

/// Each way to write a method, apart from its effects.
@Suite struct MethodKindTests {
  @Test func `On an instance and on the type`() throws {
    let stub = try Stub<any Recorder>()
    stub.when { $0.start(track: "a") }.thenReturn(1)
    stub.when { type(of: $0).supported() }.thenReturn(["mp3"])
    let recorder = stub()
    #expect(recorder.start(track: "a") == 1)
    #expect(type(of: recorder).supported() == ["mp3"])
    stub.verify { type(of: $0).supported() }
  }

  @Test func `Mutating, consuming and borrowing`() throws {
    let stub = try Stub<any Recorder>()
    stub.when { $0.rewind(by: Match.greaterThan(1)) }.thenReturn(true)
    stub.when { $0.dismantle() }.thenReturn("parts")
    stub.when { $0.inspect() }.thenReturn(4)
    var recorder = stub()
    let isRewound = recorder.rewind(by: 2.5)
    #expect(isRewound)
    #expect(recorder.inspect() == 4)
    #expect(recorder.dismantle() == "parts")
    stub.verify { $0.rewind(by: 2.5) }
    stub.verify { $0.dismantle() }
  }

  @Test func `Parameters that are consumed, borrowed, owned and shared`() throws {
    let stub = try Stub<any Recorder>()
    stub.when { $0.insert(Match.any()) }.then { (reel: Reel) in reel.length }
    stub.when { $0.weigh(Match.equal(Reel(7))) }.thenReturn(70)
    stub.when { $0.shelve(Match.any()) }.then { (reel: Reel) in reel.length * 2 }
    stub.when { $0.label("a long label that isn't kept inline") }.thenReturn(1)
    let recorder = stub()
    let reel = Reel(7)
    #expect(recorder.insert(reel) == 7)
    #expect(recorder.weigh(reel) == 70)
    #expect(recorder.shelve(reel) == 14)
    #expect(recorder.label("a long label that isn't kept inline") == 1)
    stub.verify { $0.insert(Match.identical(to: reel)) }
  }

  @Test func `Rethrowing`() throws {
    let stub = try Stub<any Studio>()
    stub.when { $0.perform(times: Match.equal(2), Match.any()) }
      .then { (times: Int, take: @escaping (Int) throws -> String) in try (1...times).map(take) }
    stub.when { $0.perform(times: Match.equal(3), Match.any()) }.thenReturn([])
    let studio = stub()
    #expect(studio.perform(times: 2) { "take \($0)" } == ["take 1", "take 2"])
    #expect(throws: Failure.noise) {
      try studio.perform(times: 2) { _ in throw Failure.noise }
    }
    #expect(studio.perform(times: 3) { _ in "" } == [])
    // A caller that passes a function which doesn't throw doesn't look for an error.
    #expect(
      issues { _ = studio.perform(times: 4) { _ in "" } }.first?.split(separator: "\n").first
        == "no behaviour for perform(times: 4, { (Int) throws -> String }) of any Studio: it returned []."
    )
    stub.verify(2...2) { $0.perform(times: Match.equal(2), Match.any()) }
  }

  @MainActor @Test func `On the main actor and on one of the user's`() async throws {
    let stub = try Stub<any Screen>()
    stub.when { $0.draw("a") }.thenReturn(1)
    await stub.when { await $0.present(Match.any()) }.then { (name: String) in name.count }
    let screen = stub()
    #expect(screen.draw("a") == 1)
    #expect(await screen.present("abc") == 3)

    let device = try Stub<any Device>()
    await configure(device)
    let value: any Device = device()
    #expect(await value.power() == 12)
    #expect(try await value.calibrate(3) == 6)
    #expect(value.name == "lamp")
  }

  @Hardware private func configure(_ device: Stub<any Device>) async {
    device.when { $0.power() }.thenReturn(12)
    await device.when { try await $0.calibrate(Match.any()) }.then { (value: Int) in value * 2 }
    device.when { $0.name }.thenReturn("lamp")
  }

  @Test func `Off every actor, and on the caller's`() async throws {
    let stub = try Stub<any Worker>()
    await stub.when { await $0.compute(1) }.thenReturn(10)
    await stub.when { await $0.inherit(Match.any()) }.then { (value: Int) async in value + 1 }
    await stub.when { try await $0.hand(Match.any()) }.then { (reel: Reel) in reel.length }
    await stub.when { await $0.fetch() }.then { Reel(3) }
    let worker = stub()
    #expect(await worker.compute(1) == 10)
    #expect(await worker.inherit(1) == 2)
    #expect(try await worker.hand(Reel(9)) == 9)
    #expect(await worker.fetch() == Reel(3))
  }

  @Test func `With typed errors`() async throws {
    let stub = try Stub<any Press>()
    stub.when { try $0.print(1) }.thenThrow(Failure.noise)
    stub.when { try $0.print(2) }.thenReturn("two")
    stub.when { try $0.bind(Match.any()) }.thenThrow(Jam(page: 3, text: "stuck in the middle", depth: 1.5))
    await stub.when { try await $0.ship(Match.any()) }.thenThrow(Jam(page: 4, text: "lost", depth: 2))
    stub.when { $0.safe(Match.any()) }.thenReturn(5)
    stub.when { try $0.send(Match.any(), or: Match.any(Failure.self)) }.thenThrow(Failure.noise)
    let press = stub()
    #expect(throws: Failure.noise) { try press.print(1) }
    #expect(try press.print(2) == "two")
    do throws(Jam) {
      try press.bind(1)
      Issue.record("nothing was thrown")
    } catch {
      #expect(error == Jam(page: 3, text: "stuck in the middle", depth: 1.5))
    }
    do throws(Jam) {
      _ = try await press.ship(1)
      Issue.record("nothing was thrown")
    } catch {
      #expect(error.page == 4)
    }
    #expect(press.safe(1) == 5)
    do throws(Failure) {
      _ = try press.send(1, or: Failure.noise)
      Issue.record("nothing was thrown")
    } catch {
      #expect(error == .noise)
    }
  }

  @Test func `With an error of an associated type`() throws {
    let stub = try Stub<any Gate<Failure>>()
    stub.when { try $0.open() }.thenThrow(Failure.noise).thenReturn(1)
    let gate = stub()
    #expect(throws: Failure.noise) { try gate.open() }
    #expect(try gate.open() == 1)
  }

  @Test func `Operators`() throws {
    let stub = try Stub<any Amount>()
    func equal<A: Amount>(_ amount: A) -> Bool { amount == amount }
    func less<A: Amount>(_ amount: A) -> Bool { amount < amount }
    func sum<A: Amount>(_ amount: A) -> A { amount + amount }
    func negated<A: Amount>(_ amount: A) -> A { -amount }
    func scaled<A: Amount>(_ amount: A) -> Int { amount * 3 }
    stub.when { equal($0) }.thenReturn(false)
    stub.when { less($0) }.thenReturn(true)
    let other = try Stub<any Amount>.make { $0.when { $0.name }.thenReturn("other") }
    stub.when { sum($0) as any Amount }.thenReturn(other)
    stub.when { negated($0) as any Amount }.thenReturn(other)
    stub.when { scaled($0) }.thenReturn(12)
    let amount = stub()
    let (isEqual, isLess, total) = (equal(amount), less(amount), scaled(amount))
    #expect(!isEqual && isLess && total == 12)
    let (first, second) = (sum(amount) as any Amount, negated(amount) as any Amount)
    #expect(first.name == "other" && second.name == "other")
    stub.verify { scaled($0) }
  }
}

private enum Failure: Error { case noise }
private struct Jam: Error, Equatable {
  var page: Int
  var text: String
  var depth: Double
}

private protocol Studio {
  func perform(times: Int, _ take: (Int) throws -> String) rethrows -> [String]
}
@MainActor private protocol Screen: AnyObject {
  func draw(_ text: String) -> Int
  func present(_ name: String) async -> Int
}
@Hardware private protocol Device: Sendable {
  func power() -> Int
  func calibrate(_ value: Int) async throws -> Int
  nonisolated var name: String { get }
}
private protocol Worker: Sendable {
  @concurrent func compute(_ value: Int) async -> Int
  nonisolated(nonsending) func inherit(_ value: Int) async -> Int
  func hand(_ reel: sending Reel) async throws -> Int
  func fetch() async -> sending Reel
}
private protocol Press {
  func print(_ page: Int) throws(Failure) -> String
  func bind(_ count: Int) throws(Jam)
  func ship(_ count: Int) async throws(Jam) -> Double
  func safe(_ value: Int) throws(Never) -> Int
  func send<E: Error>(_ value: Int, or error: E) throws(E) -> Int
}
private protocol Gate<Problem> {
  associatedtype Problem: Error
  func open() throws(Problem) -> Int
}
private protocol Amount {
  var name: String { get }
  static func == (one: Self, other: Self) -> Bool
  static func < (one: Self, other: Self) -> Bool
  static func + (one: Self, other: Self) -> Self
  static prefix func - (one: Self) -> Self
  static func * (one: Self, factor: Int) -> Int
}
