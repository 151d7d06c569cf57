import Testing
import Understudy

/// Calls a requirement with each value, and has it answer with another one: the value arrives, and the answer comes back.
func echo<P, T: Equatable>(
  _ stub: Stub<P>,
  _ values: [T],
  sourceLocation: SourceLocation = #_sourceLocation,
  _ call: (inout P, T) throws -> T
) throws {
  for (value, answer) in zip(values, values.reversed()) {
    stub.reset()
    let pattern = stub.when { try call(&$0, value) }.thenReturn(answer)
    var double = stub()
    #expect(try call(&double, value) == answer, sourceLocation: sourceLocation)
    let seen: [T] = pattern.arguments()
    #expect(seen == [value], sourceLocation: sourceLocation)
    pattern.verify()
  }
  stub.verifyNoMoreInteractions()
}

/// The same for asynchronous requirements, with an error thrown at the end; every second answer comes after a
/// suspension.
func echoAsync<P, T: Equatable & Sendable>(
  _ stub: Stub<P>,
  _ values: [T],
  sourceLocation: SourceLocation = #_sourceLocation,
  _ call: (inout sending P, T) async throws -> T
) async throws {
  for (index, (value, answer)) in zip(values, values.reversed()).enumerated() {
    stub.reset()
    let pattern = await stub.when { try await call(&$0, value) }
    if index.isMultiple(of: 2) {
      pattern.thenReturn(answer)
    } else {
      pattern.then { () async in
        await Task.yield()
        return answer
      }
    }
    pattern.thenThrow(CancellationError())
    var double = stub()
    let result = try await call(&double, value)
    #expect(result == answer, sourceLocation: sourceLocation)
    var again = stub()
    do {
      _ = try await call(&again, value)
      Issue.record("no error was thrown", sourceLocation: sourceLocation)
    } catch {
      #expect(error is CancellationError, sourceLocation: sourceLocation)
    }
    let seen: [T] = pattern.arguments()
    #expect(seen == [value, value], sourceLocation: sourceLocation)
  }
  stub.verifyNoMoreInteractions()
}

/// Keeps what is set on a property, and gives it back: a stub for code that changes the property in place.
final class Stored<T> {
  var value: T
  var sets = 0
  var gets = 0

  init<P>(
    _ value: T,
    in stub: Stub<P>,
    get: (inout P) throws -> T,
    set: (inout P, T) throws -> Void
  ) {
    self.value = value
    stub.when(get).then { [unowned self] in
      gets += 1
      return self.value
    }
    stub.when { try set(&$0, Match.any()) }.then { [unowned self] (new: T) in
      sets += 1
      self.value = new
    }
  }
}
