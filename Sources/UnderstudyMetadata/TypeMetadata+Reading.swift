extension TypeMetadata {
  /// Whether a value of another type can be read as a value of this one, byte for byte.
  ///
  /// So can types that differ only in what the compiler checks: the labels of tuples, and marks of functions that don't change
  /// how they are called (`@Sendable`, `@escaping`, `@MainActor`).
  package func canRead(_ other: TypeMetadata) -> Bool {
    if self == other { return true }
    if let mine = TupleMetadata(self), let others = TupleMetadata(other) {
      return mine.count == others.count
        && (0..<mine.count).allSatisfy { mine.elementType($0).canRead(others.elementType($0)) }
    }
    if let mine = FunctionMetadata(self), let others = FunctionMetadata(other) { return mine.isCalled(like: others) }
    return false
  }
}

extension FunctionMetadata {
  /// Whether functions of the other type are called as those of this one.
  fileprivate func isCalled(like other: FunctionMetadata) -> Bool {
    convention == other.convention && isAsync == other.isAsync && isThrowing == other.isThrowing
      && thrownError == other.thrownError && isIsolatedAny == other.isIsolatedAny
      && isNonisolatedNonsending == other.isNonisolatedNonsending && differentiability == other.differentiability
      && result.canRead(other.result) && parameterCount == other.parameterCount
      && (0..<parameterCount).allSatisfy { index in
        let (mine, others) = (parameter(index), other.parameter(index))
        return mine.type.canRead(others.type) && mine.ownership == others.ownership
          && mine.isIsolated == others.isIsolated && mine.isVariadic == others.isVariadic
      }
  }
}
