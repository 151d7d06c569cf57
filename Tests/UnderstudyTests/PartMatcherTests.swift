import Foundation
import Testing
import Understudy

/// Matchers of parts and types of values: what each one accepts and refuses, and the whole texts of failures.
@Suite struct PartMatcherTests {
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
}

private struct Unlike: Error {}

extension User {
  var isFirst: Bool { id == 1 }
}
