import Foundation
import ServiceProtocols
import Testing

private struct TestGeocoder: Geocoder {
  func locate(_ address: Address) async throws -> Coordinate? {
    saw(address)
    await Task.yield()
    if address.number == 0 { throw ServiceError.notFound }
    return address.number > 9 ? nil : Coordinate(Double(address.number), 2)
  }
  func distance(from start: Coordinate, to end: Coordinate) -> Double {
    saw(start, end)
    return abs(start.latitude - end.latitude) + abs(start.longitude - end.longitude)
  }
  func area(_ corners: Coordinate..., scale: Float) -> (Double, Float) {
    saw(corners, scale)
    return (corners.reduce(0) { $0 + $1.latitude }, scale / 2)
  }
  func region(around center: Coordinate, radius: Float, zoom: Int8) throws -> Region {
    saw(center, radius, zoom)
    if radius.isNaN { throw ServiceError.refused(code: Int(zoom), text: "radius") }
    return Region(corner: center, zoom: radius, tiles: Int16(zoom), isOcean: zoom < 0)
  }
  func route(
    _ a: Coordinate,
    _ b: Coordinate,
    _ c: Coordinate,
    _ d: Coordinate,
    _ e: Coordinate,
    speed: Int,
    name: String,
    tolls: Bool,
    weight: Float,
    lanes: Int16
  ) async -> [Coordinate] {
    saw(a, b, c, d, e, speed, name, tolls, weight, lanes)
    await Task.yield()
    return [e, d, c, b, a]
  }
}

private final class TestLocation: LocationSource {
  weak var delegate: (any LocationDelegate)?
  private(set) var last: Coordinate?
  private let token = item()
  func start(_ interval: Duration) throws {
    saw(interval, delegate != nil, last)
    if interval < .zero { throw ServiceError.refused(code: 0, text: "interval") }
    last = Coordinate(1, 2)
    delegate?.source(self, didMoveTo: last!, accuracy: 0.5)
  }
  func stop() {
    saw(last)
    delegate?.source(self, didFail: CancellationError())
  }
}

private final class TestMap: LocationDelegate {
  func source(_ source: any LocationSource, didMoveTo coordinate: Coordinate, accuracy: Float16) {
    saw(coordinate, accuracy, source.last)
  }
  func source(_ source: any LocationSource, didFail error: any Error) { saw(error) }
}

private struct TestElevation: ElevationModel {
  func height(at coordinate: Coordinate) -> Float16 { Float16(coordinate.latitude) }
  func profile(_ heights: [Float16], step: Float) -> (min: Float16, max: Float16, mean: Double) {
    saw(heights, step)
    return (heights.min()!, heights.max()!, Double(step))
  }
  func normal(at coordinate: Coordinate, _ hint: SIMD3<Float>) -> SIMD3<Float> {
    saw(coordinate, hint)
    return hint * 2
  }
  func blend(_ one: SIMD2<Double>, _ other: SIMD2<Double>, by weight: Double) async throws -> SIMD2<Double> {
    saw(one, other, weight)
    await Task.yield()
    if weight > 1 { throw ServiceError.notFound }
    return one + other * weight
  }
}

private struct TestClock: WallClock {
  static let start = ContinuousClock().now
  var now: Date { Date(timeIntervalSince1970: 3) }
  var monotonic: ContinuousClock.Instant { Self.start.advanced(by: .seconds(1)) }
  func elapsed(since start: ContinuousClock.Instant) -> Duration {
    saw(start == Self.start)
    return start.duration(to: monotonic)
  }
  func sleep(until deadline: SuspendingClock.Instant, tolerance: Duration?) async throws {
    saw(tolerance)
    await Task.yield()
    if tolerance == nil { throw CancellationError() }
  }
  func zone(of coordinate: Coordinate) -> TimeZone? { TimeZone(secondsFromGMT: Int(coordinate.longitude) * 3600) }
}

private let someID = UUID(uuidString: "6BA7B810-9DAD-11D1-80B4-00C04FD430C8")!

private final class TestScheduler: Scheduler {
  private(set) var pending: [Job] = []
  var calendar = Calendar(identifier: .gregorian) { didSet { saw(calendar.identifier) } }
  func schedule(_ job: Job, at date: Date, every components: DateComponents?) throws -> UUID {
    saw(job, date, components, pending.count)
    if job.name.isEmpty { throw ServiceError.notFound }
    pending.append(job)
    return job.id
  }
  func cancel(_ ids: Set<UUID>) {
    saw(ids)
    pending.removeAll { ids.contains($0.id) }
  }
  func run(_ job: inout Job) async throws -> Duration {
    saw(job)
    await Task.yield()
    job.name += " done"
    if job.interval != nil { throw ServiceError.refused(code: 1, text: job.name) }
    return .seconds(job.name.count)
  }
}

private struct TestLimiter: RateLimiter {
  func acquire(_ key: String, cost: Double) -> Bool {
    saw(key, cost)
    return cost < 1
  }
  func wait(_ key: String, cost: Double) async throws -> Duration {
    saw(key, cost)
    await Task.yield()
    if cost.isInfinite { throw CancellationError() }
    return .seconds(cost)
  }
  func remaining(_ key: String) async -> (tokens: Double, resets: ContinuousClock.Instant?) {
    (0.5, key.isEmpty ? nil : TestClock.start)
  }
  var limits: [String: ClosedRange<Int>] { ["a": 1...2] }
}

private struct TestIndex: SearchIndex {
  let token = item()
  func search(_ query: Query, in range: Range<Int>) async throws -> [Hit<String>] {
    saw(query, range)
    await Task.yield()
    if range.isEmpty { throw ServiceError.notFound }
    return [Hit("one", score: 0.5, ranges: [range])]
  }
  func explain(_ query: Query) -> Query { .not(.both(query, .term("explained"))) }
  func best(_ query: Query?, _ fallback: Hit<UserID>) -> Hit<UserID>? {
    saw(query, fallback)
    return query == nil ? fallback : nil
  }
  func suggestions(for prefix: Substring, limit: UInt8?) -> [Substring] {
    saw(prefix, limit)
    return [prefix, prefix.dropFirst()]
  }
  var documents: ClosedRange<UInt32> { 3 ... .max }
}

private struct TestTokenizer: Tokenizer {
  func tokens(of text: String) -> [Substring] { text.split(separator: " ") }
  func isSeparator(_ character: Character) -> Bool { character.isWhitespace }
  func frequency(
    of characters: Set<Character>,
    in text: Substring.UnicodeScalarView
  ) -> [Character: Double] {
    saw(characters, String(text))
    return characters.reduce(into: [:]) { $0[$1] = Double(String(text).count { characters.contains($0) }) }
  }
  func next(after index: String.Index, in text: String) -> String.Index? {
    saw(index, text)
    return index < text.endIndex ? text.index(after: index) : nil
  }
  func classify(_ scalar: Unicode.Scalar?) throws -> Unicode.GeneralCategory {
    saw(scalar)
    guard let scalar else { throw ServiceError.notFound }
    return scalar.properties.generalCategory
  }
}

@Suite struct WorldTranscripts {
  @Test func `A geocoder`() async throws {
    try await compare({ TestGeocoder() as any Geocoder }, requirements: 5) { geocoder in
      let (a, b) = (Coordinate(1, 2), Coordinate(-3.5, 4))
      for number: UInt16 in [0, 9, 10] {
        await attempt { [geocoder] in
          try await geocoder.locate(Address(street: "Hill Road", number: number, city: "Springfield"))
        }
      }
      got(geocoder.distance(from: a, to: b), geocoder.area(scale: 1), geocoder.area(a, b, a, scale: 3))
      got(try geocoder.region(around: a, radius: 2, zoom: -3))
      attempt { try geocoder.region(around: a, radius: .nan, zoom: 1) }
      got(await geocoder.route(a, b, a, b, a, speed: 5, name: "home", tolls: true, weight: 1.5, lanes: 2))
    }
  }

  @Test func `A location source`() async throws {
    try await compare({ TestLocation() as any LocationSource }, requirements: 4) { source in
      let map = TestMap()
      source.delegate = map
      got(source.last, source.delegate === map)
      attempt { try source.start(.seconds(-1)) }
      try source.start(.milliseconds(5))
      source.stop()
      source.delegate = nil
      source.stop()
      got(source.last, source.delegate == nil)
    }
  }

  @Test func `A location delegate`() async throws {
    try await compare({ TestMap() as any LocationDelegate }, requirements: 2) { map in
      let source = TestLocation()
      map.source(source, didMoveTo: Coordinate(1, 2), accuracy: 0.25)
      map.source(source, didFail: TrackedError(item(3)))
    }
  }

  @Test func `An elevation model`() async throws {
    try await compare({ TestElevation() as any ElevationModel }, requirements: 4) { model in
      got(model.height(at: Coordinate(2.5, 1)), model.profile([1, 2.5], step: 0.5))
      got(model.normal(at: Coordinate(2.5, 1), [1, 2, 3]), try await model.blend([1, 2], [3, 4], by: 0.5))
      await attempt { [model] in try await model.blend([1, 2], [3, 4], by: 2) }
    }
  }

  @Test func `A wall clock`() async throws {
    try await compare({ TestClock() as any WallClock }, requirements: 5) { clock in
      got(clock.now, clock.monotonic, clock.elapsed(since: TestClock.start))
      try await clock.sleep(until: SuspendingClock().now, tolerance: .seconds(1))
      await attempt { [clock] in try await clock.sleep(until: SuspendingClock().now, tolerance: nil) }
      got(clock.zone(of: Coordinate(0, 3)), clock.zone(of: Coordinate(0, 1000)))
    }
  }

  @Test func `A scheduler`() async throws {
    try await compare({ TestScheduler() as any Scheduler }, requirements: 5) { scheduler in
      let start = Date(timeIntervalSince1970: 0)
      got(try scheduler.schedule(Job("a", id: someID), at: start, every: DateComponents(hour: 3)))
      attempt { try scheduler.schedule(Job("", id: someID), at: start, every: nil) }
      scheduler.calendar = Calendar(identifier: .iso8601)
      scheduler.calendar.firstWeekday = 3
      got(scheduler.pending, scheduler.calendar.firstWeekday)
      scheduler.cancel([someID])
      var job = Job("b", id: someID)
      got(try await scheduler.run(&job), job)
      job.interval = DateInterval(start: start, duration: 5)
      do { got(try await scheduler.run(&job)) } catch { got(error, job) }
    }
  }

  @Test func `A rate limiter`() async throws {
    try await compare({ TestLimiter() as any RateLimiter }, requirements: 4) { limiter in
      got(limiter.acquire("a", cost: 0.5), limiter.acquire("a", cost: 1), try await limiter.wait("a", cost: 0.25))
      await attempt { [limiter] in try await limiter.wait("a", cost: .infinity) }
      got(await limiter.remaining("").resets, await limiter.remaining("a"), limiter.limits)
    }
  }

  @Test func `A search index`() async throws {
    try await compare({ TestIndex() as any SearchIndex }, requirements: 5) { index in
      let query = Query.either(.term("a"), .not(.all))
      got(try await index.search(query, in: 0..<3), index.explain(query), index.documents)
      await attempt { [index] in try await index.search(.all, in: 3..<3) }
      let hit = Hit(UserID(rawValue: someID), score: 1)
      got(index.best(nil, hit), index.best(.all, hit), index.suggestions(for: "text", limit: nil))
      got(index.suggestions(for: "long enough to be kept on the heap".dropFirst(3), limit: 5))
    }
  }

  @Test func `A tokenizer`() async throws {
    try await compare({ TestTokenizer() as any Tokenizer }, requirements: 5) { tokenizer in
      let text = "a text of several words"
      got(tokenizer.tokens(of: text), tokenizer.isSeparator(" "), tokenizer.isSeparator("x"))
      got(tokenizer.frequency(of: ["e"], in: text.dropLast(5).unicodeScalars))
      got(tokenizer.next(after: text.startIndex, in: text), tokenizer.next(after: text.endIndex, in: text))
      got(try tokenizer.classify("x"))
      attempt { try tokenizer.classify(nil) }
    }
  }
}
