internal import UnderstudyLocks
package import UnderstudyMetadata

/// How the compiler passes values of a parameter or an associated type: like values of the type that it has to be, by what it knows of
/// the type.
///
/// What it knows is in the signature of the requirement and in those of the protocols that this names (docs/Generics.rst,
/// "Reduced types"; lib/AST/RequirementMachine).
package enum MemberPassing {
  case concrete(TypeMetadata)
  case parameter(TypeEnvironment.Parameter)
  case object
  case opaque
  case unknown
}

/// Finds out what an associated type has to be, by all the paths that lead to it.
struct MemberReduction {
  private let environment: TypeEnvironment
  private let start: MemberPath
  /// The paths of the one type, shorter ones first: they are what longer ones come down to.
  private(set) var paths: [MemberPath]
  private var next = 0
  private var protocols: Table<MemberPath, [ProtocolDescriptor]> = [:]
  private var concrete: TypeMetadata?
  private var parameter: TypeEnvironment.Parameter?
  private var isClass = false
  private var isUnknown = false

  // Rules that make paths longer may go on for ever, and say nothing new.
  private static let mostPaths = 64
  private static let mostNames = 6

  init(of path: MemberPath, in environment: TypeEnvironment) {
    self.environment = environment
    start = path
    paths = [path]
  }

  /// Walks over the paths until one says what the type is.
  mutating func run() -> MemberPassing {
    while next < paths.count, concrete == nil, parameter == nil {
      let path = paths[next]
      next += 1
      if path.names.isEmpty, path != start {
        parameter = path.root
      } else {
        applyDemands(to: path)
        applyProtocols(to: path)
      }
    }
    if let concrete { return .concrete(concrete) }
    if let parameter { return .parameter(parameter) }
    return isUnknown ? .unknown : isClass ? .object : .opaque
  }

  private mutating func add(_ path: MemberPath) {
    guard path.names.count <= max(Self.mostNames, start.names.count), paths.count < Self.mostPaths,
      !paths.contains(path)
    else {
      return
    }
    paths.insert(path, at: paths[next...].firstIndex { $0.names.count > path.names.count } ?? paths.count)
  }

  /// What the requirement's own signature says of the type, or of one that it is a member of.
  private mutating func applyDemands(to path: MemberPath) {
    for demand in environment.demands {
      if case .samePath(let other) = demand.demand, let rest = path.names(behind: other) { add(demand.path + rest) }
      guard let rest = path.names(behind: demand.path) else { continue }
      switch demand.demand {
      case .isClass: if rest.isEmpty { isClass = true }
      case .superclass(let type): applySuperclass(type, demand.path, rest)
      case .conformance(let descriptor): if rest.isEmpty, descriptor.isClassConstrained { isClass = true }
      case .sameType(let type): fix(to: type, demand.path, rest)
      case .samePath(let other): add(other + rest)
      case .unknown: isUnknown = true
      }
    }
  }

  /// The same of the protocols that what comes before it on the path conforms to.
  private mutating func applyProtocols(to path: MemberPath) {
    for count in 0...path.names.count {
      let outer = MemberPath(root: path.root, names: Array(path.names[..<count]))
      let names = Array(path.names[count...])
      for descriptor in protocols(of: outer) {
        for facts in descriptor.memberFacts {
          if facts.classPaths.contains(names) { isClass = true }
          for (inner, type) in facts.superclasses where names.starts(with: inner) {
            applySuperclass(type, outer + inner, Array(names.dropFirst(inner.count)))
          }
          for equality in facts.sameTypes {
            if case .path(let other) = equality.other, !other.isEmpty, names.starts(with: other) {
              add(outer + equality.path + Array(names.dropFirst(other.count)))
            }
            guard names.starts(with: equality.path) else { continue }
            let rest = Array(names.dropFirst(equality.path.count))
            switch equality.other {
            case .type(let type): fix(to: type, outer + equality.path, rest)
            case .path(let other): add(outer + other + rest)
            case .unknown: isUnknown = true
            }
          }
        }
      }
    }
  }

  /// The type at `base` is `type`, and what is looked for is a member of it.
  private mutating func fix(to type: TypeMetadata, _ base: MemberPath, _ rest: [String]) {
    if let type = member(rest, of: type, at: base) {
      concrete = type
    } else {
      isUnknown = true
    }
  }

  /// The type at `base` inherits from a class. What the class itself has for a protocol's associated type is so for all.
  private mutating func applySuperclass(_ type: TypeMetadata, _ base: MemberPath, _ rest: [String]) {
    if rest.isEmpty {
      isClass = true
    } else if let type = member(rest, of: type, at: base) {
      concrete = type
    }
  }

  private mutating func member(_ names: [String], of type: TypeMetadata, at base: MemberPath) -> TypeMetadata? {
    var type = type
    var base = base
    for name in names {
      var found: TypeMetadata?
      for descriptor in protocols(of: base) where found == nil {
        found = type.associatedType(named: name, of: descriptor)
      }
      guard let found else { return nil }
      type = found
      base = base + name
    }
    return type
  }

  /// The protocols that a parameter or an associated type has to conform to, by this path.
  mutating func protocols(of path: MemberPath) -> [ProtocolDescriptor] {
    if let known = protocols[path] { return known }
    var found = path.names.isEmpty ? environment.conformances[path.root] ?? [] : []
    for demand in environment.demands where demand.path == path && !path.names.isEmpty {
      if case .conformance(let descriptor) = demand.demand { found.append(descriptor) }
    }
    for count in path.names.indices {
      let rest = Array(path.names[count...])
      for outer in protocols(of: MemberPath(root: path.root, names: Array(path.names[..<count]))) {
        for facts in outer.memberFacts {
          for conformance in facts.conformances where conformance.path == rest { found.append(conformance.descriptor) }
        }
      }
    }
    protocols[path] = found
    return found
  }
}

extension TypeEnvironment {
  /// How values of a parameter or an associated type are passed.
  package func passing(of path: MemberPath) -> MemberPassing {
    var reduction = MemberReduction(of: path, in: self)
    return reduction.run()
  }

  /// The protocols that a parameter or an associated type has to conform to, by whatever path.
  func protocols(of path: MemberPath) -> [ProtocolDescriptor] {
    var reduction = MemberReduction(of: path, in: self)
    _ = reduction.run()
    var found: [ProtocolDescriptor] = []
    for path in reduction.paths { found += reduction.protocols(of: path) }
    return found
  }
}
