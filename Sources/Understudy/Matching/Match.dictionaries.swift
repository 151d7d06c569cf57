extension Match {
  /// Accepts dictionaries with a key that another matcher accepts, or that is equal to a literal.
  ///
  /// - Parameter key: A matcher, or the key to look for. A captor in it gets all keys that it accepts.
  public static func hasKey<Key, Value>(_ key: @autoclosure () -> Key) -> [Key: Value] {
    let inner = part(key)
    return combined(
      "hasKey",
      [MatcherTerm(inner)],
      accepts: { $0.keys.contains { inner.takes($0) } },
      miss: { _ in "doesn't have the key \(inner.description)" },
      hit: { _ in "has the key \(inner.description)" },
      capture: { for key in $0.keys where inner.takes(key) { inner.capture?(key) } }
    )
  }

  /// Accepts dictionaries with a value that another matcher accepts, or that is equal to a literal.
  ///
  /// - Parameter value: A matcher, or the value to look for. A captor in it gets all values that it accepts.
  public static func hasValue<Key, Value>(_ value: @autoclosure () -> Value) -> [Key: Value] {
    let inner = part(value)
    return combined(
      "hasValue",
      [MatcherTerm(inner)],
      accepts: { $0.values.contains { inner.takes($0) } },
      miss: { _ in "doesn't have the value \(inner.description)" },
      hit: { _ in "has the value \(inner.description)" },
      capture: { for value in $0.values where inner.takes(value) { inner.capture?(value) } }
    )
  }

  /// Accepts dictionaries in which the value for a key is accepted by another matcher or equal to a literal.
  ///
  /// ```swift
  /// stub.verify { $0.send(headers: Match.hasValue(Match.hasPrefix("Bearer "), forKey: "Authorization")) }
  /// ```
  ///
  /// - Parameters:
  ///   - value: A matcher, or the value to compare with.
  ///   - key: The key.
  public static func hasValue<Key, Value>(_ value: @autoclosure () -> Value, forKey key: Key) -> [Key: Value] {
    let inner = part(value)
    let text = ArgumentDescription.of(key)
    return combined(
      "hasValue",
      [MatcherTerm(inner), MatcherTerm("forKey: \(text)")],
      accepts: { $0[key].map { inner.takes($0) } ?? false },
      miss: { EntryWords.miss($0[key], inner, key: text) ?? "" },
      hit: { _ in "has a value for \(text) that is accepted by \(inner.description)" },
      capture: { if let value = $0[key] { inner.capture?(value) } }
    )
  }

  /// Accepts dictionaries with just some keys, whose values are accepted by matchers or equal to literals.
  ///
  /// ```swift
  /// stub.verify { $0.track(Match.dictionary(["id": Match.any(), "page": "home"])) }
  /// ```
  ///
  /// - Parameter entries: For each key a matcher, or the value to compare with.
  public static func dictionary<Key, Value>(
    _ entries: @autoclosure () -> KeyValuePairs<Key, Value>
  ) -> [Key: Value] {
    let (pairs, made) = evaluate(entries)
    let inner = assigned(made, to: pairs.map(\.value))
    // After a mistake, which is reported, there may be fewer matchers than keys.
    let parts = zip(pairs.map(\.key), inner).map {
      (key: $0, text: ArgumentDescription.of($0), matcher: $1)
    }
    return combined(
      "dictionary",
      [
        MatcherTerm(parts.map { MatcherTerm($0.matcher, label: $0.text) }, open: "[", close: parts.isEmpty ? ":]" : "]")
      ],
      accepts: { values in
        values.count == parts.count
          && parts.allSatisfy { part in values[part.key].map { part.matcher.takes($0) } ?? false }
      },
      miss: { values in
        for part in parts {
          if let miss = EntryWords.miss(values[part.key], part.matcher, key: part.text) { return miss }
        }
        let extra = values.keys.filter { key in !parts.contains { $0.key == key } }.map { ArgumentDescription.of($0) }
        return "has the key \(extra.sorted().first ?? "") too"
      },
      capture: { values in
        for part in parts { if let value = values[part.key] { part.matcher.capture?(value) } }
      }
    )
  }
}

/// Phrases about the entries of a dictionary.
private enum EntryWords {
  /// What is wrong with the value for a key.
  static func miss<Value>(_ value: Value?, _ matcher: Matcher<Value>, key: String) -> String? {
    guard let value else { return "doesn't have the key \(key)" }
    guard !matcher.takes(value) else { return nil }
    return "has \(ArgumentDescription.of(value)) for \(key), which \(matcher.miss(value))"
  }
}
