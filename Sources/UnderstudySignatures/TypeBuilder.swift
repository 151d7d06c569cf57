internal import UnderstudyLocks
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
      let member = environment.member(name, of: base, base: try? type(base), declaring: descriptor)
      if member == nil, let path = MemberPath(node), case .unknown = environment.passing(of: path) {
        throw .unspeakable("a protocol makes \(node.spelling) of other types, as in `where V == [W]`")
      }
      return try found(member, node)
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

  /// The types that a pack expansion stands for.
  ///
  /// - Parameters:
  ///   - pattern: What is repeated.
  ///   - count: The pack that says how often.
  package func expansion(of pattern: TypeNode, over count: TypeNode) throws(Failure) -> [FormalType] {
    guard case .parameter(let depth, let index) = count,
      let elements = environment.packs[.init(depth: depth, index: index)]
    else { throw .unspeakable("what \(count.spelling) stands for isn't known") }
    var types: [FormalType] = []
    for position in elements.indices {
      var environment = environment
      // What is repeated speaks of packs of the same shape only.
      for (parameter, pack) in environment.packs where pack.count == elements.count {
        environment.parameters[parameter] = pack[position]
      }
      types.append(try TypeBuilder(environment).type(pattern))
    }
    return types
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
          subject.resolve(in: descriptor.context, arguments: words.baseAddress).flatMap { type in
            (type.witnessTable(for: descriptorOfProtocol)
              ?? StandInConformance.table(of: type, to: descriptorOfProtocol))?
              .pointer
          }
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
    tuple(of: try types(elements.map(\.type)), labels: elements.map(\.label))
  }

  /// The tuple of some types.
  package func tuple(of types: [FormalType], labels names: [String?] = []) -> FormalType {
    let labels = names.contains { $0 != nil } ? names.map { ($0 ?? "") + " " }.joined() : nil
    func form(_ elements: [TypeMetadata]) -> TypeMetadata {
      var pointers = elements.map { Optional($0.pointer) }
      let made = pointers.withUnsafeMutableBufferPointer { elements in
        labels.withCString { labels in us_tuple_type(elements.count, elements.baseAddress, labels) }
      }
      return TypeMetadata(pointer: made)
    }
    return FormalType(type: form(types.map(\.type)), pattern: form(types.map(\.pattern)))
  }

  // Values of flags: `TargetFunctionTypeFlags`, `ExtendedFunctionTypeFlags`, `ParameterTypeFlags` in
  // `swift/ABI/MetadataValues.h`.
  private func function(_ function: FunctionTypeNode) throws(Failure) -> FormalType {
    guard function.convention == .escaping || function.convention == .nonescaping,
      function.differentiability == nil
    else { throw .unspeakable("functions of this kind with generic parameters aren't formed yet") }
    var flags = function.parameters.count
    var extendedFlags: UInt32 = 0
    var error: FormalType?
    switch function.throwing {
    case .never: break
    case .anyError: flags |= 0x0100_0000
    case .typed(let node):
      error = try type(node)
      flags |= 0x0100_0000
      extendedFlags |= 0x1
    }
    var globalActor: FormalType?
    switch function.isolation {
    case .none: break
    case .globalActor(let node):
      globalActor = try type(node)
      flags |= 0x1000_0000
    case .any: extendedFlags |= 0x2
    case .caller: extendedFlags |= 0x4
    }
    if function.hasSendingResult { extendedFlags |= 0x10 }
    if function.convention == .escaping { flags |= 0x0400_0000 }
    if function.isAsync { flags |= 0x2000_0000 }
    if function.isSendable { flags |= 0x4000_0000 }
    if extendedFlags != 0 { flags |= 0x8000_0000 }

    var types: [FormalType] = []
    var parameterFlags: [UInt32] = []
    for element in function.parameters {
      let parameter = RequirementSignature.Parameter(element: element, label: nil)
      types.append(try type(parameter.type))
      var flags: UInt32 =
        switch parameter.ownership {
        case .default: 0
        case .inout: 1
        case .shared: 2
        case .owned: 3
        }
      if parameter.isVariadic { flags |= 0x80 }
      if parameter.isIsolated { flags |= 0x400 }
      parameterFlags.append(flags)
    }
    if parameterFlags.contains(where: { $0 != 0 }) { flags |= 0x0200_0000 }
    let result = try type(function.result)
    func form(_ part: KeyPath<FormalType, TypeMetadata>) -> TypeMetadata {
      var pointers = types.map { Optional($0[keyPath: part].pointer) }
      let made = pointers.withUnsafeMutableBufferPointer {
        swift_getExtendedFunctionTypeMetadata(
          flags,
          0,
          $0.baseAddress,
          parameterFlags,
          result[keyPath: part].pointer,
          globalActor?[keyPath: part].pointer,
          extendedFlags,
          error?[keyPath: part].pointer
        )
      }
      return TypeMetadata(pointer: made)
    }
    return FormalType(type: form(\.type), pattern: form(\.pattern))
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
