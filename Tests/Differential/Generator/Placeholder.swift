internal import DifferentialRandom

/// A type that a declaration doesn't know: a generic parameter, an associated type, `Self`.
///
/// Declarations spell its name, which no other type's contains; the text of its kit is the name after a `k`. Drivers have
/// real types in their place.
struct Placeholder {
  let name: String
  /// What follows the colon; empty if nothing is demanded.
  var constraint = ""
  /// Whether it is written `some P` where the parameter is.
  var isOpaque = false

  /// Whether it stands for classes only.
  var isClass: Bool { ["AnyObject", "Counted"].contains(constraint) }

  /// Whether it may stand for a number that is aligned to 16 bytes.
  var mayBeWide: Bool { ["Hashable", "Comparable"].contains(constraint) }

  /// The name of `Self` in texts.
  static let conformer = Placeholder(name: "QSelf")

  /// What placeholders may be bound to, with weights.
  private static let constraints: [(String, Int)] = [
    ("", 6), ("Hashable", 2), ("Comparable", 1), ("AnyObject", 2), ("Counted", 1), ("Marked", 2),
    ("Marked & Hashable", 1),
    ("Error", 1), ("Sendable", 1), ("Collection<Int>", 1),
  ]

  static func random(name: String, mayBeOpaque: Bool = false, pool: inout TypePool) -> Placeholder {
    var placeholder = Placeholder(name: name, constraint: pool.source.pick(constraints) { $0.1 }.0)
    if mayBeOpaque, pool.source.once(in: 5) {
      placeholder.isOpaque = true
      if placeholder.constraint.isEmpty { placeholder.constraint = "Collection<Int>" }
    }
    return placeholder
  }

  /// The name with what is demanded of it.
  var declaration: String { constraint.isEmpty ? name : "\(name): \(constraint)" }

  /// The placeholder as a type.
  var type: GeneratedType {
    GeneratedType(
      spelling: name,
      kit: "k\(name)",
      isHashable: constraint.contains("Hashable") || constraint == "Counted",
      isComparable: constraint == "Comparable"
    )
  }

  /// A type that may take its place.
  func argument(pool: inout TypePool) -> GeneratedType {
    func known(_ spellings: String...) -> GeneratedType {
      KnownTypes.named(pool.source.pick(spellings))
    }
    switch constraint {
    case "Hashable": return pool.hashable()
    case "Comparable": return pool.comparable()
    case "AnyObject": return known("Counted", "CountedChild", "AnyObject")
    case "Counted": return known("Counted", "CountedChild")
    case "Marked": return known("Int", "String", "Counted", "Large", "Empty")
    case "Marked & Hashable": return known("Int", "String", "Counted")
    case "Error": return pool.errorType()
    case "Collection<Int>":
      return pool.container(pool.source.pick([("[0]", "arrayKit"), ("ArraySlice<0>", "sliceKit")]), of: known("Int"))
    default:
      while true {
        let type = pool.lessAlignedType(depth: 1)
        // The type that such a value holds would take its place.
        let isExistential =
          type.spelling.contains(".Type") || type.spelling.contains("any ")
          || ["Any", "AnyObject"].contains(type.spelling)
        if constraint.isEmpty || !isExistential { return type }
      }
    }
  }
}

/// Texts with real types in the place of placeholders.
struct Substitution {
  private(set) var replacements: [(placeholder: Placeholder, type: GeneratedType)] = []
  /// The types that a parameter pack stands for.
  var pack: [GeneratedType] = []

  mutating func replace(_ placeholder: Placeholder, with type: GeneratedType) {
    replacements.append((placeholder, type))
  }

  func apply(to text: String) -> String {
    var text = text
    if text.contains(Pack.name) { text = Pack.expand(text, with: pack) }
    for (placeholder, type) in replacements {
      text.replace("k\(placeholder.name)", with: type.kit)
      text.replace(placeholder.name, with: type.spelling)
    }
    return text
  }
}
