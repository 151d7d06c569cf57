internal import UnderstudyLocks
internal import UnderstudyMetadata
internal import UnderstudySignatures
internal import UnderstudyTrampolines

/// The associated types of a doubled type: bound by the type itself, given by the test, or found in the only conformer.
struct AssociatedTypes {
  /// The types by name.
  private(set) var bound: Table<String, TypeMetadata> = [:]
  private let subject: String
  /// The protocols that they, and associated types of theirs, have to conform to, by their names from `Self` on.
  private(set) var demands: Table<[String], [ProtocolDescriptor]> = [:]
  /// Whether it doesn't matter that the types conform to nothing.
  private var isUnsigned = false

  /// - Parameters:
  ///   - shape: The doubled type, which may bind some: `any Repository<User>`.
  ///   - given: What the test says.
  ///   - protocols: All protocols of the double.
  init(
    of shape: ExistentialShape,
    given: Table<String, TypeMetadata>,
    protocols: [ProtocolDescriptor]
  ) throws(Refusal) {
    subject = shape.description
    for (name, type) in given {
      guard let bound = shape.boundTypes[name], bound != type else { continue }
      throw Refusal(
        subject: shape.description,
        reason: "It binds \(name) to \(bound.name) already, and the binding given says \(type.name).",
        remedy: "Leave out the binding, or name the other type in the protocol type."
      )
    }
    bound = shape.boundTypes
    for (name, type) in given { bound[name] = type }
    let names = protocols.flatMap(\.associatedTypeNames)
    for name in given.map(\.key).sorted() where !names.contains(name) {
      throw Refusal(
        subject: subject,
        reason: "It has no associated type \(name).",
        remedy: names.isEmpty
          ? "Leave out the binding." : "Its associated types are \(Set(names).sorted().joined(separator: ", "))."
      )
    }
    let equalities = shape.memberEqualities + protocols.flatMap(\.ownMemberFacts.sameTypes)
    demands = ProtocolDescriptor.demands(of: protocols)
    for equality in equalities {
      if let name = equality.nameOfSelf, given[name] != nil {
        throw Refusal(
          subject: subject,
          reason:
            "Its associated type \(name) has to be the conforming type itself, which the double makes up.",
          remedy: "Double a protocol without that, or write a conformer by hand."
        )
      }
      guard case .type(let type) = equality.other, equality.path.count == 1 else { continue }
      let name = equality.path[0]
      if let named = given[name], named != type {
        throw Refusal(
          subject: subject,
          reason: "Its associated type \(name) has to be \(type.name), and the binding given says \(named.name).",
          remedy: "Leave out the binding."
        )
      }
      bound[name] = type
    }
    bindEquals(equalities)
    for descriptor in protocols {
      if descriptor.name == "Identifiable", descriptor.moduleName == "Swift", bound["ID"] == nil {
        bound["ID"] = TypeMetadata(ObjectIdentifier.self)
      }
      if descriptor.fullName == "Swift.Clock", bound["Instant"] == nil,
        bound["Duration"] ?? TypeMetadata(Duration.self) == TypeMetadata(Duration.self)
      {
        bound["Instant"] = TypeMetadata(ContinuousClock.Instant.self)
        bound["Duration"] = TypeMetadata(Duration.self)
      }
      let missing = descriptor.associatedTypeNames.filter { bound[$0] == nil }
      if !missing.isEmpty {
        try discover(missing, of: descriptor)
        bindEquals(equalities)
      }
    }
    for equality in equalities { try check(equality) }
    for facts in protocols.map(\.ownMemberFacts) {
      for (path, superclass) in facts.superclasses { try check(path, isClassOf: superclass) }
      for path in facts.classPaths { try check(path, isClassOf: nil) }
    }
  }

  /// Refuses an associated type that has to be a class, and isn't, or has another superclass.
  private func check(_ path: [String], isClassOf superclass: TypeMetadata?) throws(Refusal) {
    guard let type = type(at: path) else { return }
    var ancestor: TypeMetadata? = type.kind == .class ? type : nil
    while let superclass, let current = ancestor, current != superclass {
      ancestor = ClassMetadata(current)?.superclass
    }
    if ancestor != nil || superclass == nil && type == TypeMetadata(AnyObject.self) { return }
    throw Refusal(
      subject: subject,
      reason: "Its associated type \(path.joined(separator: ".")) has to be "
        + (superclass.map { "a subclass of \($0.name)" } ?? "a class") + ", and it is \(type.name).",
      remedy: "Bind it to one."
    )
  }

  /// Takes over what follows from one associated type for another: `where Output.Element == Input`.
  private mutating func bindEquals(_ equalities: [SameType]) {
    var isChanged = true
    while isChanged {
      isChanged = false
      for equality in equalities {
        guard case .path(let other) = equality.other else { continue }
        for (path, source) in [(equality.path, other), (other, equality.path)] {
          guard path.count == 1, bound[path[0]] == nil, let type = type(at: source) else { continue }
          bound[path[0]] = type
          isChanged = true
        }
      }
    }
  }

  /// The types of a double whose calls are never answered: whatever isn't bound may be anything.
  init(unsigned shape: ExistentialShape, protocols: [ProtocolDescriptor]) {
    subject = shape.description
    isUnsigned = true
    bound = shape.boundTypes
    for name in protocols.flatMap(\.associatedTypeNames) where bound[name] == nil {
      bound[name] = TypeMetadata(Void.self)
    }
  }

  /// What a type has for the associated types of protocols that it conforms to, by name; without those that the doubled type
  /// binds itself.
  static func of(
    _ conformer: TypeMetadata,
    _ shape: ExistentialShape,
    _ protocols: [ProtocolDescriptor]
  ) -> [String: Any.Type] {
    var types: [String: Any.Type] = [:]
    for descriptor in protocols {
      for name in descriptor.associatedTypeNames where shape.boundTypes[name] == nil {
        types[name] = types[name] ?? conformer.associatedType(named: name, of: descriptor)?.type
      }
    }
    return types
  }

  /// Refuses associated types that the protocol says are the same, and aren't.
  private func check(_ equality: SameType) throws(Refusal) {
    guard let type = type(at: equality.path) else { return }
    let wanted: TypeMetadata
    var name = ""
    switch equality.other {
    case .type(let type): wanted = type
    case .path(let path):
      guard let other = self.type(at: path) else { return }
      wanted = other
      name = "\(path.joined(separator: ".")), which is "
    case .unknown: return
    }
    if wanted == type { return }
    throw Refusal(
      subject: subject,
      reason:
        "Its associated type \(equality.path.joined(separator: ".")) has to be the same as \(name)\(wanted.name), and it "
        + "is \(type.name).",
      remedy: "Bind them to types that fit."
    )
  }

  /// Takes missing types from the conformers, if they agree.
  private mutating func discover(_ names: [String], of descriptor: ProtocolDescriptor) throws(Refusal) {
    var candidates: [(conformer: String, types: [String: TypeMetadata])] = []
    for conformance in SectionRecords.conformances(to: descriptor) {
      guard let context = conformance.typeDescriptor, !context.isGeneric,
        let type = TypeDescriptor(context)?.metadata()
      else { continue }
      var types: [String: TypeMetadata] = [:]
      for name in names {
        types[name] = type.associatedType(named: name, of: descriptor)
      }
      // A conformer that contradicts what is known already isn't the one that is meant.
      let fits = bound.allSatisfy { name, known in
        type.associatedType(named: name, of: descriptor).map { $0 == known } ?? true
      }
      if fits, types.count == names.count { candidates.append((type.name, types)) }
    }
    guard let first = candidates.first else {
      throw Refusal(
        subject: subject,
        reason: "Nothing says what its associated types are (\(names.joined(separator: ", "))).",
        remedy:
          "Name them: Stub<\(subject)>(binding: [\(names.map { "\"\($0)\": Int.self" }.joined(separator: ", "))])."
      )
    }
    guard candidates.allSatisfy({ $0.types == first.types }) else {
      // A few show what is meant; of a standard protocol there are hundreds.
      let list = candidates.prefix(3).map { candidate in
        "\(candidate.conformer): " + names.map { "\($0) = \(candidate.types[$0]!.name)" }.joined(separator: ", ")
      }
      throw Refusal(
        subject: subject,
        reason: "Its conformers differ in their associated types: \(list.sorted().joined(separator: "; "))"
          + (candidates.count > list.count ? "; and \(candidates.count - list.count) more." : "."),
        remedy: "Name them: Stub<\(subject)>(binding: [\(names.map { "\"\($0)\": …" }.joined(separator: ", "))])."
      )
    }
    for (name, type) in first.types where bound[name] == nil { bound[name] = type }
  }

  /// The type at the end of a path of associated types: `Self.Entity.ID`.
  private func type(at path: [String]) -> TypeMetadata? {
    guard let first = path.first, var type = bound[first] else { return nil }
    var protocols = demands[[first]] ?? []
    for (index, name) in path.enumerated().dropFirst() {
      guard let next = protocols.lazy.compactMap({ [type] in type.associatedType(named: name, of: $0) }).first else {
        return nil
      }
      type = next
      // What the doubled protocols say of it, and what those do that the type before it conforms to.
      let declared = ProtocolDescriptor.demands(of: protocols)[[name]] ?? []
      protocols = (demands[Array(path[...index])] ?? []) + declared
    }
    return type
  }

  /// The witness table of an associated type's conformance that a protocol demands.
  func table(
    for demand: AssociatedConformance?,
    of descriptor: ProtocolDescriptor
  ) throws(Refusal) -> UnsafeRawPointer {
    if isUnsigned { return us_placeholder_witness_table() }
    guard let demand, let type = type(at: demand.path) else {
      throw Refusal(
        subject: subject,
        reason: "What \(descriptor.name) demands of its associated types isn't understood.",
        remedy: "Please report this with the protocol's declaration."
      )
    }
    guard let table = type.witnessTable(for: demand.descriptor) else {
      let name = demand.path.joined(separator: ".")
      throw Refusal(
        subject: subject,
        reason: "Its associated type \(name) has to conform to \(demand.descriptor.name), and \(type.name) doesn't.",
        remedy: "Bind \(demand.path[0]) to a type that does."
      )
    }
    return table.pointer
  }
}

extension SameType {
  /// The associated type that has to be `Self`.
  fileprivate var nameOfSelf: String? {
    guard case .path(let other) = other else { return nil }
    return path.isEmpty && other.count == 1 ? other[0] : other.isEmpty && path.count == 1 ? path[0] : nil
  }
}
