import Foundation
import Testing
import Understudy

/// Each matcher: what it accepts and refuses, and the whole texts of failures.
@Suite struct MatcherTableTests {
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

  @Test func `Properties`() throws {
    let user = User(id: 3, name: "Ann")
    try check(
      Match.property(\.name, Match.hasPrefix("A")),
      accepts: [user],
      refuses: [User(id: 1, name: "Bob")],
      "property(\\User.name, hasPrefix(\"A\"))",
      miss: "User(id: 1, name: \"Bob\") has name \"Bob\", which doesn't start with \"A\"",
      hit: "User(id: 3, name: \"Ann\") has name \"Ann\", which starts with \"A\""
    )
    try check(
      Match.property(\.id, 3),
      accepts: [user],
      refuses: [User(id: 1, name: "Bob")],
      "property(\\User.id, 3)",
      miss: "User(id: 1, name: \"Bob\") has id 1, which is not equal to 3",
      hit: nil
    )
    try check(
      Match.matching(\.id, 3),
      accepts: [user],
      refuses: [User(id: 1, name: "Bob")],
      "matching(\\User.id, 3)",
      miss: "User(id: 1, name: \"Bob\") has id 1, which is not equal to 3",
      hit: nil
    )
    try check(
      Match.matching(\.isFirst),
      accepts: [User(id: 1, name: "Bob")],
      refuses: [user],
      "matching(\\User.isFirst)",
      miss: "User(id: 3, name: \"Ann\") has isFirst false",
      hit: "User(id: 1, name: \"Bob\") has isFirst true"
    )
  }

  @Test func `Types and errors`() throws {
    try check(
      Match.isType(Int.self),
      accepts: [3 as Any],
      refuses: ["a"],
      "isType(Int.self)",
      miss: "\"a\" is not a value of type Int",
      hit: "3 is a value of type Int"
    )
    try check(
      Match.isType(Int.self, Match.atLeast(2)),
      accepts: [3 as Any],
      refuses: [1, "a"],
      "isType(Int.self, atLeast(2))",
      miss: "1 is not at least 2",
      hit: "3 is at least 2"
    )
    try check(
      Match.error(ShopError.closed),
      accepts: [ShopError.closed as any Error],
      refuses: [ShopError.soldOut, CocoaError(.featureUnsupported)],
      "error(.closed)",
      miss: ".soldOut is not equal to .closed",
      hit: ".closed is equal to .closed"
    )
    try check(
      Match.error(ShopError.self),
      accepts: [ShopError.closed as any Error],
      refuses: [Unlike()],
      "error(ShopError.self)",
      miss: "Unlike() is not a value of type ShopError",
      hit: ".closed is a value of type ShopError"
    )
  }

  @Test func `Results`() throws {
    typealias Outcome = Result<Int, ShopError>
    try check(
      Match.success(Match.atLeast(2)),
      accepts: [Outcome.success(2)],
      refuses: [.success(1), .failure(.closed)],
      "success(atLeast(2))",
      miss: ".success(1) has 1, which is not at least 2",
      hit: ".success(2) has 2, which is at least 2"
    )
    try check(
      Match.success(2),
      accepts: [Outcome.success(2)],
      refuses: [.failure(.closed)],
      "success(2)",
      miss: ".failure(.closed) is not a success",
      hit: nil
    )
    try check(
      Match.success(),
      accepts: [Outcome.success(2)],
      refuses: [.failure(.closed)],
      "success()",
      miss: ".failure(.closed) is not a success",
      hit: ".success(2) is a success"
    )
    try check(
      Match.failure(.closed),
      accepts: [Outcome.failure(.closed)],
      refuses: [.failure(.soldOut), .success(1)],
      "failure(.closed)",
      miss: ".failure(.soldOut) has .soldOut, which is not equal to .closed",
      hit: nil
    )
    try check(
      Match.failure(),
      accepts: [Outcome.failure(.closed)],
      refuses: [.success(1)],
      "failure()",
      miss: ".success(1) is not a failure",
      hit: ".failure(.closed) is a failure"
    )
    try check(
      Match.failure(Match.error(ShopError.closed)),
      accepts: [Result<Int, any Error>.failure(ShopError.closed)],
      refuses: [.failure(Unlike())],
      "failure(error(.closed))",
      miss: ".failure(Unlike()) has Unlike(), which is not a value of type ShopError",
      hit: nil
    )
    try check(
      Match.error(ShopError.closed),
      accepts: [Result<Int, any Error>.failure(ShopError.closed)],
      refuses: [.success(1), .failure(Unlike())],
      "error(.closed)",
      miss: ".success(1) is not a failure of type ShopError",
      hit: nil
    )
  }

  enum Event {
    case failed(code: Int, String)
    case named(name: String)
    case single(Int)
    case reference(Token)
    case pair((Int, Int))
    indirect case nested(Event)
    case handler(Int, (Int) -> Int)
    case plain
    case other
  }

  @Test func `Cases of enums`() throws {
    try check(
      Match.enumCase(.failed(code: Match.atLeast(500), Match.any())),
      accepts: [Event.failed(code: 503, "x")],
      refuses: [.failed(code: 404, "x"), .plain, .single(503)],
      "enumCase(.failed(code: atLeast(500), any))",
      miss: ".failed(code: 404, \"x\") has code: 404, which is not at least 500",
      hit: ".failed(code: 503, \"x\") is .failed with what is accepted"
    )
    try check(
      Match.enumCase(.failed(code: Match.any(), Match.hasPrefix("x"))),
      accepts: [Event.failed(code: 503, "x")],
      refuses: [.failed(code: 404, "y")],
      "enumCase(.failed(code: any, hasPrefix(\"x\")))",
      miss: ".failed(code: 404, \"y\") has \"y\" at position 1, which doesn't start with \"x\"",
      hit: nil
    )
    try check(
      Match.enumCase(.failed(code: 1, "x")),
      accepts: [Event.failed(code: 1, "x")],
      refuses: [.plain],
      "enumCase(.failed(code: 1, \"x\"))",
      miss: ".plain is not .failed",
      hit: nil
    )
    try check(
      Match.enumCase(.named(name: Match.any())),
      accepts: [Event.named(name: "a")],
      refuses: [.other],
      "enumCase(.named(name: any))",
      miss: ".other is not .named",
      hit: nil
    )
    try check(
      Match.enumCase(.single(Match.equal(3))),
      accepts: [Event.single(3)],
      refuses: [.single(4)],
      "enumCase(.single(equal(3)))",
      miss: ".single(4) has 4, which is not equal to 3",
      hit: nil
    )
    try check(
      Match.enumCase(.reference(Match.any())),
      accepts: [Event.reference(Token())],
      refuses: [.plain],
      "enumCase(.reference(any))",
      miss: nil,
      hit: nil
    )
    try check(
      Match.enumCase(.pair(Match.any())),
      accepts: [Event.pair((1, 2))],
      refuses: [.plain],
      "enumCase(.pair(any))",
      miss: nil,
      hit: nil
    )
    try check(
      Match.enumCase(.nested(Match.enumCase(.single(Match.any())))),
      accepts: [Event.nested(.single(1))],
      refuses: [.nested(.plain)],
      "enumCase(.nested(enumCase(.single(any))))",
      miss: ".nested(.plain) has .plain, which is not .single",
      hit: nil
    )
    try check(
      Match.enumCase(.handler(Match.equal(1), Match.any())),
      accepts: [Event.handler(1) { $0 }],
      refuses: [.handler(2) { $0 }],
      "enumCase(.handler(equal(1), any))",
      miss: nil,
      hit: nil
    )
    try check(
      Match.enumCase(.plain),
      accepts: [Event.plain],
      refuses: [.other, .single(1)],
      "enumCase(.plain)",
      miss: ".other is not .plain",
      hit: ".plain is .plain"
    )
    try check(
      Match.enumCase(.single(Match.any())),
      accepts: [Event?.some(.single(1))],
      refuses: [nil, .plain],
      "enumCase(.single(any))",
      miss: "nil is not .single",
      hit: nil
    )
    try check(
      Match.enumCase(.some(Match.equal(1))),
      accepts: [Int?.some(1)],
      refuses: [nil, 2],
      "enumCase(.some(equal(1)))",
      miss: "nil is not .some",
      hit: nil
    )
    let code = { (event: Event) in if case .failed(let code, _) = event { code } else { Int?.none } }
    try check(
      Match.enumCase(code, Match.atLeast(500)),
      accepts: [Event.failed(code: 503, "x")],
      refuses: [.plain, .failed(code: 1, "")],
      "enumCase({ … }, atLeast(500))",
      miss: ".plain is of another case",
      hit: nil
    )
  }

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

private struct Unlike: Error {}

extension User {
  var isFirst: Bool { id == 1 }
}

extension Match {
  fileprivate static func multiple(of divisor: Int) -> Int { custom(MatcherTableTests.Multiple(divisor: divisor)) }
}
