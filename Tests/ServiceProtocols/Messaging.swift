public import Foundation

public struct Mail: Hashable, Sendable {
  public var to: [String]
  public var subject: String
  public var body: String
  public var attachments: [URL: Data]

  public init(to: [String], subject: String, body: String = "", attachments: [URL: Data] = [:]) {
    self.to = to
    self.subject = subject
    self.body = body
    self.attachments = attachments
  }
}

public protocol Mailer: Sendable {
  func send(_ mail: Mail) async throws -> UUID
  func send(_ mails: [Mail], atMost perSecond: Double?) async -> [Result<UUID, any Error>]
  func preview(_ mail: inout Mail) throws
  var sender: (name: String, address: String)? { get async throws }
}

public struct SMTPMailer: Mailer {
  public func send(_ mail: Mail) async throws -> UUID { unused() }
  public func send(_ mails: [Mail], atMost perSecond: Double?) async -> [Result<UUID, any Error>] { unused() }
  public func preview(_ mail: inout Mail) throws { unused() }
  public var sender: (name: String, address: String)? { get async throws { unused() } }
}

public protocol Subscriber: AnyObject {
  func receive(_ event: any AnalyticsEvent, from bus: any EventBus)
}

public protocol EventBus: AnyObject {
  func add(_ subscriber: any Subscriber)
  func remove(_ subscriber: any Subscriber) -> Bool
  func publish(_ event: any AnalyticsEvent & Equatable, to topics: Set<String>) -> Int
  var subscribers: [any Subscriber] { get }
  var last: (any AnalyticsEvent)? { get set }
}

public final class LocalBus: EventBus {
  public func add(_ subscriber: any Subscriber) { unused() }
  public func remove(_ subscriber: any Subscriber) -> Bool { unused() }
  public func publish(_ event: any AnalyticsEvent & Equatable, to topics: Set<String>) -> Int { unused() }
  public var subscribers: [any Subscriber] { unused() }
  public var last: (any AnalyticsEvent)? {
    get { unused() }
    set { unused() }
  }
}

public final class LocalSubscriber: Subscriber {
  public func receive(_ event: any AnalyticsEvent, from bus: any EventBus) { unused() }
}

public struct Message: Hashable, Sendable {
  public var id: Int64
  public var body: Data
  public var attempts: UInt8
  public init(_ id: Int64, _ body: Data = Data(), attempts: UInt8 = 0) {
    self.id = id
    self.body = body
    self.attempts = attempts
  }
}

public protocol MessageQueue: Sendable {
  func push(_ message: Message, delay: Duration?) async throws
  func pop(upTo count: Int) async throws -> [Message]
  func acknowledge(_ ids: ClosedRange<Int64>) async
  func retry(_ message: inout Message) async throws -> Bool
  var depth: Int { get async }
}

public struct RedisQueue: MessageQueue {
  public func push(_ message: Message, delay: Duration?) async throws { unused() }
  public func pop(upTo count: Int) async throws -> [Message] { unused() }
  public func acknowledge(_ ids: ClosedRange<Int64>) async { unused() }
  public func retry(_ message: inout Message) async throws -> Bool { unused() }
  public var depth: Int { get async { unused() } }
}

public enum PushError: Error, Hashable { case unregistered, throttled(until: Date) }

public protocol PushService: Sendable {
  func push(_ payload: [String: any Sendable], to device: Data) async -> Result<String, PushError>
  func channel() -> AsyncStream<String>
  func badge(for device: Data, default count: inout Int32) async throws -> UInt16?
}

public struct ApplePush: PushService {
  public func push(_ payload: [String: any Sendable], to device: Data) async -> Result<String, PushError> { unused() }
  public func channel() -> AsyncStream<String> { unused() }
  public func badge(for device: Data, default count: inout Int32) async throws -> UInt16? { unused() }
}

@MainActor public protocol Presenter: AnyObject {
  var title: String { get set }
  func show(_ user: User, animated: Bool)
  func confirm(_ question: String) async -> Bool
  func pick(from items: [CartItem]) async throws -> CartItem
}

@MainActor public final class ScreenPresenter: Presenter {
  public var title: String {
    get { unused() }
    set { unused() }
  }
  public func show(_ user: User, animated: Bool) { unused() }
  public func confirm(_ question: String) async -> Bool { unused() }
  public func pick(from items: [CartItem]) async throws -> CartItem { unused() }
}
