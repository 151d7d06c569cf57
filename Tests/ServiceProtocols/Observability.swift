public enum LogLevel: Int, Hashable, Sendable, Comparable {
  case debug, info, error
  public static func < (one: LogLevel, other: LogLevel) -> Bool { one.rawValue < other.rawValue }
}

public protocol Logger: Sendable {
  var level: LogLevel { get nonmutating set }
  func log(_ level: LogLevel, _ message: String, metadata: [String: String]?, file: String, line: UInt)
  func isEnabled(_ level: LogLevel) -> Bool
}

public struct ConsoleLogger: Logger {
  public var level: LogLevel {
    get { unused() }
    nonmutating set { unused() }
  }
  public func log(_ level: LogLevel, _ message: String, metadata: [String: String]?, file: String, line: UInt) {
    unused()
  }
  public func isEnabled(_ level: LogLevel) -> Bool { unused() }
}

public protocol Metrics: Sendable {
  func increment(_ counter: String, by amount: Int64, tags: KeyValuePairs<String, String>)
  func gauge(_ name: String, _ value: Double)
  func time(_ name: String, _ duration: Duration)
  func histogram(_ name: String, buckets: ClosedRange<Double>, values: [Float])
  func snapshot() async -> [String: Double]
}

public struct StatsdMetrics: Metrics {
  public func increment(_ counter: String, by amount: Int64, tags: KeyValuePairs<String, String>) { unused() }
  public func gauge(_ name: String, _ value: Double) { unused() }
  public func time(_ name: String, _ duration: Duration) { unused() }
  public func histogram(_ name: String, buckets: ClosedRange<Double>, values: [Float]) { unused() }
  public func snapshot() async -> [String: Double] { unused() }
}

public protocol Span: AnyObject, Sendable {
  var id: UInt64 { get }
  var parent: (any Span)? { get }
  func set(_ key: String, to value: any Sendable)
  func end(_ error: (any Error)?)
}

public final class OTelSpan: Span {
  public var id: UInt64 { unused() }
  public var parent: (any Span)? { unused() }
  public func set(_ key: String, to value: any Sendable) { unused() }
  public func end(_ error: (any Error)?) { unused() }
}

public protocol Tracer: Sendable {
  func start(_ name: String, parent: (any Span)?) -> any Span
  func active() async -> [any Span]
}

public struct OTelTracer: Tracer {
  public func start(_ name: String, parent: (any Span)?) -> any Span { unused() }
  public func active() async -> [any Span] { unused() }
}

public protocol CrashReporter {
  var lastError: (any Error)? { get }
  var context: Any { get set }
  func report(_ error: any Error, context: Any?, owner: AnyObject) throws -> any Error
  func objects() -> [AnyObject]
}

public struct SentryReporter: CrashReporter {
  public var lastError: (any Error)? { unused() }
  public var context: Any {
    get { unused() }
    set { unused() }
  }
  public func report(_ error: any Error, context: Any?, owner: AnyObject) throws -> any Error { unused() }
  public func objects() -> [AnyObject] { unused() }
}

public protocol AnalyticsEvent: Sendable {
  var name: String { get }
}

public struct Purchase: AnalyticsEvent, Equatable {
  public var name: String { "purchase" }
  public var amount: Money
  public init(amount: Money) { self.amount = amount }
}

public struct ScreenView: AnalyticsEvent, Equatable {
  public var name: String
  public init(name: String) { self.name = name }
}

public protocol Analytics: Sendable {
  func track(_ event: any AnalyticsEvent)
  func track(_ events: [any AnalyticsEvent]) async throws -> Int
  func first() -> (any AnalyticsEvent)?
  var user: UserID? { get async }
}

public struct SegmentAnalytics: Analytics {
  public func track(_ event: any AnalyticsEvent) { unused() }
  public func track(_ events: [any AnalyticsEvent]) async throws -> Int { unused() }
  public func first() -> (any AnalyticsEvent)? { unused() }
  public var user: UserID? { get async { unused() } }
}
