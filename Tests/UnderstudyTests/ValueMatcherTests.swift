import Foundation
import Testing
import Understudy

/// Matchers of single values: what each one accepts and refuses, and the whole texts of failures.
@Suite struct ValueMatcherTests {
  @Test func `Equality, identity and predicates`() throws {
    try check(
      Match.equal(3),
      accepts: [3],
      refuses: [4],
      "equal(3)",
      miss: "4 is not equal to 3",
      hit: "3 is equal to 3"
    )
    try check(
      Match.notEqual(3),
      accepts: [4],
      refuses: [3],
      "notEqual(3)",
      miss: "3 is equal to 3",
      hit: "4 is not equal to 3"
    )
    let token = Token()
    try check(
      Match.identical(to: token),
      accepts: [token],
      refuses: [Token()],
      "identical(to: Token)",
      miss: "Token is not the same instance",
      hit: "Token is the same instance"
    )
    try check(
      Match.matching(description: "odd") { $0 % 2 == 1 },
      accepts: [1],
      refuses: [2],
      "matching(description: \"odd\")",
      miss: "2 isn't odd",
      hit: "1 is odd"
    )
    try check(
      Match.matching { $0 % 2 == 1 },
      accepts: [1],
      refuses: [2],
      "matching { … }",
      miss: "2 isn't accepted by { … }",
      hit: "1 is accepted by { … }"
    )
    try check(Match.any(), accepts: [1], refuses: [], "any", miss: nil, hit: "1 is accepted by any()")
  }

  @Test func `Order`() throws {
    try check(
      Match.greaterThan(2),
      accepts: [3],
      refuses: [2, 1],
      "greaterThan(2)",
      miss: "2 is not greater than 2",
      hit: "3 is greater than 2"
    )
    try check(
      Match.atLeast(2),
      accepts: [2, 3],
      refuses: [1],
      "atLeast(2)",
      miss: "1 is not at least 2",
      hit: "2 is at least 2"
    )
    try check(
      Match.lessThan(2),
      accepts: [1],
      refuses: [2, 3],
      "lessThan(2)",
      miss: "2 is not less than 2",
      hit: "1 is less than 2"
    )
    try check(
      Match.atMost(2),
      accepts: [2, 1],
      refuses: [3],
      "atMost(2)",
      miss: "3 is not at most 2",
      hit: "2 is at most 2"
    )
    try check(
      Match.oneOf(1, 2),
      accepts: [1, 2],
      refuses: [3],
      "oneOf(1, 2)",
      miss: "3 is not one of [1, 2]",
      hit: "1 is one of [1, 2]"
    )
  }

  @Test func `Ranges of all kinds`() throws {
    func range(_ matcher: @autoclosure () -> Int, _ accepted: [Int], _ refused: [Int], _ text: String) throws {
      try check(
        matcher(),
        accepts: accepted,
        refuses: refused,
        "inRange(\(text))",
        miss: "\(refused[0]) is not in \(text)",
        hit: "\(accepted[0]) is in \(text)"
      )
    }
    try range(Match.inRange(1..<3), [1, 2], [3, 0], "1..<3")
    try range(Match.inRange(1...3), [1, 3], [4, 0], "1...3")
    try range(Match.inRange(1...), [1, 9], [0], "1...")
    try range(Match.inRange(...3), [3, 0], [4], "...3")
    try range(Match.inRange(..<3), [2, 0], [3], "..<3")
    try check(
      Match.inRange("a"..."c"),
      accepts: ["b"],
      refuses: ["d"],
      "inRange(\"a\"...\"c\")",
      miss: "\"d\" is not in \"a\"...\"c\"",
      hit: nil
    )
  }

  @Test func `Approximation`() throws {
    try check(
      Match.approximately(1.0, within: 0.25),
      accepts: [1.25, 0.75, 1],
      refuses: [1.5, 0.5, .nan, .infinity],
      "approximately(1.0, within: 0.25)",
      miss: "1.5 is not 1.0 within 0.25",
      hit: "1.25 is 1.0 within 0.25"
    )
    try check(
      Match.approximately(-200.0, within: .relative(0.1)),
      accepts: [-180, -220],
      refuses: [-179, 200],
      "approximately(-200.0, within: .relative(0.1))",
      miss: "-179.0 is not -200.0 within .relative(0.1)",
      hit: "-180.0 is -200.0 within .relative(0.1)"
    )
    try check(
      Match.approximately(Double.infinity, within: 1),
      accepts: [.infinity],
      refuses: [1, -.infinity, .nan],
      "approximately(inf, within: 1.0)",
      miss: nil,
      hit: nil
    )
    try check(
      Match.approximately(10, within: 2),
      accepts: [8, 12],
      refuses: [13, 7, .max, .min],
      "approximately(10, within: 2)",
      miss: "13 is not 10 within 2",
      hit: "8 is 10 within 2"
    )
    try check(
      Match.approximately(Int8.min, within: 100),
      accepts: [-28],
      refuses: [-27, 127],
      "approximately(-128, within: 100)",
      miss: nil,
      hit: nil
    )
    try check(
      Match.approximately(UInt.max, within: 1),
      accepts: [UInt.max - 1],
      refuses: [0, UInt.max - 2],
      "approximately(18446744073709551615, within: 1)",
      miss: nil,
      hit: nil
    )
    try check(
      Match.approximately(Float(1), within: 0.5),
      accepts: [1.5],
      refuses: [2],
      "approximately(1.0, within: 0.5)",
      miss: "2.0 is not 1.0 within 0.5",
      hit: nil
    )
    try check(
      Match.approximately(.seconds(2), within: .seconds(1)),
      accepts: [.seconds(1), .seconds(3)],
      refuses: [.seconds(4)],
      "approximately(2.0 seconds, within: 1.0 seconds)",
      miss: "4.0 seconds is not 2.0 seconds within 1.0 seconds",
      hit: nil
    )
    let now = Date(timeIntervalSince1970: 0)
    try check(
      Match.approximately(now, within: 1),
      accepts: [now + 1, now - 1],
      refuses: [now + 2],
      "",
      miss: nil,
      hit: nil
    )
  }

  @Test func `Optionals`() throws {
    try check(
      Match.isNil(),
      accepts: [Int?.none],
      refuses: [3],
      "isNil()",
      miss: "3 is not nil",
      hit: "nil is nil"
    )
    try check(
      Match.notNil(),
      accepts: [3],
      refuses: [Int?.none],
      "notNil()",
      miss: "nil is nil",
      hit: "3 is not nil"
    )
    try check(
      Match.some(Match.greaterThan(2)),
      accepts: [Int?.some(3)],
      refuses: [2, nil],
      "some(greaterThan(2))",
      miss: "2 is not greater than 2",
      hit: "3 is greater than 2"
    )
    try check(
      Match.some(3),
      accepts: [Int?.some(3)],
      refuses: [nil, 2],
      "some(3)",
      miss: "nil has no value",
      hit: "3 is equal to 3"
    )
  }

  @Test func `Strings`() throws {
    func strings(_ matcher: @autoclosure () -> String, _ spelling: String, _ miss: String, _ hit: String) throws {
      try check(
        matcher(),
        accepts: ["apple"],
        refuses: ["pear"],
        "\(spelling)",
        miss: "\"pear\" \(miss)",
        hit: "\"apple\" \(hit)"
      )
    }
    for name in ["hasPrefix", "startsWith"] {
      try strings(
        name == "hasPrefix" ? Match.hasPrefix("a") : Match.startsWith("a"),
        "\(name)(\"a\")",
        "doesn't start with \"a\"",
        "starts with \"a\""
      )
    }
    for name in ["hasSuffix", "endsWith"] {
      try strings(
        name == "hasSuffix" ? Match.hasSuffix("e") : Match.endsWith("e"),
        "\(name)(\"e\")",
        "doesn't end with \"e\"",
        "ends with \"e\""
      )
    }
    try strings(
      Match.containsSubstring("pp"),
      "containsSubstring(\"pp\")",
      "doesn't contain \"pp\"",
      "contains \"pp\""
    )
    try strings(
      Match.equalsIgnoringCase("APPLE"),
      "equalsIgnoringCase(\"APPLE\")",
      "is not, ignoring case, equal to \"APPLE\"",
      "is, ignoring case, equal to \"APPLE\""
    )
    try strings(Match.matchesRegex("^a"), "matchesRegex(\"^a\")", "doesn't match \"^a\"", "matches \"^a\"")
    try strings(
      Match.matchesRegex(/^a/),
      "matchesRegex(…)",
      "doesn't match the regular expression",
      "matches the regular expression"
    )
  }
}
