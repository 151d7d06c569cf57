import Testing
import Understudy

/// Matchers of collections: what each one accepts and refuses, and the whole texts of failures.
@Suite struct CollectionMatcherTests {
  @Test func `Collections`() throws {
    try check(
      Match.isEmpty(),
      accepts: [[Int]()],
      refuses: [[1]],
      "isEmpty()",
      miss: "[1] is not empty",
      hit: "[] is empty"
    )
    try check(
      Match.nonEmpty(),
      accepts: [[1]],
      refuses: [[Int]()],
      "nonEmpty()",
      miss: "[] is empty",
      hit: "[1] is not empty"
    )
    try check(
      Match.hasCount(2),
      accepts: [[1, 2]],
      refuses: [[1]],
      "hasCount(2)",
      miss: "[1] has 1 element, not 2",
      hit: "[1, 2] has 2 elements"
    )
    try check(
      Match.contains(2),
      accepts: [[1, 2]],
      refuses: [[1], []],
      "contains(2)",
      miss: "[1] doesn't contain 2",
      hit: "[1, 2] contains 2"
    )
    try check(
      Match.contains(Match.atLeast(2)),
      accepts: [Set([1, 3])],
      refuses: [[1]],
      "contains(atLeast(2))",
      miss: "[1] doesn't contain atLeast(2)",
      hit: nil
    )
    try check(
      Match.allElements(Match.atLeast(2)),
      accepts: [[2, 3], []],
      refuses: [[2, 1]],
      "allElements(atLeast(2))",
      miss: "[2, 1] has 1 at position 1, which is not at least 2",
      hit: "[2, 3] has no element but atLeast(2)"
    )
    try check(
      Match.containsAll(1, 2),
      accepts: [[2, 3, 1]],
      refuses: [[1]],
      "containsAll(1, 2)",
      miss: "[1] doesn't contain 2",
      hit: "[2, 3, 1] contains all of [1, 2]"
    )
    try check(
      Match.startsWith([1, 2]),
      accepts: [[1, 2, 3]],
      refuses: [[1]],
      "startsWith([1, 2])",
      miss: "[1] doesn't start with [1, 2]",
      hit: "[1, 2, 3] starts with [1, 2]"
    )
    try check(
      Match.endsWith([1, 2]),
      accepts: [[3, 1, 2]],
      refuses: [[1]],
      "endsWith([1, 2])",
      miss: "[1] doesn't end with [1, 2]",
      hit: "[3, 1, 2] ends with [1, 2]"
    )
  }

  @Test func `Arrays element by element`() throws {
    try check(
      Match.array([Match.any(), Match.equal(2)]),
      accepts: [[1, 2], [2, 2]],
      refuses: [[1, 3], [1]],
      "array([any, equal(2)])",
      miss: "[1, 3] has 3 at position 1, which is not equal to 2",
      hit: "[1, 2] matches array([any, equal(2)])"
    )
    try check(
      Match.array(["a", Match.hasPrefix("b")]),
      accepts: [["a", "bc"]],
      refuses: [["a"], ["b", "b"]],
      "array([\"a\", hasPrefix(\"b\")])",
      miss: "[\"a\"] has 1 element, not 2",
      hit: nil
    )
    try check(
      Match.array([]),
      accepts: [[Int]()],
      refuses: [[1]],
      "array([])",
      miss: "[1] has 1 element, not 0",
      hit: "[] matches array([])"
    )
  }

  @Test func `Dictionaries`() throws {
    try check(
      Match.hasKey("a"),
      accepts: [["a": 1]],
      refuses: [["b": 1]],
      "hasKey(\"a\")",
      miss: "[\"b\": 1] doesn't have the key \"a\"",
      hit: "[\"a\": 1] has the key \"a\""
    )
    try check(
      Match.hasValue(Match.atLeast(2)),
      accepts: [["a": 2]],
      refuses: [["a": 1]],
      "hasValue(atLeast(2))",
      miss: "[\"a\": 1] doesn't have the value atLeast(2)",
      hit: "[\"a\": 2] has the value atLeast(2)"
    )
    try check(
      Match.hasValue(2, forKey: "a"),
      accepts: [["a": 2, "b": 1]],
      refuses: [["a": 1], ["b": 2]],
      "hasValue(2, forKey: \"a\")",
      miss: "[\"a\": 1] has 1 for \"a\", which is not equal to 2",
      hit: nil
    )
    try check(
      Match.dictionary(["a": Match.any(), "b": 2]),
      accepts: [["a": 1, "b": 2]],
      refuses: [["a": 1, "b": 3], ["a": 1], ["a": 1, "b": 2, "c": 3]],
      "dictionary([\"a\": any, \"b\": 2])",
      miss: nil,
      hit: nil
    )
    #expect(
      try failure(["a": 1], Match.dictionary(["a": 1, "b": Match.any()])) == """
        verify failed: expected exactly 1 call of take(dictionary(["a": 1, "b": any])), got 0.
          1 call was made to any Sink:
            1. take(["a": 1])   ✗ the argument: ["a": 1] doesn't have the key "b"
        """
    )
    #expect(
      try failure(["a": 1], Match.dictionary([:])) == """
        verify failed: expected exactly 1 call of take(dictionary([:])), got 0.
          1 call was made to any Sink:
            1. take(["a": 1])   ✗ the argument: ["a": 1] has the key "a" too
        """
    )
  }
}
