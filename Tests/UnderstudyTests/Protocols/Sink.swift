import Testing
import Understudy

/// Takes values of any type, for tests of matchers.
protocol Sink {
  func take<T>(_ value: T)
}

/// Checks a matcher: what it accepts, what it refuses, and the whole texts of the failures with and without `not`.
///
/// - Parameters:
///   - accepted: Values that the matcher accepts.
///   - refused: A value that it refuses, and more such values.
///   - spelling: The matcher as in messages.
///   - miss: The refused value and what is wrong with it: `3 is not equal to 4`.
///   - hit: The first accepted value and what is wrong with it where the matcher is negated.
func check<T>(
  _ matcher: @autoclosure () -> T,
  accepts accepted: [T],
  refuses refused: [T],
  _ spelling: String,
  miss: String?,
  hit: String?,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws {
  for value in accepted {
    let message = try failure(value, matcher())
    #expect(message == nil, sourceLocation: sourceLocation)
  }
  for value in refused {
    let message = try failure(value, Match.not(matcher()))
    #expect(message == nil, sourceLocation: sourceLocation)
  }
  if let value = refused.first, let miss {
    let text = try described(value)
    let message = try failure(value, matcher())
    #expect(
      message == """
        verify failed: expected exactly 1 call of take(\(spelling)), got 0.
          1 call was made to any Sink:
            1. take(\(text))   ✗ the argument: \(miss)
        """,
      sourceLocation: sourceLocation
    )
  }
  if let value = accepted.first, let hit {
    let text = try described(value)
    let message = try failure(value, Match.not(matcher()))
    #expect(
      message == """
        verify failed: expected exactly 1 call of take(not(\(spelling))), got 0.
          1 call was made to any Sink:
            1. take(\(text))   ✗ the argument: \(hit)
        """,
      sourceLocation: sourceLocation
    )
  }
}

/// The message of a failed verification of one call.
func failure<T>(_ value: T, _ matcher: @autoclosure () -> T) throws -> String? {
  let stub = try Stub<any Sink>()
  stub.when { $0.take(Match.any(T.self)) }.thenDoNothing()
  stub().take(value)
  return issues { stub.verify { $0.take(matcher()) } }.first
}

/// A value as in messages.
func described<T>(_ value: T) throws -> String {
  let stub = try Stub<any Sink>()
  stub.when { $0.take(Match.any(T.self)) }.thenDoNothing()
  stub().take(value)
  return String(stub.history.timeline[0].description.dropFirst("take(".count).dropLast())
}
