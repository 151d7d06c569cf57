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

  static func + (path: Self, name: String) -> Self { path + [name] }

  static func + (path: Self, names: [String]) -> Self { Self(root: path.root, names: path.names + names) }
}

/// What the signature of a requirement says of an associated type.
package struct MemberDemand: Sendable {
  package enum Demand: Sendable {
    case conformance(ProtocolDescriptor)
    case isClass
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
    case .superclass, .layout("C"):
      demand = .isClass
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

/// How the compiler passes values of an associated type: like values of the type that it has to be, by what it knows of the type.
///
/// What it knows is in the signature of the requirement and in those of the protocols that this names (docs/Generics.rst,
/// "Reduced types"; lib/AST/RequirementMachine).
enum MemberPassing {
  case concrete(TypeMetadata)
  case parameter(TypeEnvironment.Parameter)
  case object
  case opaque
  case unknown
}

extension TypeEnvironment {
  /// The protocols that a parameter or an associated type has to conform to.
  func protocols(of path: MemberPath) -> [ProtocolDescriptor] {
    if path.names.isEmpty { return conformances[path.root] ?? [] }
    var found: [ProtocolDescriptor] = []
    for demand in demands where demand.path == path {
      if case .conformance(let descriptor) = demand.demand { found.append(descriptor) }
    }
    forEachPart(of: path) { _, rest, descriptor in
      for demand in descriptor.associatedConformances where demand.path == rest { found.append(demand.descriptor) }
    }
    return found
  }

  /// Calls `body` for each protocol that says something of a path: with what conforms to it, and the names from there on.
  private func forEachPart(of path: MemberPath, _ body: (MemberPath, [String], ProtocolDescriptor) -> Void) {
    for count in path.names.indices {
      let outer = MemberPath(root: path.root, names: Array(path.names[..<count]))
      let rest = Array(path.names[count...])
      for descriptor in protocols(of: outer).flatMap(\.withBases) { body(outer, rest, descriptor) }
    }
  }

  /// All paths of a type, until one says what it has to be. Rules that make paths longer may go on for ever, and say nothing new.
  private static let mostPaths = 64
  private static let mostNames = 6

  func passing(of path: MemberPath) -> MemberPassing {
    var paths = [path]
    var isClass = false
    var isUnknown = false
    var concrete: TypeMetadata?
    func add(_ other: MemberPath) {
      if other.names.count <= Self.mostNames, paths.count < Self.mostPaths, !paths.contains(other) {
        paths.append(other)
      }
    }
    var next = 0
    while next < paths.count, concrete == nil {
      let path = paths[next]
      next += 1
      if path.names.isEmpty { return .parameter(path.root) }
      for demand in demands {
        if case .samePath(path) = demand.demand { add(demand.path) }
        guard demand.path == path else { continue }
        switch demand.demand {
        case .isClass: isClass = true
        case .conformance(let descriptor): if descriptor.isClassConstrained { isClass = true }
        case .sameType(let type): concrete = type
        case .samePath(let other): add(other)
        case .unknown: isUnknown = true
        }
      }
      forEachPart(of: path) { outer, rest, descriptor in
        if descriptor.classPaths.contains(rest) { isClass = true }
        for equality in descriptor.sameTypes {
          if case .path(rest) = equality.other { add(outer + equality.path) }
          guard equality.path == rest else { continue }
          switch equality.other {
          case .type(let type): concrete = type
          case .path(let other): add(outer + other)
          case .unknown: isUnknown = true
          }
        }
      }
    }
    if let concrete { return .concrete(concrete) }
    return isUnknown ? .unknown : isClass ? .object : .opaque
  }
}
