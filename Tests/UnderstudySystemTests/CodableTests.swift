import Testing
import Understudy

private struct Order: Codable, Equatable {
  var id: Int
  var note: String?
  var lines: [String]

  enum CodingKeys: String, CodingKey { case id, note, lines }
}

private enum Level: Int, Codable { case low = 1, high = 2 }

/// Wraps the double of a keyed container as an encoder has to.
private func wrapped<Key: CodingKey>(
  _ container: some KeyedEncodingContainerProtocol,
  _ key: Key.Type
) throws -> KeyedEncodingContainer<Key> {
  try #require(KeyedEncodingContainer(container) as? KeyedEncodingContainer<Key>)
}

private func wrapped<Key: CodingKey>(
  _ container: some KeyedDecodingContainerProtocol,
  _ key: Key.Type
) throws -> KeyedDecodingContainer<Key> {
  try #require(KeyedDecodingContainer(container) as? KeyedDecodingContainer<Key>)
}

/// Encoders, decoders and their containers as doubles, called by the code that the compiler writes for `Codable` types.
@Suite("Encoders and decoders")
struct CodableTests {
  @Test func `An enum encodes its raw value into a double`() throws {
    let container = try Stub<any SingleValueEncodingContainer>()
    container.when { try $0.encode(Match.any() as Int) }.thenDoNothing()
    let encoder = try Stub<any Encoder>()
    encoder.when { $0.singleValueContainer() }.thenReturn(container())

    try Level.high.encode(to: encoder())

    container.verify { try $0.encode(2) }
  }

  @Test func `An enum decodes its raw value from a double`() throws {
    let container = try Stub<any SingleValueDecodingContainer>()
    container.when { try $0.decode(Int.self) }.thenReturn(1)
    let decoder = try Stub<any Decoder>()
    decoder.when { try $0.singleValueContainer() }.thenReturn(container())

    #expect(try Level(from: decoder()) == .low)
  }

  @Test func `An array encodes its elements into a double`() throws {
    let container = try Stub<any UnkeyedEncodingContainer>()
    container.when { try $0.encode(Match.any() as Level) }.thenDoNothing()
    let encoder = try Stub<any Encoder>()
    encoder.when { $0.unkeyedContainer() }.thenReturn(container())

    try [Level.low, .high].encode(to: encoder())

    container.verify { try $0.encode(Level.low) }
    container.verify { try $0.encode(Level.high) }
  }

  @Test func `An array decodes its elements from a double`() throws {
    let container = try Stub<any UnkeyedDecodingContainer>()
    container.when { $0.isAtEnd }.thenReturn(false, false, true)
    container.when { try $0.decode(Level.self) }.thenReturn(.high)
    let decoder = try Stub<any Decoder>()
    decoder.when { try $0.unkeyedContainer() }.thenReturn(container())

    #expect(try [Level](from: decoder()) == [.high, .high])
  }

  @Test func `A struct encodes its properties into doubles`() throws {
    let container = try Stub<any KeyedEncodingContainerProtocol>(binding: ["Key": Order.CodingKeys.self])
    container.when { try $0.writeAny(Int.self) }.thenDoNothing()
    container.when { try $0.writeAny([String].self) }.thenDoNothing()
    container.when { try $0.writeAnyIfPresent(String.self) }.thenDoNothing()
    let encoder = try Stub<any Encoder>()
    let keyed = try wrapped(container(), Order.CodingKeys.self)
    encoder.when { $0.container(keyedBy: Order.CodingKeys.self) }.thenReturn(keyed)

    try Order(id: 3, note: nil, lines: ["tea"]).encode(to: encoder())

    #expect(
      container.history.timeline.map {
        "\($0.name) \($0.arguments.map { ($0 as? any CodingKey)?.stringValue ?? "\($0)" })"
      } == [
        "encode(_:forKey:) [\"3\", \"id\"]", "encodeIfPresent(_:forKey:) [\"nil\", \"note\"]",
        "encode(_:forKey:) [\"[\\\"tea\\\"]\", \"lines\"]",
      ]
    )
  }

  @Test func `A struct decodes its properties from doubles`() throws {
    let container = try Stub<any KeyedDecodingContainerProtocol>(binding: ["Key": Order.CodingKeys.self])
    container.when { try $0.readAny(Int.self) }.thenReturn(3)
    container.when { try $0.readAny([String].self) }.thenReturn(["tea"])
    container.when { try $0.readAnyIfPresent(String.self) }.thenReturn("hot")
    let decoder = try Stub<any Decoder>()
    let keyed = try wrapped(container(), Order.CodingKeys.self)
    decoder.when { try $0.container(keyedBy: Order.CodingKeys.self) }.thenReturn(keyed)

    #expect(try Order(from: decoder()) == Order(id: 3, note: "hot", lines: ["tea"]))
  }
}

// The protocols don't name their keys' type, so calls on `any …` can't have a key. In here the type is known.

extension KeyedEncodingContainerProtocol {
  fileprivate mutating func writeAny(_ type: Int.Type) throws {
    try encode(Match.any() as Int, forKey: Match.any())
  }

  fileprivate mutating func writeAny<T: Encodable>(_ type: T.Type) throws {
    try encode(Match.any() as T, forKey: Match.any())
  }

  fileprivate mutating func writeAnyIfPresent(_ type: String.Type) throws {
    try encodeIfPresent(Match.any() as String?, forKey: Match.any())
  }
}

extension KeyedDecodingContainerProtocol {
  fileprivate func readAny(_ type: Int.Type) throws -> Int {
    try decode(type, forKey: Match.any())
  }

  fileprivate func readAny<T: Decodable>(_ type: T.Type) throws -> T {
    try decode(type, forKey: Match.any())
  }

  fileprivate func readAnyIfPresent(_ type: String.Type) throws -> String? {
    try decodeIfPresent(type, forKey: Match.any())
  }
}
