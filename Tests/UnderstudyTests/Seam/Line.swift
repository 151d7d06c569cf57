import UnderstudyCalls
import UnderstudyFabrication
import UnderstudyMetadata

/// The way from a hand-written conformer to the receiver of its calls: what fabrication does with registers.
final class Line: Sendable {
  private let receiver: any CallReceiver
  private let requirements: [Requirement]

  init(_ receiver: any CallReceiver, _ requirements: [Requirement]) {
    self.receiver = receiver
    self.requirements = requirements
  }

  private func pack<each A>(_ index: Int, _ arguments: repeat each A) -> Arguments {
    let requirement = requirements[index]
    return Arguments(of: requirement) { block in
      var position = 0
      func put<T>(_ value: T) {
        precondition(TypeMetadata(T.self) == requirement.parameters[position].type)
        (block + requirement.argumentOffsets[position]).initializeMemory(as: T.self, to: value)
        position += 1
      }
      repeat put(each arguments)
    }
  }

  func trying<each A, R>(
    _ index: Int,
    _ arguments: repeat each A,
    places: [UnsafeMutableRawPointer?] = []
  ) throws -> R {
    let result = UnsafeMutablePointer<R>.allocate(capacity: 1)
    defer { result.deallocate() }
    let call = Call(arguments: pack(index, repeat each arguments), result: result, inoutAddresses: places)
    switch receiver.receive(call) {
    case .returned: return result.move()
    case .threw(let error): throw error
    case .pending: preconditionFailure("a synchronous call can't suspend")
    }
  }

  func call<each A, R>(
    _ index: Int,
    _ arguments: repeat each A,
    places: [UnsafeMutableRawPointer?] = []
  ) -> R {
    try! trying(index, repeat each arguments, places: places)
  }

  func run<each A>(_ index: Int, _ arguments: repeat each A, places: [UnsafeMutableRawPointer?] = []) {
    let _: Void = call(index, repeat each arguments, places: places)
  }

  func awaiting<each A, R>(
    _ index: Int,
    _ arguments: repeat each A,
    places: [UnsafeMutableRawPointer?] = []
  ) async throws -> R {
    let result = UnsafeMutablePointer<R>.allocate(capacity: 1)
    defer { result.deallocate() }
    let call = Call(arguments: pack(index, repeat each arguments), result: result, inoutAddresses: places)
    var outcome = receiver.receive(call)
    if case .pending(let wait) = outcome { outcome = await wait(call) }
    switch outcome {
    case .returned: return result.move()
    case .threw(let error): throw error
    case .pending: preconditionFailure("pending twice")
    }
  }
}

/// The requirements of a protocol, spelled by hand.
struct Requirements {
  private(set) var list: [Requirement] = []

  typealias Parameter = Requirement.Parameter

  mutating func add(
    _ name: String,
    _ parameters: [Parameter] = [],
    returns result: Any.Type = Void.self,
    kind: Requirement.Kind = .method,
    isStatic: Bool = false,
    isAsync: Bool = false,
    throwing: Requirement.Throwing = .never,
    errorType: Any.Type? = nil
  ) {
    list.append(
      Requirement(
        index: list.count,
        kind: kind,
        isStatic: isStatic,
        baseName: name,
        parameters: parameters,
        result: TypeMetadata(result),
        isAsync: isAsync,
        throwing: throwing,
        errorType: errorType.map { TypeMetadata($0) }
      )
    )
  }
}

extension Requirement.Parameter {
  static func of(
    _ label: String?,
    _ type: Any.Type,
    _ ownership: Requirement.Ownership = .guaranteed,
    isVariadic: Bool = false,
    autoclosureOf: Any.Type? = nil
  ) -> Self {
    Self(
      label: label,
      type: TypeMetadata(type),
      ownership: ownership,
      isVariadic: isVariadic,
      autoclosureResult: autoclosureOf.map { TypeMetadata($0) }
    )
  }
}
