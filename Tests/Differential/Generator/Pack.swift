internal import DifferentialRandom

/// A parameter pack, and the parameter that repeats it: always the last one.
struct Pack {
  /// The pack's name in declarations, and in the texts that `expand` knows.
  static let name = "QV"

  /// What is demanded of its types.
  var constraint = ""
  /// What is repeated: `QV` stands for the type.
  var pattern = "QV"
  /// The kit of that: `kQV` stands for the type's.
  var kit = "kQV"
  /// Whether the result is the pack's, too.
  var isReturned = false

  static func random(pool: inout TypePool) -> Pack {
    var pack = Pack(constraint: pool.source.pick(["", "", "Hashable", "Marked", "Sendable"]))
    (pack.pattern, pack.kit) = pool.source.pick([
      ("QV", "kQV"), ("QV", "kQV"), ("[QV]", "arrayKit(kQV)"), ("(QV)?", "optionalKit(kQV)"),
      ("(QV, Int)", "tupleKit(kQV, kInt)"), ("Box<QV>", "boxKit(kQV)"),
    ])
    pack.isReturned = pool.source.once(in: 3)
    return pack
  }

  /// The pack among generic parameters.
  var declaration: String { "each QV" + (constraint.isEmpty ? "" : ": \(constraint)") }

  /// What is repeated, as it is written behind `repeat`.
  var repeated: String {
    pattern == "QV"
      ? "each QV"
      : pattern.replacing("(QV", with: "(each QV").replacing("[QV", with: "[each QV")
        .replacing("<QV", with: "<each QV")
  }

  /// The result's type: a tuple of what is repeated.
  var result: GeneratedType { GeneratedType(spelling: "(repeat \(repeated))", kit: "QVkit") }

  /// Types that may take its place.
  func arguments(mayBeEmpty: Bool, pool: inout TypePool) -> [GeneratedType] {
    let placeholder = Placeholder(name: Self.name, constraint: constraint)
    let count = pool.source.pick([0, 1, 1, 2, 2, 3, 4])
    return (0..<max(count, mayBeEmpty ? 0 : 1)).map { _ in
      var type = placeholder.argument(pool: &pool)
      while type.spelling == "Void" { type = placeholder.argument(pool: &pool) }
      let (pattern, kit) = (pattern, kit)
      return pool.named(
        GeneratedType(
          spelling: pattern.replacing("QV", with: type.spelling),
          kit: kit.replacing("kQV", with: type.kit)
        )
      )
    }
  }

  // MARK: The caller's text

  /// Lines of a caller that `expand` completes.
  static let sends = "QVsends"
  static let arguments = "QVarguments"

  /// A line of a caller with types in the place of the pack.
  static func expand(_ line: String, with types: [GeneratedType]) -> String {
    let names = types.indices.map { "v\($0)" }
    let sends = zip(names, types).map { "let \($0): \($1.spelling) = s.send(\($1.kit))" }
    let list = types.map(\.spelling).joined(separator: ", ")
    let kits = types.map(\.kit).joined(separator: ", ")
    return line.replacing(Self.sends, with: sends.joined(separator: "; "))
      .replacing(", \(Self.arguments)", with: names.map { ", \($0)" }.joined())
      .replacing(Self.arguments, with: names.joined(separator: ", "))
      .replacing("QVresult", with: "(\(list))")
      .replacing("QVkit", with: types.isEmpty ? "kVoid" : types.count == 1 ? kits : "tupleKit(\(kits))")
  }
}
