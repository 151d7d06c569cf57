public import Foundation

// MARK: - A diamond

public protocol Store {
  var name: String { get }
  func close() throws
}

public protocol ReadableStore: Store {
  func read(_ key: String) async throws -> Data?
  subscript(index: Int) -> UInt8 { get }
}

public protocol WritableStore: Store {
  func write(_ data: Data, _ key: String) async throws
  var isDirty: Bool { get set }
}

public protocol ReadWriteStore: ReadableStore, WritableStore {
  func swap(_ one: String, _ other: String) throws -> Int
}

/// The diamond again, of classes: the bases aren't class-bound, this one is.
public protocol TransactionalStore: ReadWriteStore, AnyObject, Sendable {
  func transaction(_ id: UInt16) async throws -> any ReadWriteStore
  var depth: Int32 { get set }
}

public final class BTreeStore: TransactionalStore {
  public var name: String { unused() }
  public func close() throws { unused() }
  public func read(_ key: String) async throws -> Data? { unused() }
  public subscript(index: Int) -> UInt8 { unused() }
  public func write(_ data: Data, _ key: String) async throws { unused() }
  public var isDirty: Bool {
    get { unused() }
    set { unused() }
  }
  public func swap(_ one: String, _ other: String) throws -> Int { unused() }
  public func transaction(_ id: UInt16) async throws -> any ReadWriteStore { unused() }
  public var depth: Int32 {
    get { unused() }
    set { unused() }
  }
}

// MARK: - A protocol with default implementations

public protocol HealthCheck: Sendable {
  func check() async throws -> Int
  var isCritical: Bool { get }
  func summary(_ verbose: Bool) -> String
}

extension HealthCheck {
  public var isCritical: Bool { true }
  public func summary(_ verbose: Bool) -> String { verbose ? "critical: \(isCritical)" : "" }

  /// Not a requirement: runs as it is, and calls one.
  public func isHealthy() async -> Bool { (try? await check()) == 200 }
}

public struct PingCheck: HealthCheck {
  public func check() async throws -> Int { unused() }
}

// MARK: - Protocols of the standard library among the bases

public protocol Plugin: CustomStringConvertible, Hashable, Sendable {
  var id: UInt32 { get }
  func activate() -> Bool
}

public struct NoPlugin: Plugin {
  public var description: String { unused() }
  public var id: UInt32 { unused() }
  public func activate() -> Bool { unused() }
}

// MARK: - Overloads

public protocol Converter {
  func convert(_ value: Int) -> String
  func convert(_ value: Double) -> String
  func convert(_ value: Int) -> Int
  func convert(_ value: Int, to base: UInt8) throws -> String
  func convert(value: Int) async -> String
}

public struct PlainConverter: Converter {
  public func convert(_ value: Int) -> String { unused() }
  public func convert(_ value: Double) -> String { unused() }
  public func convert(_ value: Int) -> Int { unused() }
  public func convert(_ value: Int, to base: UInt8) throws -> String { unused() }
  public func convert(value: Int) async -> String { unused() }
}
