/// The signature of one requirement of a protocol, or of one method of a class, wherever it has been read.
package struct RequirementSignature: Hashable, Sendable {
  package enum Storage: Hashable, Sendable {
    case property
    case `subscript`
  }

  package enum Accessor: String, Hashable, Sendable {
    case getter
    case setter
    case modify
    case read
    /// The coroutine accessors of the newer ABI.
    case modify2
    case read2
  }

  package enum Kind: Hashable, Sendable {
    case method
    case initializer
    case accessor(Accessor, of: Storage)
  }

  /// How a parameter was declared to change hands.
  package enum Ownership: String, Hashable, Sendable {
    /// Not said: initializers and a setter's new value take ownership, everything else borrows.
    case `default`
    /// `consuming` or `__owned`.
    case owned
    /// `borrowing` or `__shared`.
    case shared
    case `inout`
  }

  /// Where a call runs.
  package enum Isolation: Hashable, Sendable {
    /// Nowhere in particular.
    case none
    /// On a global actor, as with `@MainActor`.
    case globalActor(TypeNode)
    /// On the actor that the requirement belongs to.
    case instance
    /// On the actor that is passed as an `isolated` parameter.
    case parameter
    /// On the caller's actor (`nonisolated(nonsending)`): an async function gets that actor as two more argument words.
    case caller
  }

  /// What a call does to the value that it is made on.
  package enum SelfAccess: String, Hashable, Sendable {
    case nonmutating
    case mutating
    /// `consuming` or `__consuming`: the call takes the value over.
    case consuming
    case borrowing
  }

  package struct Parameter: Hashable, Sendable {
    /// The argument label; `nil` for `_`.
    package var label: String?
    /// The type of the value that is passed. For `T...` this is `[T]`, for an autoclosure the function type.
    package var type: TypeNode
    package var ownership: Ownership
    package var isVariadic: Bool
    package var isIsolated: Bool
    package var isSending: Bool

    package init(
      label: String? = nil,
      type: TypeNode,
      ownership: Ownership = .default,
      isVariadic: Bool = false,
      isIsolated: Bool = false,
      isSending: Bool = false
    ) {
      self.label = label
      self.type = type
      self.ownership = ownership
      self.isVariadic = isVariadic
      self.isIsolated = isIsolated
      self.isSending = isSending
    }
  }

  package var kind: Kind
  package var isStatic: Bool
  /// The base name: `signIn`, `name`, `+`, `init`, `subscript`.
  package var baseName: String
  /// The parameters. A setter's new value comes first, then a subscript's indices.
  package var parameters: [Parameter]
  /// The result, or what an accessor coroutine yields; `()` where there is none.
  package var result: TypeNode
  package var isAsync: Bool
  /// What calls may throw; `nil` where the source doesn't tell: symbols don't of getters.
  package var throwing: FunctionTypeNode.Throwing?
  /// The generic parameters and requirements the requirement adds to its protocol's.
  package var generics: GenericSignatureNode?

  /// Where calls run; `nil` where the source doesn't tell.
  package var isolation: Isolation?
  /// What calls do to the value; `nil` where the source doesn't tell, and for static requirements and initializers.
  package var selfAccess: SelfAccess?
  /// Whether only what the functions among the arguments throw is thrown (`rethrows`), which symbols don't tell.
  package var isRethrowing = false
  /// Whether the result is `sending`; `nil` where the source doesn't tell.
  package var hasSendingResult: Bool?

  /// The protocol or class that declares the requirement.
  package var owner: NominalNode
  /// The type whose conformance was read, where the source is one.
  package var conformingType: TypeNode?

  package init(
    kind: Kind,
    isStatic: Bool = false,
    baseName: String,
    parameters: [Parameter] = [],
    result: TypeNode = .void,
    isAsync: Bool = false,
    throwing: FunctionTypeNode.Throwing? = .never,
    generics: GenericSignatureNode? = nil,
    isolation: Isolation? = nil,
    selfAccess: SelfAccess? = nil,
    hasSendingResult: Bool? = nil,
    owner: NominalNode,
    conformingType: TypeNode? = nil
  ) {
    self.kind = kind
    self.isStatic = isStatic
    self.baseName = baseName
    self.parameters = parameters
    self.result = result
    self.isAsync = isAsync
    self.throwing = throwing
    self.generics = generics
    self.isolation = isolation
    self.selfAccess = selfAccess
    self.hasSendingResult = hasSendingResult
    self.owner = owner
    self.conformingType = conformingType
  }

  private var isProperty: Bool {
    if case .accessor(_, .property) = kind { true } else { false }
  }

  /// Whether a call takes generic arguments besides those of `Self`.
  package var isGeneric: Bool { generics?.isGeneric ?? false }
}

extension RequirementSignature {
  /// The requirement as Swift source spells it: `signIn(user: String) async throws -> Session`.
  package var spelling: String {
    var text = isStatic ? "static " : ""
    text += baseName
    if !parameters.isEmpty || !isProperty {
      text += "(" + parameters.map(\.spelling).joined(separator: ", ") + ")"
    }
    text += TypeSpelling().effects(isAsync: isAsync, throwing: throwing ?? .never)
    return result == .void ? text : text + " -> " + result.spelling
  }
}

extension RequirementSignature.Parameter {
  package var isAutoclosure: Bool { convention == .autoclosure || convention == .escapingAutoclosure }

  /// Whether the parameter is a function that may outlive the call.
  package var isEscaping: Bool { convention == .escaping || convention == .escapingAutoclosure }

  private var convention: FunctionTypeNode.Convention? {
    guard case .function(let function) = element ?? type else { return nil }
    return function.convention
  }

  /// What `T...` takes several of.
  private var element: TypeNode? {
    guard isVariadic, case .bound(_, let lists, _) = type else { return nil }
    return lists.first?.first
  }

  /// The parameter as Swift source spells it, with `_` for no label.
  package var spelling: String {
    var text = (label ?? "_") + ": "
    if isIsolated { text += "isolated " }
    if isSending { text += "sending " }
    switch ownership {
    case .default: break
    case .owned: text += "consuming "
    case .shared: text += "borrowing "
    case .inout: text += "inout "
    }
    if let element { return text + element.spelling + "..." }
    return text + TypeSpelling().parameterText(of: type)
  }
}
