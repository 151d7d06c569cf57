/// The metadata of `Builtin.FixedArray`, which `InlineArray` stores its elements in.
///
/// Layout: `swift/ABI/Metadata.h` (`TargetFixedArrayTypeMetadata`).
package struct FixedArrayMetadata: Hashable, Sendable {
  package let type: TypeMetadata

  package init?(_ type: TypeMetadata) {
    guard type.kind == .fixedArray else { return nil }
    self.type = type
  }

  /// The number of elements; less than 1 stands for none.
  package var count: Int { type.word(1).load(as: Int.self) }

  package var elementType: TypeMetadata { TypeMetadata(pointer: type.word(2).load(as: UnsafeRawPointer.self)) }
}
