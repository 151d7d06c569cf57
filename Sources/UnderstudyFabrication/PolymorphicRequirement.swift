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
  private let descriptors: [TypeEnvironment.Parameter: [ProtocolDescriptor]]
  private let known = Guarded<[[TypeMetadata]: Plan]>([:])

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
    self.factory = factory
    self.setter = setter
    self.planner = planner
    var descriptors: [TypeEnvironment.Parameter: [ProtocolDescriptor]] = [:]
    for requirement in factory.signature.generics?.requirements ?? [] {
      guard case .parameter(let depth, let index) = requirement.subject else { continue }
      let parameter = TypeEnvironment.Parameter(depth: depth, index: index)
      switch requirement.constraint {
      case .conformance(let node):
        if let descriptor = TypeResolver.protocolDescriptor(of: node) {
          descriptors[parameter, default: []].append(descriptor)
        }
      case .sameType, .sameShape, .pack, .value, .inverse:
        throw factory.unsupported("one of its generic parameters is a pack, an integer, or the same as another type.")
      case .superclass, .layout:
        break
      }
    }
    self.descriptors = descriptors
  }

  /// The requirement as it is when nothing is known of its types, and the plan that tells where they are found.
  func template() throws(Refusal) -> (requirement: Requirement, plan: us_call_plan) {
    let product = try make(factory, index, types: factory.signature.generics?.parameters.map(standIn) ?? [])
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
    let count = factory.signature.generics?.parameters.count ?? 0
    let types = (0..<count).map { index in
      // Invariant: the first generic arguments are the parameters' metadata, and never null.
      TypeMetadata(pointer: us_address_at(frame, plan.pointee.generic_arguments.unsafelyUnwrapped[index])!)
    }
    if let known = known.withLock({ $0[types] }) { return known.plan }
    let memory = UnsafeMutablePointer<us_call_plan>.allocate(capacity: 1)
    memory.initialize(to: try specialised(for: types))
    let entry = Plan(plan: UnsafePointer(memory))
    return known.withLock { known in
      if let earlier = known[types] { return earlier }
      known[types] = entry
      return entry
    }.plan
  }

  private func specialised(for types: [TypeMetadata]) throws(Refusal) -> us_call_plan {
    let product = try make(factory, index, types: types)
    var plan = try plan(shape(of: product), product.requirement)
    if let setter {
      let setterProduct = try make(setter.factory, setter.index, types: types)
      let property = ModifiableProperty(getter: product.requirement, setter: setterProduct.requirement)
      plan.context = UnsafeRawPointer(Unmanaged.passRetained(property).toOpaque())
    } else {
      plan.context = UnsafeRawPointer(Unmanaged.passRetained(product.requirement).toOpaque())
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
    types: [TypeMetadata]
  ) throws(Refusal) -> RequirementFactory.Product {
    var factory = factory
    for (parameter, type) in zip(factory.signature.generics?.parameters ?? [], types) {
      factory.environment.parameters[parameter] = FormalType(type: type, pattern: standIn(for: parameter))
      factory.environment.conformances[parameter] = descriptors[parameter]
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
    let isClass = factory.signature.generics?.requirements.contains { requirement in
      guard requirement.subject == .parameter(depth: parameter.depth, index: parameter.index) else { return false }
      switch requirement.constraint {
      case .superclass: return true
      case .layout(let text): return text == "C"
      default: return false
      }
    }
    let isClassBound = isClass ?? false || descriptors[parameter]?.contains(where: \.isClassConstrained) ?? false
    return isClassBound ? ObjectStandIn.type : OpaqueStandIn.type
  }
}
