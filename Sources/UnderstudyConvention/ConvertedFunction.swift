internal import UnderstudyMetadata

/// A function in a value that is called otherwise where its type is known than where it isn't, and so has to be converted.
///
/// Where a type is known, so are the functions in it as far as tuples and optionals go (`AbstractionPattern` in `lib/SIL`).
/// What lies in a struct, a class or another enum lies there as the declaration of that says, wherever the value is.
struct ConvertedFunction {
  /// An optional that the function lies in.
  struct Container {
    var offset: Int
    /// What it is an optional of.
    var payload: TypeMetadata
  }

  var type: FormalType
  /// Where it lies in the value.
  var offset: Int
  /// From the outside to the inside, without an optional of the function itself.
  var optionals: [Container]
}

extension FormalType {
  /// Whether there are any, which takes no array to tell.
  var holdsConvertedFunction: Bool {
    guard type.kind == pattern.kind else { return false }
    switch type.kind {
    case .function:
      // Functions of the C convention are the same everywhere.
      return FunctionMetadata(type)?.convention == .swift
    case .tuple:
      guard let elements = TupleElements(self) else { return false }
      var index = 0
      while index < elements.count {
        if elements.type(index).holdsConvertedFunction { return true }
        index += 1
      }
      return false
    case .optional:
      return FormalType(type: type.unwrapped, pattern: pattern.unwrapped).holdsConvertedFunction
    default:
      return false
    }
  }

  /// The functions in a value that have to be converted. Where the declaration doesn't know that there is one, nothing has.
  var convertedFunctions: [ConvertedFunction] {
    var found: [ConvertedFunction] = []
    addConvertedFunctions(at: 0, in: [], to: &found)
    return found
  }

  private func addConvertedFunctions(
    at offset: Int,
    in optionals: [ConvertedFunction.Container],
    to found: inout [ConvertedFunction]
  ) {
    guard holdsConvertedFunction else { return }
    switch type.kind {
    case .function:
      found.append(ConvertedFunction(type: self, offset: offset, optionals: optionals))
    case .tuple:
      guard let elements = TupleElements(self) else { return }
      for index in 0..<elements.count {
        elements.type(index).addConvertedFunctions(at: offset + elements.offset(index), in: optionals, to: &found)
      }
    case .optional:
      let payload = type.unwrapped
      // A function that isn't there has no code, which needs no looking into an optional.
      let container = ConvertedFunction.Container(offset: offset, payload: payload)
      FormalType(type: payload, pattern: pattern.unwrapped).addConvertedFunctions(
        at: offset,
        in: payload.kind == .function ? optionals : optionals + [container],
        to: &found
      )
    default:
      return
    }
  }
}

/// What a `nonisolated(nonsending)` function gets from its caller: an optional `any Actor`, borrowed.
struct CallersActor {
  var object: UInt
  var witnessTable: UInt
}
