import CTypes
import Foundation
import ResilientTypes
import Testing
import Understudy

private protocol Planner {
  func plan(_ from: Address, _ to: Position, by vehicle: Vehicle, _ direction: Direction) -> Stop
  func stops(_ first: Stop?, _ more: [Stop], _ pair: (Address, Position)) -> (Position, Address?)
  func turn(_ direction: Direction?, _ position: Position?) -> (Direction, Int8)
  func move(_ stop: inout Stop, _ position: inout Position) -> Vehicle?
  func visit(_ body: (Address, Position) throws -> Direction) rethrows -> Int
  func wait(_ vehicle: Vehicle) async throws -> Address
  func late() throws(Delay) -> Position
  func closed() async throws(Closure) -> Int32
  var home: Address { get set }
}

private protocol Socket {
  func send(_ message: ct_large, _ storage: sockaddr_storage, _ set: ct_big_union, _ tag: Int) -> ct_big_union
  func stat(_ path: String) throws -> stat
  func spec(_ time: timespec, _ value: ct_packed_numbers) -> ct_gaps
}

/// How a type of another module travels follows from that module.
@Suite struct ModuleKindTests {
  @Test func `Types of a module built with library evolution, frozen or not`() async throws {
    let address = Address(street: "a street with a name that isn't kept inline", number: 4)
    let position = Position(x: 1, y: 2, level: 3)
    let stop = Stop(address: address, position: position)
    let stub = try Stub<any Planner>()
    stub.when { $0.plan(address, position, by: .bike(gears: 7), .west) }.thenReturn(stop)
    stub.when { $0.stops(Match.any(), Match.hasCount(1), Match.any()) }.thenReturn((position, nil))
    stub.when { $0.turn(.south, nil) }.thenReturn((.east, -1))
    var (place, point) = (stop, position)
    stub.when { $0.move(&place, &point) }.then { (stop: inout Stop, position: inout Position) in
      stop.position = position
      position.level = 9
      return Vehicle?.some(.foot)
    }
    stub.when { $0.visit(Match.any()) }.then { (body: @escaping (Address, Position) throws -> Direction) in
      Int(try body(address, position).rawValue)
    }
    await stub.when { try await $0.wait(.foot) }.then { (_: Vehicle) async in address }
    stub.when { try $0.late() }.thenThrow(Delay(minutes: 5)).thenReturn(position)
    await stub.when { try await $0.closed() }.thenThrow(Closure(stop: 8)).thenReturn(6)
    stub.when { $0.home }.thenReturn(address)
    stub.when { $0.home = Match.any() }.thenDoNothing()

    var planner = stub()
    #expect(planner.plan(address, position, by: .bike(gears: 7), .west) == stop)
    let (first, second) = planner.stops(nil, [stop], (address, position))
    #expect(first == position && second == nil)
    #expect(planner.turn(.south, nil) == (.east, -1))
    point.x = 12
    #expect(planner.move(&place, &point) == .foot)
    #expect(place.position.x == 12 && point.level == 9)
    #expect(planner.visit { $0 == address && $1 == position ? .west : .north } == 3)
    #expect(try await planner.wait(.foot) == address)
    #expect(throws: Delay(minutes: 5)) { try planner.late() }
    #expect(try planner.late() == position)
    await #expect(throws: Closure(stop: 8)) { try await planner.closed() }
    #expect(try await planner.closed() == 6)
    planner.home.number += 1
    stub.verify { $0.home = Address(street: address.street, number: 5) }
  }

  @Test func `A protocol of such a module`() async throws {
    let stub = try Stub<any Timetable>(binding: ["Line": Int.self])
    let address = Address(street: "s", number: 1)
    let position = Position(x: 1, y: 2, level: 3)
    stub.when { $0.next(from: address, position) }.thenReturn(.bike(gears: 3))
    await stub.when { try await $0.direction(of: 3) }.thenReturn(.south)
    stub.when { $0.title }.thenReturn("t")
    stub.when { $0.title = Match.any() }.thenDoNothing()
    var table = stub()
    #expect(table.next(from: address, position) == .bike(gears: 3))
    #expect(try await table.direction(of: 3) == .south)
    table.title += "!"
    stub.verify { $0.title = "t!" }
  }

  @Test func `Structs and large unions of C`() throws {
    let stub = try Stub<any Socket>()
    stub.when { $0.send(Match.any(), Match.any(), Match.any(), Match.any()) }
      .then { (message: ct_large, storage: sockaddr_storage, set: ct_big_union, tag: Int) in
        var result = set
        result.words.1 = message.words.5 + Int64(storage.ss_family) + Int64(tag)
        return result
      }
    stub.when { try $0.stat(Match.any()) }.then { (path: String) in
      var result = Glibc.stat()
      result.st_size = path.count
      return result
    }
    stub.when { $0.spec(Match.any(), Match.any()) }.then { (time: timespec, value: ct_packed_numbers) in
      ct_gaps(byte: value.byte, word: UInt32(time.tv_sec), number: Double(value.number), last: value.other)
    }
    let socket = stub()
    var storage = sockaddr_storage()
    storage.ss_family = 2
    var union = ct_big_union()
    union.words.0 = 7
    let back = socket.send(ct_large(words: (1, 2, 3, 4, 5, 6)), storage, union, 10)
    #expect(back.words.0 == 7 && back.words.1 == 18)
    #expect(try socket.stat("abc").st_size == 3)
    let gaps = socket.spec(
      timespec(tv_sec: 5, tv_nsec: 0),
      ct_packed_numbers(byte: 1, other: 2, half_word: 3, number: 4)
    )
    #expect(gaps.word == 5 && gaps.number == 4 && gaps.last == 2)
  }
}
