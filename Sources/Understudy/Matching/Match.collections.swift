extension Match {
  /// Accepts collections without elements.
  public static func isEmpty<C: Collection>() -> C {
    matcher(Matcher("isEmpty()", miss: "is not empty") { $0.isEmpty })
  }

  /// Accepts collections with elements.
  public static func nonEmpty<C: Collection>() -> C {
    matcher(Matcher("nonEmpty()", miss: "is empty") { !$0.isEmpty })
  }

  /// Accepts collections with so many elements.
  ///
  /// - Parameter count: The number of elements.
  public static func hasCount<C: Collection>(_ count: Int) -> C {
    matcher(Matcher("hasCount(\(count))", miss: "hasn't \(count) elements") { $0.count == count })
  }

  /// Accepts sequences in which an element occurs.
  ///
  /// - Parameter element: The element.
  public static func contains<S: Sequence>(_ element: S.Element) -> S where S.Element: Equatable {
    let text = ArgumentDescription.of(element)
    return matcher(Matcher("contains(\(text))", miss: "doesn't contain \(text)") { $0.contains(element) })
  }

  /// Accepts sequences in which several elements occur, in any order and among others.
  ///
  /// - Parameter elements: The elements.
  public static func containsAll<S: Sequence>(_ elements: S.Element...) -> S where S.Element: Equatable {
    containsAll(elements)
  }

  /// Accepts sequences in which several elements occur, in any order and among others.
  ///
  /// - Parameter elements: The elements.
  public static func containsAll<S: Sequence>(_ elements: [S.Element]) -> S where S.Element: Equatable {
    let text = ArgumentDescription.of(elements)
    return matcher(
      Matcher("containsAll(\(text))", miss: "doesn't contain all of \(text)") { sequence in
        elements.allSatisfy { sequence.contains($0) }
      }
    )
  }

  /// Accepts sequences that start with some elements.
  ///
  /// - Parameter elements: The first elements.
  public static func startsWith<S: Sequence>(_ elements: [S.Element]) -> S where S.Element: Equatable {
    let text = ArgumentDescription.of(elements)
    return matcher(
      Matcher("startsWith(\(text))", miss: "doesn't start with \(text)") { $0.starts(with: elements) }
    )
  }

  /// Accepts collections that end with some elements.
  ///
  /// - Parameter elements: The last elements.
  public static func endsWith<C: BidirectionalCollection>(_ elements: [C.Element]) -> C where C.Element: Equatable {
    let text = ArgumentDescription.of(elements)
    return matcher(
      Matcher("endsWith(\(text))", miss: "doesn't end with \(text)") { $0.reversed().starts(with: elements.reversed()) }
    )
  }
}
