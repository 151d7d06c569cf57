internal import UnderstudyLocks
internal import UnderstudyMetadata
internal import UnderstudyTrampolines

/// The protocols of a doubled type and all that they inherit from.
struct ProtocolTree {
  /// Every protocol that gets a fabricated witness table, once; inherited ones before those that inherit them.
  private(set) var protocols: [ProtocolDescriptor] = []
  /// The protocols that values carry the tables of.
  private let roots: [ProtocolDescriptor]

  private init(_ shape: ExistentialShape) {
    roots = shape.protocols
    for root in roots { add(root) }
  }

  /// All protocols, whether calls of them can be answered or not.
  init(ofDummies shape: ExistentialShape) throws(Refusal) {
    self.init(shape)
    for descriptor in protocols { try Self.checkSuperclass(of: descriptor, subject: shape.description) }
  }

  init(of shape: ExistentialShape) throws(Refusal) {
    self.init(shape)
    for descriptor in protocols { try Self.check(descriptor, subject: shape.description) }
  }

  private mutating func add(_ descriptor: ProtocolDescriptor) {
    if protocols.contains(descriptor) { return }
    for base in descriptor.baseProtocols { add(base) }
    protocols.append(descriptor)
  }

  private static func checkSuperclass(of descriptor: ProtocolDescriptor, subject: String) throws(Refusal) {
    if let superclass = descriptor.superclassBound {
      throw Refusal(
        subject: subject,
        reason:
          "Conformers of \(descriptor.name) have to be subclasses of a class (\(superclass.resolve()?.name ?? superclass.text)), which isn't supported yet.",
        remedy: "Double a protocol without the class, or write a subclass by hand."
      )
    }
  }

  static func check(_ descriptor: ProtocolDescriptor, subject: String) throws(Refusal) {
    try checkSuperclass(of: descriptor, subject: subject)
    if descriptor.moduleName == "Swift", StandardDefaults.refused.contains(descriptor.name) {
      throw Refusal(
        subject: subject,
        reason:
          "It inherits from \(descriptor.name), whose requirements only work together: a double that answers them one by "
          + "one would be half of one.",
        remedy: "Use a real \(descriptor.name), such as an array, or put a protocol of your own in front of it."
      )
    }
    let slots = descriptor.requirements.filter { $0.kind == .baseProtocol }.count
    guard slots == descriptor.baseProtocols.count else {
      throw Refusal(
        subject: subject,
        reason: "The protocols that \(descriptor.name) inherits from can't be told apart from its other requirements.",
        remedy: "Please report this as a bug, with the protocol's declaration."
      )
    }
  }

  /// How much of a slab the tables take.
  var slabSize: Int {
    protocols.reduce(16) { $0 + FabricatedConformance.slabSize(for: $1) + 4 }
  }

  /// Makes the witness tables of a fabricated class, and the conformances known to the runtime.
  ///
  /// - Returns: The tables of the type's own protocols.
  func makeWitnessTables(
    of type: FabricatedClass,
    entries: EntryTable,
    associatedTypes: AssociatedTypes,
    in slab: inout Slab
  ) throws(Refusal) -> [UnsafeRawPointer] {
    var tables: Table<ProtocolDescriptor, UnsafeRawPointer> = [:]
    var conformances: [FabricatedConformance] = []
    for descriptor in protocols {
      let conformance = FabricatedConformance(of: type, to: descriptor, in: &slab)
      var bases = descriptor.baseProtocols.makeIterator()
      var names = descriptor.associatedTypeNames.makeIterator()
      var demands = descriptor.associatedConformances.makeIterator()
      for (slot, requirement) in descriptor.requirements.enumerated() {
        switch requirement.kind {
        case .baseProtocol:
          // Invariant: bases come first in `protocols`, and there are as many as there are slots for them.
          conformance.set(slot, to: tables[bases.next()!]!)
        case .associatedType:
          // A witness without low bit is metadata, and needs no resolving (swift_getAssociatedTypeWitness).
          conformance.set(slot, to: associatedTypes.bound[names.next()!]!.pointer)
        case .associatedConformance:
          conformance.set(
            slot,
            to: try associatedTypes.table(for: demands.next(), of: descriptor)
          )
        default:
          guard let entry = entries.entry(of: descriptor, slot: slot) else { continue }
          conformance.set(slot, to: entry)
        }
      }
      tables[descriptor] = UnsafeRawPointer(conformance.table)
      conformances.append(conformance)
    }
    FabricatedConformance.register(conformances, in: &slab)
    return roots.map { tables[$0]! }
  }
}
