extension Match {
  /// Accepts values of one case of an enum, whose associated values are accepted by matchers or equal to literals.
  ///
  /// ```swift
  /// stub.verify { $0.handle(Match.enumCase(.failed(code: Match.atLeast(500), Match.any()))) }
  /// ```
  ///
  /// Captors among the matchers extract associated values.
  ///
  /// - Parameter sample: The case, with matchers for all of its associated values or for none.
  public static func enumCase<T>(_ sample: @autoclosure () -> T) -> T {
    let (value, made) = evaluate(sample)
    guard let wanted = EnumParts(sample: value, made: made) else {
      return mistaken(
        "Match.enumCase takes a case of an enum that doesn't reflect itself in its own way, not a value of type \(T.self)."
      )
    }
    guard let inner = wanted.matchers(from: made) else {
      let names = ArgumentDescription.brief(made.map(\.matcher.expression).joined(separator: ", "))
      return mistaken(
        "Match.enumCase got \(names) for the \(wanted.payload.count) associated values of \(wanted.name): "
          + "write matchers for all of them, or for none, and Match.any() for functions."
      )
    }
    let terms = zip(wanted.payload, inner).map {
      MatcherTerm($1, label: inner.count == 1 ? wanted.onlyLabel : $0.label)
    }
    return combined(
      "enumCase",
      [MatcherTerm(terms, open: ".\(wanted.name)" + (terms.isEmpty ? "" : "("), close: terms.isEmpty ? "" : ")")],
      accepts: { value in
        guard let values = wanted.values(ofSameCase: value, for: inner) else { return false }
        return zip(inner, values).allSatisfy { $0.takes($1) }
      },
      miss: { value in
        guard let values = wanted.values(ofSameCase: value, for: inner) else { return "is not .\(wanted.name)" }
        for (index, (matcher, value)) in zip(inner, values).enumerated() where !matcher.takes(value) {
          let label = (inner.count == 1 ? wanted.onlyLabel : wanted.payload[index].label).map { "\($0): " } ?? ""
          let place = inner.count > 1 && label.isEmpty ? " at position \(index)" : ""
          return "has \(label)\(ArgumentDescription.of(value))\(place), which \(matcher.miss(value))"
        }
        return ""
      },
      hit: { _ in "is .\(wanted.name)\(terms.isEmpty ? "" : " with what is accepted")" },
      capture: { value in
        guard let values = wanted.values(ofSameCase: value, for: inner) else { return }
        for (matcher, value) in zip(inner, values) { matcher.capture?(value) }
      }
    )
  }

  /// Accepts values from which a closure extracts what another matcher accepts, or what is equal to a literal.
  ///
  /// ```swift
  /// let code = { (event: Event) in if case .failed(let code, _) = event { code } else { nil } }
  /// stub.verify { $0.handle(Match.enumCase(code, Match.atLeast(500))) }
  /// ```
  ///
  /// - Parameters:
  ///   - extract: Returns what a value of the case carries, and `nil` for other cases.
  ///   - matcher: A matcher, or the value to compare with.
  public static func enumCase<T, Part>(
    _ extract: @escaping (T) -> Part?,
    _ matcher: @autoclosure () -> Part
  ) -> T {
    let inner = part(matcher)
    return content("enumCase", [MatcherTerm("{ … }"), MatcherTerm(inner)], "is of another case", inner, extract)
  }

  /// Notes a mistake, and leaves a matcher that accepts nothing.
  private static func mistaken<T>(_ mistake: String) -> T {
    Collector.current?.add(mistake: mistake)
    return matcher(Matcher("enumCase(…)", miss: "", hit: "") { _ in false })
  }
}
