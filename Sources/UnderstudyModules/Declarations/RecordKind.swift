package import UnderstudyLocks

/// The records of declarations and types that types' facts and signatures are read from.
package enum RecordKind: String, CaseIterable, Sendable {
  case structure = "STRUCT_DECL"
  case enumeration = "ENUM_DECL"
  case `class` = "CLASS_DECL"
  case `protocol` = "PROTOCOL_DECL"
  case `extension` = "EXTENSION_DECL"
  case function = "FUNC_DECL"
  case accessor = "ACCESSOR_DECL"
  case initializer = "CONSTRUCTOR_DECL"
  case variable = "VAR_DECL"
  case `subscript` = "SUBSCRIPT_DECL"
  case parameter = "PARAM_DECL"
  case associatedType = "ASSOCIATED_TYPE_DECL"
  case genericParameterDeclaration = "GENERIC_TYPE_PARAM_DECL"

  case members = "MEMBERS"
  case parameterList = "PARAMETERLIST"
  case genericParameters = "GENERIC_PARAM_LIST"
  case requirementSignature = "REQUIREMENT_SIGNATURE"
  case primaryAssociatedType = "PRIMARY_ASSOCIATED_TYPE"
  case genericSignature = "GENERIC_SIGNATURE"
  case privateDiscriminator = "PRIVATE_DISCRIMINATOR"
  case localDiscriminator = "LOCAL_DISCRIMINATOR"

  case customAttribute = "Custom_DECL_ATTR"
  case nonisolated = "Nonisolated_DECL_ATTR"
  case concurrent = "Concurrent_DECL_ATTR"
  case globalActor = "GlobalActor_DECL_ATTR"
  case marker = "Marker_DECL_ATTR"
  case rethrowing = "Rethrows_DECL_ATTR"
  case frozen = "Frozen_DECL_ATTR"
  case fixedLayout = "FixedLayout_DECL_ATTR"
  case usableFromInline = "UsableFromInline_DECL_ATTR"

  case reference = "XREF"
  case referenceToType = "XREF_TYPE_PATH_PIECE"
  case referenceToExtension = "XREF_EXTENSION_PATH_PIECE"
  case referenceToGenericParameter = "XREF_GENERIC_PARAM_PATH_PIECE"

  case nominalType = "NOMINAL_TYPE"
  case boundType = "BOUND_GENERIC_TYPE"
  case aliasType = "NAME_ALIAS_TYPE"
  /// A type in parentheses, which only Swift 6.0 keeps.
  case parenthesizedType = "PAREN_TYPE"
  case builtinType = "BUILTIN_ALIAS_TYPE"
  case builtinArrayType = "BUILTIN_FIXED_ARRAY_TYPE"
  case tupleType = "TUPLE_TYPE"
  case tupleElement = "TUPLE_TYPE_ELT"
  case functionType = "FUNCTION_TYPE"
  case functionParameter = "FUNCTION_PARAM"
  case metatype = "METATYPE_TYPE"
  case existentialMetatype = "EXISTENTIAL_METATYPE_TYPE"
  case existential = "EXISTENTIAL_TYPE"
  case composition = "PROTOCOL_COMPOSITION_TYPE"
  case parameterizedProtocol = "PARAMETERIZED_PROTOCOL_TYPE"
  case genericParameter = "GENERIC_TYPE_PARAM_TYPE"
  /// What Swift 6.0 writes under the name of `genericParameter`: it leads to a declaration.
  case declaredGenericParameter = ""
  case dependentMember = "DEPENDENT_MEMBER_TYPE"
  case optional = "OPTIONAL_TYPE"
  case array = "ARRAY_SLICE_TYPE"
  case dictionary = "DICTIONARY_TYPE"
  case variadicSequence = "VARIADIC_SEQUENCE_TYPE"
  case inlineArray = "INLINE_ARRAY_TYPE"
  case integer = "INTEGER_TYPE"
  case pack = "PACK_TYPE"
  case packExpansion = "PACK_EXPANSION_TYPE"
  case packElement = "PACK_ELEMENT_TYPE"
  case referenceStorage = "REFERENCE_STORAGE_TYPE"
  case dynamicSelf = "DYNAMIC_SELF_TYPE"

  /// Whether this is a declaration's own record, or a reference to one in another module.
  var isDeclaration: Bool {
    switch self {
    case .structure, .enumeration, .class, .protocol, .extension, .function, .accessor, .initializer, .variable,
      .subscript, .parameter, .associatedType, .genericParameterDeclaration, .reference:
      true
    default: false
    }
  }

  /// The layout this reader knows (swift/lib/Serialization/ModuleFormat.h, format 976 of Swift 6.3).
  ///
  /// A record of any other layout is refused unless that is one of its variants: what its fields mean would be a guess. Types and
  /// protocols keep theirs up to format 1018.
  private var fingerprint: String {
    switch self {
    case .structure: "F31 F32 F1 F1 F31 F3 V4 V4 A V16"
    case .enumeration: "F31 F32 F1 F1 F31 F31 F3 V4 V4 A V16"
    case .class: "F31 F32 F1 F1 F1 F1 F1 F31 F31 F3 V4 V4 A V16"
    case .protocol: "F31 F32 F1 F1 F1 F1 F31 F3 A F31"
    case .extension: "F31 F31 F32 F1 F31 V4 V4 A V16"
    case .function: "F32 F1 F1 F2 F1 F3 F1 F1 F1 F31 F31 F31 F1 F31 F31 F1 V5 F3 F1 F31 F1 F1 F1 A F31"
    case .accessor: "F32 F1 F1 F2 F1 F3 F1 F1 F1 F31 F31 F31 F1 F31 F1 F31 F4 F3 F1 F1 F1 A F31"
    case .initializer: "F32 F1 F1 F1 F1 F1 F1 F1 F31 F2 F31 F31 F1 F3 F1 F1 V5 A F31"
    case .variable: "F31 F32 F1 F1 F1 F2 F1 F1 F1 F1 F31 F2 F3 F4 F4 F3 F31 F1 F31 F3 F3 F31 F2 V4 A F31"
    case .subscript: "F32 F1 F1 F1 F1 F2 F3 F4 F4 F3 F31 F31 F1 F31 F3 F3 F2 V5 F31 V4 A F31"
    case .parameter: "F31 F31 F32 F3 F31 F1 F1 F1 F1 F1 F1 F1 F1 F4 F31 F3 F31 B"
    case .associatedType: "F31 F32 F31 F1 A F31"
    case .genericParameterDeclaration: "F31 F1 F1 F31"
    case .members, .parameterList, .genericParameters, .genericSignature, .pack: "A F31"
    case .requirementSignature: "A V6"
    case .primaryAssociatedType, .privateDiscriminator: "F31"
    case .localDiscriminator: "V2"
    case .customAttribute: "F1 F31 F1"
    case .nonisolated: "F2 F1"
    case .concurrent, .globalActor, .marker, .rethrowing, .frozen, .fixedLayout, .usableFromInline: "F1"
    case .reference: "F31 V4"
    case .referenceToType: "F31 F31 F1 F1"
    case .referenceToExtension: "F31 F31"
    case .referenceToGenericParameter: "V5 V5"
    case .nominalType, .tupleElement, .dictionary, .inlineArray, .packExpansion, .dependentMember: "F31 F31"
    case .builtinType, .builtinArrayType: "F31 F31"
    case .boundType: "F31 F31 A F31"
    case .aliasType: "F31 F31 F31 F31 A F31"
    case .tupleType: ""
    case .functionType: "F31 F4 F31 F1 F1 F1 F1 F31 F3 F31 F1"
    case .functionParameter: "F31 F31 F31 F1 F1 F1 F3 F1 F1 F1 F1 F1 F1"
    case .metatype, .existentialMetatype: "F31 F2"
    case .existential, .optional, .array, .variadicSequence, .dynamicSelf, .parenthesizedType: "F31"
    case .composition: "F1 F1 F1 A F31"
    case .parameterizedProtocol: "F31 A F31"
    case .genericParameter: "F2 F1 F15 F1 F15 F31 F31"
    case .declaredGenericParameter: "F1 F31 V4"
    case .integer: "F1 B"
    case .packElement: "F31 F32"
    case .referenceStorage: "F2 F31"
    }
  }

  /// A kind of record with its layouts.
  package struct Layout: Sendable {
    let kind: RecordKind
    package let fingerprint: String
    let variants: [RecordVariant]
  }

  package static let layouts: Table<String, Layout> = {
    var layouts: Table<String, Layout> = [:]
    for kind in allCases where !kind.rawValue.isEmpty {
      layouts[kind.rawValue] = Layout(kind: kind, fingerprint: kind.fingerprint, variants: kind.variants)
    }
    return layouts
  }()
}
