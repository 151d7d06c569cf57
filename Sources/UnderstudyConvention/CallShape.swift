package import UnderstudyCalls
package import UnderstudyMetadata
package import UnderstudyTrampolines

/// The shape of a call: what travels, in which direction.
package struct CallShape {
  package struct Parameter {
    package var type: FormalType
    package var ownership: Requirement.Ownership
    /// Whether it is a function that may be called only until the call has ended.
    package var isNonescaping: Bool

    package init(type: FormalType, ownership: Requirement.Ownership, isNonescaping: Bool = false) {
      self.type = type
      self.ownership = ownership
      self.isNonescaping = isNonescaping
    }
  }

  /// Parameters that travel together, as one address: that of a list of their addresses.
  package struct Pack {
    /// The first one of them, or where it would be.
    package var first: Int
    package var count: Int

    package init(first: Int, count: Int) {
      self.first = first
      self.count = count
    }
  }

  package var parameters: [Parameter]
  /// In the order of the parameters.
  package var packs: [Pack]
  package var result: FormalType
  /// How many elements the result has, if it is a pack; it is a tuple of them, or the only one.
  package var resultPackCount: Int?
  package var isAsync: Bool
  package var canThrow: Bool
  /// The type of the errors, where it isn't `any Error`.
  package var errorType: FormalType?
  /// Whether the caller's actor comes first, as for `nonisolated(nonsending)`.
  package var takesCallersActor: Bool
  /// Whether the call takes over the value that it is made on.
  package var consumesSelf: Bool
  package var entryKind: us_entry_kind
  /// How many words of generic arguments follow the parameters: type metadata, then witness tables.
  package var genericArgumentCount: Int

  package init(
    parameters: [Parameter],
    packs: [Pack] = [],
    result: FormalType,
    resultPackCount: Int? = nil,
    isAsync: Bool,
    canThrow: Bool,
    errorType: FormalType? = nil,
    takesCallersActor: Bool = false,
    consumesSelf: Bool = false,
    entryKind: us_entry_kind = US_ENTRY_CALL,
    genericArgumentCount: Int = 0
  ) {
    self.parameters = parameters
    self.packs = packs
    self.result = result
    self.resultPackCount = resultPackCount
    self.isAsync = isAsync
    self.canThrow = canThrow
    self.errorType = errorType
    self.takesCallersActor = takesCallersActor
    self.consumesSelf = consumesSelf
    self.entryKind = entryKind
    self.genericArgumentCount = genericArgumentCount
  }
}
