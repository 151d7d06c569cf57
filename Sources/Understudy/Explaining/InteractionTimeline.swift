internal import UnderstudyCalls

/// A double, or what else takes calls as one does, whose calls an ``InteractionTimeline`` can show.
public protocol InteractionSource: Sendable {
  /// The calls made until now.
  var timeline: InteractionTimeline { get }
}

extension TestDouble: InteractionSource {
  /// The calls made until now, as a text and as a sequence diagram.
  ///
  /// ```swift
  /// print(stub.timeline)
  /// ```
  public var timeline: InteractionTimeline { InteractionTimeline([recorder]) }
}

/// The calls made on one or several doubles until a moment, in order, for people to read.
///
/// ```swift
/// print(InteractionTimeline(of: shop, till))
/// // 2 calls were made to any Shop and any Till:
/// //   1. any Shop: price(of: "apple")   returned 3
/// //   2. any Till: charge(3)   threw TillError.closed
/// ```
public struct InteractionTimeline: Sendable, CustomStringConvertible {
  /// The most calls that a text or a diagram shows, unless another number is asked for.
  public static let defaultLimit = 100

  /// One double.
  struct Participant: Sendable {
    let recorder: Recorder
    let calls: [LoggedCall]
  }

  /// Something that happened to a double.
  struct Event {
    /// The double, as an index into `participants`.
    let participant: Int
    /// The call, as an index into `calls`.
    let call: Int
    let isEnd: Bool
    fileprivate let moment: Moment
  }

  /// One call and the double it was made on, as an index into `participants`.
  struct Made {
    let participant: Int
    let call: LoggedCall
  }

  let participants: [Participant]

  init(_ recorders: [Recorder]) {
    participants = recorders.map { Participant(recorder: $0, calls: $0.timeline) }
  }

  private init(participants: [Participant]) {
    var distinct: [Participant] = []
    for participant in participants where !distinct.contains(where: { $0.recorder === participant.recorder }) {
      distinct.append(participant)
    }
    self.participants = distinct
  }

  /// The calls of several doubles in their common order.
  ///
  /// - Parameters:
  ///   - first: A double.
  ///   - more: More doubles.
  public init(of first: any InteractionSource, _ more: any InteractionSource...) {
    self.init(participants: ([first] + more).flatMap { $0.timeline.participants })
  }

  /// The calls of all doubles of the running test: those made where a trait of `UnderstudyTesting`, its `TestDoublesTestCase`
  /// or ``TestDoubles/withChecks(strict:_:)`` is in force. Empty elsewhere.
  public static var ofTest: InteractionTimeline {
    InteractionTimeline(TestScope.current?.doubles ?? [])
  }

  /// How many calls were made.
  public var callCount: Int { participants.reduce(0) { $0 + $1.calls.count } }

  // MARK: For texts and diagrams

  /// What the doubles are called.
  var names: [String] { participants.map(\.recorder).names }

  /// The last calls, in order, and how many came before them.
  func calls(limit: Int) -> (made: [Made], left: Int) {
    var made: [Made] = []
    for (index, participant) in participants.enumerated() {
      for call in participant.calls.suffix(max(0, limit)) { made.append(Made(participant: index, call: call)) }
    }
    made.sort { $0.call.beginning < $1.call.beginning }
    made = Array(made.suffix(max(0, limit)))
    return (made, callCount - made.count)
  }

  /// The beginnings and ends of calls, in order.
  static func events(of made: [Made]) -> [Event] {
    var events: [Event] = []
    for (index, made) in made.enumerated() {
      events.append(
        Event(participant: made.participant, call: index, isEnd: false, moment: made.call.beginning)
      )
      if let end = made.call.end {
        events.append(Event(participant: made.participant, call: index, isEnd: true, moment: end))
      }
    }
    return events.sorted { $0.moment < $1.moment }
  }
}
