public import Foundation

public protocol WallClock: Sendable {
  var now: Date { get }
  var monotonic: ContinuousClock.Instant { get }
  func elapsed(since start: ContinuousClock.Instant) -> Duration
  func sleep(until deadline: SuspendingClock.Instant, tolerance: Duration?) async throws
  func zone(of coordinate: Coordinate) -> TimeZone?
}

public struct SystemClock: WallClock {
  public var now: Date { unused() }
  public var monotonic: ContinuousClock.Instant { unused() }
  public func elapsed(since start: ContinuousClock.Instant) -> Duration { unused() }
  public func sleep(until deadline: SuspendingClock.Instant, tolerance: Duration?) async throws { unused() }
  public func zone(of coordinate: Coordinate) -> TimeZone? { unused() }
}

public struct Job: Hashable, Sendable {
  public var id: UUID
  public var name: String
  public var interval: DateInterval?

  public init(_ name: String, id: UUID = UUID(), interval: DateInterval? = nil) {
    self.id = id
    self.name = name
    self.interval = interval
  }
}

public protocol Scheduler: AnyObject {
  func schedule(_ job: Job, at date: Date, every components: DateComponents?) throws -> UUID
  func cancel(_ ids: Set<UUID>)
  var pending: [Job] { get }
  var calendar: Calendar { get set }
  func run(_ job: inout Job) async throws -> Duration
}

public final class CronScheduler: Scheduler {
  public func schedule(_ job: Job, at date: Date, every components: DateComponents?) throws -> UUID { unused() }
  public func cancel(_ ids: Set<UUID>) { unused() }
  public var pending: [Job] { unused() }
  public var calendar: Calendar {
    get { unused() }
    set { unused() }
  }
  public func run(_ job: inout Job) async throws -> Duration { unused() }
}

public protocol RateLimiter: Sendable {
  func acquire(_ key: String, cost: Double) -> Bool
  func wait(_ key: String, cost: Double) async throws -> Duration
  func remaining(_ key: String) async -> (tokens: Double, resets: ContinuousClock.Instant?)
  var limits: [String: ClosedRange<Int>] { get }
}

public struct TokenBucket: RateLimiter {
  public func acquire(_ key: String, cost: Double) -> Bool { unused() }
  public func wait(_ key: String, cost: Double) async throws -> Duration { unused() }
  public func remaining(_ key: String) async -> (tokens: Double, resets: ContinuousClock.Instant?) { unused() }
  public var limits: [String: ClosedRange<Int>] { unused() }
}

protocol RetryPolicy {
  func delay(afterAttempt attempt: UInt, error: any Error) -> Duration?
  var attempts: Range<UInt> { get }
  var jitter: ClosedRange<Float>? { get }
}

struct ExponentialBackoff: RetryPolicy {
  func delay(afterAttempt attempt: UInt, error: any Error) -> Duration? { unused() }
  var attempts: Range<UInt> { unused() }
  var jitter: ClosedRange<Float>? { unused() }
}
