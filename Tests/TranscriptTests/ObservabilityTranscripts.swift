import Foundation
import ServiceProtocols
import Synchronization
import Testing

private final class TestLogger: Logger {
  private let stored = Mutex(LogLevel.info)
  private let token = item()
  var level: LogLevel {
    get { stored.withLock { $0 } }
    set {
      saw(level, newValue)
      stored.withLock { $0 = newValue }
    }
  }
  func log(_ level: LogLevel, _ message: String, metadata: [String: String]?, file: String, line: UInt) {
    saw(level, message, metadata, file, line, self.level)
  }
  func isEnabled(_ level: LogLevel) -> Bool { level >= self.level }
}

private final class TestMetrics: Metrics {
  private let sums = Mutex<[String: Double]>([:])
  func increment(_ counter: String, by amount: Int64, tags: KeyValuePairs<String, String>) {
    saw(counter, amount, tags)
    sums.withLock { $0[counter, default: 0] += Double(amount) }
  }
  func gauge(_ name: String, _ value: Double) { saw(name, value) }
  func time(_ name: String, _ duration: Duration) { saw(name, duration) }
  func histogram(_ name: String, buckets: ClosedRange<Double>, values: [Float]) { saw(name, buckets, values) }
  func snapshot() async -> [String: Double] {
    await Task.yield()
    return sums.withLock { $0 }
  }
}

private final class TestSpan: Span {
  let id: UInt64
  let parent: (any Span)?
  private let token = item()
  init(_ id: UInt64, parent: (any Span)?) {
    self.id = id
    self.parent = parent
  }
  func set(_ key: String, to value: any Sendable) { saw(id, key, value) }
  func end(_ error: (any Error)?) { saw(id, error, parent?.id) }
}

private final class TestTracer: Tracer {
  private let spans = Mutex<[any Span]>([])
  func start(_ name: String, parent: (any Span)?) -> any Span {
    saw(name, parent?.id)
    return spans.withLock { spans in
      spans.append(TestSpan(UInt64(spans.count), parent: parent))
      return spans.last!
    }
  }
  func active() async -> [any Span] { spans.withLock { $0 } }
}

private final class TestCrashes: CrashReporter {
  private(set) var lastError: (any Error)?
  var context: Any = () { didSet { saw(oldValue, context) } }
  private var owners: [AnyObject] = []
  func report(_ error: any Error, context: Any?, owner: AnyObject) throws -> any Error {
    saw(error, context, owner)
    defer { lastError = error }
    if let lastError { throw lastError }
    owners.append(owner)
    return error
  }
  func objects() -> [AnyObject] { owners }
}

private final class TestAnalytics: Analytics {
  private let events = Mutex<[any AnalyticsEvent]>([])
  func track(_ event: any AnalyticsEvent) {
    saw(event)
    events.withLock { $0.append(event) }
  }
  func track(_ events: [any AnalyticsEvent]) async throws -> Int {
    saw(events)
    await Task.yield()
    if events.isEmpty { throw ServiceError.notFound }
    for event in events { track(event) }
    return events.count
  }
  func first() -> (any AnalyticsEvent)? { events.withLock { $0.first } }
  var user: UserID? { get async { nil } }
}

@Suite struct ObservabilityTranscripts {
  @Test func `A logger`() async throws {
    try await compare({ TestLogger() as any Logger }, requirements: 3) { logger in
      logger.log(.debug, "text", metadata: nil, file: "a.swift", line: 3)
      logger.level = .error
      logger.log(.error, "text", metadata: ["a": "b"], file: "a.swift", line: .max)
      got(logger.level, logger.isEnabled(.info), logger.isEnabled(.error))
    }
  }

  @Test func `Metrics`() async throws {
    try await compare({ TestMetrics() as any Metrics }, requirements: 5) { metrics in
      metrics.increment("a", by: 1, tags: ["x": "y", "z": ""])
      metrics.increment("a", by: .min, tags: [:])
      metrics.gauge("b", -.infinity)
      metrics.time("c", .nanoseconds(5))
      metrics.histogram("d", buckets: 0.5...1.5, values: [1, 2.5])
      got(await metrics.snapshot())
    }
  }

  @Test func `A span`() async throws {
    try await compare({ TestSpan(7, parent: TestSpan(1, parent: nil)) as any Span }, requirements: 4) { span in
      span.set("a", to: item(1))
      span.set("b", to: "text")
      span.end(TrackedError(item(2)))
      span.end(nil)
      got(span.id, span.parent?.id, span.parent?.parent?.id)
    }
  }

  @Test func `A tracer`() async throws {
    try await compare({ TestTracer() as any Tracer }, requirements: 2) { tracer in
      let root = tracer.start("root", parent: nil)
      let child = tracer.start("child", parent: root)
      child.end(nil)
      got(child.id, child.parent === root, await tracer.active().map(\.id))
    }
  }

  @Test func `A crash reporter`() async throws {
    try await compare({ TestCrashes() as any CrashReporter }, requirements: 4) { crashes in
      got(crashes.lastError, crashes.context)
      got(try crashes.report(TrackedError(item(1)), context: nil, owner: item(2)))
      attempt { try crashes.report(ServiceError.notFound, context: item(3), owner: item(4)) }
      crashes.context = item(5)
      crashes.context = "text"
      got(crashes.lastError, crashes.context, crashes.objects())
    }
  }

  @Test func `Analytics`() async throws {
    try await compare({ TestAnalytics() as any Analytics }, requirements: 3) { analytics in
      got(analytics.first())
      analytics.track(ScreenView(name: "home"))
      got(try await analytics.track([Purchase(amount: Money(1)), ScreenView(name: "end")]))
      await attempt { [analytics] in try await analytics.track([]) }
      got(analytics.first(), await analytics.user)
    }
  }
}
