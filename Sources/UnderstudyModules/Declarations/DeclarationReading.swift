/// A declaration's record with what stands before it.
package struct DeclarationReading {
  package let record: ModuleRecord
  /// The name of the hash that tells the file of a private declaration.
  package internal(set) var discriminator: Int?
  /// Whether it is inside a body of code.
  package internal(set) var isLocal = false
  package internal(set) var attributes = Attributes()
  /// Where the records that belong to the declaration go on.
  let rest: BlockReader

  /// The attributes that say where a declaration's code runs, and those that say what a type is for.
  package struct Attributes {
    /// The types of attributes like `@MainActor`; result builders look the same.
    package internal(set) var custom: [Int] = []
    package internal(set) var isolation: Nonisolated?
    package internal(set) var isConcurrent = false
    package internal(set) var isGlobalActor = false
    package internal(set) var isMarker = false
    package internal(set) var isRethrowing = false
    var isFrozen = false
    var isFixedLayout = false
    var isUsableFromInline = false
  }

  /// The modifiers of `nonisolated` (`NonIsolatedModifier` in swift/include/swift/AST/AttrKind.h).
  package enum Nonisolated: UInt64 {
    case plain = 0
    case unsafe = 1
    case nonsending = 2
  }
}
