import Synchronization

/// Remembers what happened, for the accountant.
public protocol AuditLog: AnyObject, Sendable {
  var isVerbose: Bool { get set }
  func record(_ event: AuditEvent)
}

public enum AuditEvent: Hashable, Sendable {
  case sale(item: String, count: Int, receipt: Receipt)
  case failedSale(item: String)
  case note(String)
}

/// A log on paper: it only grows.
public final class PaperLog: AuditLog {
  private let lines = Mutex<[AuditEvent]>([])
  private let verbosity = Mutex(false)

  public init() {}

  public var events: [AuditEvent] { lines.withLock { $0 } }

  public var isVerbose: Bool {
    get { verbosity.withLock { $0 } }
    set { verbosity.withLock { $0 = newValue } }
  }

  public func record(_ event: AuditEvent) {
    lines.withLock { $0.append(event) }
  }
}
