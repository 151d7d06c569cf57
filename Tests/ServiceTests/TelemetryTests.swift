import ServiceProtocols
import Testing
import Understudy

@Suite struct TelemetryTests {
  @Test func `Scalars of every type arrive and come back`() throws {
    let stub = try Stub<any Telemetry>()
    try echo(stub, [Int.min, -1, 0, .max]) { $0.int($1) }
    try echo(stub, [Int8.min, -1, 0, .max]) { $0.int8($1) }
    try echo(stub, [Int16.min, -1, 0, .max]) { $0.int16($1) }
    try echo(stub, [Int32.min, -1, 0, .max]) { $0.int32($1) }
    try echo(stub, [Int64.min, -1, 0, .max]) { $0.int64($1) }
    try echo(stub, [Int128.min, -1, 1 << 64, .max]) { $0.int128($1) }
    try echo(stub, [UInt.min, 1, .max]) { $0.uint($1) }
    try echo(stub, [UInt8.min, 1, .max]) { $0.uint8($1) }
    try echo(stub, [UInt16.min, 1, .max]) { $0.uint16($1) }
    try echo(stub, [UInt32.min, 1, .max]) { $0.uint32($1) }
    try echo(stub, [UInt64.min, 1, .max]) { $0.uint64($1) }
    try echo(stub, [UInt128.min, 1 << 64, .max]) { $0.uint128($1) }
    try echo(stub, [Float16.leastNonzeroMagnitude, -1.5, .infinity]) { $0.float16($1) }
    try echo(stub, [Float.leastNonzeroMagnitude, -1.5, .infinity]) { $0.float($1) }
    try echo(stub, [Double.leastNonzeroMagnitude, -1.5, .infinity]) { $0.double($1) }
    try echo(stub, [true, false]) { $0.bool($1) }
    try echo(stub, ["a", "👩‍👩‍👧‍👦", "\u{0}"] as [Character]) { $0.character($1) }
    try echo(stub, ["", "short", "a text that is too long to be kept inline", "naïve 🦊"]) { $0.string($1) }
    try echo(stub, ["", "abc".dropFirst(), "a text that is too long to be kept inline".prefix(30)]) { $0.substring($1) }
    try echo(stub, ["a", "\u{10FFFF}"] as [Unicode.Scalar]) { $0.scalar($1) }
    try echo(stub, [ObjectIdentifier(Int.self), ObjectIdentifier(stub)]) { $0.id($1) }
    try echo(stub, [SIMD4(1, 2, 3, 4), SIMD4(repeating: .infinity)]) { $0.vector($1) }
  }

  @Test func `Optionals of every type arrive and come back`() async throws {
    let stub = try Stub<any RemoteTelemetry>()
    try await echoAsync(stub, [.min, nil, .max]) { try await $0.int($1) }
    try await echoAsync(stub, [.min, nil, .max]) { try await $0.int8($1) }
    try await echoAsync(stub, [.min, nil, .max]) { try await $0.int16($1) }
    try await echoAsync(stub, [.min, nil, .max]) { try await $0.int32($1) }
    try await echoAsync(stub, [.min, nil, .max]) { try await $0.int64($1) }
    try await echoAsync(stub, [.min, nil, .max]) { try await $0.int128($1) }
    try await echoAsync(stub, [.min, nil, .max]) { try await $0.uint8($1) }
    try await echoAsync(stub, [.min, nil, .max]) { try await $0.uint16($1) }
    try await echoAsync(stub, [.min, nil, .max]) { try await $0.uint32($1) }
    try await echoAsync(stub, [.min, nil, .max]) { try await $0.uint64($1) }
    try await echoAsync(stub, [-1.5, nil, .infinity]) { try await $0.float16($1) }
    try await echoAsync(stub, [-1.5, nil, .infinity]) { try await $0.float($1) }
    try await echoAsync(stub, [-1.5, nil, .infinity]) { try await $0.double($1) }
    try await echoAsync(stub, [true, nil, false]) { try await $0.bool($1) }
    try await echoAsync(stub, [.none, .some(.none), .some(true), .some(false)]) { try await $0.nested($1) }
    try await echoAsync(stub, ["a", nil, "👩‍👩‍👧‍👦"]) { try await $0.character($1) }
    try await echoAsync(stub, ["", nil, "a text that is too long to be kept inline"]) { try await $0.string($1) }
    try await echoAsync(stub, ["abc".dropFirst(), nil, ""]) { try await $0.substring($1) }
    try await echoAsync(stub, [[], nil, [-1, 0, 1]]) { try await $0.array($1) }
    try await echoAsync(stub, [0..<0, nil, -1..<5]) { try await $0.range($1) }
  }

  @Test func `Properties of every type are changed in place`() throws {
    let stub = try Stub<any Gauges>()
    let count = Stored(Int8(1), in: stub, get: { $0.count }, set: { $0.count = $1 })
    let ratio = Stored(Float16(0.5), in: stub, get: { $0.ratio }, set: { $0.ratio = $1 })
    let level = Stored(2.0, in: stub, get: { $0.level }, set: { $0.level = $1 })
    let total = Stored(Int128.max, in: stub, get: { $0.total }, set: { $0.total = $1 })
    let title = Stored("t", in: stub, get: { $0.title }, set: { $0.title = $1 })
    let mark = Stored("m" as Character, in: stub, get: { $0.mark }, set: { $0.mark = $1 })
    let flags = Stored<Set<UInt16>>([1], in: stub, get: { $0.flags }, set: { $0.flags = $1 })
    let bounds = Stored<(low: Float, high: Float)>(
      (low: 1, high: 2),
      in: stub,
      get: { $0.bounds },
      set: { $0.bounds = $1 }
    )
    let limits = Stored<Range<Int>?>(nil, in: stub, get: { $0.limits }, set: { $0.limits = $1 })
    let history = Stored<[Result<Int, ServiceError>]>([], in: stub, get: { $0.history }, set: { $0.history = $1 })
    let matrix = Stored(Matrix(1), in: stub, get: { $0.matrix }, set: { $0.matrix = $1 })

    func swapEnds(_ pair: inout (low: Float, high: Float)) { swap(&pair.low, &pair.high) }
    let gauges = stub()
    gauges.count += 1
    gauges.count &-= 4
    gauges.ratio *= 3
    gauges.level.negate()
    gauges.total -= 1
    gauges.title.append(contentsOf: "itle, and a long one")
    gauges.mark = Character(gauges.mark.uppercased())
    gauges.flags.insert(9)
    gauges.flags.formUnion([2])
    swapEnds(&gauges.bounds)
    gauges.bounds.high += 0.5
    gauges.limits = 1..<4
    gauges.history += [.success(1), .failure(.notFound)]
    gauges.history[0] = .success(2)
    gauges.matrix.rows.1[2] = 99

    #expect(count.value == -2 && count.sets == 2 && count.gets == 2)
    #expect(ratio.value == 1.5)
    #expect(level.value == -2)
    #expect(total.value == Int128.max - 1)
    #expect(title.value == "title, and a long one")
    #expect(mark.value == "M" && mark.gets == 1)
    #expect(flags.value == [1, 2, 9])
    #expect(bounds.value == (low: 2, high: 1.5) && bounds.sets == 2)
    #expect(limits.value == 1..<4 && limits.gets == 0)
    #expect(history.value == [.success(2), .failure(.notFound)])
    #expect(matrix.value.rows.1[2] == 99 && matrix.value.rows.0 == Matrix(1).rows.0)
    stub.verify(2...2) { $0.flags = Match.any() }
    stub.verify { $0.total = .max - 1 }
  }

  @Test func `A table is changed in place`() throws {
    let stub = try Stub<any Gauges>()
    var cells: [[Double]] = [[1, 2], [3, 4]]
    stub.when { $0[Match.any(), Match.any()] }.then { (row: Int, column: Int) in cells[row][column] }
    stub.when { $0[Match.any(), Match.any()] = Match.any() }
      .then { (new: Double, row: Int, column: Int) in cells[row][column] = new }
    let gauges = stub()
    gauges[0, 1] *= 10
    gauges[1, 0] = gauges[0, 1] + gauges[1, 1]
    #expect(cells == [[1, 20], [24, 4]])
    stub.verify { $0[1, 0] = 24 }
    stub.verify(2...2) { $0[0, 1] }
  }

  @Test func `An in-place change that throws midway still ends`() throws {
    let stub = try Stub<any Gauges>()
    let title = Stored("a", in: stub, get: { $0.title }, set: { $0.title = $1 })
    func fail(_ text: inout String) throws {
      text += "b"
      throw ServiceError.notFound
    }
    #expect(throws: ServiceError.notFound) { try fail(&stub().title) }
    #expect(title.value == "ab")
  }

  #if arch(x86_64)
    @Test func `80-bit numbers are exact`() async throws {
      let stub = try Stub<any PrecisionMeter>()
      let fine = Float80(1).nextUp
      try echo(stub, [fine, -.infinity, .leastNonzeroMagnitude]) { $0.calibrate($1) }
      try echo(stub, [fine, nil, 0]) { try $0.refine($1, 0.5) }
      try await echoAsync(stub, [fine, -.infinity, .leastNonzeroMagnitude]) { try await $0.settle($1) }
      await stub.when { await $0.pair(Match.any()) }.then { (value: Float80) in (value.nextUp, 8) }
      #expect(await stub().pair(fine) == (fine.nextUp, 8))
      let offset = Stored(fine, in: stub, get: { $0.offset }, set: { $0.offset = $1 })
      var scratch: Float80 = 0
      stub.when { $0.read(into: &scratch) }.then { (value: inout Float80) in
        value = value.nextUp
        return true
      }
      var meter = stub()
      meter.offset = meter.offset.nextUp
      meter.offset *= 2
      #expect(offset.value == fine.nextUp * 2)
      var value = fine
      #expect(meter.read(into: &value))
      #expect(value == fine.nextUp)
      stub.verify { $0.offset = fine.nextUp }
    }
  #endif
}
