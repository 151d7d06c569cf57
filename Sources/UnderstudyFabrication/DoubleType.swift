internal import Synchronization
package import UnderstudyCalls

// A stand-in until fabrication is merged: the plans come from hand-written conformers that tests provide.

/// A cached plan for making values of one existential type.
package final class DoubleType: Sendable {
  package let requirements: [Requirement]
  package let description: String
  private let make: @Sendable (any CallReceiver) -> Any

  package init(
    description: String,
    requirements: [Requirement],
    make: @escaping @Sendable (any CallReceiver) -> Any
  ) {
    self.description = description
    self.requirements = requirements
    self.make = make
  }

  private static let provided = Mutex<[ObjectIdentifier: DoubleType]>([:])

  package static func provide(_ double: DoubleType, for type: Any.Type) {
    provided.withLock { $0[ObjectIdentifier(type)] = double }
  }

  package static func of(_ type: Any.Type) throws(Refusal) -> DoubleType {
    guard let double = provided.withLock({ $0[ObjectIdentifier(type)] }) else {
      throw Refusal(
        subject: String(describing: type),
        reason: "no requirement of it is known.",
        remedy: "Provide a stand-in."
      )
    }
    return double
  }

  package func makeValue<P>(as type: P.Type, receiver: any CallReceiver) -> P {
    make(receiver) as! P
  }
}
