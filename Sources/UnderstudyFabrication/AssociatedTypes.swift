internal import UnderstudyMetadata
internal import UnderstudySignatures

/// The associated types of a doubled type: bound by the type itself, given by the test, or found in the only conformer.
struct AssociatedTypes {
  /// The types by name.
  private(set) var bound: [String: TypeMetadata] = [:]
  private let subject: String

  /// - Parameters:
  ///   - shape: The doubled type, which may bind some: `any Repository<User>`.
  ///   - given: What the test says.
  ///   - protocols: All protocols of the double.
  init(
    of shape: ExistentialShape,
    given: [String: TypeMetadata],
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
    bound = shape.boundTypes.merging(given) { ofType, _ in ofType }
    let names = Set(protocols.flatMap(\.associatedTypeNames))
    for name in given.keys.sorted() where !names.contains(name) {
      throw Refusal(
        subject: subject,
        reason: "It has no associated type \(name).",
        remedy: names.isEmpty
          ? "Leave out the binding." : "Its associated types are \(names.sorted().joined(separator: ", "))."
      )
    }
    for descriptor in protocols {
      for index in 0..<descriptor.signatureCount {
        bindSameType(descriptor.signatureRequirement(index))
      }
    }
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
      if !missing.isEmpty { try discover(missing, of: descriptor) }
    }
  }

  /// Takes over what a protocol itself says: `where Key == String`.
  private mutating func bindSameType(_ requirement: GenericRequirement) {
    guard case .sameType(let other) = requirement.constraint, let name = requirement.subject?.leadingIdentifier,
      !other.isDependent, let type = other.resolve()
    else { return }
    bound[name] = type
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
    bound.merge(first.types) { known, _ in known }
  }

  /// The protocols that associated types conform to, by name.
  func conformances(demandedBy protocols: [ProtocolDescriptor]) -> [String: [ProtocolDescriptor]] {
    var result: [String: [ProtocolDescriptor]] = [:]
    for demand in protocols.flatMap(\.associatedConformances) where demand.path.count == 1 {
      result[demand.path[0], default: []].append(demand.descriptor)
    }
    return result
  }

  /// The type at the end of a path of associated types: `Self.Entity.ID`.
  private func type(at path: [String], conformances: [String: [ProtocolDescriptor]]) -> TypeMetadata? {
    guard let first = path.first, var type = bound[first] else { return nil }
    var protocols = conformances[first] ?? []
    for name in path.dropFirst() {
      guard let next = protocols.lazy.compactMap({ [type] in type.associatedType(named: name, of: $0) }).first else {
        return nil
      }
      type = next
      protocols = []
    }
    return type
  }

  /// The witness table of an associated type's conformance that a protocol demands.
  func table(
    for demand: AssociatedConformance?,
    of descriptor: ProtocolDescriptor,
    conformances: [String: [ProtocolDescriptor]]
  ) throws(Refusal) -> UnsafeRawPointer {
    guard let demand, let type = type(at: demand.path, conformances: conformances) else {
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

  /// The types as calls see them: nothing is known of an associated type but whether it is a class.
  func members(of protocols: [ProtocolDescriptor]) -> [String: FormalType] {
    var result: [String: FormalType] = [:]
    for (name, type) in bound {
      let isClass = protocols.contains { $0.bindsToClass(name) }
      result[name] = FormalType(type: type, pattern: isClass ? ObjectStandIn.type : OpaqueStandIn.type)
    }
    return result
  }
}

extension ProtocolDescriptor {
  /// Whether an associated type has to be a class.
  fileprivate func bindsToClass(_ name: String) -> Bool {
    for index in 0..<signatureCount {
      let requirement = signatureRequirement(index)
      guard requirement.subject?.leadingIdentifier == name else { continue }
      switch requirement.constraint {
      case .classLayout, .superclass: return true
      case .conformance(let descriptor) where descriptor.isClassConstrained: return true
      default: continue
      }
    }
    return false
  }

  /// The conformances that the protocol demands of associated types, in the order of their slots.
  var associatedConformances: [AssociatedConformance] {
    (0..<signatureCount).compactMap { index in
      let requirement = signatureRequirement(index)
      guard case .conformance(let descriptor) = requirement.constraint, let subject = requirement.subject,
        !subject.isFirstParameter
      else { return nil }
      return AssociatedConformance(path: subject.memberPath, descriptor: descriptor)
    }
  }
}

/// A conformance that a protocol demands of an associated type, or of an associated type of that.
struct AssociatedConformance {
  /// The names from `Self` on; none if the path isn't understood.
  var path: [String]
  var descriptor: ProtocolDescriptor
}

extension MangledName {
  /// The identifier that the name of an associated type begins with: its bare name.
  var leadingIdentifier: String? {
    var length = 0
    var index = 0
    while index < self.length, (0x30...0x39).contains(self[index]), index < 5 {
      length = length * 10 + Int(self[index] - 0x30)
      index += 1
    }
    guard length > 0, index + length <= self.length else { return nil }
    return String(decoding: (index..<index + length).map { self[$0] }, as: UTF8.self)
  }

  /// The names of associated types from `Self` on, in the name of one: `6Entity…Qz` or `6Entity…_2ID…QZ`, each followed by its
  /// protocol (docs/ABI/Mangling.rst, "Types", `assoc-type-name`). Empty if the name is of another form.
  var memberPath: [String] {
    var path: [String] = []
    var rest = self
    while let name = rest.leadingIdentifier {
      path.append(name)
      let length = name.utf8.count
      rest = rest.dropping(first: String(length).utf8.count + length)
      // The protocol: a reference of five bytes, or a standard one's letters; a lone associated type may have none.
      if rest.length >= 5, rest[0] == 1 || rest[0] == 2 {
        rest = rest.dropping(first: 5)
      } else if rest.length >= 2, rest[0] == UInt8(ascii: "S") {
        rest = rest.dropping(first: rest[1] == UInt8(ascii: "c") ? 3 : 2)
      }
      if rest.length >= 1, rest[0] == UInt8(ascii: "_") { rest = rest.dropping(first: 1) }
    }
    let isEnd = rest.length == 2 && rest[0] == UInt8(ascii: "Q")
    return isEnd && rest[1] == UInt8(ascii: path.count == 1 ? "z" : "Z") ? path : []
  }
}
