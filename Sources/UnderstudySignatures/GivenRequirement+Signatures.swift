package import UnderstudyMetadata

extension GivenRequirement {
  /// The signatures of the entries that requirements have in witness tables.
  ///
  /// - Throws: A `SignatureError` where the list can't be meant for the protocol.
  static func signatures(
    of list: [GivenRequirement],
    for descriptor: ProtocolDescriptor,
    slots: [Int]
  ) throws(SignatureError) -> [RequirementSignature] {
    if !descriptor.associatedTypeNames.isEmpty {
      throw refusal(
        "\(descriptor.name) has associated types, and from a call on a value nobody can tell a type from an associated "
          + "type that is bound to it. They are passed differently."
      )
    }
    let owner = NominalNode(.protocol, in: .module(descriptor.moduleName ?? ""), name: .plain(descriptor.name))
    var signatures: [RequirementSignature] = []
    for given in list {
      for var signature in try given.signatures(owner: owner) {
        if signatures.count < slots.count, case .accessor = signature.kind {
          signature.isAsync = descriptor.requirement(slots[signatures.count]).isAsync
        }
        signatures.append(signature)
      }
    }
    let found = signatures.enumerated().first { index, signature in
      index >= slots.count || !signature.fits(descriptor.requirement(slots[index]))
    }
    if let found {
      throw refusal(
        "`\(found.element.spelling)` was given as entry \(found.offset + 1) of \(descriptor.name), which is "
          + (found.offset < slots.count ? descriptor.requirement(slots[found.offset]).text : "one too many") + "."
      )
    }
    if signatures.count < slots.count {
      throw refusal(
        "\(signatures.count) entries of \(descriptor.name) were given, and it has \(slots.count): the next one is "
          + "\(descriptor.requirement(slots[signatures.count]).text)."
      )
    }
    return signatures
  }

  fileprivate static func refusal(_ reason: String) -> SignatureError {
    SignatureError(
      reason: reason,
      remedy:
        "Give every requirement of the protocol, in the order of its declaration, and those of each protocol that "
        + "it inherits from for itself; or write a conformer by hand."
    )
  }
}

extension GivenRequirement {
  private var labels: [String?] {
    guard let start = name.firstIndex(of: "("), name.hasSuffix(")") else { return [] }
    return name[name.index(after: start)...].dropLast().split(separator: ":").map { $0 == "_" ? nil : String($0) }
  }

  private var baseName: String { name.firstIndex(of: "(").map { String(name[..<$0]) } ?? name }

  /// The tree of a type, if it says all that the type is.
  private func node(of type: TypeMetadata) throws(SignatureError) -> TypeNode {
    guard let mangled = type.mangledName, let node = try? TypeNode(mangledName: mangled),
      (try? TypeBuilder(TypeEnvironment()).type(node))?.type == type
    else {
      throw Self.refusal("What was given for `\(name)` is of a type that can't be spelled: \(type.name).")
    }
    return node
  }

  fileprivate func signatures(owner: NominalNode) throws(SignatureError) -> [RequirementSignature] {
    let node = try node(of: type)
    if kind == .property {
      return accessors(of: .property, value: node, indices: [], owner: owner)
    }
    guard case .function(let function) = node else {
      throw Self.refusal("What was given for `\(name)` isn't a function: \(type.name).")
    }
    if node.mentions(owner) {
      throw Self.refusal(
        "`\(name)` mentions \(owner.spelling) itself: where a requirement says `Self`, a reference to it says "
          + "`any \(owner.spelling)`, and the two are passed differently."
      )
    }
    guard labels.count == function.parameters.count else {
      throw Self.refusal(
        "`\(name)` names \(labels.count) parameters, and the function given for it has \(function.parameters.count)."
      )
    }
    let parameters = zip(function.parameters, labels).map { element, label in
      RequirementSignature.Parameter(element: element, label: label)
    }
    if kind == .subscript {
      return accessors(of: .subscript, value: function.result, indices: parameters, owner: owner)
    }
    let isolation: RequirementSignature.Isolation =
      switch function.isolation {
      case .none, .any: parameters.contains(where: \.isIsolated) ? .parameter : .none
      case .globalActor(let actor): .globalActor(actor)
      case .caller: .caller
      }
    return [
      RequirementSignature(
        kind: kind == .initializer ? .initializer : .method,
        isStatic: isStatic,
        baseName: kind == .initializer ? "init" : baseName,
        parameters: parameters,
        result: kind == .initializer ? .parameter(depth: 0, index: 0) : function.result,
        isAsync: function.isAsync,
        throwing: function.throwing,
        isolation: isolation,
        hasSendingResult: function.hasSendingResult,
        owner: owner
      )
    ]
  }

  private func accessors(
    of storage: RequirementSignature.Storage,
    value: TypeNode,
    indices: [RequirementSignature.Parameter],
    owner: NominalNode
  ) -> [RequirementSignature] {
    var getter = RequirementSignature(
      kind: .accessor(.getter, of: storage),
      isStatic: isStatic,
      baseName: storage == .subscript ? "subscript" : baseName,
      parameters: indices,
      result: value,
      throwing: nil,
      isolation: .some(.none),
      owner: owner
    )
    guard isSettable else { return [getter] }
    getter.throwing = .never
    var setter = getter
    setter.kind = .accessor(.setter, of: storage)
    setter.parameters.insert(.init(element: TupleElementNode(type: value), label: nil), at: 0)
    setter.result = .void
    var modify = getter
    modify.kind = .accessor(.modify, of: storage)
    return [getter, setter, modify]
  }
}

extension TypeNode {
  /// Whether a type mentions a protocol, which for references to its members may stand for `Self`.
  fileprivate func mentions(_ proto: NominalNode) -> Bool {
    protocols.contains { $0.name.text == proto.name.text && $0.declaringModule == proto.declaringModule }
  }
}

extension ProtocolRequirement {
  /// In words, with an article: `an async method of a value`.
  package var text: String {
    let subject =
      switch kind {
      case .method: "method"
      case .initializer: "initializer"
      case .getter: "getter"
      case .setter: "setter"
      case .readCoroutine: "read accessor"
      case .modifyCoroutine: "modify accessor"
      case .baseProtocol: "base protocol"
      case .associatedType: "associated type"
      case .associatedConformance: "conformance of an associated type"
      case .unknown: "requirement of an unknown kind"
      }
    let noun = isAsync ? "async " + subject : (isInstance || kind == .initializer ? subject : "static " + subject)
    let vowel = noun.first.map { "aeiou".contains($0) } ?? false
    return (vowel ? "an " : "a ") + noun
  }
}
