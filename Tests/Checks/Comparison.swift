internal import Synchronization
internal import Understudy

/// What is written down during a run: by conformers what they see, by their users what they get.
enum Notes {
  private static let lines = Mutex<[String]>([])

  static func write(_ line: String) { lines.withLock { $0.append(line) } }

  static func taken(in body: () async throws -> Void) async rethrows -> [String] {
    lines.withLock { $0 = [] }
    try await body()
    return lines.withLock { $0 }
  }
}

/// Written by conformers.
func saw(_ values: Any?..., in function: String = #function) {
  Notes.write("saw \(function): \(values.map(describe).joined(separator: " | "))")
}

/// Written by users.
func got(_ values: Any?..., line: Int = #line) {
  Notes.write("got in line \(line): \(values.map(describe).joined(separator: " | "))")
}

/// Written by users: the result, or the error.
func attempt<R>(line: Int = #line, _ body: () async throws -> R) async {
  do { got(try await body(), line: line) } catch { got("threw", error, line: line) }
}

private func describe(_ value: Any?) -> String { value.map { String(reflecting: $0) } ?? "nil" }

extension Checklist {
  /// Uses a conformer, then a spy on an equal one, and then a stub that has another one answer. What is seen and got is the same.
  ///
  /// - Parameters:
  ///   - make: Makes a conformer, always an equal one.
  ///   - requirements: How many requirements are used.
  ///   - register: Has a conformer answer the calls of a stub.
  ///   - use: Uses every requirement.
  func compare<P>(
    _ name: String,
    _ make: () -> P,
    requirements: Int,
    register: (Stub<P>, P) async throws -> Void,
    use: (inout P) async throws -> Void
  ) async {
    let direct: [String]
    do {
      direct = try await Notes.taken {
        var value = make()
        try await use(&value)
      }
    } catch {
      return await check("\(name), without a double") { throw error }
    }
    await check("\(name): a spy passes calls on as they are") {
      let spied = try await Notes.taken {
        let spy = try Spy<P>.make(forwardingTo: make())
        var value = spy()
        try await use(&value)
        let names = Set(spy.history.timeline.map(\.name))
        expect(names.count == requirements, "used: \(names.sorted())")
        expect(spy.history.forwarded.callCount, is: spy.history.callCount)
      }
      expectSame(spied, as: direct)
    }
    await check("\(name): a stub answers like a conformer") {
      let stubbed = try await Notes.taken {
        let stub = try Stub<P>()
        try await register(stub, make())
        var value = stub()
        try await use(&value)
      }
      expectSame(stubbed, as: direct)
    }
  }

  private func expectSame(_ found: [String], as expected: [String]) {
    expect(!expected.isEmpty)
    for (found, expected) in zip(found, expected) where found != expected { complain("\(found), not \(expected)") }
    expect(found.count, is: expected.count)
  }
}
