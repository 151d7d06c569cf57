import Testing
import UnderstudyCalls
import UnderstudyFabrication

/// Expects that a call of a double passes its second argument, and returns a value, as one of a conformer that returns its
/// argument does.
///
/// - Parameters:
///   - value: The argument and the result.
///   - text: Says what is in a value. Texts are compared.
///   - call: Makes the call.
func expectAlike<P, T>(
  _ type: P.Type,
  _ conformer: P,
  _ value: T,
  text: @escaping (T) -> String = described,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ call: (P, T) throws -> T
) throws {
  let receiver = Returning(value, text)
  let double = try DoubleType.of(type).makeValue(as: type, receiver: receiver)
  let expected = text(try call(conformer, value))
  #expect(expected == text(value), "the conformer", sourceLocation: sourceLocation)
  #expect(text(try call(double, value)) == expected, "the result", sourceLocation: sourceLocation)
  #expect(receiver.received == expected, "the argument", sourceLocation: sourceLocation)
}

/// What `dump` says of a value.
func described<T>(_ value: T) -> String {
  var text = ""
  dump(value, to: &text)
  return text
}

/// Returns the same value from every call.
private final class Returning<T>: CallReceiver, @unchecked Sendable {
  private let value: T
  private let text: (T) -> String
  private(set) var received = ""

  init(_ value: T, _ text: @escaping (T) -> String) {
    self.value = value
    self.text = text
  }

  func receive(_ call: borrowing Call) -> Outcome {
    received = text(call.arguments.value(at: 1, as: T.self))
    call.initializeResult(to: value)
    return .returned
  }
}
