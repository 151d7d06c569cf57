internal import UnderstudyCalls

/// How each argument of a call fared against a pattern: `✗ user: "bob" is not equal to "blob"   ✓ password`.
enum Verdict {
  /// The verdict on each argument. Runs users' code: never under a lock.
  static func text(of arguments: Arguments, against pattern: Pattern) -> String {
    guard !pattern.matchers.isEmpty else { return "✓" }
    return pattern.matchers.indices.map { index in
      let matcher = pattern.matchers[index]
      let label = CallText.label(ofArgument: index, in: pattern.requirement)
      if matcher.isUniversal || matcher.matches(arguments, at: index) { return "✓ \(label)" }
      let value = CallText.value(at: index, of: arguments)
      let miss = ArgumentDescription.brief(matcher.miss(arguments.boxedValue(at: index)))
      let look = likeness(of: arguments.boxedValue(at: index), spelled: value, miss, matcher)
      return "✗ \(label): \(value.isEmpty ? "[]" : value) \(miss)\(look)"
    }.joined(separator: "   ")
  }

  /// What tells a value from another that is spelled the same, for the end of a phrase.
  private static func likeness(
    of value: Any,
    spelled text: String,
    _ miss: String,
    _ matcher: any ArgumentMatcher
  ) -> String {
    guard miss == "is not equal to \(text)", let expected = matcher.exactValue,
      !(value is any CustomCallStringConvertible)
    else { return "" }
    let types = (type(of: value), type(of: expected))
    return types.0 == types.1 ? ", which looks the same" : " (\(types.0) and \(types.1))"
  }

  /// How many arguments match.
  static func score(of arguments: Arguments, against pattern: Pattern) -> Int {
    pattern.matchers.indices.count { index in
      pattern.matchers[index].isUniversal || pattern.matchers[index].matches(arguments, at: index)
    }
  }
}

/// A numbered list of calls, with a verdict against a pattern for those of its requirement.
enum CallList {
  /// The most calls that are listed.
  static let limit = 10
  /// The widest text of a call that still makes its verdict start in the common column.
  private static let columnLimit = 60

  /// The lines of the list: the calls in order, the nearest ones if there are too many.
  static func lines(of calls: [LoggedCall], in subject: String, against pattern: Pattern? = nil) -> [String] {
    var shown = Array(calls.indices)
    if shown.count > limit {
      if let pattern {
        let scores = calls.map { call in
          pattern.concerns(call.arguments.requirement) ? 1 + Verdict.score(of: call.arguments, against: pattern) : 0
        }
        shown.sort { (scores[$1], $0) < (scores[$0], $1) }
      }
      shown = shown.prefix(limit).sorted()
    }
    let texts = shown.map { "\($0 + 1). \(CallText.text(of: calls[$0].arguments, in: subject))" }
    let column = texts.map(\.count).filter { $0 <= columnLimit }.max() ?? 0
    var lines = zip(shown, texts).map { index, text in
      let arguments = calls[index].arguments
      guard let pattern, pattern.concerns(arguments.requirement) else { return "    \(text)" }
      let padding = String(repeating: " ", count: max(0, column - text.count) + 3)
      return "    \(text)\(padding)\(Verdict.text(of: arguments, against: pattern))"
    }
    if calls.count > limit { lines.append("    … and \(calls.count - limit) more") }
    return lines
  }

  /// Which of so many items a list shows that is about one of them.
  static func window(of count: Int, around index: Int) -> Range<Int> {
    let start = max(0, min(index - limit / 2, count - limit))
    return start..<min(count, start + limit)
  }

  /// A sentence that introduces all calls of a double.
  static func heading(_ count: Int, on subject: String) -> String {
    switch count {
    case 0: "  No calls were made to \(subject)."
    case 1: "  1 call was made to \(subject):"
    default: "  \(count) calls were made to \(subject):"
    }
  }
}

/// A numbered list of patterns.
enum PatternList {
  /// The lines of the list: each pattern with its line, and with what there is to say of it; the first ones if there are too many.
  ///
  /// - Parameter count: How many patterns there are, if not all are given.
  static func lines(of patterns: [(Pattern, String?)], in subject: String, count: Int? = nil) -> [String] {
    let lines = patterns.prefix(CallList.limit).enumerated().map { index, item in
      let (pattern, remark) = item
      return "    \(index + 1). \(pattern.description(in: subject))\(pattern.place)\(remark.map { "   \($0)" } ?? "")"
    }
    let rest = (count ?? patterns.count) - CallList.limit
    return rest > 0 ? lines + ["    … and \(rest) more"] : lines
  }
}
