/// A type as one call deals with it, and as the declaration sees it.
package struct FormalType: Hashable, Sendable {
  /// The type of the values.
  package var type: TypeMetadata
  /// The same type with stand-ins for what the declaration doesn't know: generic parameters, associated types, `Self`. It
  /// decides how values travel. Equal to `type` where the declaration knows all.
  package var pattern: TypeMetadata

  package init(type: TypeMetadata, pattern: TypeMetadata) {
    self.type = type
    self.pattern = pattern
  }

  /// Whether the declaration knows all of it.
  package var isKnown: Bool { type == pattern }

  /// A type that the declaration spells out.
  package init(_ type: TypeMetadata) {
    self.init(type: type, pattern: type)
  }
}

/// Stands for a type of which nothing is known. It conforms to what generic types often ask of their parameters, so that they
/// can be formed with it.
package struct OpaqueStandIn: Hashable, Comparable, Codable, Sendable, Error, Identifiable {
  package var id: Int { 0 }
  package static func < (one: OpaqueStandIn, other: OpaqueStandIn) -> Bool { false }

  package static let type = TypeMetadata(OpaqueStandIn.self)
}

/// Stands for a class of which nothing else is known.
package final class ObjectStandIn: Hashable, Comparable, Sendable, Identifiable {
  package static func == (one: ObjectStandIn, other: ObjectStandIn) -> Bool { one === other }
  package static func < (one: ObjectStandIn, other: ObjectStandIn) -> Bool { false }
  package func hash(into hasher: inout Hasher) {}

  package static let type = TypeMetadata(ObjectStandIn.self)
}
