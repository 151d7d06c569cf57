internal import DifferentialRandom

/// A protocol with its conformer and its drivers.
struct GeneratedProtocol {
  let name: String
  /// The protocol and its conformer.
  private(set) var declarations = ""
  /// The functions that call its requirements, and the suite of them.
  private(set) var drivers = ""

  /// What there is to decide about a protocol and its conformer besides the requirements.
  struct Shape {
    var isClassBound = false
    /// How many of the requirements are a base protocol's.
    var inheritedCount = 0
    var isBaseClassBound = false
    var conformerIsClass = false
    /// What the conformer stores, where it is a struct.
    var stored = "1"
  }

  /// A protocol made up at random.
  static func random(name: String, size: Int, pool: inout TypePool) -> GeneratedProtocol {
    var shape = Shape()
    shape.isClassBound = pool.source.once(in: 3)
    let members = (0..<size).map { Member.random(name: "m\($0)", isClassBound: shape.isClassBound, pool: &pool) }
    // Some requirements are inherited, from a protocol that may be less bound than this one.
    shape.inheritedCount = pool.source.once(in: 2) ? size / 3 : 0
    shape.isBaseClassBound = shape.isClassBound && pool.source.once(in: 2)
    shape.conformerIsClass = shape.isClassBound || pool.source.once(in: 3)
    shape.stored = pool.source.pick(["()", "1", "(1, 2, 3, 4, 5)"])
    return GeneratedProtocol(name: name, members: members, shape: shape)
  }

  init(name: String, members: [Member], shape: Shape = Shape()) {
    self.name = name
    let (isClassBound, inheritedCount) = (shape.isClassBound, shape.inheritedCount)
    var inherited = isClassBound ? ["AnyObject"] : []
    if inheritedCount > 0 {
      inherited.append("\(name)Base")
      declarations += "public protocol \(name)Base\(shape.isBaseClassBound ? ": AnyObject" : "") {\n"
      for member in members.prefix(inheritedCount) { declarations += "  \(member.declaration)\n" }
      declarations += "}\n"
    }
    let clause = inherited.isEmpty ? "" : ": \(inherited.joined(separator: ", "))"
    declarations += "public protocol \(name)\(clause) {\n"
    for member in members.dropFirst(inheritedCount) { declarations += "  \(member.declaration)\n" }
    declarations += "}\n"

    let isClass = shape.conformerIsClass
    declarations += "public \(isClass ? "final class" : "struct") \(name)Conformer: \(name) {\n"
    declarations += isClass ? "" : "  var stored = \(shape.stored)\n"
    declarations += "  public init() {}\n"
    for member in members {
      let text = member.implementation
      declarations += isClass ? text.replacing("public mutating func", with: "public func") : text
    }
    declarations += "}\n"

    var entries = ""
    for member in members {
      let texts = member.drivers(of: name)
      drivers += texts.functions
      entries += texts.entries
    }
    drivers += "public func suite\(name)() -> Suite<any \(name)> {\n  var cases: [Case<any \(name)>] = []\n"
    drivers += entries
    drivers += "  return Suite(\"\(name)\", conformer: { \(name)Conformer() }, cases: cases)\n}\n"
  }
}
