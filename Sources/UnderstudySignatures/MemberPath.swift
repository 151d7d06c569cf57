internal import UnderstudyLocks
package import UnderstudyMetadata

/// An associated type of a parameter, or of an associated type of it; the parameter itself, without names.
package struct MemberPath: Hashable, Sendable {
  var root: TypeEnvironment.Parameter
  var names: [String] = []

  static let conformer = MemberPath(root: .conformer)

  init(root: TypeEnvironment.Parameter, names: [String] = []) {
    self.root = root
    self.names = names
  }

  /// `nil` for other types.
  package init?(_ node: TypeNode) {
    switch node {
    case .parameter(let depth, let index): self.init(root: .init(depth: depth, index: index))
    case .member(let base, let name, _):
      guard let outer = MemberPath(base) else { return nil }
      self = outer + name
    default: return nil
    }
  }

  package init(parameter: TypeEnvironment.Parameter) { self.init(root: parameter) }

  /// What is left of the names behind those of another path; `nil` if this one doesn't begin with it.
  func names(behind other: Self) -> [String]? {
    guard root == other.root, names.starts(with: other.names) else { return nil }
    return Array(names.dropFirst(other.names.count))
  }

  static func + (path: Self, name: String) -> Self { path + [name] }

  static func + (path: Self, names: [String]) -> Self { Self(root: path.root, names: path.names + names) }
}

/// What the signature of a requirement says of an associated type.
package struct MemberDemand: Sendable {
  package enum Demand: Sendable {
    case conformance(ProtocolDescriptor)
    case isClass
    case superclass(TypeMetadata)
    case sameType(TypeMetadata)
    case samePath(MemberPath)
    /// It is the same as something made of associated types.
    case unknown
  }

  var path: MemberPath
  var demand: Demand

  /// What a requirement of a generic signature says of an associated type; `nil` if it is about something else.
  package init?(_ requirement: GenericRequirementNode) {
    guard let path = MemberPath(requirement.subject) else { return nil }
    self.path = path
    switch requirement.constraint {
    case .conformance(let node):
      guard let descriptor = TypeResolver.protocolDescriptor(of: node) else { return nil }
      demand = .conformance(descriptor)
    case .layout("C"):
      demand = .isClass
    case .superclass(let type):
      demand = (type.isDependent ? nil : try? TypeResolver.type(type)).map { .superclass($0) } ?? .isClass
    case .sameType(let other):
      if let otherPath = MemberPath(other) {
        demand = .samePath(otherPath)
      } else {
        demand = (other.isDependent ? nil : try? TypeResolver.type(other)).map { .sameType($0) } ?? .unknown
      }
    default: return nil
    }
  }
}
