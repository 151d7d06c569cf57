package import UnderstudyMetadata
package import UnderstudyTrampolines

/// One requirement of a doubled type, as the recorder sees it: a name, typed parameters and a typed result.
package final class Requirement: Sendable {
  /// What the requirement is in the source.
  package enum Kind: Sendable, Hashable {
    case method
    case initializer
    case getter
    case setter
    case subscriptGetter
    case subscriptSetter
  }

  /// How a parameter's value changes hands.
  package enum Ownership: Sendable, Hashable {
    /// The caller keeps the value; the callee borrows it.
    case guaranteed
    /// The callee takes the value over and must consume it.
    case owned
    /// The callee may change the caller's value in place.
    case `inout`
  }

  /// Whether calls may end with an error.
  package enum Throwing: Sendable, Hashable {
    case never
    case anyError
    /// With an error that a function among the arguments threw, and no other: a caller whose functions don't throw doesn't
    /// look for one.
    case rethrowing
    /// The signature's source doesn't tell (the symbols of accessors don't).
    case unknown
  }

  /// One formal parameter.
  package struct Parameter: Sendable {
    /// The argument label, `nil` for `_`.
    package var label: String?
    package var type: TypeMetadata
    package var ownership: Ownership
    /// Whether the parameter was written `T...`; its `type` is then `[T]`.
    package var isVariadic: Bool
    /// What the closure gives, where the parameter was written `@autoclosure`; `nil` for any other parameter.
    package var autoclosureResult: TypeMetadata?
    /// Whether the parameter is a function that may be called only until the call has ended. Its `type` is that of a function
    /// that may be kept.
    package var isNonescaping = false

    package init(
      label: String?,
      type: TypeMetadata,
      ownership: Ownership,
      isVariadic: Bool = false,
      autoclosureResult: TypeMetadata? = nil
    ) {
      self.label = label
      self.type = type
      self.ownership = ownership
      self.isVariadic = isVariadic
      self.autoclosureResult = autoclosureResult
    }
  }

  /// The position in the flat table of all requirements of the doubled type, inherited ones included.
  package let index: Int
  package let kind: Kind
  package let isStatic: Bool
  /// The base name: `signIn`, `name`, `subscript`, `init`.
  package let baseName: String
  /// The formal parameters. A setter's new value comes first, then a subscript's indices.
  package let parameters: [Parameter]
  /// The result type; `()` where there is none.
  package let result: TypeMetadata
  package let isAsync: Bool
  package let throwing: Throwing
  /// The only type of error that calls may throw, where it was written `throws(SomeError)`; `nil` for any error.
  package let errorType: TypeMetadata?

  /// Whether a call may change variables of its caller's.
  package let hasInoutParameters: Bool

  /// Answers a call that nobody has an answer for, where the requirement has an obvious one: those of standard protocols.
  /// Gets the call and the object behind the double, and tells whether it has answered.
  package let defaultAnswer: DefaultAnswer?

  /// Whether only the language itself makes such calls: they get the default answer, and nobody hears of them.
  package let isImplicit: Bool

  /// Whether it has generic parameters of its own. Then each list of types that it is called with makes a requirement, all with
  /// the same index.
  package let isGeneric: Bool

  package typealias DefaultAnswer = @Sendable (borrowing Call, AnyObject) -> Bool

  /// Where each argument lies in an `Arguments` block, in bytes from its start.
  package let argumentOffsets: [Int]
  /// How calls are remembered.
  private let record: RecordLayout

  /// How calls are remembered, for C; valid while this lives.
  package var layout: UnsafePointer<us_record_layout> { UnsafePointer(record.layout) }

  package init(
    index: Int,
    kind: Kind,
    isStatic: Bool = false,
    baseName: String,
    parameters: [Parameter],
    result: TypeMetadata,
    isAsync: Bool = false,
    throwing: Throwing = .never,
    errorType: TypeMetadata? = nil,
    defaultAnswer: DefaultAnswer? = nil,
    isImplicit: Bool = false,
    isGeneric: Bool = false
  ) {
    self.isGeneric = isGeneric
    self.defaultAnswer = defaultAnswer
    self.isImplicit = isImplicit
    self.index = index
    self.kind = kind
    self.isStatic = isStatic
    self.baseName = baseName
    self.parameters = parameters
    self.result = result
    self.isAsync = isAsync
    self.throwing = throwing
    hasInoutParameters = parameters.contains { $0.ownership == .inout }
    self.errorType = errorType

    let outcome = throwing == .never ? [result] : [result, TypeMetadata((any Error).self)]
    let block = Self.layOut(parameters.map(\.type), sharedEnd: outcome)
    argumentOffsets = block.offsets
    record = RecordLayout(index: index, parameters.map(\.type), block, result: result, canThrow: throwing != .never)
    record.requirement = self
  }

  /// The requirement by its name and labels: `signIn(user:password:)`, `name`, `subscript(key:)`.
  package var name: String {
    let labels = parameters.map { ($0.label ?? "_") + ":" }
    switch kind {
    case .method: return "\(baseName)(\(labels.joined()))"
    case .initializer: return "init(\(labels.joined()))"
    case .getter, .setter: return baseName
    case .subscriptGetter: return "subscript(\(labels.joined()))"
    case .subscriptSetter: return "subscript(\(labels.dropFirst().joined()))"
    }
  }

  /// Lays values out one after the other.
  ///
  /// - Parameter sharedEnd: Types of which one value at a time lies after all others.
  package static func layOut(
    _ types: [TypeMetadata],
    sharedEnd: [TypeMetadata] = []
  ) -> (offsets: [Int], end: Int, size: Int, alignment: Int) {
    var offsets: [Int] = []
    var end = 0
    var alignment = 1
    for type in types {
      let mask = type.alignment - 1
      end = (end + mask) & ~mask
      offsets.append(end)
      end += type.size
      alignment = max(alignment, mask + 1)
    }
    let endSize = sharedEnd.map(\.size).max() ?? 0
    if endSize > 0 {
      let endAlignment = sharedEnd.map(\.alignment).max() ?? 1
      alignment = max(alignment, endAlignment)
      end = (end + endAlignment - 1) & ~(endAlignment - 1)
    }
    return (offsets, end, end + endSize, alignment)
  }
}
