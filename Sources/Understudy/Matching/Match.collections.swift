extension Match {
  /// Accepts collections without elements.
  public static func isEmpty<C: Collection>() -> C {
    matcher(Matcher("isEmpty()", miss: "is not empty", hit: "is empty") { $0.isEmpty })
  }

  /// Accepts collections with elements.
  public static func nonEmpty<C: Collection>() -> C {
    matcher(Matcher("nonEmpty()", miss: "is empty", hit: "is not empty") { !$0.isEmpty })
  }

  /// Accepts collections with so many elements.
  ///
  /// - Parameter count: The number of elements.
  public static func hasCount<C: Collection>(_ count: Int) -> C {
    var matcher = Matcher<C>("hasCount(\(count))", miss: "", hit: "has \(ListWords.elements(count))") {
      $0.count == count
    }
    matcher.miss = { ListWords.miscount($0.count, expected: count) }
    return self.matcher(matcher)
  }

  /// Accepts sequences with an element that another matcher accepts, or that is equal to a literal.
  ///
  /// ```swift
  /// stub.verify { $0.add(tags: Match.contains(Match.hasPrefix("a"))) }
  /// ```
  ///
  /// - Parameter element: A matcher, or the value to look for. A captor in it gets all elements that it accepts.
  public static func contains<S: Sequence>(_ element: @autoclosure () -> S.Element) -> S {
    let inner = part(element)
    return combined(
      "contains",
      [MatcherTerm(inner)],
      accepts: { $0.contains { inner.takes($0) } },
      miss: { _ in "doesn't contain \(inner.description)" },
      hit: { _ in "contains \(inner.description)" },
      capture: { for value in $0 where inner.takes(value) { inner.capture?(value) } }
    )
  }

  /// Accepts sequences of which another matcher accepts every element.
  ///
  /// - Parameter element: A matcher, or the value that all elements must be equal to. A captor in it gets all elements.
  public static func allElements<S: Sequence>(_ element: @autoclosure () -> S.Element) -> S {
    let inner = part(element)
    return combined(
      "allElements",
      [MatcherTerm(inner)],
      accepts: { $0.allSatisfy { inner.takes($0) } },
      miss: { values in
        values.enumerated().first { !inner.takes($0.element) }
          .map { ListWords.has($0.element, at: $0.offset, which: inner.miss($0.element)) } ?? ""
      },
      hit: { _ in "has no element but \(inner.description)" },
      capture: { for value in $0 { inner.capture?(value) } }
    )
  }

  /// Accepts arrays with as many elements as matchers, each accepted by its matcher or equal to its literal.
  ///
  /// ```swift
  /// stub.verify { $0.add(Match.array([Match.equal("a"), Match.any()])) }
  /// ```
  ///
  /// - Parameter elements: For each element a matcher, or the value to compare with.
  public static func array<T>(_ elements: @autoclosure () -> [T]) -> [T] {
    let inner = parts(elements)
    return combined(
      "array",
      [MatcherTerm(inner.map { MatcherTerm($0) }, open: "[", close: "]")],
      accepts: { values in values.count == inner.count && zip(inner, values).allSatisfy { $0.takes($1) } },
      miss: { values in
        if values.count != inner.count { return ListWords.miscount(values.count, expected: inner.count) }
        return zip(inner, values).enumerated().first { !$0.element.0.takes($0.element.1) }
          .map { ListWords.has($0.element.1, at: $0.offset, which: $0.element.0.miss($0.element.1)) } ?? ""
      },
      capture: { values in for (part, value) in zip(inner, values) { part.capture?(value) } }
    )
  }

  /// Accepts sequences in which several elements occur, in any order and among others.
  ///
  /// - Parameter elements: The elements. For matchers there is `contains`.
  public static func containsAll<S: Sequence>(_ elements: S.Element...) -> S where S.Element: Equatable {
    containsAll(elements)
  }

  /// Accepts sequences in which several elements occur, in any order and among others.
  ///
  /// - Parameter elements: The elements.
  public static func containsAll<S: Sequence>(_ elements: [S.Element]) -> S where S.Element: Equatable {
    let text = ArgumentDescription.of(elements: elements)
    var matcher = Matcher<S>("containsAll(\(text))", miss: "", hit: "contains all of [\(text)]") { sequence in
      let values = Array(sequence)
      return elements.allSatisfy { values.contains($0) }
    }
    matcher.miss = { sequence in
      let values = Array(sequence)
      return "doesn't contain \(ArgumentDescription.of(elements: elements.filter { !values.contains($0) }))"
    }
    return self.matcher(matcher)
  }

  /// Accepts sequences that start with some elements.
  ///
  /// - Parameter elements: The first elements.
  public static func startsWith<S: Sequence>(_ elements: [S.Element]) -> S where S.Element: Equatable {
    let text = ArgumentDescription.of(elements)
    return matcher(
      Matcher("startsWith(\(text))", miss: "doesn't start with \(text)", hit: "starts with \(text)") {
        $0.starts(with: elements)
      }
    )
  }

  /// Accepts collections that end with some elements.
  ///
  /// - Parameter elements: The last elements.
  public static func endsWith<C: BidirectionalCollection>(_ elements: [C.Element]) -> C where C.Element: Equatable {
    let text = ArgumentDescription.of(elements)
    return matcher(
      Matcher("endsWith(\(text))", miss: "doesn't end with \(text)", hit: "ends with \(text)") {
        $0.reversed().starts(with: elements.reversed())
      }
    )
  }
}

/// Phrases about the elements of a list.
enum ListWords {
  /// So many elements.
  static func elements(_ count: Int) -> String {
    "\(count) \(count == 1 ? "element" : "elements")"
  }

  /// A wrong number of elements.
  static func miscount(_ count: Int, expected: Int) -> String {
    "has \(elements(count)), not \(expected)"
  }

  /// An element and what is wrong with it.
  static func has(_ element: Any, at position: Int, which miss: String) -> String {
    "has \(ArgumentDescription.of(element)) at position \(position), which \(miss)"
  }
}
