package import UnderstudyTrampolines

/// What the entries know of a registration.
package final class Answer: @unchecked Sendable {
  // Sendable: what changes is atomic.
  private let filter: CallFilter
  private let answer: UnsafeMutablePointer<us_answer>

  package init(_ filter: CallFilter) {
    self.filter = filter
    answer = us_make_answer()
  }

  deinit {
    us_free_answer(answer)
  }

  /// Makes the entries give a value to every call from now on, or ask.
  ///
  /// - Parameter constant: The value, of the requirement's result type, which has to live as long as this object; or `nil`.
  /// - Returns: How many calls the entries gave a value to since this was asked last.
  package func setConstant(_ constant: UnsafeRawPointer?) -> Int { Int(us_set_constant(answer, constant)) }

  fileprivate var entry: us_answer_entry { us_answer_entry(filter: filter.filter, answer: answer) }

  /// Whether no call can be for both, as the bytes of one argument tell.
  package func excludes(_ other: Answer) -> Bool { us_filters_exclude(filter.filter, other.filter.filter) }

  /// How many calls the entries gave the value to since this was asked last.
  package func takeUses() -> Int { Int(us_take_uses(answer)) }
}

/// The answers of one requirement, in order. It never changes.
package final class AnswerList: @unchecked Sendable {
  // Sendable: nothing changes.
  // The first two fields are those of `us_answer_list`.
  private let entries: UnsafeMutablePointer<us_answer_entry>
  private let count: UInt64
  /// Whom the answers belong to: objects with an `Answer`.
  package let owners: [AnyObject]
  private let kept: [Answer]

  package init(_ owners: [AnyObject], _ answers: [Answer]) {
    self.owners = owners
    kept = answers
    count = UInt64(answers.count)
    entries = .allocate(capacity: answers.count)
    for (index, answer) in answers.enumerated() { (entries + index).initialize(to: answer.entry) }
  }

  /// A list with one more answer.
  package init(_ list: AnswerList?, adding owner: AnyObject, _ answer: Answer) {
    let before = Int(list?.count ?? 0)
    owners = (list?.owners ?? []) + [owner]
    kept = (list?.kept ?? []) + [answer]
    count = UInt64(before + 1)
    entries = .allocate(capacity: before + 1)
    if let list { entries.initialize(from: list.entries, count: before) }
    (entries + before).initialize(to: answer.entry)
  }

  deinit {
    entries.deallocate()
  }

  fileprivate func position(of arguments: Arguments, from position: Int) -> Int {
    // Invariant: the fields are those of `us_answer_list`, behind the words that every object begins with.
    let list = Unmanaged.passUnretained(self).toOpaque().assumingMemoryBound(to: us_answer_list.self)
    return Int(us_find_answer(list, UInt64(position), arguments.chunk, arguments.record))
  }
}

/// Looks through the answers that were registered when a call was made.
package struct AnswerSearch {
  private let list: AnswerList?
  private var position: Int
  private var isFound: Bool

  init(_ list: AnswerList?) {
    self.list = list
    position = 0
    isFound = false
  }

  /// Goes on where the entries were, and takes their reference over.
  package init(taking call: us_begun_call) {
    list = call.answers.map { Unmanaged<AnswerList>.fromOpaque($0).takeRetainedValue() }
    position = Int(call.position)
    isFound = call.is_found
  }

  /// All that were registered: objects with an `Answer`.
  package var owners: [AnyObject] { list?.owners ?? [] }

  /// The owner of the next answer that is for the call; `nil` if there is none. Runs users' code.
  package mutating func next(for arguments: Arguments) -> AnyObject? {
    guard let list else { return nil }
    if !isFound { position = list.position(of: arguments, from: position) }
    isFound = false
    guard position < list.owners.count else { return nil }
    position += 1
    return list.owners[position - 1]
  }
}
