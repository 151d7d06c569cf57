internal import UnderstudyModules

/// The meanings of numbers that compilers have changed without changing a layout.
///
/// The facts are from swift/lib/Serialization/ModuleFormat.h of formats 883, 903, 927, 944 and 980 and from modules of Swift 6.0.3
/// (871) and 6.3.1 (976). A number that may have either of two meanings, in a format in between, is refused.
struct ModuleNumbering: Sendable {
  let format: Int

  init(format: Int) throws(ModuleError) {
    // That of Swift 6.0. What numbers meant before isn't known here.
    guard format >= 871 else { throw .unsupported("module format \(format), which is older than Swift 6.0,") }
    self.format = format
  }

  /// An accessor by its number (AccessorKind), and its place among the entries of its storage.
  func accessor(_ field: UInt64) throws(ModuleError) -> (order: Int, RequirementSignature.Accessor) {
    switch field {
    case 0: return (0, .getter)
    case 1: return (3, .setter)
    case 6: return (1, .read)
    // Up to 883 there are no accessors for borrowing but these two, from 903 on there are `read2` and `modify2`.
    case 7 where format <= 883: return (4, .modify)
    case 7 where format >= 903: return (2, .read2)
    case 8 where format >= 903: return (4, .modify)
    case 9 where format >= 903: return (5, .modify2)
    default: throw .unsupported("an accessor of kind \(field)")
    }
  }

  enum FunctionIsolation: Equatable {
    case none
    case any
    case caller
    /// By the number of the actor's type.
    case globalActor(Int)
  }

  /// The isolation of a function type (FunctionTypeIsolation): small numbers are kinds, larger ones types.
  func isolation(ofFunction field: Int) throws(ModuleError) -> FunctionIsolation {
    switch field {
    case 0: return .none
    // A parameter's isolation, which the parameter tells.
    case 1: return .none
    case 2: return .any
    default: break
    }
    // From the releases of Swift 6.2 on.
    if format >= 944 { return field == 3 ? .caller : .globalActor(field - 4) }
    // From somewhere after 903 on, 4 is the caller's isolation as well as the type with number 1.
    guard field != 3, field != 4 || format <= 903 else {
      throw .unknownLayout(record: "FUNCTION_TYPE", found: "isolation \(field)")
    }
    return .globalActor(field - 3)
  }
}
