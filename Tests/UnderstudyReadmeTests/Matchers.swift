import Testing
import Understudy

struct Mail: Equatable {
  var subject = ""
  var tags: [String] = []
  var isUrgent: Bool { subject.hasSuffix("!") }
}

enum DeliveryEvent {
  case failed(code: Int, String)
  case delivered
}

protocol Inbox {
  func deliver(_ mail: Mail) -> Bool
  func handle(_ event: DeliveryEvent)
  func move(x: Double, y: Double)
  func label(_ labels: [String], colors: [String: String])
  func open(with password: Password)
}

// README: begin
struct Multiple: CustomMatcher {
  let divisor: Int
  var description: String { "multiple(of: \(divisor))" }
  func matches(_ value: Int) -> Bool { value.isMultiple(of: divisor) }
}

extension Match {
  static func multiple(of divisor: Int) -> Int { custom(Multiple(divisor: divisor)) }
}
// README: end

// README: begin
struct Password: Equatable {
  var text: String
}

extension Password: CustomCallStringConvertible {
  var callDescription: String { "•••" }
}
// README: end

@Suite struct MatcherPieceTests {
  @Test func parts() throws {
    // README: begin
    let inbox = try Stub<any Inbox>()
    inbox.when { $0.deliver(Match.property(\.subject, Match.hasPrefix("Re:"))) }.thenReturn(true)
    inbox.when { $0.deliver(Match.allOf(Match.matching(\.isUrgent), Match.property(\.tags, Match.contains("work")))) }
      .thenReturn(true)
    inbox.when { $0.deliver(Match.any()) }.thenReturn(false)

    let codes = Captor<Int>()
    inbox.when { $0.handle(Match.enumCase(.failed(code: codes.capture(), Match.any()))) }.thenDoNothing()
    inbox.when { $0.handle(Match.any()) }.thenDoNothing()

    inbox.when { $0.move(x: Match.approximately(0.5, within: 0.01), y: Match.approximately(9, within: .relative(0.1))) }
      .thenDoNothing()
    inbox.when { $0.label(Match.array([Match.any(), "new"]), colors: Match.hasValue("red", forKey: "new")) }
      .thenDoNothing()
    // README: end

    let box = inbox()
    #expect(box.deliver(Mail(subject: "Re: x")))
    #expect(box.deliver(Mail(subject: "Now!", tags: ["work"])))
    #expect(!box.deliver(Mail(subject: "Now!")))
    box.handle(.failed(code: 7, "x"))
    box.handle(.delivered)
    #expect(codes.values == [7])
    box.move(x: 0.505, y: 8.2)
    box.label(["a", "new"], colors: ["new": "red"])
  }

  @Test func ownMatchersAndRedaction() throws {
    let prices = try Stub<any PriceList>()
    prices.when { try $0.price(of: Match.any(), count: Match.multiple(of: 6)) }.thenReturn(1)
    #expect(try prices().price(of: "egg", count: 12) == 1)
    #expect(throws: UnstubbedCall.self) { try prices().price(of: "egg", count: 10) }

    let inbox = try Stub<any Inbox>()
    inbox.when { $0.open(with: Match.any()) }.thenDoNothing()
    inbox().open(with: Password(text: "secret"))
    #expect(inbox.describeInteractions() == "1 call was made to any Inbox:\n  1. open(with: •••)")
  }
}
