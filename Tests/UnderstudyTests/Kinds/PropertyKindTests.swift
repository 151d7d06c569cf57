import Testing
import Understudy

private enum Failure: Error, Equatable { case offline }

private protocol Thermostat {
  var current: Double { get }
  var target: Double { get set }
  var schedule: [Int] { get set }
  var owner: String? { get set }
  var history: [Double] { get async }
  var firmware: String { get throws }
  var remote: Int { get async throws }
  var humidity: Double { get throws(Failure) }
  var pressure: Double { get async throws(Failure) }
  var mode: Int { get nonmutating set }
  var reading: Int { mutating get }
  var cursor: Int { mutating get set }
  static var unit: String { get set }
  static var models: [String] { get async throws }
}

private protocol Grid {
  subscript(row: Int, column column: Int) -> Double { get set }
  subscript(name: String) -> Int? { get }
  subscript<Key: Hashable>(keyed key: Key) -> String { get set }
  subscript(slow index: Int) -> Int { get async throws }
  subscript(checked index: Int) -> Int { get throws(Failure) }
  static subscript(preset: Int) -> String { get set }
  static subscript(remote name: String) -> Int { get async throws }
}

private func increase(_ value: inout Double) { value += 1 }

/// Each way to write a property or a subscript.
@Suite struct PropertyKindTests {
  @Test func `Get, and get and set`() throws {
    let stub = try Stub<any Thermostat>()
    stub.when { $0.current }.thenReturn(20.5)
    stub.when { $0.target }.thenReturn(21)
    stub.when { $0.target = Match.any() }.thenDoNothing()
    var thermostat = stub()
    #expect(thermostat.current == 20.5)
    thermostat.target = 22
    stub.verify { $0.target = 22 }
  }

  @Test func `Changed in place`() throws {
    let stub = try Stub<any Thermostat>()
    stub.when { $0.target }.thenReturn(21)
    stub.when { $0.target = Match.any() }.thenDoNothing()
    stub.when { $0.schedule }.thenReturn([6])
    stub.when { $0.schedule = Match.any() }.thenDoNothing()
    stub.when { $0.owner }.thenReturn("Ann")
    stub.when { $0.owner = Match.any() }.thenDoNothing()
    var thermostat = stub()
    thermostat.target += 1.5
    increase(&thermostat.target)
    thermostat.schedule.append(9)
    thermostat.schedule[0] = 7
    thermostat.owner?.append("a")
    stub.verify { $0.target = 22.5 }
    stub.verify { $0.target = 22 }
    stub.verify { $0.schedule = [6, 9] }
    stub.verify { $0.schedule = [7] }
    stub.verify { $0.owner = "Anna" }
  }

  @Test func `Getters with effects`() async throws {
    let stub = try Stub<any Thermostat>()
    await stub.when { await $0.history }.thenReturn([1, 2])
    stub.when { try $0.firmware }.thenReturn("1.0").thenThrow(Failure.offline)
    await stub.when { try await $0.remote }.thenThrow(Failure.offline).then { 7 }
    stub.when { try $0.humidity }.thenThrow(Failure.offline)
    await stub.when { try await $0.pressure }.thenThrow(Failure.offline).thenReturn(1013)
    let thermostat = stub()
    #expect(await thermostat.history == [1, 2])
    #expect(try thermostat.firmware == "1.0")
    #expect(throws: Failure.offline) { try thermostat.firmware }
    await #expect(throws: Failure.offline) { try await thermostat.remote }
    #expect(try await thermostat.remote == 7)
    do throws(Failure) {
      _ = try thermostat.humidity
      Issue.record("nothing was thrown")
    } catch {
      #expect(error == .offline)
    }
    await #expect(throws: Failure.offline) { try await thermostat.pressure }
    #expect(try await thermostat.pressure == 1013)
  }

  @Test func `Getters that throw, without a behaviour`() async throws {
    let thermostat = try Stub<any Thermostat>()()
    #expect(throws: UnstubbedCall.self) { try thermostat.firmware }
    await #expect(throws: UnstubbedCall.self) { try await thermostat.remote }
  }

  @Test func `Getters that mutate, and setters that don't`() throws {
    let stub = try Stub<any Thermostat>()
    stub.when { $0.mode }.thenReturn(1)
    stub.when { $0.mode = Match.any() }.thenDoNothing()
    stub.when { $0.reading }.thenReturn(5)
    stub.when { $0.cursor }.thenReturn(8)
    stub.when { $0.cursor = Match.any() }.thenDoNothing()
    let fixed = stub()
    fixed.mode = 3
    fixed.mode += 1
    var thermostat = stub()
    let reading = thermostat.reading
    #expect(reading == 5)
    thermostat.cursor += 1
    stub.verify { $0.mode = 3 }
    stub.verify { $0.mode = 2 }
    stub.verify { $0.cursor = 9 }
  }

  @Test func `On the type`() async throws {
    let stub = try Stub<any Thermostat>()
    stub.when { type(of: $0).unit }.thenReturn("°C")
    stub.when { type(of: $0).unit = Match.any() }.thenDoNothing()
    await stub.when { try await type(of: $0).models }.thenReturn(["T1"])
    let model = type(of: stub())
    #expect(model.unit == "°C")
    model.unit += "!"
    #expect(try await model.models == ["T1"])
    stub.verify { type(of: $0).unit = "°C!" }
  }

  @Test func `Subscripts`() async throws {
    let stub = try Stub<any Grid>()
    stub.when { $0[1, column: 2] }.thenReturn(0.5)
    stub.when { $0[Match.any(), column: Match.any()] = Match.any() }.thenDoNothing()
    stub.when { $0["a"] }.thenReturn(nil)
    stub.when { $0[keyed: Match.equal(3)] }.thenReturn("three")
    stub.when { $0[keyed: Match.equal("x")] }.thenReturn("ex")
    stub.when { $0[keyed: Match.any(Int.self)] = Match.any() }.thenDoNothing()
    await stub.when { try await $0[slow: Match.any()] }.then { (index: Int) in index * 2 }
    stub.when { try $0[checked: Match.any()] }.thenThrow(Failure.offline)
    var grid = stub()
    grid[1, column: 2] += 1
    #expect(grid["a"] == nil)
    grid[keyed: 3] += "!"
    #expect(grid[keyed: "x"] == "ex")
    #expect(try await grid[slow: 4] == 8)
    #expect(throws: Failure.offline) { try grid[checked: 1] }
    stub.verify { $0[1, column: 2] = 1.5 }
    stub.verify { $0[keyed: 3] = "three!" }
  }

  @Test func `Subscripts of the type`() async throws {
    let stub = try Stub<any Grid>()
    stub.when { type(of: $0)[1] }.thenReturn("one")
    stub.when { type(of: $0)[Match.any()] = Match.any() }.thenDoNothing()
    await stub.when { try await type(of: $0)[remote: "a"] }.thenReturn(1)
    let model = type(of: stub())
    model[1] += "!"
    #expect(try await model[remote: "a"] == 1)
    stub.verify { type(of: $0)[1] = "one!" }
  }
}
