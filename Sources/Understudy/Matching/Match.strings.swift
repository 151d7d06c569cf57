extension Match {
  /// Accepts strings with a beginning.
  ///
  /// - Parameter prefix: The beginning.
  public static func hasPrefix(_ prefix: String) -> String {
    text("hasPrefix", prefix, miss: "doesn't start with", hit: "starts with") { $0.hasPrefix(prefix) }
  }

  /// Accepts strings with a beginning.
  ///
  /// - Parameter prefix: The beginning.
  public static func startsWith(_ prefix: String) -> String {
    text("startsWith", prefix, miss: "doesn't start with", hit: "starts with") { $0.hasPrefix(prefix) }
  }

  /// Accepts strings with an ending.
  ///
  /// - Parameter suffix: The ending.
  public static func hasSuffix(_ suffix: String) -> String {
    text("hasSuffix", suffix, miss: "doesn't end with", hit: "ends with") { $0.hasSuffix(suffix) }
  }

  /// Accepts strings with an ending.
  ///
  /// - Parameter suffix: The ending.
  public static func endsWith(_ suffix: String) -> String {
    text("endsWith", suffix, miss: "doesn't end with", hit: "ends with") { $0.hasSuffix(suffix) }
  }

  /// Accepts strings in which another occurs.
  ///
  /// - Parameter substring: The part to look for.
  public static func containsSubstring(_ substring: String) -> String {
    text("containsSubstring", substring, miss: "doesn't contain", hit: "contains") {
      substring.isEmpty || $0.contains(substring)
    }
  }

  /// Accepts strings that differ from another by upper and lower case at most.
  ///
  /// - Parameter other: The string to compare with.
  public static func equalsIgnoringCase(_ other: String) -> String {
    text("equalsIgnoringCase", other, miss: "is not, ignoring case, equal to", hit: "is, ignoring case, equal to") {
      $0.lowercased() == other.lowercased()
    }
  }

  /// Accepts strings in which a regular expression occurs. To match the whole string, anchor it: `/^a+$/`.
  ///
  /// - Parameter regex: The expression.
  public static func matchesRegex(_ regex: some RegexComponent) -> String {
    matcher(
      Matcher(
        "matchesRegex(…)",
        miss: "doesn't match the regular expression",
        hit: "matches the regular expression"
      ) { $0.contains(regex) }
    )
  }

  /// Accepts strings in which a regular expression occurs. To match the whole string, anchor it: `"^a+$"`.
  ///
  /// - Parameter pattern: The expression; a malformed one is reported.
  public static func matchesRegex(_ pattern: String) -> String {
    do {
      let regex = try Regex(pattern)
      return text("matchesRegex", pattern, miss: "doesn't match", hit: "matches") { $0.contains(regex) }
    } catch {
      Collector.current?.add(mistake: "Match.matchesRegex(\(ArgumentDescription.of(pattern))): \(error)")
      return text("matchesRegex", pattern, miss: "can't match the malformed", hit: "") { _ in false }
    }
  }

  private static func text(
    _ name: String,
    _ term: String,
    miss: String,
    hit: String,
    _ accepts: @escaping (String) -> Bool
  ) -> String {
    let text = ArgumentDescription.of(term)
    return matcher(Matcher("\(name)(\(text))", miss: "\(miss) \(text)", hit: "\(hit) \(text)", accepts: accepts))
  }
}
