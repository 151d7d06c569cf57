import Foundation
import ServiceProtocols
import Synchronization
import Testing

private struct TestFlags: FeatureFlags {
  var overrides: [Flag: Bool] = ["dark": true] { didSet { saw(oldValue.count, overrides.count) } }
  var version: Version { Version(1, 2, 3) }
  func isEnabled(_ flag: Flag) -> Bool { overrides[flag] ?? false }
  func variant(of flag: Flag, for user: UserID?) async -> String? {
    saw(flag, user, overrides[flag])
    await Task.yield()
    return user == nil ? nil : flag.rawValue
  }
}

private struct TestConfig: ConfigProvider {
  static var defaultName: String {
    saw()
    return "default"
  }
  private var values: [String: ConfigValue] = [:]
  var raw: [String: Any] = [:]
  var environment: [String: String] {
    get throws {
      if raw["secret"] != nil { throw ServiceError.refused(code: 1, text: "secret") }
      return ["HOME": "/"]
    }
  }
  func value(at path: String...) throws -> ConfigValue {
    saw(path, values.count)
    if path.isEmpty { throw ServiceError.notFound }
    return .section(["path": .list(path.map { .text($0) })])
  }
  func set(_ value: ConfigValue, at path: [String]) async throws {
    saw(value, path)
    await Task.yield()
    if case .null = value { throw ServiceError.notFound }
  }
  subscript(section: String, key: String) -> ConfigValue? {
    get { values[section + "." + key] }
    set {
      saw(section, key, newValue)
      values[section + "." + key] = newValue
    }
  }
}

private struct TestLocalizer: Localizer {
  var locale = Locale(identifier: "en_GB")
  func text(_ key: StaticString, _ arguments: any CVarArg...) -> String {
    saw(key, arguments)
    return "\(key) \(arguments.count)"
  }
  func plural(_ key: String, count: Int, in locale: Locale) -> AttributedString {
    saw(key, count, locale.identifier, self.locale.identifier)
    return AttributedString("\(count) \(key)")
  }
  func format(_ date: Date, _ zone: TimeZone, _ number: NSNumber?) -> (String, NSString?) {
    saw(date, zone.identifier, number)
    return (zone.identifier, number.map { NSString(string: "\($0)") })
  }
}

private final class TestRegistry: ServiceRegistry {
  private var types: [String: Any.Type] = [:]
  private var objects: [ObjectIdentifier: AnyObject] = [:]
  var preferred: Shape.Type = Shape.self { didSet { saw(oldValue, preferred) } }
  func register(_ type: Any.Type, as name: String) {
    saw(type, name)
    types[name] = type
  }
  func type(named name: String) throws -> Any.Type {
    guard let type = types[name] else { throw ServiceError.refused(code: types.count, text: name) }
    return type
  }
  func make(_ type: Shape.Type) -> Shape { type == Square.self ? Square() : Shape(sides: 3) }
  func `class`(of object: AnyObject) -> AnyClass { Swift.type(of: object) }
  func eventTypes() -> [any AnalyticsEvent.Type] { [Purchase.self, ScreenView.self] }
  func handles(_ event: any AnalyticsEvent.Type) async -> Bool {
    saw(event)
    await Task.yield()
    return event == Purchase.self
  }
  func count(of type: User.Type) -> Int { types.count }
  subscript(type: ObjectIdentifier) -> AnyObject? {
    get { objects[type] }
    set {
      saw(newValue)
      objects[type] = newValue
    }
  }
}

private struct TestCheck: HealthCheck {
  func check() async throws -> Int {
    saw()
    await Task.yield()
    return 200
  }
  var isCritical: Bool { false }
}

private final class TestTransactions: TransactionalStore, @unchecked Sendable {
  var name: String { "tree" }
  var depth: Int32 = 0 { didSet { saw(oldValue, depth) } }
  var isDirty = false
  private var values: [String: Data] = [:]
  private let token = item()
  func close() throws {
    saw(isDirty)
    if isDirty { throw ServiceError.refused(code: Int(depth), text: "dirty") }
  }
  func read(_ key: String) async throws -> Data? {
    await Task.yield()
    return values[key]
  }
  subscript(index: Int) -> UInt8 { UInt8(index) }
  func write(_ data: Data, _ key: String) async throws {
    saw(data, key, isDirty)
    isDirty = true
    await Task.yield()
    if key.isEmpty { throw ServiceError.notFound }
    values[key] = data
  }
  func swap(_ one: String, _ other: String) throws -> Int {
    saw(one, other)
    let old = values[one]
    values[one] = values[other]
    values[other] = old
    return values.count
  }
  func transaction(_ id: UInt16) async throws -> any ReadWriteStore {
    saw(id, depth)
    depth += 1
    if id == 0 { throw ServiceError.notFound }
    return self
  }
}

private struct TestNumbers: Converter {
  func convert(_ value: Int) -> String {
    saw(value)
    return "\(value)"
  }
  func convert(_ value: Double) -> String {
    saw(value)
    return "\(value)"
  }
  func convert(_ value: Int) -> Int { ~value }
  func convert(_ value: Int, to base: UInt8) throws -> String {
    if base == 0 { throw ServiceError.notFound }
    return String(value, radix: Int(base))
  }
  func convert(value: Int) async -> String {
    await Task.yield()
    saw(value)
    return "later"
  }
}

private final class TestLoads: Cancellable {
  func cancel() { saw() }
}

private final class TestImages: ImageLoader {
  var onError: ((any Error) -> Void)?
  private var kept: [@Sendable (Result<Data, any Error>) -> Void] = []
  private let token = item()
  func load(_ url: URL, completion: @escaping @Sendable (Result<Data, any Error>) -> Void) -> any Cancellable {
    saw(url, kept.count)
    for completion in kept { completion(.success(Data([1]))) }
    completion(.failure(TrackedError(token)))
    kept = [completion]
    return TestLoads()
  }
  func load(_ urls: [URL], progress: (Double, Int) -> Void, done: @escaping (Data?, (any Error)?) -> Void) {
    saw(urls)
    for index in urls.indices { progress(Double(index) / 2, index) }
    done(urls.isEmpty ? nil : Data([UInt8(urls.count)]), urls.isEmpty ? ServiceError.notFound : nil)
  }
  func decode(_ data: Data, with decoder: (Data) throws -> Image?) throws -> Image {
    saw(data, onError != nil)
    do {
      guard let image = try decoder(data) else { throw ServiceError.notFound }
      return image
    } catch {
      onError?(error)
      throw error
    }
  }
}

private struct TestMiddleware: Middleware {
  func handle(
    _ request: String,
    next: @escaping @Sendable (String) async throws -> Int
  ) async throws -> Int {
    saw(request)
    let result = try await next(request + "!")
    saw(result)
    return result + 1
  }
  func validator(for field: String) -> @Sendable (String) -> Bool {
    saw(field)
    let token = item(2)
    return { $0.count > field.count + token.number }
  }
  func log(_ message: @autoclosure () -> String, level: LogLevel) { saw(level, level > .debug ? message() : "") }
}

@Suite struct SettingsTranscripts {
  @Test func `Feature flags`() async throws {
    try await compare({ TestFlags() as any FeatureFlags }, requirements: 4) { flags in
      flags.overrides["new"] = true
      flags.overrides["dark"]?.toggle()
      got(flags.isEnabled("new"), flags.isEnabled("dark"), flags.isEnabled("none"), flags.version)
      let user = UserID(rawValue: UUID(uuidString: "6BA7B810-9DAD-11D1-80B4-00C04FD430C8")!)
      got(await flags.variant(of: "new", for: nil), await flags.variant(of: "dark", for: user))
    }
  }

  @Test func `A configuration`() async throws {
    try await compare({ TestConfig() as any ConfigProvider }, requirements: 6) { config in
      got(try config.value(at: "a", "b"), try config.environment, type(of: config).defaultName)
      attempt { try config.value() }
      config["s", "k"] = .reference(.number(2), depth: 3)
      config["s", "k"] = config["s", "k"].map { .list([$0, .null]) }
      got(config["s", "k"], config["s", "none"])
      try await config.set(.text("long enough to be kept on the heap"), at: ["x"])
      do { try await config.set(.null, at: []) } catch { got(error) }
      config.raw["secret"] = item(3)
      config.raw["n"] = 3.5
      got(config.raw["secret"], config.raw["n"], config.raw.count)
      attempt { try config.environment }
    }
  }

  @Test func `A localizer`() async throws {
    try await compare({ TestLocalizer() as any Localizer }, requirements: 4) { localizer in
      got(localizer.text("key"), localizer.text("other", 1, 2.5))
      localizer.locale = Locale(identifier: "de_DE")
      got(localizer.plural("things", count: 3, in: Locale(identifier: "fr")), localizer.locale.identifier)
      let date = Date(timeIntervalSince1970: 5)
      got(localizer.format(date, TimeZone(secondsFromGMT: 0)!, nil), localizer.format(date, .gmt, 7))
    }
  }

  @Test func `A service registry`() async throws {
    try await compare({ TestRegistry() as any ServiceRegistry }, requirements: 9) { registry in
      registry.register([Int].self, as: "list")
      got(try registry.type(named: "list"), registry.count(of: User.self), registry.eventTypes())
      attempt { try registry.type(named: "none") }
      registry.preferred = Square.self
      got(registry.preferred, registry.make(Square.self).sides, registry.make(Shape.self).sides)
      got(registry.class(of: item(1)), await registry.handles(Purchase.self), await registry.handles(ScreenView.self))
      registry[ObjectIdentifier(Tracked.self)] = item(5)
      got(registry[ObjectIdentifier(Tracked.self)], registry[ObjectIdentifier(Shape.self)])
    }
  }

  @Test func `A health check with a default implementation`() async throws {
    try await compare({ TestCheck() as any HealthCheck }, requirements: 3) { check in
      got(try await check.check(), check.isCritical, check.summary(true), check.summary(false))
      got(await check.isHealthy())
    }
  }

  @Test func `A store with a diamond of bases`() async throws {
    try await compare({ TestTransactions() as any TransactionalStore }, requirements: 9) { store in
      try store.close()
      try await store.write(Data([1]), "a")
      await attempt { [store] in try await store.write(Data(), "") }
      got(try await store.read("a"), try await store.read("b"), store[200], store.name, try store.swap("a", "b"))
      attempt { try store.close() }
      store.isDirty.toggle()
      store.depth += 7
      var inner = try await store.transaction(3)
      inner.isDirty = true
      got(store.isDirty, store.depth, inner.name, try await inner.read("b"))
      await attempt { [store] in try await store.transaction(0) }
    }
  }

  @Test func `A converter with overloads`() async throws {
    try await compare({ TestNumbers() as any Converter }, requirements: 3) { converter in
      got(converter.convert(3) as String, converter.convert(2.5), converter.convert(3) as Int)
      got(try converter.convert(255, to: 16), await converter.convert(value: 9))
      attempt { try converter.convert(255, to: 0) }
    }
  }

  @Test func `An image loader`() async throws {
    try await compare({ TestImages() as any ImageLoader }, requirements: 4) { loader in
      let url = URL(fileURLWithPath: "/a")
      let token = item(7)
      for _ in 1...2 {
        loader.load(url) { result in got(token.number, (try? result.get()) ?? Data()) }.cancel()
      }
      loader.load([url, url], progress: { got($0, $1) }, done: { got($0, $1, token.number) })
      loader.load([], progress: { got($0, $1) }, done: { got($0, $1) })
      got(try loader.decode(Data([1])) { _ in Image([], size: (1, 2)) }.size)
      loader.onError = { got("failed", $0, token.number) }
      attempt { try loader.decode(Data([2])) { throw TrackedError(item($0.count)) } }
      loader.onError?(ServiceError.notFound)
      loader.onError = nil
      attempt { try loader.decode(Data([3])) { _ in nil } }
    }
  }

  @Test func `A middleware`() async throws {
    try await compare({ TestMiddleware() as any Middleware }, requirements: 3) { middleware in
      let token = item(7)
      got(
        try await middleware.handle("get") { request in
          await Task.yield()
          return request.count + token.number
        }
      )
      await attempt { [middleware] in try await middleware.handle("get") { _ in throw TrackedError(token) } }
      let isLong = middleware.validator(for: "abc")
      got(isLong("abcde"), isLong("abcdef"))
      var count = 0
      func message() -> String {
        count += 1
        return "message"
      }
      middleware.log(message(), level: .debug)
      middleware.log(message(), level: .error)
      got(count)
    }
  }
}
