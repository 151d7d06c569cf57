public import Foundation

public struct Flag: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(stringLiteral value: String) { rawValue = value }
}

public protocol FeatureFlags: Sendable {
  func isEnabled(_ flag: Flag) -> Bool
  func variant(of flag: Flag, for user: UserID?) async -> String?
  var overrides: [Flag: Bool] { get set }
  var version: Version { get }
}

public struct RemoteFlags: FeatureFlags {
  public func isEnabled(_ flag: Flag) -> Bool { unused() }
  public func variant(of flag: Flag, for user: UserID?) async -> String? { unused() }
  public var overrides: [Flag: Bool] {
    get { unused() }
    set { unused() }
  }
  public var version: Version { unused() }
}

/// A tree of values.
public indirect enum ConfigValue: Hashable, Sendable {
  case null
  case text(String)
  case number(Double)
  case list([ConfigValue])
  case section([String: ConfigValue])
  case reference(ConfigValue, depth: UInt8)
}

public protocol ConfigProvider {
  func value(at path: String...) throws -> ConfigValue
  func set(_ value: ConfigValue, at path: [String]) async throws
  subscript(section: String, key: String) -> ConfigValue? { get set }
  var environment: [String: String] { get throws }
  var raw: [String: Any] { get set }
  static var defaultName: String { get }
}

public struct YAMLConfig: ConfigProvider {
  public func value(at path: String...) throws -> ConfigValue { unused() }
  public func set(_ value: ConfigValue, at path: [String]) async throws { unused() }
  public subscript(section: String, key: String) -> ConfigValue? {
    get { unused() }
    set { unused() }
  }
  public var environment: [String: String] { get throws { unused() } }
  public var raw: [String: Any] {
    get { unused() }
    set { unused() }
  }
  public static var defaultName: String { unused() }
}

public protocol Localizer {
  func text(_ key: StaticString, _ arguments: any CVarArg...) -> String
  func plural(_ key: String, count: Int, in locale: Locale) -> AttributedString
  var locale: Locale { get set }
  func format(_ date: Date, _ zone: TimeZone, _ number: NSNumber?) -> (String, NSString?)
}

public struct BundleLocalizer: Localizer {
  public func text(_ key: StaticString, _ arguments: any CVarArg...) -> String { unused() }
  public func plural(_ key: String, count: Int, in locale: Locale) -> AttributedString { unused() }
  public var locale: Locale {
    get { unused() }
    set { unused() }
  }
  public func format(_ date: Date, _ zone: TimeZone, _ number: NSNumber?) -> (String, NSString?) { unused() }
}

/// Types as values.
public protocol ServiceRegistry: AnyObject {
  func register(_ type: Any.Type, as name: String)
  func type(named name: String) throws -> Any.Type
  func make(_ type: Shape.Type) -> Shape
  func `class`(of object: AnyObject) -> AnyClass
  func eventTypes() -> [any AnalyticsEvent.Type]
  func handles(_ event: any AnalyticsEvent.Type) async -> Bool
  func count(of type: User.Type) -> Int
  var preferred: Shape.Type { get set }
  subscript(type: ObjectIdentifier) -> AnyObject? { get set }
}

public final class Container: ServiceRegistry {
  public func register(_ type: Any.Type, as name: String) { unused() }
  public func type(named name: String) throws -> Any.Type { unused() }
  public func make(_ type: Shape.Type) -> Shape { unused() }
  public func `class`(of object: AnyObject) -> AnyClass { unused() }
  public func eventTypes() -> [any AnalyticsEvent.Type] { unused() }
  public func handles(_ event: any AnalyticsEvent.Type) async -> Bool { unused() }
  public func count(of type: User.Type) -> Int { unused() }
  public var preferred: Shape.Type {
    get { unused() }
    set { unused() }
  }
  public subscript(type: ObjectIdentifier) -> AnyObject? {
    get { unused() }
    set { unused() }
  }
}
