internal import UnderstudyFabrication
internal import UnderstudyMetadata

/// What stands between the parentheses of a matcher made of others, in messages.
struct MatcherTerm {
  var description: String
  var expression: String
  var captures = false

  /// A part that is a matcher or a literal.
  init(_ matcher: any AnyMatcher, label: String? = nil) {
    let prefix = label.map { "\($0): " } ?? ""
    description = prefix + matcher.description
    expression = prefix + matcher.expression
    captures = matcher.captures
  }

  /// A part that is spelled the same everywhere.
  init(_ text: String) {
    description = text
    expression = text
  }

  /// Several parts between brackets.
  init(_ terms: [MatcherTerm], open: String, close: String) {
    description = open + terms.map(\.description).joined(separator: ", ") + close
    expression = open + terms.map(\.expression).joined(separator: ", ") + close
    captures = terms.contains { $0.captures }
  }
}

// MARK: - Matchers within matchers

extension Match {
  /// Leaves a matcher made of others.
  ///
  /// - Parameter capture: What the parts capture of an accepted value.
  static func combined<T>(
    _ name: String,
    _ terms: [MatcherTerm],
    accepts: @escaping (T) -> Bool,
    miss: @escaping (T) -> String,
    hit: ((T) -> String)? = nil,
    capture: @escaping (T) -> Void
  ) -> T {
    let call = MatcherTerm(terms, open: "\(name)(", close: ")")
    var combined = Matcher<T>(call.description, miss: "", hit: "matches \(call.description)", accepts: accepts)
    combined.written = ArgumentDescription.brief("Match.\(call.expression)")
    combined.miss = miss
    if let hit { combined.hit = hit }
    if call.captures { combined.capture = capture }
    return matcher(combined)
  }

  /// The matcher that an expression makes, or the literal that it is.
  static func part<T>(_ expression: () -> T) -> Matcher<T> {
    let (values, made) = evaluate { [expression()] }
    return assigned(made, to: values).first ?? .any
  }

  /// The matchers that the elements of an array expression make, or the literals that they are.
  static func parts<T>(_ expression: () -> [T]) -> [Matcher<T>] {
    let (values, made) = evaluate(expression)
    return assigned(made, to: values)
  }

  /// Runs an expression within `Match`, and takes away the matchers that it makes.
  static func evaluate<V>(_ expression: () -> V) -> (value: V, made: [Collector.RecordedMatcher]) {
    var value: V?
    func run() { value = expression() }
    let collector = Collector.current
    // Outside of the closures of `when` and `verify` only the outermost matcher is to be reported.
    let made = collector?.matchersMade(during: run) ?? Collector().allMatchersMade(during: run)
    return (value.unsafelyUnwrapped, made)
  }

  /// The matcher or literal for each of some values, of which the matchers' own are placeholders.
  static func assigned<T>(_ made: [Collector.RecordedMatcher], to values: [T]) -> [Matcher<T>] {
    if made.count == values.count { return made.map { $0.matcher.converted(to: T.self) } }
    guard let positions = Placement.positions(of: made, in: values) else {
      mistake(made, among: values.count)
      return made.map { $0.matcher.converted(to: T.self) }
    }
    return values.indices.map { index in
      positions[index].map { made[$0].matcher.converted(to: T.self) } ?? literal(values[index])
    }
  }

  /// A literal among matchers; one that compares with nothing is reported.
  static func literal<T>(_ value: T) -> Matcher<T> {
    if let type = Comparison.obstacle(in: value) {
      Collector.current?.add(
        mistake: "\(ArgumentDescription.of(value)) stands among matchers, but a value of type "
          + "\(ArgumentDescription.brief("\(type)")) can't be compared with ==. Write Match.matching { … } for it."
      )
    }
    return .literal(value)
  }

  private static func mistake(_ made: [Collector.RecordedMatcher], among count: Int) {
    let names = ArgumentDescription.brief(made.map(\.matcher.expression).joined(separator: ", "))
    Collector.current?.add(
      mistake: count == 1
        ? "\(names) stand where one matcher is meant. Combine them with Match.allOf or Match.anyOf."
        : "\(names) \(made.count == 1 ? "stands" : "stand") among \(count) values, and which of them are literals "
          + "can't be told. Write Match.equal(…) for the literals."
    )
  }
}

/// Where the values that matchers returned went.
enum Placement {
  /// For each value the index of the matcher that returned it; `nil` for all if there is more than one way, or none.
  ///
  /// A matcher's value keeps its place among the others and its bytes. Matchers can be placed from the left or from the
  /// right: if both ways agree, there is no other.
  static func positions<T>(of made: [Collector.RecordedMatcher], in values: [T]) -> [Int?]? {
    let type = TypeMetadata(T.self)
    let bytes = values.map { value in withUnsafeBytes(of: value) { [UInt8]($0) } }
    func fits(_ matcher: Int, _ value: Int) -> Bool {
      made[matcher].matcher.valueType == type && made[matcher].bytes == bytes[value]
    }
    var left: [Int?] = Array(repeating: nil, count: values.count)
    var next = 0
    for value in values.indices where next < made.count && fits(next, value) {
      left[value] = next
      next += 1
    }
    var right: [Int?] = Array(repeating: nil, count: values.count)
    var last = made.count - 1
    for value in values.indices.reversed() where last >= 0 && fits(last, value) {
      right[value] = last
      last -= 1
    }
    return next == made.count && last < 0 && left == right ? left : nil
  }
}
