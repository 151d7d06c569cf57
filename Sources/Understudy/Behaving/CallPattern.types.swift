internal import UnderstudyCalls

extension CallPattern {
  /// Takes the pattern of a generic requirement for calls with any types, not only with those that the closure of `when` names.
  ///
  /// A type among the arguments then stands for every type, as does `Match.any()` for values of every type. Other matchers and
  /// literals still accept only what they are written for. A handler may take what is of another type in each call as an
  /// existential.
  ///
  /// ```swift
  /// stub.when { try $0.decode(Int.self, from: Match.any()) }.forAllTypes(returning: Any.self)
  ///   .then { (type: any Decodable.Type, text: String) in try JSONDecoder().decode(type, from: Data(text.utf8)) }
  /// stub.when { $0.store(Match.any(Int.self)) }.forAllTypes().thenDoNothing()
  /// ```
  ///
  /// Registrations of one type come first if they are made first.
  ///
  /// - Returns: The pattern, for `then…`, `verify` and `arguments()`.
  public func forAllTypes() -> CallPattern<P, R> {
    forAllTypes(returning: R.self)
  }

  /// Takes the pattern of a generic requirement for calls with any types, not only with those that the closure of `when` names.
  ///
  /// - Parameter type: What behaviours return: an existential such as `Any`, where it is of another type in each call.
  /// - Returns: The pattern, for `then…`, `verify` and `arguments()`.
  public func forAllTypes<Result>(returning type: Result.Type) -> CallPattern<P, Result> {
    guard let pattern = state.pattern else { return CallPattern<P, Result>(state) }
    guard pattern.requirement.isGeneric else {
      state.report(
        "\(CallText.signature(of: pattern.requirement)) isn't generic, so all its calls have the same types.",
        in: "forAllTypes"
      )
      return CallPattern<P, Result>(state)
    }
    let widened = pattern.forAllTypes()
    state.recorder.rename(pattern, to: widened)
    return CallPattern<P, Result>(PatternState(state.recorder, widened, at: state.location))
  }
}
