extension Match {
  /// Accepts strings with a beginning.
  ///
  /// - Parameter prefix: The beginning.
  public static func hasPrefix(_ prefix: String) -> String {
    text("hasPrefix", prefix, "doesn't start with") { $0.hasPrefix(prefix) }
  }

  /// Accepts strings with a beginning.
  ///
  /// - Parameter prefix: The beginning.
  public static func startsWith(_ prefix: String) -> String {
    text("startsWith", prefix, "doesn't start with") { $0.hasPrefix(prefix) }
  }

  /// Accepts strings with an ending.
  ///
  /// - Parameter suffix: The ending.
  public static func hasSuffix(_ suffix: String) -> String {
    text("hasSuffix", suffix, "doesn't end with") { $0.hasSuffix(suffix) }
  }

  /// Accepts strings with an ending.
  ///
  /// - Parameter suffix: The ending.
  public static func endsWith(_ suffix: String) -> String {
    text("endsWith", suffix, "doesn't end with") { $0.hasSuffix(suffix) }
  }

  /// Accepts strings in which another occurs.
  ///
  /// - Parameter substring: The part to look for.
  public static func containsSubstring(_ substring: String) -> String {
    text("containsSubstring", substring, "doesn't contain") { substring.isEmpty || $0.contains(substring) }
  }

  /// Accepts strings that differ from another by upper and lower case at most.
  ///
  /// - Parameter other: The string to compare with.
  public static func equalsIgnoringCase(_ other: String) -> String {
    text("equalsIgnoringCase", other, "isn't, in whatever case,") { $0.lowercased() == other.lowercased() }
  }

  /// Accepts strings in which a regular expression occurs. To match the whole string, anchor it: `/^a+$/`.
  ///
  /// - Parameter regex: The expression.
  public static func matchesRegex(_ regex: some RegexComponent) -> String {
    matcher(Matcher("matchesRegex(…)", miss: "doesn't match the regular expression") { $0.contains(regex) })
  }

  /// Accepts strings in which a regular expression occurs. To match the whole string, anchor it: `"^a+$"`.
  ///
  /// - Parameter pattern: The expression; a malformed one is reported.
  public static func matchesRegex(_ pattern: String) -> String {
    let regex: Regex<AnyRegexOutput>
    do { regex = try Regex(pattern) } catch {
      Reporter.reportStray("Match.matchesRegex(\(ArgumentDescription.of(pattern))): \(error)")
      return text("matchesRegex", pattern, "can't match the malformed") { _ in false }
    }
    return text("matchesRegex", pattern, "doesn't match") { $0.contains(regex) }
  }

  private static func text(
    _ name: String,
    _ term: String,
    _ miss: String,
    _ accepts: @escaping (String) -> Bool
  ) -> String {
    let text = ArgumentDescription.of(term)
    return matcher(Matcher("\(name)(\(text))", miss: "\(miss) \(text)", accepts: accepts))
  }
}
