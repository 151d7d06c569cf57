/// The declaration of a nominal type, a protocol or a type alias.
package struct NominalNode: Hashable, Sendable {
  /// The raw value is the mangling operator.
  package enum Kind: String, Hashable, Sendable {
    case structure = "V"
    case `class` = "C"
    case enumeration = "O"
    case `protocol` = "P"
    case typeAlias = "a"
    /// A kind the mangling's writer didn't know.
    case other = "XY"
  }

  package var kind: Kind
  package var context: ContextNode
  package var name: NameNode

  package init(_ kind: Kind, in context: ContextNode, name: NameNode) {
    self.kind = kind
    self.context = context
    self.name = name
  }

  /// A declaration at the top level of the standard library.
  package init(_ kind: Kind, swift name: String) {
    self.init(kind, in: .module("Swift"), name: .plain(name))
  }

  /// The name of the module that declares the outermost context.
  package var module: String { context.module }

  /// The name of the module that holds the declaration: that of an extension, where one is around it.
  var declaringModule: String {
    switch context {
    case .module(let name): name
    case .nominal(let outer): outer.declaringModule
    case .extension(_, let module, _): module
    case .entity(let entity): entity.context.module
    }
  }

  /// Whether this is a top-level declaration of the standard library with the given name.
  package func isSwift(_ name: String) -> Bool {
    guard case .plain(let text) = self.name, text == name, case .module("Swift") = context else { return false }
    return true
  }
}

/// Where a declaration lies.
package indirect enum ContextNode: Hashable, Sendable {
  /// A module by its ABI name; `Swift`, `__C` and `__C_Synthesized` are the ones with short manglings.
  case module(String)
  case nominal(NominalNode)
  /// An extension. The module is the extension's; the signature is there for a constrained extension.
  case `extension`(of: NominalNode, module: String, signature: GenericSignatureNode?)
  /// A function, an accessor or another declaration with a body.
  case entity(EntityNode)

  /// The name of the outermost module.
  package var module: String {
    switch self {
    case .module(let name): name
    case .nominal(let nominal): nominal.context.module
    case .extension(let nominal, _, _): nominal.context.module
    case .entity(let entity): entity.context.module
    }
  }
}

/// The name of a declaration, with what sets it apart from others of the same text.
package indirect enum NameNode: Hashable, Sendable {
  /// The raw value is the mangling's letter.
  package enum Fixity: String, Hashable, Sendable {
    case infix = "i"
    case prefix = "p"
    case postfix = "P"
  }

  case plain(String)
  case `operator`(String, Fixity)
  /// A private or fileprivate declaration. Declarations without a name (initializers, subscripts) have only the discriminator.
  case file(NameNode?, discriminator: String)
  /// The index-th local declaration of the name.
  case local(NameNode, index: Int)
  /// An entity made for another one, as the Clang importer does.
  case related(NameNode, kind: UInt8)

  /// The name as the source has it, without discriminators.
  package var text: String {
    switch self {
    case .plain(let text), .operator(let text, _): text
    case .file(let name, _): name?.text ?? ""
    case .local(let name, _), .related(let name, _): name.text
    }
  }
}

/// A function, an accessor, or another declaration that isn't a type.
package struct EntityNode: Hashable, Sendable {
  /// The raw value is the mangling operator.
  package enum Form: String, Hashable, Sendable {
    case function = "F"
    case allocatingInitializer = "fC"
    case initializer = "fc"
    case variable = "v"
    case `subscript` = "i"
    case closure = "fU"
    case implicitClosure = "fu"
    case defaultArgument = "fA"
    case storedInitializer = "fi"
    case deallocator = "fD"
    case isolatedDeallocator = "fZ"
    case destructor = "fd"
    case wrapperInitializer = "fP"
    case projectionInitializer = "fW"
  }

  /// The raw value is the mangling's letters.
  package enum Accessor: String, Hashable, Sendable {
    case getter = "g"
    case setter = "s"
    case modify = "M"
    case read = "r"
    /// The coroutine accessors of the newer ABI (`yielding`).
    case modify2 = "x"
    case read2 = "y"
    case willSet = "w"
    case didSet = "W"
    case globalGetter = "G"
    case initAccessor = "i"
    case borrow = "b"
    case mutate = "z"
    case unsafeAddressor = "lu"
    case unsafeMutableAddressor = "au"
  }

  package var form: Form
  package var context: ContextNode
  package var name: NameNode?
  /// One label per parameter; `nil` is `_`.
  package var labels: [String?]
  package var type: TypeNode?
  /// The number of a closure or a default argument.
  package var index: Int?
  /// `nil` for what isn't storage, and for the storage itself.
  package var accessor: Accessor?
  package var isStatic: Bool

  package init(
    _ form: Form,
    in context: ContextNode,
    name: NameNode? = nil,
    labels: [String?] = [],
    type: TypeNode? = nil,
    index: Int? = nil,
    accessor: Accessor? = nil,
    isStatic: Bool = false
  ) {
    self.form = form
    self.context = context
    self.name = name
    self.labels = labels
    self.type = type
    self.index = index
    self.accessor = accessor
    self.isStatic = isStatic
  }
}

extension EntityNode {
  /// The member as a test spells it: `load(id:)`, `name`.
  package var memberName: String? {
    let list = labels.map { ($0 ?? "_") + ":" }.joined()
    switch form {
    case .function: return name.map { "\($0.text)(\(list))" }
    case .variable: return name?.text
    case .subscript: return "subscript(\(list))"
    case .allocatingInitializer, .initializer: return "init(\(list))"
    default: return nil
    }
  }
}
