internal import UnderstudyMetadata
internal import UnderstudyTrampolines

/// The object behind a spy: a value of any type that conforms to the doubled type's protocols, in a place of its own.
final class ForwardTarget: @unchecked Sendable {
  // Sendable: the value is reached through the calls of the spy only, and whoever may call a value of the protocol from
  // several threads may do so here.

  let type: TypeMetadata
  /// The value.
  let address: UnsafeMutableRawPointer
  private let witnesses: DoubleType.WitnessList
  /// The same, for C.
  let target: UnsafeMutablePointer<us_forward_target>

  /// Keeps a copy of what a value of the doubled type holds.
  convenience init(_ contents: ExistentialContents, of doubleType: DoubleType) throws(Refusal) {
    let type = contents.type
    let witnesses = try doubleType.witnesses(of: type)
    let address = UnsafeMutableRawPointer.allocate(byteCount: max(type.size, 1), alignment: type.alignment)
    type.copy(from: contents.address, to: address)
    self.init(type: type, address: address, witnesses: witnesses)
  }

  /// Takes over a value and its memory.
  private init(type: TypeMetadata, address: UnsafeMutableRawPointer, witnesses: DoubleType.WitnessList) {
    self.type = type
    self.address = address
    self.witnesses = witnesses
    target = .allocate(capacity: 1)
    target.initialize(to: us_forward_target(address: address, type: type.pointer, witnesses: witnesses.list))
  }

  deinit {
    target.deallocate()
    type.destroy(address)
    address.deallocate()
  }

  /// A target of the same type for another value, which is taken over.
  func sibling(taking value: UnsafeMutableRawPointer) -> ForwardTarget {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: max(type.size, 1), alignment: type.alignment)
    type.take(from: value, to: memory)
    return ForwardTarget(type: type, address: memory, witnesses: witnesses)
  }

  /// What an entry's calls go on to.
  func witness(ofEntry index: Int) -> UnsafePointer<us_witness> { witnesses.list + index }

  /// The object, where the type is a class.
  var object: UnsafeMutableRawPointer { address.load(as: UnsafeMutableRawPointer.self) }

  /// What a witness expects in the self register, by the kind of receiver.
  func receiver(_ kind: UInt64) -> UnsafeMutableRawPointer { us_target_receiver(target, kind) }
}
