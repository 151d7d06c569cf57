import Foundation
import ServiceProtocols
import Testing
import Understudy

@Suite struct ConfigurationTests {
  @Test func `Flags are on, off, overridden and in variants`() async throws {
    let stub = try Stub<any FeatureFlags>()
    stub.when { $0.isEnabled("new-cart") }.thenReturn(true)
    stub.when { $0.isEnabled(Match.matching { $0.rawValue.hasPrefix("old") }) }.thenReturn(true, false)
    stub.when { $0.isEnabled(Match.any()) }.thenReturn(false)
    let id = UserID(rawValue: UUID())
    let variants = await stub.when { await $0.variant(of: Match.any(), for: Match.any()) }
      .then { (flag: Flag, user: UserID?) in user == nil ? nil : flag.rawValue + "-b" }
    stub.when { $0.version }.thenReturn(Version(255, 65535, 4_294_967_295))
    let overrides = Stored<[Flag: Bool]>(["a": true], in: stub, get: { $0.overrides }, set: { $0.overrides = $1 })
    var flags = stub()
    #expect(flags.isEnabled("new-cart") && !flags.isEnabled("x"))
    #expect(flags.isEnabled("old-cart") && !flags.isEnabled("old-cart"))
    #expect(await flags.variant(of: "color", for: id) == "color-b")
    #expect(await flags.variant(of: "color", for: nil) == nil)
    #expect(flags.version == Version(.max, .max, .max))
    flags.overrides["b"] = false
    flags.overrides["a"]?.toggle()
    #expect(overrides.value == ["a": false, "b": false])
    let asked: [(Flag, UserID?)] = variants.arguments()
    #expect(asked.count == 2 && asked[0] == ("color", id) && asked[1] == ("color", nil))
    stub.verify(2...2) { $0.isEnabled("old-cart") }
    stub.verify { $0.isEnabled("x") }
    stub.verify { $0.version }
  }

  @Test func `A tree of values is read, set and walked`() async throws {
    let stub = try Stub<any ConfigProvider>()
    let tree = ConfigValue.section([
      "a": .list([.number(1), .null, .text("x")]), "b": .reference(.reference(.text("y"), depth: 1), depth: 2),
    ])
    let read = stub.when { try $0.value(at: Match.any()) }.then { (path: [String]) in
      if path.isEmpty { return tree }
      guard case .section(let values) = tree, let value = values[path[0]] else { throw ServiceError.notFound }
      return value
    }
    let set = await stub.when { try await $0.set(Match.any(), at: Match.any()) }.thenDoNothing()
      .thenThrow(ServiceError.refused(code: 403, text: "read-only"))
    var cells: [String: ConfigValue] = [:]
    stub.when { $0[Match.any(), Match.any()] }.then { (section: String, key: String) in cells["\(section).\(key)"] }
    stub.when { $0[Match.any(), Match.any()] = Match.any() }
      .then { (new: ConfigValue?, section: String, key: String) in cells["\(section).\(key)"] = new }
    stub.when { try $0.environment }.thenReturn(["HOME": "/"]).thenThrow(ServiceError.notFound)
    let raw = Stored<[String: Any]>(["a": 1], in: stub, get: { $0.raw }, set: { $0.raw = $1 })
    stub.when { type(of: $0).defaultName }.thenReturn("config.yml")

    var config = stub()
    #expect(try config.value() == tree)
    #expect(try config.value(at: "b", "c") == .reference(.reference(.text("y"), depth: 1), depth: 2))
    #expect(throws: ServiceError.notFound) { try config.value(at: "z") }
    try await config.set(tree, at: ["x", "y"])
    await #expect(throws: ServiceError.refused(code: 403, text: "read-only")) { try await stub().set(.null, at: []) }
    config["s", "k"] = .number(2)
    config["s", "k"] = config["s", "k"].map { .list([$0, $0]) }
    config["s", "gone"] = nil
    #expect(cells == ["s.k": .list([.number(2), .number(2)])])
    #expect(try config.environment == ["HOME": "/"])
    #expect(throws: ServiceError.notFound) { try config.environment }
    config.raw["b"] = ["nested": [1, 2]]
    #expect((raw.value["b"] as? [String: [Int]]) == ["nested": [1, 2]] && raw.value["a"] as? Int == 1)
    #expect(type(of: config).defaultName == "config.yml")

    let paths: [[String]] = read.arguments()
    #expect(paths == [[], ["b", "c"], ["z"]])
    let sets: [(ConfigValue, [String])] = set.arguments()
    #expect(sets.count == 2 && sets[0] == (tree, ["x", "y"]) && sets[1] == (.null, []))
    stub.verify { try $0.value(at: "b", "c") }
    stub.verify { $0["s", "gone"] = nil }
    stub.verify(2...2) { try $0.environment }
  }

  @Test func `Texts are localized`() throws {
    let stub = try Stub<any Localizer>()
    let texts = stub.when { $0.text(Match.any(), Match.any()) }
      .then { (key: StaticString, arguments: [any CVarArg]) in "\(key):\(arguments)" }
    stub.when { $0.plural(Match.any(), count: Match.any(), in: Match.any()) }
      .then { (key: String, count: Int, locale: Locale) in AttributedString("\(count) \(key) \(locale.identifier)") }
    let locale = Stored(Locale(identifier: "en"), in: stub, get: { $0.locale }, set: { $0.locale = $1 })
    let number = NSNumber(value: 4)
    let formatted = stub.when { $0.format(Match.any(), Match.any(), Match.any()) }
      .thenReturn(("a", nil), ("b", NSString("c")))
    var localizer = stub()
    #expect(localizer.text("greeting", "Ann", 5) == "greeting:[\"Ann\", 5]")
    #expect(localizer.text("bye") == "bye:[]")
    #expect(
      localizer.plural("cats", count: 2, in: Locale(identifier: "de_DE")) == AttributedString("2 cats de_DE")
    )
    localizer.locale = Locale(identifier: "fr")
    #expect(locale.value.identifier == "fr" && localizer.locale == Locale(identifier: "fr"))
    let zone = TimeZone(secondsFromGMT: 60)!
    let first = localizer.format(.distantPast, zone, number)
    #expect(first.0 == "a" && first.1 == nil)
    let second = localizer.format(.distantFuture, zone, nil)
    #expect(second.0 == "b" && second.1 == NSString("c"))
    let formats: [(Date, TimeZone, NSNumber?)] = formatted.arguments()
    #expect(formats.count == 2)
    #expect(formats[0] == (.distantPast, zone, number) && formats[1] == (.distantFuture, zone, nil))
    #expect(formats[0].2 === number)
    let keys: [(StaticString, [any CVarArg])] = texts.arguments()
    #expect(keys.map { "\($0.0)" } == ["greeting", "bye"] && keys[0].1.count == 2)
    stub.verify { $0.format(.distantFuture, zone, nil) }
    stub.verify { $0.plural("cats", count: 2, in: Locale(identifier: "de_DE")) }
  }

  @Test func `Types are values`() async throws {
    let stub = try Stub<any ServiceRegistry>()
    let registered = stub.when { $0.register(Match.any(), as: Match.any()) }.thenDoNothing()
    stub.when { try $0.type(named: "user") }.thenReturn(User.self)
    stub.when { try $0.type(named: Match.any()) }.thenThrow(ServiceError.notFound)
    let made = stub.when { $0.make(Match.any()) }.then { (type: Shape.Type) in
      type == Square.self ? Square() : Shape(sides: 3)
    }
    stub.when { $0.class(of: Match.any()) }.then { (object: AnyObject) in Swift.type(of: object) }
    stub.when { $0.eventTypes() }.thenReturn([Purchase.self, ScreenView.self])
    await stub.when { await $0.handles(Match.any()) }
      .then { (type: any AnalyticsEvent.Type) in type == Purchase.self }
    let counted = stub.when { $0.count(of: User.self) }.thenReturn(3)
    let preferred = Stored<Shape.Type>(
      Shape.self,
      in: stub,
      get: { $0.preferred },
      set: { $0.preferred = $1 }
    )
    var objects: [ObjectIdentifier: AnyObject] = [:]
    stub.when { $0[Match.any()] }.then { (type: ObjectIdentifier) in objects[type] }
    stub.when { $0[Match.any()] = Match.any() }
      .then { (new: AnyObject?, type: ObjectIdentifier) in objects[type] = new }

    let registry = stub()
    registry.register(Int.self, as: "int")
    registry.register((any Cache).self, as: "cache")
    registry.register(Square.self, as: "square")
    #expect(try registry.type(named: "user") == User.self)
    #expect(throws: ServiceError.notFound) { try registry.type(named: "x") }
    #expect(registry.make(Square.self) is Square && registry.make(Shape.self).sides == 3)
    let document = Document(title: "d")
    #expect(ObjectIdentifier(registry.class(of: document)) == ObjectIdentifier(Document.self))
    #expect(
      registry.eventTypes().map { ObjectIdentifier($0) } == [
        ObjectIdentifier(Purchase.self), ObjectIdentifier(ScreenView.self),
      ]
    )
    #expect(await registry.handles(Purchase.self))
    #expect(await !registry.handles(ScreenView.self))
    #expect(registry.count(of: User.self) == 3)
    registry.preferred = Square.self
    #expect(registry.preferred == Square.self && preferred.value == Square.self)
    registry[ObjectIdentifier(Document.self)] = document
    #expect(registry[ObjectIdentifier(Document.self)] === document)
    #expect(registry[ObjectIdentifier(Int.self)] == nil)

    let types: [(Any.Type, String)] = registered.arguments()
    #expect(types.map(\.1) == ["int", "cache", "square"])
    #expect(types[0].0 == Int.self && types[1].0 == (any Cache).self && types[2].0 == Square.self)
    let shapes: [Shape.Type] = made.arguments()
    #expect(shapes.count == 2 && shapes[0] == Square.self && shapes[1] == Shape.self)
    counted.verify()
    stub.verify { $0.register(Int.self, as: "int") }
    stub.verify { $0.make(Square.self) }
    await stub.verify { await $0.handles(ScreenView.self) }
  }
}
