internal import UnderstudyLocks
internal import UnderstudyMetadata

/// What a double's value looks like: the protocols of its type, and whether it is class-bound.
struct ExistentialShape {
  /// The type as it is written.
  let description: String
  /// The protocols that a value carries witness tables of, in their order.
  let protocols: [ProtocolDescriptor]
  let isClassBound: Bool
  /// The associated types that the type binds, by name.
  let boundTypes: Table<String, TypeMetadata>
  /// What the type says of associated types of associated types.
  let memberEqualities: [SameType]

  /// - Throws: A `Refusal` for anything that isn't a protocol type with requirements.
  init(_ type: TypeMetadata) throws(Refusal) {
    let name = type.name
    if let existential = ExistentialMetadata(type) {
      protocols = existential.protocols
      isClassBound = existential.isClassConstrained
      description = protocols.isEmpty ? name : "any \(name)"
      boundTypes = [:]
      memberEqualities = []
      try Self.check(existential, description)
    } else if let existential = ExtendedExistentialMetadata(type) {
      protocols = existential.protocols
      isClassBound = existential.isClassConstrained
      let types = existential.argumentWords.compactMap { $0.map(TypeMetadata.completed) }
      description = Self.boundName(protocols, types)
      (boundTypes, memberEqualities) = try Self.boundTypes(existential.requirementSignature, types, description)
    } else {
      throw Refusal(
        subject: name,
        reason: "It isn't a protocol type.",
        remedy: "Name the protocol that \(name) conforms to, with `any`: Stub<any SomeProtocol>()."
      )
    }
    if protocols.isEmpty {
      throw Refusal(
        subject: name,
        reason: "It has no requirements, so there is nothing to double.",
        remedy: "Pass any value of your own where \(name) is asked for."
      )
    }
  }

  private static func check(_ existential: ExistentialMetadata, _ description: String) throws(Refusal) {
    if existential.isError {
      throw Refusal(
        subject: description,
        reason:
          "It has no requirements, and its values are represented differently from those of every other protocol.",
        remedy: "Declare a small error of your own: struct TestError: Error {}."
      )
    }
    if let superclass = existential.superclass {
      throw Refusal(
        subject: description,
        reason: "Its values have to be subclasses of \(superclass.name), which isn't supported yet.",
        remedy: "Double a protocol without the class, or write a subclass by hand."
      )
    }
  }

  /// The name of `any P<A, B>` as it is written; the runtime spells out the requirements instead.
  private static func boundName(_ protocols: [ProtocolDescriptor], _ types: [TypeMetadata]) -> String {
    let names = protocols.map(\.name).joined(separator: " & ")
    return types.isEmpty ? "any \(names)" : "any \(names)<\(types.map(\.name).joined(separator: ", "))>"
  }

  /// The associated types that the type's name binds. The shape says which of its arguments each one is the same as.
  static func boundTypes(
    _ signature: GenericSignature,
    _ types: [TypeMetadata],
    _ description: String
  ) throws(Refusal) -> (Table<String, TypeMetadata>, [SameType]) {
    var bound: Table<String, TypeMetadata> = [:]
    var equalities: [SameType] = []
    for index in 0..<signature.requirementCount {
      let requirement = signature.requirement(index)
      guard case .sameType(let other) = requirement.constraint, let subject = requirement.subject else { continue }
      // Either side may be the argument. What is said of the arguments among themselves says nothing of the type.
      let isSubject = !subject.existentialMemberPath.isEmpty
      let (path, argument) =
        isSubject ? (subject.existentialMemberPath, other) : (other.existentialMemberPath, subject)
      // What equals an associated type of an argument follows from the protocol as well.
      if path.isEmpty || argument.isMember { continue }
      guard let position = argument.parameterPosition, position < types.count else {
        throw Refusal(
          subject: description,
          reason: "It binds associated types in a way that isn't understood (\(argument.text)).",
          remedy: "Bind primary associated types only, each to a type of its own."
        )
      }
      if path.count == 1 {
        bound[path[0]] = types[position]
      } else {
        equalities.append(SameType(path: path, other: .type(types[position])))
      }
    }
    return (bound, equalities)
  }
}

extension MangledName {
  /// The position of the generic parameter of depth 0 that the name stands for: `x`, `q_`, `q0_` and so on
  /// (docs/ABI/Mangling.rst, "Generic parameters").
  fileprivate var parameterPosition: Int? {
    if isFirstParameter { return 0 }
    guard length >= 2, self[0] == UInt8(ascii: "q"), self[length - 1] == UInt8(ascii: "_") else { return nil }
    if length == 2 { return 1 }
    return Int(String(decoding: (1..<length - 1).map { self[$0] }, as: UTF8.self)).map { $0 + 2 }
  }
}
