import ServiceProtocols
import Testing
import Understudy

@Suite struct PlaceTests {
  @Test func `Places are found`() async throws {
    let stub = try Stub<any Geocoder>()
    let address = Address(street: "Main Street", number: 1, city: "Springfield")
    await stub.when { try await $0.locate(address) }.thenReturn(Coordinate(1.5, -2.5))
    await stub.when { try await $0.locate(Match.any()) }.thenReturn(nil).thenThrow(ServiceError.notFound)
    stub.when { $0.distance(from: Match.any(), to: Match.any()) }
      .then { (start: Coordinate, end: Coordinate) in end.latitude - start.latitude }
    let areas = stub.when { $0.area(Match.any(), scale: Match.any()) }
      .then { (corners: [Coordinate], scale: Float) in (corners.reduce(0) { $0 + $1.longitude }, -scale) }
    stub.when { try $0.region(around: Match.any(), radius: Match.any(), zoom: Match.any()) }
      .then { (center: Coordinate, radius: Float, zoom: Int8) in
        if zoom < 0 { throw ServiceError.notFound }
        return Region(corner: center, zoom: radius, tiles: Int16(zoom) * -3, isOcean: zoom > 100)
      }
    let geocoder = stub()
    #expect(try await geocoder.locate(address) == Coordinate(1.5, -2.5))
    var other = address
    other.number = 2
    #expect(try await geocoder.locate(other) == nil)
    await #expect(throws: ServiceError.notFound) { try await geocoder.locate(other) }
    #expect(geocoder.distance(from: Coordinate(1, 2), to: Coordinate(8.5, 0)) == 7.5)
    #expect(geocoder.area(Coordinate(0, 1), Coordinate(0, 2), scale: 3) == (3, -3))
    #expect(geocoder.area(scale: 0.5) == (0, -0.5))
    let region = try geocoder.region(around: Coordinate(3, 4), radius: 1.25, zoom: 101)
    #expect(region == Region(corner: Coordinate(3, 4), zoom: 1.25, tiles: -303, isOcean: true))
    #expect(throws: ServiceError.notFound) { try geocoder.region(around: Coordinate(0, 0), radius: 0, zoom: -1) }
    let calls: [([Coordinate], Float)] = areas.arguments()
    #expect(calls.count == 2 && calls[0] == ([Coordinate(0, 1), Coordinate(0, 2)], 3) && calls[1] == ([], 0.5))
    await stub.verify(2...2) { try await $0.locate(other) }
    stub.verify { $0.distance(from: Coordinate(1, 2), to: Coordinate(8.5, 0)) }
    stub.verify { $0.area(Coordinate(0, 1), Coordinate(0, 2), scale: 3) }
    stub.verify { try $0.region(around: Coordinate(0, 0), radius: 0, zoom: -1) }
  }

  @Test func `A route of ten parameters arrives`() async throws {
    let stub = try Stub<any Geocoder>()
    let points = (0..<5).map { Coordinate(Double($0), Double($0) + 0.5) }
    let routed = await stub.when {
      await $0.route(
        Match.any(),
        Match.any(),
        Match.any(),
        Match.any(),
        Match.any(),
        speed: Match.any(),
        name: Match.any(),
        tolls: Match.any(),
        weight: Match.any(),
        lanes: Match.any()
      )
    }
    .then {
      (
        a: Coordinate,
        b: Coordinate,
        c: Coordinate,
        d: Coordinate,
        e: Coordinate,
        speed: Int,
        name: String,
        tolls: Bool,
        weight: Float,
        lanes: Int16
      ) async in
      await Task.yield()
      return (speed, name, tolls, weight, lanes) == (-9, "scenic", true, 2.5, -3) ? [e, d, c, b, a] : []
    }
    let route = await stub().route(
      points[0],
      points[1],
      points[2],
      points[3],
      points[4],
      speed: -9,
      name: "scenic",
      tolls: true,
      weight: 2.5,
      lanes: -3
    )
    #expect(route == points.reversed())
    routed.verify()
    await stub.verify {
      await $0.route(
        points[0],
        points[1],
        points[2],
        points[3],
        points[4],
        speed: -9,
        name: "scenic",
        tolls: true,
        weight: 2.5,
        lanes: -3
      )
    }
  }

  /// Code under test: remembers where it was.
  final class Tracker: LocationDelegate {
    var path: [Coordinate] = []
    var accuracies: [Float16] = []
    var errors = 0

    init(_ source: any LocationSource) throws {
      source.delegate = self
      if let last = source.last { path.append(last) }
      try source.start(.milliseconds(500))
    }

    func source(_ source: any LocationSource, didMoveTo coordinate: Coordinate, accuracy: Float16) {
      path.append(coordinate)
      accuracies.append(accuracy)
    }

    func source(_ source: any LocationSource, didFail error: any Error) {
      errors += 1
      source.stop()
    }
  }

  @Test func `A source drives its delegate`() throws {
    let stub = try Stub<any LocationSource>()
    weak var delegate: (any LocationDelegate)?
    stub.when { $0.delegate }.then { delegate }
    stub.when { $0.delegate = Match.any() }.then { (new: (any LocationDelegate)?) in delegate = new }
    stub.when { $0.last }.thenReturn(Coordinate(0, 0))
    let started = stub.when { try $0.start(Match.any()) }.thenDoNothing().thenThrow(ServiceError.notFound)
    stub.when { $0.stop() }.thenDoNothing()

    var tracker: Tracker? = try Tracker(stub())
    #expect(stub().delegate === tracker)
    stub().delegate?.source(stub(), didMoveTo: Coordinate(1, 1), accuracy: 0.5)
    stub().delegate?.source(stub(), didFail: CancellationError())
    #expect(tracker?.path == [Coordinate(0, 0), Coordinate(1, 1)])
    #expect(tracker?.accuracies == [0.5] && tracker?.errors == 1)
    #expect(throws: ServiceError.notFound) { try Tracker(stub()) }
    let intervals: [Duration] = started.arguments()
    #expect(intervals == [.milliseconds(500), .milliseconds(500)])
    stub.verify { $0.stop() }
    stub.verify { $0.delegate = tracker }
    tracker = nil
    stub.reset()
    #expect(delegate == nil)
  }

  @Test func `A source tells a double of its delegate`() throws {
    let stub = try Stub<any LocationDelegate>()
    let source: any LocationSource = try Stub.make()
    let moved = stub.when { $0.source(Match.any(), didMoveTo: Match.any(), accuracy: Match.any()) }.thenDoNothing()
    let failed = stub.when { $0.source(Match.any(), didFail: Match.any()) }.thenDoNothing()
    stub().source(source, didMoveTo: Coordinate(.infinity, -0.5), accuracy: .greatestFiniteMagnitude)
    stub().source(source, didFail: ServiceError.notFound)
    let moves: [(any LocationSource, Coordinate, Float16)] = moved.arguments()
    #expect(moves.count == 1 && moves[0].0 === source)
    #expect(moves[0].1 == Coordinate(.infinity, -0.5) && moves[0].2 == .greatestFiniteMagnitude)
    let failures: [(any LocationSource, any Error)] = failed.arguments()
    #expect(failures.count == 1 && failures[0].1 as? ServiceError == .notFound)
    stub.verify { $0.source(source, didFail: ServiceError.notFound) }
  }

  @Test func `Small floats and vectors arrive`() async throws {
    let stub = try Stub<any ElevationModel>()
    stub.when { $0.height(at: Match.any()) }.then { (place: Coordinate) in Float16(place.latitude) }
    let profiled = stub.when { $0.profile(Match.any(), step: Match.any()) }
      .then { (heights: [Float16], step: Float) in
        (min: heights.min() ?? 0, max: heights.max() ?? 0, mean: Double(step))
      }
    stub.when { $0.normal(at: Match.any(), Match.any()) }
      .then { (place: Coordinate, hint: SIMD3<Float>) in hint * Float(place.longitude) }
    await stub.when { try await $0.blend(Match.any(), Match.any(), by: Match.any()) }
      .then { (one: SIMD2<Double>, other: SIMD2<Double>, weight: Double) async in
        await Task.yield()
        return one * (1 - weight) + other * weight
      }
    let model = stub()
    #expect(model.height(at: Coordinate(-2.5, 0)) == -2.5)
    let profile = model.profile([3, -1, 2], step: 0.125)
    #expect(profile == (min: -1, max: 3, mean: 0.125))
    #expect(model.normal(at: Coordinate(0, 2), SIMD3(1, 2, 3)) == SIMD3(2, 4, 6))
    #expect(try await model.blend(SIMD2(1, 2), SIMD2(3, 4), by: 0.5) == SIMD2(2, 3))
    let profiles: [([Float16], Float)] = profiled.arguments()
    #expect(profiles.count == 1 && profiles[0] == ([3, -1, 2], 0.125))
    stub.verify { $0.height(at: Coordinate(-2.5, 0)) }
    stub.verify { $0.normal(at: Coordinate(0, 2), SIMD3(1, 2, 3)) }
    await stub.verify { try await $0.blend(SIMD2(1, 2), SIMD2(3, 4), by: 0.5) }
  }
}
