import Foundation
import ServiceProtocols
import Testing
import Understudy

@Suite struct ObservabilityTests {
  /// Code under test: logs from the default place.
  func warn(_ text: String, to logger: any Logger, line: UInt = #line) {
    guard logger.isEnabled(.error) else { return }
    logger.log(.error, text, metadata: ["origin": "test"], file: "main.swift", line: line)
    logger.level = .debug
  }

  @Test func `A logger is asked before it logs`() throws {
    let stub = try Stub<any Logger>()
    stub.when { $0.isEnabled(.error) }.thenReturn(false, true)
    let level = stub.when { $0.level = Match.any() }.thenDoNothing()
    stub.when { $0.level }.thenReturn(.info)
    let logged = stub.when {
      $0.log(Match.any(), Match.any(), metadata: Match.any(), file: Match.any(), line: Match.any())
    }
    .thenDoNothing()
    warn("one", to: stub(), line: 1)
    logged.verify(.never)
    warn("two", to: stub(), line: 2)
    #expect(stub().level == .info)
    let calls: [(LogLevel, String, [String: String]?, String, UInt)] = logged.arguments()
    #expect(calls.count == 1)
    #expect(calls[0] == (.error, "two", ["origin": "test"], "main.swift", 2))
    let levels: [LogLevel] = level.arguments()
    #expect(levels == [.debug])
    stub.verify(2...2) { $0.isEnabled(.error) }
    stub.verify { $0.level }
    stub.verifyNoMoreInteractions()
  }

  @Test func `Metrics of all kinds arrive`() async throws {
    let stub = try Stub<any Metrics>()
    let increments = stub.when { $0.increment(Match.any(), by: Match.any(), tags: Match.any()) }.thenDoNothing()
    let gauges = stub.when { $0.gauge(Match.any(), Match.any()) }.thenDoNothing()
    let times = stub.when { $0.time(Match.any(), Match.any()) }.thenDoNothing()
    let histograms = stub.when { $0.histogram(Match.any(), buckets: Match.any(), values: Match.any()) }.thenDoNothing()
    await stub.when { await $0.snapshot() }.thenReturn(["a": .infinity])
    let metrics = stub()
    metrics.increment("hits", by: .min, tags: ["host": "a", "host": "b"])
    metrics.gauge("load", -0.0)
    metrics.time("wait", .nanoseconds(-3))
    metrics.histogram("size", buckets: -1...1, values: [0.5, .nan])
    #expect(await metrics.snapshot() == ["a": .infinity])

    let incremented: [(String, Int64, KeyValuePairs<String, String>)] = increments.arguments()
    #expect(incremented.count == 1)
    #expect(incremented[0].1 == .min)
    #expect(incremented[0].2.map(\.value) == ["a", "b"])
    let gauged: [(String, Double)] = gauges.arguments()
    #expect(gauged.count == 1 && gauged[0].1.sign == .minus)
    let timed: [(String, Duration)] = times.arguments()
    #expect(timed.count == 1 && timed[0] == ("wait", .nanoseconds(-3)))
    let sized: [(String, ClosedRange<Double>, [Float])] = histograms.arguments()
    #expect(sized.count == 1 && sized[0].1 == -1...1 && sized[0].2[0] == 0.5 && sized[0].2[1].isNaN)
    stub.verify { $0.time("wait", .nanoseconds(-3)) }
    await stub.verify { await $0.snapshot() }
    stub.verifyNoMoreInteractions()
  }

  /// Code under test: runs a closure in a span.
  func traced(_ name: String, in parent: (any Span)?, by tracer: any Tracer, _ body: () throws -> Int) -> any Span {
    let span = tracer.start(name, parent: parent)
    do {
      span.set("result", to: try body())
      span.end(nil)
    } catch {
      span.end(error)
    }
    return span
  }

  @Test func `A tracer hands out doubles of spans`() async throws {
    let stub = try Stub<any Tracer>()
    let outer = try Stub<any Span>()
    let inner = try Stub<any Span>()
    stub.when { $0.start("outer", parent: nil) }.thenReturn(outer())
    stub.when { $0.start(Match.any(), parent: Match.any()) }.thenReturn(inner())
    await stub.when { await $0.active() }.thenReturn([outer(), inner()])
    for span in [outer, inner] {
      span.when { $0.set(Match.any(), to: Match.any()) }.thenDoNothing()
      span.when { $0.end(Match.any()) }.thenDoNothing()
    }
    inner.when { $0.parent }.thenReturn(outer())
    outer.when { $0.parent }.thenReturn(nil)
    inner.when { $0.id }.thenReturn(.max)

    let tracer = stub()
    let one = traced("outer", in: nil, by: tracer) { 7 }
    let two = traced("inner", in: one, by: tracer) { throw ServiceError.notFound }
    #expect(one === outer() && two === inner())
    #expect(two.parent === one && one.parent == nil && two.id == .max)
    #expect(await tracer.active().map { $0 === outer() } == [true, false])

    let ended: [(any Error)?] = inner.when { $0.end(Match.any()) }.arguments()
    #expect(ended.count == 1 && ended[0] as? ServiceError == .notFound)
    outer.verify { $0.end(nil) }
    let set: [(String, any Sendable)] = outer.when { $0.set(Match.any(), to: Match.any()) }.arguments()
    #expect(set.count == 1 && set[0].0 == "result" && set[0].1 as? Int == 7)
    stub.verify { $0.start("outer", parent: nil) }
    stub.verify { $0.start("inner", parent: outer()) }
    await stub.verify { await $0.active() }
    stub.verifyNoMoreInteractions()
  }

  @Test func `A crash reporter takes anything`() throws {
    let stub = try Stub<any CrashReporter>()
    final class Owner {}
    let owner = Owner()
    let reported = stub.when { try $0.report(Match.any(), context: Match.any(), owner: Match.any()) }
      .then { (error: any Error, context: Any?, _: AnyObject) in
        guard context != nil else { throw ServiceError.notFound }
        return error
      }
    stub.when { $0.lastError }.thenReturn(nil, ServiceError.refused(code: 1, text: "a"), CancellationError())
    stub.when { $0.context }.thenReturn([1, 2])
    let context = stub.when { $0.context = Match.any() }.thenDoNothing()
    stub.when { $0.objects() }.thenReturn([owner, Document(title: "d")])

    var reporter = stub()
    let error = ServiceError.refused(code: 2, text: "b")
    #expect(try reporter.report(error, context: 5, owner: owner) as? ServiceError == error)
    #expect(throws: ServiceError.notFound) { try reporter.report(error, context: nil, owner: owner) }
    #expect(reporter.lastError == nil)
    #expect(reporter.lastError as? ServiceError == .refused(code: 1, text: "a"))
    #expect(reporter.lastError is CancellationError)
    #expect(reporter.context as? [Int] == [1, 2])
    reporter.context = (1, "x")
    reporter.context = { 5 } as () -> Int
    let objects = reporter.objects()
    #expect(objects.count == 2 && objects[0] === owner && (objects[1] as? Document)?.title == "d")

    let reports: [(any Error, Any?, AnyObject)] = reported.arguments()
    #expect(reports.count == 2)
    #expect(reports[0].0 as? ServiceError == error && reports[0].1 as? Int == 5 && reports[0].2 === owner)
    #expect(reports[1].1 == nil)
    let contexts: [Any] = context.arguments()
    #expect(contexts.count == 2)
    #expect(contexts[0] as? (Int, String) ?? (0, "") == (1, "x"))
    #expect((contexts[1] as? () -> Int)?() == 5)
    stub.verify(3...3) { $0.lastError }
    stub.verify { $0.context }
    stub.verify { $0.objects() }
    stub.verifyNoMoreInteractions()
  }

  @Test func `Analytics takes events of any type`() async throws {
    let stub = try Stub<any Analytics>()
    let tracked = stub.when { $0.track(Match.any() as any AnalyticsEvent) }.thenDoNothing()
    await stub.when { try await $0.track(Match.any()) }.then { (events: [any AnalyticsEvent]) in events.count }
    stub.when { $0.first() }.thenReturn(nil, ScreenView(name: "home"))
    await stub.when { await $0.user }.thenReturn(nil)
    let analytics = stub()
    analytics.track(Purchase(amount: Money(3)))
    analytics.track(ScreenView(name: "cart"))
    #expect(try await analytics.track([ScreenView(name: "a"), Purchase(amount: Money(1))]) == 2)
    #expect(analytics.first() == nil)
    #expect(analytics.first() as? ScreenView == ScreenView(name: "home"))
    #expect(await analytics.user == nil)
    let events: [any AnalyticsEvent] = tracked.arguments()
    #expect(events.map(\.name) == ["purchase", "cart"])
    #expect(events[0] as? Purchase == Purchase(amount: Money(3)))
    stub.verify { $0.track(ScreenView(name: "cart")) }
    await stub.verify { try await $0.track([ScreenView(name: "a"), Purchase(amount: Money(1))]) }
    await stub.verify { await $0.user }
    stub.verify(2...2) { $0.first() }
    stub.verifyNoMoreInteractions()
  }
}
