internal import DifferentialRandom

/// A protocol with its conformer and its drivers.
struct GeneratedProtocol {
  let name: String
  /// The protocol and its conformer.
  private(set) var declarations = ""
  /// The functions that call its requirements, and the suites of them.
  private(set) var drivers = ""
  /// The names of the suites: one for every list of associated types.
  private(set) var suites: [String] = []

  /// What there is to decide about a protocol and its conformer besides the requirements.
  struct Shape {
    var isClassBound = false
    var isActor = false
    /// How many of the requirements are a base protocol's.
    var inheritedCount = 0
    var isBaseClassBound = false
    var conformerIsClass = false
    /// What the conformer stores, where it is a struct.
    var stored = "1"
    var associatedTypes: [Placeholder] = []
  }

  /// A protocol made up at random.
  static func random(name: String, size: Int, pool: inout TypePool) -> GeneratedProtocol {
    var shape = Shape()
    shape.isActor = pool.source.once(in: Menu.actor)
    shape.isClassBound = shape.isActor || pool.source.once(in: 3)
    if pool.source.once(in: Menu.associatedTypes) {
      for index in 0..<pool.source.pick([1, 1, 2, 3]) {
        shape.associatedTypes.append(Placeholder.random(name: "QA\(index)", pool: &pool))
      }
    }
    pool.placeholders = shape.associatedTypes
    var surroundings = Member.Surroundings(isClassBound: shape.isClassBound, isActor: shape.isActor)
    let members = (0..<size).map { Member.random(name: "m\($0)", in: &surroundings, pool: &pool) }
    pool.placeholders = []
    // Some requirements are inherited, from a protocol that may be less bound than this one.
    let mayInherit = !shape.isActor
    shape.inheritedCount = mayInherit && pool.source.once(in: 2) ? size / 3 : 0
    shape.isBaseClassBound = shape.isClassBound && pool.source.once(in: 2)
    shape.conformerIsClass = shape.isClassBound || pool.source.once(in: 3)
    shape.stored = pool.source.pick(["()", "1", "(1, 2, 3, 4, 5)"])
    return GeneratedProtocol(name: name, members: members, shape: shape, pool: &pool)
  }

  init(name: String, members: [Member], shape: Shape = Shape(), pool: inout TypePool) {
    self.name = name
    declare(members, shape)
    let bindings = shape.associatedTypes.isEmpty ? 1 : 2
    for number in 0..<bindings {
      var binding = Substitution()
      for type in shape.associatedTypes { binding.replace(type, with: type.argument(pool: &pool)) }
      addSuite(number == 0 ? name : "\(name)_\(number)", of: members, shape, binding, pool: &pool)
    }
  }

  // MARK: Declarations

  private mutating func declare(_ members: [Member], _ shape: Shape) {
    let (isClassBound, inheritedCount) = (shape.isClassBound, shape.inheritedCount)
    var inherited = shape.isActor ? ["Actor"] : isClassBound ? ["AnyObject"] : []
    if inheritedCount > 0 {
      inherited.append("\(name)Base")
      declarations += "public protocol \(name)Base\(shape.isBaseClassBound ? ": AnyObject" : "") {\n"
      for type in shape.associatedTypes { declarations += "  associatedtype \(type.declaration)\n" }
      for member in members.prefix(inheritedCount) { declarations += "  \(member.declaration)\n" }
      declarations += "}\n"
    }
    let clause = inherited.isEmpty ? "" : ": \(inherited.joined(separator: ", "))"
    let primary = list(shape.associatedTypes.map(\.name))
    declarations += "public protocol \(name)\(primary)\(clause) {\n"
    if inheritedCount == 0 {
      for type in shape.associatedTypes { declarations += "  associatedtype \(type.declaration)\n" }
    }
    for member in members.dropFirst(inheritedCount) { declarations += "  \(member.declaration)\n" }
    declarations += "}\n"

    let isClass = shape.conformerIsClass
    let generics = list(shape.associatedTypes.map(\.declaration))
    declarations += "public \(shape.isActor ? "actor" : isClass ? "final class" : "struct") "
    declarations += "\(name)Conformer\(generics): \(name) {\n"
    declarations += isClass ? "" : "  var stored = \(shape.stored)\n"
    declarations += "  public init() {}\n"
    for member in members {
      let text = member.implementation(in: "\(name)Conformer")
      declarations += isClass ? Self.withoutAccess(text) : text
    }
    declarations += "}\n"
  }

  /// The text of a class's member: what values say of their access means nothing there.
  private static func withoutAccess(_ text: String) -> String {
    text.replacing("nonmutating set", with: "set").replacing("mutating get", with: "get")
      .replacing("mutating func", with: "func").replacing("consuming func", with: "func")
  }

  private func list(_ items: [String]) -> String {
    items.isEmpty ? "" : "<\(items.joined(separator: ", "))>"
  }

  // MARK: Drivers

  private mutating func addSuite(
    _ suite: String,
    of members: [Member],
    _ shape: Shape,
    _ binding: Substitution,
    pool: inout TypePool
  ) {
    let arguments = list(binding.replacements.map(\.type.spelling))
    var entries = ""
    for member in members {
      let lists = member.generics.isEmpty && member.pack == nil ? 1 : 2
      let substitutions = (0..<lists).map { _ in
        var substitution = binding
        for parameter in member.generics { substitution.replace(parameter, with: parameter.argument(pool: &pool)) }
        substitution.pack = member.pack?.arguments(mayBeEmpty: member.mayReturnNothing, pool: &pool) ?? []
        substitution.replace(.conformer, with: GeneratedType(spelling: "PP", kit: "kPP"))
        return substitution
      }
      let texts = member.drivers(
        of: name + arguments,
        suite: suite,
        isOnActor: shape.isActor && !member.kind.isStatic && !member.kind.isInitializer,
        substitutions: substitutions
      )
      drivers += texts.functions
      entries += texts.entries
    }
    let type = "any \(name)\(arguments)"
    drivers += "public func suite\(suite)() -> Suite<\(type)> {\n  var cases: [Case<\(type)>] = []\n"
    drivers += entries
    drivers += "  return Suite(\"\(suite)\", conformer: { \(name)Conformer\(arguments)() }, cases: cases)\n}\n"
    suites.append(suite)
  }
}
