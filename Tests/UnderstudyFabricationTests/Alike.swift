import Testing
import UnderstudyCalls
import UnderstudyFabrication

/// Expects that a call of a double passes its second argument, and returns a value, as one of a conformer that returns its
/// argument does.
///
/// - Parameters:
///   - value: The argument and the result. It is compared by what `dump` says of it.
///   - call: Makes the call.
func expectAlike<P, T>(
  _ type: P.Type,
  _ conformer: P,
  _ value: T,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ call: (P, T) throws -> T
) throws {
  let receiver = Returning(value)
  let double = try DoubleType.of(type).makeValue(as: type, receiver: receiver)
  let expected = text(try call(conformer, value))
  #expect(expected == text(value), "the conformer", sourceLocation: sourceLocation)
  #expect(text(try call(double, value)) == expected, "the result", sourceLocation: sourceLocation)
  #expect(receiver.received == expected, "the argument", sourceLocation: sourceLocation)
}

private func text(_ value: some Any) -> String {
  var text = ""
  dump(value, to: &text)
  return text
}

/// Returns the same value from every call.
private final class Returning<T>: CallReceiver, @unchecked Sendable {
  private let value: T
  private(set) var received = ""

  init(_ value: T) { self.value = value }

  func receive(_ call: borrowing Call) -> Outcome {
    received = text(call.arguments.value(at: 1, as: T.self))
    call.initializeResult(to: value)
    return .returned
  }
}
