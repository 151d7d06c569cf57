/// The metadata of a metatype: `Int.Type`, or `any P.Type`.
///
/// Layout: `swift/ABI/Metadata.h` (`TargetMetatypeMetadata`, `TargetExistentialMetatypeMetadata`).
package struct MetatypeMetadata: Hashable, Sendable {
  package let type: TypeMetadata

  package init?(_ type: TypeMetadata) {
    guard type.kind == .metatype || type.kind == .existentialMetatype else { return nil }
    self.type = type
  }

  /// Whether values are metatypes of any conforming type, with witness tables.
  package var isExistential: Bool { type.kind == .existentialMetatype }

  /// The type whose metatype this is.
  package var instanceType: TypeMetadata { TypeMetadata.completed(type.word(1).load(as: UnsafeRawPointer.self)) }

  /// Whether the instance type is the only value: nothing inherits from it.
  package var hasOneValue: Bool { !isExistential && instanceType.kind != .class }
}
