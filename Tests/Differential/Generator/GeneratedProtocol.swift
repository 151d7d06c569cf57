/// A protocol with its conformer and its drivers.
struct GeneratedProtocol {
  let name: String
  /// The protocol and its conformer.
  private(set) var declarations = ""
  /// The functions that call its requirements, and the suite of them.
  private(set) var drivers = ""

  init(name: String, size: inout Int, pool: inout TypePool) {
    self.name = name
    let isClassBound = pool.source.once(in: 3)
    let members = (0..<size).map { Member(name: "m\($0)", isClassBound: isClassBound, pool: &pool) }
    // Some requirements are inherited, from a protocol that may be less bound than this one.
    let inheritedCount = pool.source.once(in: 2) ? size / 3 : 0
    let isBaseClassBound = isClassBound && pool.source.once(in: 2)
    var inherited = isClassBound ? ["AnyObject"] : []
    if inheritedCount > 0 {
      inherited.append("\(name)Base")
      declarations += "public protocol \(name)Base\(isBaseClassBound ? ": AnyObject" : "") {\n"
      for member in members.prefix(inheritedCount) { declarations += "  \(member.declaration)\n" }
      declarations += "}\n"
    }
    let clause = inherited.isEmpty ? "" : ": \(inherited.joined(separator: ", "))"
    declarations += "public protocol \(name)\(clause) {\n"
    for member in members.dropFirst(inheritedCount) { declarations += "  \(member.declaration)\n" }
    declarations += "}\n"

    let isClass = isClassBound || pool.source.once(in: 3)
    declarations += "public \(isClass ? "final class" : "struct") \(name)Conformer: \(name) {\n"
    declarations += isClass ? "" : "  var filler = \(pool.source.pick(["()", "1", "(1, 2, 3, 4, 5)"]))\n"
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
