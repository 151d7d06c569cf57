internal import UnderstudyCalls
internal import UnderstudyConvention
internal import UnderstudyLocks
internal import UnderstudyMetadata
internal import UnderstudySignatures
internal import UnderstudyTrampolines

/// A requirement with generic parameters of its own: every list of types it is called with makes a requirement and a plan.
final class PolymorphicRequirement: Sendable {
  private struct Plan: @unchecked Sendable {
    // Sendable: filled before it is published, never changed, never released.
    let plan: UnsafePointer<us_call_plan>
  }

  private let index: Int
  private let factory: RequirementFactory
  /// Makes the setter, where this is the in-place access of a property or subscript and `factory` makes its getter.
  private let setter: (index: Int, factory: RequirementFactory)?
  private let planner: CallPlanner
  private let packShapes: Table<TypeEnvironment.Parameter, Int>
  /// The plans by the types of the parameters: one, or those of a pack.
  private let known = Guarded<[[[TypeMetadata]]: Plan]>([:])

  /// - Parameters:
  ///   - index: The index of all the requirements made.
  ///   - factory: Knows the signature, and what the protocol's own parameters stand for.
  ///   - setter: The setter's index and factory, if this is an in-place access.
  init(
    index: Int,
    factory: RequirementFactory,
    setter: (index: Int, factory: RequirementFactory)? = nil,
    planner: CallPlanner
  ) throws(Refusal) {
    self.index = index
    self.setter = setter
    self.planner = planner
    var descriptors: Table<TypeEnvironment.Parameter, [ProtocolDescriptor]> = [:]
    var demands: [MemberDemand] = []
    for requirement in factory.signature.generics?.requirements ?? [] {
      if let demand = MemberDemand(requirement) { demands.append(demand) }
      guard case .parameter(let depth, let index) = requirement.subject else { continue }
      let parameter = TypeEnvironment.Parameter(depth: depth, index: index)
      switch requirement.constraint {
      case .conformance(let node):
        if let descriptor = TypeResolver.protocolDescriptor(of: node) {
          descriptors[parameter, default: []].append(descriptor)
        }
      case .sameType(.member):
        // `T == C.Element`: both types are passed by the call, which has seen to it that they fit.
        break
      case .sameType, .value, .inverse:
        throw factory.unsupported("one of its generic parameters is an integer, or the same as another type.")
      case .superclass, .layout, .pack, .sameShape:
        break
      }
    }
    var knowing = factory
    knowing.environment.demands = demands
    for (parameter, found) in descriptors { knowing.environment.conformances[parameter] = found }
    self.factory = knowing
    for parameter in factory.signature.generics?.parameters ?? [] {
      switch knowing.environment.passing(of: MemberPath(parameter: parameter)) {
      // It may also be an element of something made of it: `T.AllCases == [T]`.
      case .object, .opaque, .unknown: break
      case .concrete, .parameter:
        throw factory.unsupported("one of its generic parameters is the same as another type.")
      }
    }
    packShapes = factory.signature.generics?.packShapes ?? [:]
    for pack in packShapes.map(\.key) where standIn(for: pack) == ObjectStandIn.type {
      throw factory.unsupported("one of its parameter packs consists of classes.")
    }
  }

  /// The requirement as it is when nothing is known of its types, and the plan that tells where they are found.
  func template() throws(Refusal) -> (requirement: Requirement, plan: us_call_plan) {
    let product = try make(factory, index, types: parameters.map { [standIn(for: $0)] })
    var plan = try plan(shape(of: product), product.requirement)
    plan.entry_kind = UInt8(US_ENTRY_GENERIC.rawValue)
    plan.context = UnsafeRawPointer(Unmanaged.passRetained(self).toOpaque())
    return (product.requirement, plan)
  }

  /// The plan of one call.
  ///
  /// - Parameter plan: The plan made by `template`.
  func plan(
    of frame: UnsafePointer<us_frame>,
    _ plan: UnsafePointer<us_call_plan>
  ) throws(Refusal) -> UnsafePointer<us_call_plan> {
    let types = types(in: frame, plan)
    if let known = known.withLock({ $0[types] }) { return known.plan }
    let made = try specialised(for: types)
    return known.withLock { known in
      if let earlier = known[types] { return earlier }
      let memory = UnsafeMutablePointer<us_call_plan>.allocate(capacity: 1)
      memory.initialize(to: made)
      let entry = Plan(plan: UnsafePointer(memory))
      known[types] = entry
      return entry
    }.plan
  }

  private var parameters: [TypeEnvironment.Parameter] { factory.signature.generics?.parameters ?? [] }

  /// The types of each parameter in one call.
  private func types(
    in frame: UnsafePointer<us_frame>,
    _ plan: UnsafePointer<us_call_plan>
  ) -> [[TypeMetadata]] {
    // Invariant: the plan has a place for every word that is asked for (`GenericSignatureNode.argumentCount`).
    func word(_ index: Int) -> UnsafeMutableRawPointer? {
      us_address_at(frame, plan.pointee.generic_arguments.unsafelyUnwrapped[index])
    }
    let shapeCount = Set(packShapes.map(\.value)).count
    return parameters.enumerated().map { index, parameter in
      let types = word(shapeCount + index)
      guard let shape = packShapes[parameter] else {
        // Invariant: the metadata of a type, never null.
        return [TypeMetadata(pointer: types!)]
      }
      let length = Int(bitPattern: word(shape))
      // The lowest bit says that the list is on the heap (swift/ABI/Metadata.h, MetadataPackPointer).
      let list = UnsafePointer<UnsafeRawPointer>(bitPattern: UInt(bitPattern: types) & ~1)
      return (0..<length).map { TypeMetadata(pointer: list![$0]) }
    }
  }

  private func specialised(for types: [[TypeMetadata]]) throws(Refusal) -> us_call_plan {
    let product = try make(factory, index, types: types)
    var plan = try plan(shape(of: product), product.requirement)
    if let setter {
      let setterProduct = try make(setter.factory, setter.index, types: types)
      let property = ModifiableProperty(getter: product.requirement, setter: setterProduct.requirement)
      plan.context = UnsafeRawPointer(Unmanaged.passRetained(property).toOpaque())
    } else {
      plan.take(product.requirement)
    }
    return plan
  }

  private func shape(of product: RequirementFactory.Product) -> CallShape {
    var shape = product.shape
    if setter != nil { shape.entryKind = US_ENTRY_MODIFY }
    return shape
  }

  private func make(
    _ factory: RequirementFactory,
    _ index: Int,
    types: [[TypeMetadata]]
  ) throws(Refusal) -> RequirementFactory.Product {
    var factory = factory
    for (parameter, types) in zip(parameters, types) {
      let types = types.map { FormalType(type: $0, pattern: standIn(for: parameter)) }
      if packShapes[parameter] != nil {
        factory.environment.packs[parameter] = types
      } else {
        factory.environment.parameters[parameter] = types[0]
      }
    }
    return try factory.make(index: index)
  }

  private func plan(_ shape: CallShape, _ requirement: Requirement) throws(Refusal) -> us_call_plan {
    do throws(UnsupportedType) {
      return try planner.plan(for: shape, argumentOffsets: requirement.argumentOffsets)
    } catch {
      throw factory.unsupported(error)
    }
  }

  /// What the compiler takes a parameter for: a class if it is bound to be one, otherwise anything.
  private func standIn(for parameter: TypeEnvironment.Parameter) -> TypeMetadata {
    if case .object = factory.environment.passing(of: MemberPath(parameter: parameter)) { return ObjectStandIn.type }
    return OpaqueStandIn.type
  }
}
