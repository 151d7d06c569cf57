internal import UnderstudyCalls
internal import UnderstudyMetadata

/// The parameters of a user's handler.
struct HandlerShape {
  /// The types of the leading arguments that it takes.
  var types: [Any.Type]
  /// The positions of those that it takes `inout`.
  var places: Set<Int> = []
  /// Whether there are overloads for closures with `inout` parameters.
  var canWrite = true

  var description: String {
    "(" + types.indices.map { (places.contains($0) ? "inout " : "") + "\(types[$0])" }.joined(separator: ", ") + ")"
  }

  /// Whether the closure may have `inout` parameters that would get copies: the overload for its arrangement is missing,
  /// so that it was taken for a closure without any.
  func losesWrites(_ requirement: Requirement, isAsync: Bool) -> Bool {
    let count = requirement.parameters.prefix(types.count).count { $0.ownership == .inout }
    guard canWrite else { return count > 0 }
    guard places.isEmpty, types.count > 2 else { return false }
    return isAsync || types.count > 3 ? count > 0 : count > 1
  }

  /// Whether a requirement's arguments can be passed: the types are exactly those of its parameters.
  ///
  /// - Parameter isForAllTypes: Whether an existential may be taken for what is of a type of its own in each call.
  func fits(_ requirement: Requirement, isForAllTypes: Bool = false) -> Bool {
    guard types.count <= requirement.parameters.count else { return false }
    return types.indices.allSatisfy { index in
      let parameter = requirement.parameters[index]
      let type = TypeMetadata(types[index])
      if type.canRead(parameter.type) { return !places.contains(index) || parameter.ownership == .inout }
      return isForAllTypes && places.isEmpty && type.erases(parameter.type)
    }
  }

  /// Whether the arguments of one call can be passed, if its types may be other than those that the pattern was written with.
  func fits(_ arguments: Arguments) -> Bool {
    types.indices.allSatisfy { index in
      if TypeMetadata(types[index]).canRead(arguments.requirement.parameters[index].type) { return true }
      func converts<T>(_ type: T.Type) -> Bool { arguments.boxedValue(at: index) is T }
      return places.isEmpty && _openExistential(types[index], do: converts)
    }
  }
}

/// The spelling of a requirement's parameter types.
func parameterTypes(of requirement: Requirement) -> String {
  "("
    + requirement.parameters.map { ($0.ownership == .inout ? "inout " : "") + "\($0.type.type)" }
    .joined(separator: ", ") + ")"
}

/// The types of a pack as a list.
///
/// - Parameter tuple: Not used; it lets the compiler infer the pack when it is empty.
func types<each T>(_ tuple: (repeat each T).Type, _ pack: repeat (each T).Type) -> [Any.Type] {
  var types: [Any.Type] = []
  repeat types.append((each T).self)
  return types
}

/// Reads the arguments of a call one after another.
struct ArgumentReader {
  private let arguments: Arguments
  private var index: Int

  init(_ arguments: Arguments, from index: Int = 0) {
    self.arguments = arguments
    self.index = index
  }

  /// The next argument.
  ///
  /// - Precondition: The type was checked against the requirement, or against the call, by `HandlerShape.fits`.
  mutating func next<T>(_ type: T.Type) -> T {
    defer { index += 1 }
    if arguments.requirement.isGeneric, !TypeMetadata(type).canRead(arguments.requirement.parameters[index].type) {
      return arguments.boxedValue(at: index) as! T
    }
    return arguments.value(at: index, as: type)
  }
}

extension Call {
  /// The caller's variable.
  ///
  /// - Precondition: The type and the ownership were checked against the requirement, by `HandlerShape.fits`.
  func place<T>(_ index: Int, of type: T.Type) -> UnsafeMutablePointer<T> {
    inoutAddress(of: index)!.assumingMemoryBound(to: T.self)
  }
}

extension CallPattern {
  /// Adds a handler, if it fits the requirement.
  ///
  /// - Parameter thrower: Who throws if the handler does, as in messages.
  func handling(
    _ function: String,
    _ shape: HandlerShape,
    thrower: String = "the handler of",
    _ handler: @escaping (borrowing Call, Int) throws -> R
  ) -> Self {
    guard accepts(shape, in: function, isAsync: false), let writer = resultWriter(for: function) else { return self }
    let isForAllTypes = state.pattern?.isForAllTypes ?? false
    return adding { call, attempt, recorder in
      if isForAllTypes, !shape.fits(call.arguments) { return recorder.endByMisfit(call, shape, in: function) }
      do {
        return writer.finish(call, try handler(call, attempt), recorder)
      } catch {
        return recorder.endByError(call, error, by: thrower, in: function)
      }
    }
  }

  /// Adds an asynchronous handler, if it fits the requirement.
  func handlingAsync(
    _ function: String,
    _ shape: HandlerShape,
    _ handler: @escaping (borrowing Call, Int) async throws -> R
  ) -> Self {
    guard accepts(shape, in: function, isAsync: true), let writer = resultWriter(for: function) else { return self }
    guard let requirement = state.pattern?.requirement, requirement.isAsync else {
      let name = state.pattern.map { CallText.signature(of: $0.requirement) } ?? ""
      state.report("\(name) isn't async, so its handler can't await anything.", in: function)
      return self
    }
    let isForAllTypes = state.pattern?.isForAllTypes ?? false
    return adding { call, attempt, recorder in
      if isForAllTypes, !shape.fits(call.arguments) { return recorder.endByMisfit(call, shape, in: function) }
      return .pending { call in
        do {
          return writer.finish(call, try await handler(call, attempt), recorder)
        } catch {
          return recorder.endByError(call, error, by: "the handler of", in: function)
        }
      }
    }
  }

  private func accepts(_ shape: HandlerShape, in function: String, isAsync: Bool) -> Bool {
    guard let requirement = state.pattern?.requirement else { return false }
    guard shape.fits(requirement, isForAllTypes: state.pattern?.isForAllTypes ?? false) else {
      state.report(
        "the handler takes \(shape.description), but \(CallText.signature(of: requirement)) passes "
          + "\(parameterTypes(of: requirement)). Take all of them, or the first ones, with these types.",
        in: function
      )
      return false
    }
    guard !shape.losesWrites(requirement, isAsync: isAsync) else {
      state.report(
        "the handler takes \(shape.types.count) \(shape.types.count == 1 ? "argument" : "arguments") of \(CallText.signature(of: requirement)), which passes "
          + "\(parameterTypes(of: requirement)): what it wrote to an inout one would be lost. "
          + (!shape.canWrite
            ? "Use then { … }, whose handler can write."
            : isAsync
              ? "An asynchronous handler can take the first two."
              : "A handler can take the first two, or three with one inout."),
        in: function
      )
      return false
    }
    return true
  }
}

extension Recorder {
  /// Ends a call whose arguments are of other types than its handler takes.
  fileprivate func endByMisfit(_ call: borrowing Call, _ shape: HandlerShape, in function: String) -> Outcome {
    let requirement = call.requirement
    return reporter.endWithoutBehaviour(call) {
      "\(function): the handler takes \(shape.description), but this call of \(CallText.signature(of: requirement)) passes "
        + "\(parameterTypes(of: requirement)): \($0)"
    }
  }

  /// Ends a call whose handler threw.
  fileprivate func endByError(
    _ call: borrowing Call,
    _ error: any Error,
    by thrower: String,
    in function: String
  ) -> Outcome {
    let requirement = call.requirement
    if requirement.throwing != .never, requirement.allows(error) { return .threw(error) }
    let name = CallText.signature(of: requirement)
    let limit = requirement.errorType.map { "can only throw \($0.type)" } ?? "can't throw"
    return reporter.endWithoutBehaviour(call) {
      "\(function): \(thrower) \(name) threw \(ArgumentDescription.of(error: error)), but \(name) \(limit): \($0)"
    }
  }
}
