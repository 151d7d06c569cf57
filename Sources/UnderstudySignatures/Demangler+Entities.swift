extension Demangler {
  mutating func makeExtension() throws(DemanglingError) {
    let signature = popIfSignature()
    let module = try popModule()
    try push(.context(.extension(of: popNominal(), module: module, signature: signature)))
  }

  /// `F`: name, labels, the parts of the function's type, and its generic signature.
  mutating func makeFunction() throws(DemanglingError) {
    let signature = popIfSignature()
    let function = TypeNode.function(try popFunctionType(.escaping))
    let type = signature.map { .generic($0, function) } ?? function
    let labels = try popLabels(for: type)
    let name = try popName()
    try push(.entity(EntityNode(.function, in: popContext(), name: name, labels: labels, type: type)))
  }

  /// `v`: a variable and which accessor of it is meant.
  mutating func makeVariable() throws(DemanglingError) {
    let type = try popType()
    let labels = try popLabels(for: type)
    let name = try popName()
    let context = try popContext()
    let accessor = try readAccessor()
    try push(
      .entity(EntityNode(.variable, in: context, name: name, labels: labels, type: type, accessor: accessor))
    )
  }

  /// `i`: a subscript and which accessor of it is meant.
  mutating func makeSubscript() throws(DemanglingError) {
    let name = popDiscriminator()
    let type = try popType()
    let labels = try popLabels(for: type)
    let context = try popContext()
    let accessor = try readAccessor()
    try push(
      .entity(EntityNode(.subscript, in: context, name: name, labels: labels, type: type, accessor: accessor))
    )
  }

  /// The file of a private declaration that has no name.
  private mutating func popDiscriminator() -> NameNode? {
    guard case .name(.file(let name, let discriminator))? = stack.last?.value else { return nil }
    take()
    return .file(name, discriminator: discriminator)
  }

  private mutating func readAccessor() throws(DemanglingError) -> EntityNode.Accessor? {
    let start = position
    let letter = try readLetter()
    if letter == .p { return nil }
    // Addressors have two.
    if letter == .l || letter == .a { _ = readIf(.u) }
    guard let accessor = EntityNode.Accessor(rawValue: readText(from: start)) else { throw unsupported(length: 2) }
    return accessor
  }

  /// `f`: functions without a name of their own.
  mutating func readFunctionEntity() throws(DemanglingError) {
    switch try readLetter() {
    case .C: try makeInitializer(.allocatingInitializer)
    case .c: try makeInitializer(.initializer)
    case .U: try makeClosure(.closure)
    case .u: try makeClosure(.implicitClosure)
    case .A:
      let index = try readIndex()
      try push(.entity(EntityNode(.defaultArgument, in: popContext(), index: index)))
    case .i: try push(.entity(EntityNode(.storedInitializer, in: popContext())))
    case .D: try push(.entity(EntityNode(.deallocator, in: popContext())))
    case .Z: try push(.entity(EntityNode(.isolatedDeallocator, in: popContext())))
    case .d: try push(.entity(EntityNode(.destructor, in: popContext())))
    case .P: try push(.entity(EntityNode(.wrapperInitializer, in: popContext())))
    case .W: try push(.entity(EntityNode(.projectionInitializer, in: popContext())))
    default: throw unsupported(length: 2)
    }
  }

  private mutating func makeInitializer(_ form: EntityNode.Form) throws(DemanglingError) {
    let name = popDiscriminator()
    let type = try popType()
    let labels = try popLabels(for: type)
    try push(.entity(EntityNode(form, in: popContext(), name: name, labels: labels, type: type)))
  }

  private mutating func makeClosure(_ form: EntityNode.Form) throws(DemanglingError) {
    let index = try readIndex()
    let type = try popType()
    try push(.entity(EntityNode(form, in: popContext(), type: type, index: index)))
  }

  mutating func makeStatic() throws(DemanglingError) {
    var entity = try popEntity()
    guard !entity.isStatic else { throw DemanglingError(.malformed) }
    entity.isStatic = true
    try push(.entity(entity))
  }

  /// The labels of a function's parameters: `y` where all are `_`, nothing where there are no parameters.
  private mutating func popLabels(for type: TypeNode) throws(DemanglingError) -> [String?] {
    let count = type.function?.parameters.count ?? 0
    // Without parameters there is no list, and an empty one would belong to something else.
    if count > 0, popIfEmptyList() { return [String?](repeating: nil, count: count) }
    var labels: [String?] = []
    while labels.count < count {
      if let label = popIfIdentifier() {
        labels.append(label)
      } else if popIfFirstElement() {
        labels.append(nil)
      } else {
        throw DemanglingError(.malformed)
      }
    }
    labels.reverse()
    return labels
  }
}

extension TypeNode {
  /// The function type this is, under its generic signature if it has one.
  var function: FunctionTypeNode? {
    switch self {
    case .function(let function): function
    case .generic(_, .function(let function)): function
    default: nil
    }
  }
}
