public import Foundation

// MARK: - Repositories

public protocol UserRepository: Sendable {
  var count: Int { get async throws }
  func find(_ id: UserID) async throws -> User?
  func page(_ number: Int, size: Int) async throws -> Page<User>
  func save(_ user: User) async throws
  func delete(_ ids: [UserID]) async -> Bool
}

public struct SQLUserRepository: UserRepository {
  public var count: Int { get async throws { unused() } }
  public func find(_ id: UserID) async throws -> User? { unused() }
  public func page(_ number: Int, size: Int) async throws -> Page<User> { unused() }
  public func save(_ user: User) async throws { unused() }
  public func delete(_ ids: [UserID]) async -> Bool { unused() }
}

// MARK: - Caches and key-value stores

public protocol Cache: AnyObject {
  var capacity: Int { get set }
  var hits: UInt { get }
  func value(forKey key: String) -> Data?
  func store(_ data: Data, forKey key: String, until expiry: Date?)
  func remove(_ keys: Set<String>) -> Int
}

public final class DiskCache: Cache {
  public var capacity: Int {
    get { unused() }
    set { unused() }
  }
  public var hits: UInt { unused() }
  public func value(forKey key: String) -> Data? { unused() }
  public func store(_ data: Data, forKey key: String, until expiry: Date?) { unused() }
  public func remove(_ keys: Set<String>) -> Int { unused() }
}

public protocol KeyValueStore {
  subscript(key: String) -> String? { get set }
  subscript(key: String, default value: Int) -> Int { get set }
  subscript(range: Range<Int>) -> [String] { get }
  var keys: [String] { get }
  var defaults: [String: Double] { get set }
  mutating func removeAll(where prefix: Substring) -> Int
}

public struct PlistStore: KeyValueStore {
  public subscript(key: String) -> String? {
    get { unused() }
    set { unused() }
  }
  public subscript(key: String, default value: Int) -> Int {
    get { unused() }
    set { unused() }
  }
  public subscript(range: Range<Int>) -> [String] { unused() }
  public var keys: [String] { unused() }
  public var defaults: [String: Double] {
    get { unused() }
    set { unused() }
  }
  public mutating func removeAll(where prefix: Substring) -> Int { unused() }
}

// MARK: - Databases

public enum IsolationLevel: Sendable, Hashable {
  case none
  case snapshot(age: Duration)
  case serializable
}

public protocol DatabaseConnection: AnyObject, Sendable {
  var isOpen: Bool { get }
  var isolation: IsolationLevel { get set }
  func execute(_ sql: String, _ bindings: [Any?]) async throws -> Int
  func rows(_ sql: String) async throws -> [[String: Any]]
  func begin() throws
  func commit() throws -> UInt64
  func rollback()
  func nextRow(into row: inout [String: Int]) -> Bool
}

public final class PostgresConnection: DatabaseConnection {
  public var isOpen: Bool { unused() }
  public var isolation: IsolationLevel {
    get { unused() }
    set { unused() }
  }
  public func execute(_ sql: String, _ bindings: [Any?]) async throws -> Int { unused() }
  public func rows(_ sql: String) async throws -> [[String: Any]] { unused() }
  public func begin() throws { unused() }
  public func commit() throws -> UInt64 { unused() }
  public func rollback() { unused() }
  public func nextRow(into row: inout [String: Int]) -> Bool { unused() }
}

// MARK: - Files

public struct FileAttributes: Hashable, Sendable {
  public var size: Int64
  public var modified: Date
  public var permissions: Permissions
  public var isDirectory: Bool

  public init(size: Int64, modified: Date, permissions: Permissions, isDirectory: Bool) {
    self.size = size
    self.modified = modified
    self.permissions = permissions
    self.isDirectory = isDirectory
  }
}

public protocol FileSystem {
  var workingDirectory: URL { get set }
  func contents(of url: URL) throws -> Data
  func write(_ data: Data, to url: URL, permissions: Permissions) throws
  func attributes(of url: URL) throws -> FileAttributes
  func list(_ url: URL, recursively: Bool) throws -> [URL]
  func exists(_ url: URL, isDirectory: inout Bool) -> Bool
  func move(_ source: URL, to target: URL) async throws
}

public struct PosixFileSystem: FileSystem {
  public var workingDirectory: URL {
    get { unused() }
    set { unused() }
  }
  public func contents(of url: URL) throws -> Data { unused() }
  public func write(_ data: Data, to url: URL, permissions: Permissions) throws { unused() }
  public func attributes(of url: URL) throws -> FileAttributes { unused() }
  public func list(_ url: URL, recursively: Bool) throws -> [URL] { unused() }
  public func exists(_ url: URL, isDirectory: inout Bool) -> Bool { unused() }
  public func move(_ source: URL, to target: URL) async throws { unused() }
}

/// Chunks, checksums and lazily joined pieces.
package protocol BlobStore: Sendable {
  func put(_ bytes: ArraySlice<UInt8>, checksum: UInt32) throws -> ContiguousArray<UInt64>
  func chunk(_ index: Int, of name: String) async -> (bytes: [UInt8], isLast: Bool)
  func spans(of name: String) -> [ClosedRange<Int>]
  var usage: (used: Int64, free: Int64) { get }
}

package struct S3BlobStore: BlobStore {
  package func put(_ bytes: ArraySlice<UInt8>, checksum: UInt32) throws -> ContiguousArray<UInt64> { unused() }
  package func chunk(_ index: Int, of name: String) async -> (bytes: [UInt8], isLast: Bool) { unused() }
  package func spans(of name: String) -> [ClosedRange<Int>] { unused() }
  package var usage: (used: Int64, free: Int64) { unused() }
}
