internal import UnderstudyTrampolines

extension TypeMetadata {
  /// The witness table of the type's conformance to a protocol, as a cast would find it; `nil` if there is none.
  package func witnessTable(for protocol: ProtocolDescriptor) -> WitnessTable? {
    swift_conformsToProtocol(pointer, `protocol`.pointer).map(WitnessTable.init(pointer:))
  }

  /// The type that witnesses an associated type.
  ///
  /// - Parameters:
  ///   - requirement: The requirement's index in the protocol's descriptor; its kind must be `associatedType`.
  ///   - table: The witness table of the type's conformance to the protocol.
  package func associatedType(
    _ requirement: Int,
    of protocol: ProtocolDescriptor,
    in table: WitnessTable
  ) -> TypeMetadata? {
    guard requirement < `protocol`.requirementCount, `protocol`.requirement(requirement).kind == .associatedType else {
      return nil
    }
    // Request 0: complete metadata.
    let response = swift_getAssociatedTypeWitness(
      0,
      table.pointer,
      pointer,
      `protocol`.requirementBase,
      `protocol`.requirement(requirement).pointer
    )
    return response.metadata.map(TypeMetadata.init(pointer:))
  }
}
