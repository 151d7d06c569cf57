internal import UnderstudyCalls

extension InteractionTimeline {
  /// The calls as a text, the last hundred of them.
  public var description: String { text() }

  /// The calls as a text: each with its number, double, arguments and outcome.
  ///
  /// Where other calls came before a call ended, a line further down tells its outcome.
  ///
  /// ```text
  /// 3 calls were made to any Shop:
  ///   1. price(of: "apple")   returned 3
  ///   2. load(1) …
  ///   3. load(2)   returned "b"
  ///   ↳ 2. load(1)   threw ShopError.closed
  /// ```
  ///
  /// - Parameter limit: The most calls that are shown; of more, the last ones are.
  public func text(limit: Int = defaultLimit) -> String {
    let names = names
    let (made, left) = calls(limit: limit)
    let subjects = participants.isEmpty ? "any double" : names.joined(separator: " and ")
    var lines = [String(CallList.heading(callCount, on: subjects).drop { $0 == " " })]
    if left > 0 { lines.append("  … \(left) before") }
    func text(_ call: Int) -> String {
      let made = made[call]
      let text = CallText.text(of: made.call.arguments, in: participants[made.participant].recorder.subject)
      return "\(left + call + 1). " + (participants.count > 1 ? "\(names[made.participant]): " : "") + text
    }
    let events = Self.events(of: made)
    for (index, event) in events.enumerated() {
      let outcome = made[event.call].call.outcome
      if event.isEnd {
        let isToldAlready = index > 0 && events[index - 1].call == event.call
        if !isToldAlready { lines.append("  ↳ \(text(event.call))   \(outcome)") }
      } else if case .underway = outcome {
        lines.append("  \(text(event.call))   \(outcome)")
      } else {
        let endsNext = events[index + 1].call == event.call
        lines.append("  \(text(event.call))" + (endsNext ? "   \(outcome)" : " …"))
      }
    }
    return lines.joined(separator: "\n")
  }
}
