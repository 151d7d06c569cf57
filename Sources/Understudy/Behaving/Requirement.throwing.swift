internal import UnderstudyCalls
internal import UnderstudyMetadata

extension Requirement {
  /// Whether an error is of the type that calls may throw, if they may throw at all.
  func allows(_ error: any Error) -> Bool {
    guard let errorType else { return true }
    func isOne<T>(_ type: T.Type) -> Bool { error is T }
    return _openExistential(errorType.type, do: isOne)
  }

  /// Whether calls are known to be able to throw an error.
  func mayThrow(_ error: any Error) -> Bool {
    throwing == .anyError && allows(error)
  }
}
