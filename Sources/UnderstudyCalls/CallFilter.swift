internal import UnderstudyMetadata
internal import UnderstudyTrampolines

/// Which calls are meant, in a form that the entries can look at.
package final class CallFilter: @unchecked Sendable {
  // Sendable: nothing changes after this has been made.

  /// A test of one argument.
  package enum Test {
    /// The argument has to be the same bytes as a value: at most 16.
    case bytes([UInt8])
    /// The same bytes pass; other ones are asked about.
    case bytesOrAsk([UInt8])
    /// Asked about.
    case ask
  }

  /// Tells whether the argument at a position is accepted. Runs users' code.
  package typealias Ask = @Sendable (Arguments, Int) -> Bool

  private let ask: Ask
  let filter: UnsafeMutablePointer<us_call_filter>

  /// - Parameters:
  ///   - requirement: The requirement whose calls are looked at.
  ///   - tests: What to test, and at which positions. For a position that no parameter has, only `ask` is possible.
  ///   - ask: Decides where bytes don't.
  package init(_ requirement: Requirement, _ tests: [(parameter: Int, test: Test)], ask: @escaping Ask) {
    self.ask = ask
    let answerer: us_ask = { owner, parameter, chunk, record in
      // Invariant: the owner of a filter is a `CallFilter`, which frees the filter when it goes away.
      Unmanaged<CallFilter>.fromOpaque(owner)._withUnsafeGuaranteedRef { owner in
        owner.ask(Arguments(borrowing: chunk, record), Int(parameter))
      }
    }
    let filter = us_make_filter(UnsafeRawPointer(bitPattern: 1)!, answerer, UInt64(tests.count))
    for (parameter, test) in tests {
      var made = us_test()
      made.kind = test.kind.rawValue
      made.parameter = UInt32(parameter)
      if let bytes = test.bytes {
        made.offset = UInt32(requirement.argumentOffsets[parameter])
        made.size = UInt32(bytes.count)
        withUnsafeMutableBytes(of: &made.expected) { $0.copyBytes(from: bytes) }
      }
      us_add_test(filter, made)
    }
    self.filter = filter
    filter.pointee.owner = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
  }

  deinit {
    us_free_filter(filter)
  }

  /// Whether a call is meant. Runs users' code: never under a lock.
  package func accepts(_ arguments: Arguments) -> Bool {
    us_filter_accepts(filter, arguments.chunk, arguments.record)
  }
}

extension CallFilter.Test {
  fileprivate var bytes: [UInt8]? {
    switch self {
    case .bytes(let bytes), .bytesOrAsk(let bytes): bytes
    case .ask: nil
    }
  }

  fileprivate var kind: us_test_kind {
    switch self {
    case .bytes: US_TEST_BYTES
    case .bytesOrAsk: US_TEST_BYTES_OR_ASK
    case .ask: US_TEST_ASK
    }
  }
}
