package import UnderstudyMetadata
internal import UnderstudyTrampolines

/// Forms types that depend on generic parameters, from what the parameters stand for.
package struct TypeBuilder {
  package typealias Failure = TypeResolver.Failure

  private let environment: TypeEnvironment

  package init(_ environment: TypeEnvironment) {
    self.environment = environment
  }

  /// The type of a tree, and its pattern.
  package func type(_ node: TypeNode) throws(Failure) -> FormalType {
    if !node.isDependent, !node.mentionsConstrainedExistential { return FormalType(try TypeResolver.type(node)) }
    switch node {
    case .parameter(let depth, let index):
      return try found(environment.parameters[.init(depth: depth, index: index)], node)
    case .member(let base, let name, let declaring):
      let descriptor = declaring.flatMap(TypeResolver.protocolDescriptor(of:))
      return try found(environment.member(name, of: base, base: try? type(base), declaring: descriptor), node)
    case .bound(let nominal, let lists, _):
      return try bound(nominal, lists.flatMap(\.self))
    case .tuple(let elements):
      return try tuple(elements)
    case .function(let function):
      return try self.function(function)
    case .constrainedExistential(let base, let requirements):
      return try existential(base, requirements)
    case .metatype(let instance, _):
      let instance = try type(instance)
      return FormalType(
        type: TypeMetadata(pointer: swift_getMetatypeMetadata(instance.type.pointer)),
        pattern: TypeMetadata(pointer: swift_getMetatypeMetadata(instance.pattern.pointer))
      )
    case .qualified(.dynamicSelf, let type):
      return try self.type(type)
    default:
      throw .unspeakable("\(node.spelling) is of a kind that isn't formed yet")
    }
  }

  private func found(_ type: FormalType?, _ node: TypeNode) throws(Failure) -> FormalType {
    guard let type else { throw .unspeakable("what \(node.spelling) stands for isn't known") }
    return type
  }

  private func types(_ nodes: [TypeNode]) throws(Failure) -> [FormalType] {
    var result: [FormalType] = []
    for node in nodes { result.append(try type(node)) }
    return result
  }

  // MARK: Nominal types

  private func bound(_ nominal: NominalNode, _ arguments: [TypeNode]) throws(Failure) -> FormalType {
    guard let pointer = Declarations.descriptor(of: nominal) else { throw .unknown }
    let descriptor = TypeDescriptor(pointer: pointer)
    guard let signature = descriptor.context.genericSignature,
      signature.parameterCount == arguments.count
    else { throw .unspeakable("\(nominal.name.text) has another number of generic parameters") }
    var typeWords: [UnsafeRawPointer?] = []
    var patternWords: [UnsafeRawPointer?] = []
    for index in 0..<signature.parameterCount {
      let parameter = signature.parameter(index)
      switch (parameter.kind, arguments[index]) {
      case (.value, .integer(let value)) where parameter.hasKeyArgument:
        // Integers take the place of the metadata's address.
        typeWords.append(UnsafeRawPointer(bitPattern: value))
        patternWords.append(UnsafeRawPointer(bitPattern: value))
      case (.type, let node) where parameter.hasKeyArgument:
        let type = try type(node)
        typeWords.append(type.type.pointer)
        patternWords.append(type.pattern.pointer)
      default:
        throw .unspeakable("\(nominal.name.text) has generic parameters of a kind that isn't formed yet")
      }
    }
    let typesOnly = (typeWords, patternWords)
    for index in 0..<signature.requirementCount {
      let requirement = signature.requirement(index)
      guard requirement.hasKeyArgument, case .conformance(let descriptorOfProtocol) = requirement.constraint else {
        continue
      }
      guard let subject = requirement.subject else { throw .unknown }
      func table(_ words: [UnsafeRawPointer?]) -> UnsafeRawPointer? {
        words.withUnsafeBytes { words in
          subject.resolve(in: descriptor.context, arguments: words.baseAddress)?
            .witnessTable(for: descriptorOfProtocol)?.pointer
        }
      }
      guard let typeTable = table(typesOnly.0) else { throw .unknown }
      typeWords.append(typeTable)
      // A stand-in that doesn't conform borrows the table: only the layout of the pattern is looked at.
      patternWords.append(table(typesOnly.1) ?? typeTable)
    }
    guard let type = descriptor.metadata(arguments: typeWords),
      let pattern = descriptor.metadata(arguments: patternWords)
    else { throw .unknown }
    return FormalType(type: type, pattern: pattern)
  }

  // MARK: Structural types

  private func existential(_ base: TypeNode, _ requirements: [GenericRequirementNode]) throws(Failure) -> FormalType {
    let (shape, nodes) = try ExistentialShapes.shape(of: base, requirements)
    var types: [String: TypeMetadata] = [:]
    var patterns: [String: TypeMetadata] = [:]
    for (name, node) in nodes {
      let type = try type(node)
      types[name] = type.type
      patterns[name] = type.pattern
    }
    guard let type = shape.metadata(types), let pattern = shape.metadata(patterns) else { throw .unknown }
    return FormalType(type: type, pattern: pattern)
  }

  private func tuple(_ elements: [TupleElementNode]) throws(Failure) -> FormalType {
    let types = try types(elements.map(\.type))
    let labels = elements.contains { $0.label != nil } ? elements.map { ($0.label ?? "") + " " }.joined() : nil
    func form(_ elements: [TypeMetadata]) -> TypeMetadata {
      var pointers = elements.map { Optional($0.pointer) }
      let made = pointers.withUnsafeMutableBufferPointer { elements in
        labels.withCString { labels in us_tuple_type(elements.count, elements.baseAddress, labels) }
      }
      return TypeMetadata(pointer: made)
    }
    return FormalType(type: form(types.map(\.type)), pattern: form(types.map(\.pattern)))
  }

  private func function(_ function: FunctionTypeNode) throws(Failure) -> FormalType {
    guard function.convention == .escaping || function.convention == .nonescaping,
      function.isolation == .none || function.isolation.isGlobalActor, function.differentiability == nil,
      !function.hasSendingResult
    else { throw .unspeakable("functions of this kind with generic parameters aren't formed yet") }
    var flags = function.parameters.count
    switch function.throwing {
    case .never: break
    case .anyError: flags |= 0x0100_0000
    case .typed: throw .unspeakable("functions that throw a type of their own aren't formed yet")
    }
    if function.convention == .escaping { flags |= 0x0400_0000 }
    if function.isAsync { flags |= 0x2000_0000 }
    if function.isSendable { flags |= 0x4000_0000 }

    var types: [FormalType] = []
    var parameterFlags: [UInt32] = []
    for element in function.parameters {
      let parameter = RequirementSignature.Parameter(element: element, label: nil)
      if parameter.isVariadic || parameter.isIsolated {
        throw .unspeakable("functions of this kind with generic parameters aren't formed yet")
      }
      types.append(try type(parameter.type))
      switch parameter.ownership {
      case .default: parameterFlags.append(0)
      case .inout: parameterFlags.append(1)
      case .shared: parameterFlags.append(2)
      case .owned: parameterFlags.append(3)
      }
    }
    if parameterFlags.contains(where: { $0 != 0 }) { flags |= 0x0200_0000 }
    let result = try type(function.result)
    func form(_ parameters: [TypeMetadata], _ result: TypeMetadata) -> TypeMetadata {
      var pointers = parameters.map { Optional($0.pointer) }
      let made = pointers.withUnsafeMutableBufferPointer {
        swift_getFunctionTypeMetadata(flags, $0.baseAddress, parameterFlags, result.pointer)
      }
      return TypeMetadata(pointer: made)
    }
    return FormalType(
      type: form(types.map(\.type), result.type),
      pattern: form(types.map(\.pattern), result.pattern)
    )
  }
}

extension FunctionTypeNode.Isolation {
  fileprivate var isGlobalActor: Bool {
    if case .globalActor = self { true } else { false }
  }
}

extension Optional where Wrapped == String {
  /// Runs a closure with the text as a C string, or with null.
  fileprivate func withCString<Result>(_ body: (UnsafePointer<CChar>?) -> Result) -> Result {
    switch self {
    case .some(let text): text.withCString { body($0) }
    case .none: body(nil)
    }
  }
}
