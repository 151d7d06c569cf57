/// How a field holds a reference that isn't strong.
package enum ReferenceOwnership: Hashable, Sendable {
  case weak
  case unowned
  case unmanaged
}

/// The type of a stored property or of a case's payload.
package enum FieldType: Hashable, Sendable {
  case builtin(BuiltinType)
  case type(TypeMetadata)
  /// The metatype of a struct, enum or other type that can't be inherited from, spelled out by the declaration: it has one
  /// value only, and the field no bytes. The type is the metatype's.
  case thinMetatype(TypeMetadata)
  /// A `weak`, `unowned` or `unowned(unsafe)` property, with its type as declared (optional where it says so).
  case reference(ReferenceOwnership, TypeMetadata)
  /// A type that the runtime can't name.
  case unresolved(String)

  /// Resolves the mangled name of a field.
  ///
  /// - Parameters:
  ///   - context: The type that declares the field.
  ///   - arguments: The generic arguments of the bound type, as they lie in its metadata.
  init(_ name: MangledName, in context: ContextDescriptor, arguments: UnsafeRawPointer?) {
    if name.length > 1, name[0] == UInt8(ascii: "B"), let builtin = BuiltinType(name) {
      self = .builtin(builtin)
      return
    }
    var name = name
    var ownership: ReferenceOwnership?
    // Reference storage is spelled after the type: docs/ABI/Mangling.rst, "Types".
    if name.length > 2, name[name.length - 2] == UInt8(ascii: "X"), !name.endsInReference {
      switch name[name.length - 1] {
      case UInt8(ascii: "w"): ownership = .weak
      case UInt8(ascii: "o"): ownership = .unowned
      case UInt8(ascii: "u"): ownership = .unmanaged
      default: break
      }
      if ownership != nil { name = name.dropping(last: 2) }
    }
    guard let type = name.resolve(in: context, arguments: arguments), !(name.isAccessorAlone && type.isVoid) else {
      self = .unresolved(name.text)
      return
    }
    if let ownership {
      self = .reference(ownership, type)
    } else if let metatype = MetatypeMetadata(type), metatype.hasOneValue {
      // What stands for a parameter, or is a parameter's metatype, is stored like any other.
      if !context.isGeneric {
        self = .thinMetatype(type)
      } else if name.isParameter || name.isMetatypeOfParameter {
        self = .type(type)
      } else {
        self = .unresolved(type.name)
      }
    } else {
      self = .type(type)
    }
  }
}

extension TypeMetadata {
  fileprivate var isVoid: Bool { TupleMetadata(self)?.count == 0 }
}

extension MangledName {
  /// Whether the name is that of a generic parameter: `x`, `q_` and the like.
  fileprivate var isParameter: Bool {
    length == 1 && self[0] == UInt8(ascii: "x")
      || length > 1 && self[0] == UInt8(ascii: "q") && self[length - 1] == UInt8(ascii: "_")
  }

  /// Whether the name is that of a generic parameter's metatype.
  fileprivate var isMetatypeOfParameter: Bool {
    length > 1 && self[length - 1] == UInt8(ascii: "m") && dropping(last: 1).isParameter
  }

  /// Whether the name is nothing but a reference to a function that returns the type.
  ///
  /// The compiler (6.3, `IRGen/GenReflection.cpp`) describes fields of noncopyable types by a function that returns `()`
  /// instead; a field that is `()` is spelled out.
  fileprivate var isAccessorAlone: Bool { length == 5 && self[0] == 9 }

  /// Whether one of the last two bytes belongs to a symbolic reference.
  fileprivate var endsInReference: Bool {
    var index = 0
    var end = 0
    while index < length {
      let byte = self[index]
      index += byte < 0x18 ? 5 : byte < 0x20 ? 1 + MemoryLayout<UnsafeRawPointer>.size : 1
      if byte < 0x20 { end = index }
    }
    return end > length - 2
  }
}
