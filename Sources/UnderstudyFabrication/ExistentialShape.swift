internal import UnderstudyMetadata

/// What a double's value looks like: the protocols of its type, and whether it is class-bound.
struct ExistentialShape {
  /// The type as it is written.
  let description: String
  /// The protocols that a value carries witness tables of, in their order.
  let protocols: [ProtocolDescriptor]
  let isClassBound: Bool

  /// - Throws: A `Refusal` for anything that isn't a protocol type with requirements.
  init(_ type: TypeMetadata) throws(Refusal) {
    let name = type.name
    switch type.kind {
    case .existential:
      break
    case .extendedExistential:
      throw Refusal(
        subject: Self.boundName(type),
        reason: "It binds associated types, which isn't supported yet.",
        remedy: "Double a protocol without associated types, or write a conformer by hand."
      )
    default:
      throw Refusal(
        subject: name,
        reason: "It isn't a protocol type.",
        remedy: "Name the protocol that \(name) conforms to, with `any`: Stub<any SomeProtocol>()."
      )
    }
    guard let existential = ExistentialMetadata(type) else {
      throw Refusal(subject: name, reason: "Its metadata can't be read.", remedy: "Please report this as a bug.")
    }
    protocols = existential.protocols
    isClassBound = existential.isClassConstrained
    description = protocols.isEmpty ? name : "any \(name)"

    if protocols.isEmpty {
      throw Refusal(
        subject: name,
        reason: "It has no requirements, so there is nothing to double.",
        remedy: "Pass any value of your own where \(name) is asked for."
      )
    }
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
  private static func boundName(_ type: TypeMetadata) -> String {
    guard let existential = ExtendedExistentialMetadata(type), existential.protocols.count == 1 else {
      return type.name
    }
    let arguments = existential.argumentWords.compactMap { $0.map { TypeMetadata(pointer: $0).name } }
    return "any \(existential.protocols[0].name)<\(arguments.joined(separator: ", "))>"
  }
}
