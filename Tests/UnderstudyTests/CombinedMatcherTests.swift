import Testing
import Understudy

/// Matchers made of others, and of the test's own: what each one accepts and refuses, and the whole texts of failures.
@Suite struct CombinedMatcherTests {
  struct Multiple: CustomMatcher {
    let divisor: Int
    var description: String { "multiple(of: \(divisor))" }
    func matches(_ value: Int) -> Bool { value % divisor == 0 }
    func mismatch(of value: Int) -> String { "leaves \(value % divisor)" }
    func match(of value: Int) -> String { "is a multiple of \(divisor)" }
  }
  struct Even: CustomMatcher {
    func matches(_ value: Int) -> Bool { value % 2 == 0 }
  }

  @Test func `Matchers of the test's own`() throws {
    try check(
      Match.multiple(of: 3),
      accepts: [6],
      refuses: [7],
      "multiple(of: 3)",
      miss: "7 leaves 1",
      hit: "6 is a multiple of 3"
    )
    try check(
      Match.custom(Even()),
      accepts: [6],
      refuses: [7],
      "Even()",
      miss: "7 doesn't match Even()",
      hit: "6 matches Even()"
    )
  }

  @Test func `Combinations`() throws {
    try check(
      Match.allOf(Match.atLeast(2), Match.lessThan(5)),
      accepts: [2],
      refuses: [5, 1],
      "allOf(atLeast(2), lessThan(5))",
      miss: "5 is not less than 5",
      hit: "2 is at least 2 and is less than 5"
    )
    try check(
      Match.anyOf(Match.equal(1), 3, Match.greaterThan(5)),
      accepts: [3, 1, 6],
      refuses: [2],
      "anyOf(equal(1), 3, greaterThan(5))",
      miss: "2 is not equal to 1 and is not equal to 3 and is not greater than 5",
      hit: "3 is equal to 3"
    )
    try check(
      Match.not(Match.not(Match.equal(1))),
      accepts: [1],
      refuses: [2],
      "not(not(equal(1)))",
      miss: "2 is not equal to 1",
      hit: "1 is equal to 1"
    )
    try check(
      Match.anyOf(1, 2, 3, 4, 5, 6, 7, Match.atLeast(9)),
      accepts: [1, 7, 9],
      refuses: [8],
      "anyOf(1, 2, 3, 4, 5, 6, 7, atLeast(9))",
      miss: nil,
      hit: nil
    )
    try check(Match.allOf("a"), accepts: ["a"], refuses: ["b"], "allOf(\"a\")", miss: nil, hit: nil)
    try check(
      Match.some(Match.array([Match.property(\.name, Match.anyOf("a", Match.hasPrefix("b"))), Match.any()])),
      accepts: [[User(id: 1, name: "b"), User(id: 1, name: "c")]],
      refuses: [nil, [User(id: 1, name: "c")]],
      "some(array([property(\\User.name, anyOf(\"a\", hasPrefix(\"b\"))), any]))",
      miss: "nil has no value",
      hit: nil
    )
  }
}

extension Match {
  fileprivate static func multiple(of divisor: Int) -> Int { custom(CombinedMatcherTests.Multiple(divisor: divisor)) }
}
