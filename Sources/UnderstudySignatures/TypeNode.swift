/// A Swift type as a tree.
///
/// The cases follow the productions of `type` in `docs/ABI/Mangling.rst`. A tree holds no back references: two trees are equal
/// exactly when their fully expanded manglings are.
package indirect enum TypeNode: Hashable, Sendable {
  /// A nominal type, or a type alias, without generic arguments.
  case nominal(NominalNode)
  /// A nominal type with generic arguments: one list per enclosing generic-capable context, the outermost first.
  case bound(NominalNode, arguments: [[TypeNode]], retroactive: [RetroactiveConformanceNode])
  case tuple([TupleElementNode])
  case function(FunctionTypeNode)
  /// A parameter convention, a reference storage or another modifier of a type.
  case qualified(TypeQualifier, TypeNode)
  /// `T.Type`, where for a protocol type `T` the only value is `T.self`.
  case metatype(TypeNode, MetatypeRepresentation?)
  /// `any P.Type`.
  case existentialMetatype(TypeNode, MetatypeRepresentation?)
  case existential(ExistentialNode)
  /// `any P<Int>`: an existential and the requirements on its associated types.
  case constrainedExistential(TypeNode, [GenericRequirementNode])
  /// A generic parameter. In a protocol's requirement, depth 0 index 0 is `Self`.
  case parameter(depth: Int, index: Int)
  /// The `Self` that the requirements of a constrained existential speak of.
  case constrainedSelf
  /// An associated type; the protocol is named only where the name alone would be ambiguous.
  case member(of: TypeNode, name: String, protocol: NominalNode?)
  case pack([TypeNode])
  case packExpansion(pattern: TypeNode, count: TypeNode)
  case packElement(TypeNode, level: Int)
  /// A type of the `Builtin` module: its name there and its whole mangling.
  case builtin(name: String, mangling: String)
  /// `Builtin.FixedArray`.
  case fixedArray(count: TypeNode, element: TypeNode)
  /// A type under a generic signature of its own.
  case generic(GenericSignatureNode, TypeNode)
  /// An integer as a generic argument.
  case integer(Int)

  /// `()`.
  package static var void: TypeNode { .tuple([]) }

  /// The optional of a type.
  package static func optional(_ wrapped: TypeNode) -> TypeNode {
    .bound(NominalNode(.enumeration, swift: "Optional"), arguments: [[wrapped]], retroactive: [])
  }

  /// The array of a type.
  package static func array(_ element: TypeNode) -> TypeNode {
    .bound(NominalNode(.structure, swift: "Array"), arguments: [[element]], retroactive: [])
  }
}

/// An element of a tuple, or a parameter of a function type.
package struct TupleElementNode: Hashable, Sendable {
  package var label: String?
  package var type: TypeNode
  /// Whether this is the parameter `type...`; `type` is the element, not the array.
  package var isVariadic: Bool

  package init(label: String? = nil, type: TypeNode, isVariadic: Bool = false) {
    self.label = label
    self.type = type
    self.isVariadic = isVariadic
  }
}

/// What can be said of a type in front of it or behind it. The raw value is the mangling operator.
package enum TypeQualifier: String, Hashable, Sendable {
  case `inout` = "z"
  case owned = "n"
  case shared = "h"
  case isolated = "Yi"
  case sending = "Yu"
  case noDerivative = "Yk"
  case compileTimeLiteral = "Yt"
  case compileTimeValue = "Yg"
  case weak = "Xw"
  case unowned = "Xo"
  case unmanaged = "Xu"
  case dynamicSelf = "XD"
}

/// How a metatype is represented, where the mangling says so. The raw value is the mangling's letter.
package enum MetatypeRepresentation: String, Hashable, Sendable {
  case thin = "t"
  case thick = "T"
  case objectiveC = "o"
}

/// An existential type: `any C & P & Q`.
package struct ExistentialNode: Hashable, Sendable {
  package var protocols: [NominalNode]
  package var superclass: TypeNode?
  /// Whether `AnyObject` is named. A class-bound protocol or a superclass doesn't set it.
  package var isAnyObject: Bool

  package init(protocols: [NominalNode], superclass: TypeNode? = nil, isAnyObject: Bool = false) {
    self.protocols = protocols
    self.superclass = superclass
    self.isAnyObject = isAnyObject
  }
}

/// A function type.
package struct FunctionTypeNode: Hashable, Sendable {
  /// How the function is represented and whether it may escape. The raw value is the mangling operator.
  package enum Convention: String, Hashable, Sendable {
    case escaping = "c"
    case nonescaping = "XE"
    case autoclosure = "XK"
    case escapingAutoclosure = "XA"
    case thin = "Xf"
    case uncurried = "XU"
    case block = "XB"
    case escapingBlock = "XL"
    case cFunction = "XC"
  }

  /// What a call may throw.
  package enum Throwing: Hashable, Sendable {
    case never
    case anyError
    case typed(TypeNode)
  }

  /// Where a call runs.
  package enum Isolation: Hashable, Sendable {
    case none
    case globalActor(TypeNode)
    /// `@isolated(any)`.
    case any
    /// `nonisolated(nonsending)`.
    case caller
  }

  package var convention: Convention
  package var parameters: [TupleElementNode]
  package var result: TypeNode
  package var isAsync: Bool
  package var isSendable: Bool
  package var throwing: Throwing
  package var isolation: Isolation
  package var hasSendingResult: Bool
  /// The letter of `@differentiable`'s kind.
  package var differentiability: UInt8?
  /// The C type of a C function or block, in the Itanium mangling, where it isn't the canonical one.
  package var clangType: String?

  package init(
    _ convention: Convention = .escaping,
    parameters: [TupleElementNode],
    result: TypeNode,
    isAsync: Bool = false,
    isSendable: Bool = false,
    throwing: Throwing = .never,
    isolation: Isolation = .none,
    hasSendingResult: Bool = false,
    differentiability: UInt8? = nil,
    clangType: String? = nil
  ) {
    self.convention = convention
    self.parameters = parameters
    self.result = result
    self.isAsync = isAsync
    self.isSendable = isSendable
    self.throwing = throwing
    self.isolation = isolation
    self.hasSendingResult = hasSendingResult
    self.differentiability = differentiability
    self.clangType = clangType
  }
}
