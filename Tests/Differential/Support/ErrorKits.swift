// Errors that differ in how they travel where they are thrown as a type of their own.

public enum PlainError: Error { case first, second, third }
public let kPlainError = Kit<PlainError>(
  { [.first, .second, .third][$0.below(3)] },
  { $1.add($0 == .first ? 1 : $0 == .second ? 2 : 3) }
)

public struct NumbersError: Error {
  public var number: Int
  public var byte: Int8
}
public let kNumbersError = Kit<NumbersError>(
  { NumbersError(number: kInt.make(&$0), byte: kInt8.make(&$0)) },
  {
    $1.add($0.number)
    $1.add(Int($0.byte))
  }
)

public struct FloatError: Error { public var number: Float }
public let kFloatError = Kit<FloatError>({ FloatError(number: kFloat.make(&$0)) }, { kFloat.feed($0.number, &$1) })

public struct TextError: Error { public var text: String }
public let kTextError = Kit<TextError>({ TextError(text: kString.make(&$0)) }, { $1.add($0.text) })

public enum PayloadError: Error {
  case code(Int), text(String), object(Counted), none
}
public let kPayloadError = Kit<PayloadError>(
  { source in
    switch source.below(4) {
    case 0: .code(kInt.make(&source))
    case 1: .text(kString.make(&source))
    case 2: .object(Counted(&source))
    default: .none
    }
  },
  { value, digest in
    switch value {
    case .code(let number): digest.add(number)
    case .text(let text): digest.add(text)
    case .object(let object): object.feed(&digest)
    case .none: digest.add(0)
    }
  }
)

open class ErrorObject: Counted, Error, @unchecked Sendable {}
public final class ErrorObjectChild: ErrorObject, @unchecked Sendable {}
public let kErrorObject = Kit<ErrorObject>(
  { $0.once(in: 2) ? ErrorObject(&$0) : ErrorObjectChild(&$0) },
  { $0.feed(&$1) }
)

public struct AddressError: Error { public weak var object: Counted? }
public let kAddressError = Kit<AddressError>({ _ in AddressError(object: eternal) }, { $0.object?.feed(&$1) })

public struct GenericError<T>: Error, @unchecked Sendable {
  // Sendable: for tests only.
  public var value: T
}
public func genericErrorKit<T>(_ value: Kit<T>) -> Kit<GenericError<T>> {
  Kit({ GenericError(value: value.make(&$0)) }, { value.feed($0.value, &$1) })
}

public let kLarge = Kit<Large>({ Large(&$0) }, { $0.feedMark(&$1) })
public let kEmpty = Kit<Empty>({ _ in .only }, { _, _ in })
