internal import UnderstudyLocks
internal import UnderstudyMetadata
internal import UnderstudyModules

/// Tells whether a declaration of another module is a struct, an enum, a class or a protocol: references in serialized modules
/// don't, and manglings do.
enum DeclaredKinds {
  private static let known = Guarded<Table<NominalNode, NominalNode.Kind>>([:])

  /// The kind of a declaration; `other` where it can't be found out.
  ///
  /// - Parameter nominal: The declaration, its own kind left open.
  static func kind(of nominal: NominalNode) -> NominalNode.Kind {
    if let kind = StandardTypes.kind(of: nominal) { return kind }
    if let kind = known.withLock({ $0[nominal] }) { return kind }
    let kind = find(nominal)
    if kind != .other { known.withLock { $0[nominal] = kind } }
    return kind
  }

  private static func find(_ nominal: NominalNode) -> NominalNode.Kind {
    var asProtocol = nominal
    asProtocol.kind = .protocol
    if asProtocol.isMarkerProtocol { return .protocol }
    switch Declarations.descriptor(of: nominal).map({ ContextDescriptor(pointer: $0).kind }) {
    case .struct: return .structure
    // Enums of C are mangled as structs (`ASTMangler::appendAnyGenericType`).
    case .enum: return nominal.module == "__C" ? .structure : .enumeration
    case .class: return .class
    default: break
    }
    if !Declarations.protocols(asProtocol).isEmpty { return .protocol }
    let found = ModuleFacts.shared.nominal(module: nominal.declaringModule, path: nominal.path)
    guard case .success(let facts) = found else { return .other }
    switch facts.kind {
    case .structure: return .structure
    case .enumeration: return .enumeration
    case .classType: return .class
    case .protocolType: return .protocol
    }
  }
}
