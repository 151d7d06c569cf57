internal import UnderstudyCalls
internal import UnderstudyMetadata

/// The parameters of a user's handler.
struct HandlerShape {
  /// The types of the leading arguments that it takes.
  var types: [Any.Type]
  /// The positions of those that it takes `inout`.
  var places: Set<Int> = []

  var description: String {
    "(" + types.indices.map { (places.contains($0) ? "inout " : "") + "\(types[$0])" }.joined(separator: ", ") + ")"
  }

  /// Whether a requirement's arguments can be passed: the types are exactly those of its parameters.
  func fits(_ requirement: Requirement) -> Bool {
    guard types.count <= requirement.parameters.count else { return false }
    return types.indices.allSatisfy { index in
      let parameter = requirement.parameters[index]
      return TypeMetadata(types[index]).canRead(parameter.type)
        && (!places.contains(index) || parameter.ownership == .inout)
    }
  }

  /// Whether the handler may write to copies of a requirement's `inout` arguments, in a way that can't be told from a
  /// handler that only reads them: it went through a pack, for want of a `then` of its shape.
  ///
  /// - Parameter function: The function that the user called.
  func mayChangeCopies(of requirement: Requirement, in function: String) -> Bool {
    guard places.isEmpty else { return false }
    let copies = types.indices.filter { requirement.parameters[$0].ownership == .inout }
    if copies.isEmpty { return false }
    let hasShapeOfItsOwn = types.count <= 3 && copies.count == 1 || types.count == 2
    return function != "then" || !hasShapeOfItsOwn
  }
}

extension TypeMetadata {
  /// Whether a value of another type can be read as a value of this type.
  func canRead(_ other: TypeMetadata) -> Bool {
    // Function types are written in many ways that mean the same at run time (`@Sendable`, `@escaping`, `@MainActor`).
    self == other || (isFunction && other.isFunction && FunctionText.bare(type) == FunctionText.bare(other.type))
  }
}

/// The spelling of a function type without the marks that don't change how its values are called.
private enum FunctionText {
  static func bare(_ type: Any.Type) -> String {
    String(describing: type).split(separator: " ").filter { !$0.hasPrefix("@") || $0.hasPrefix("@convention") }
      .joined(separator: " ")
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
  /// - Precondition: The type was checked against the requirement, by `HandlerShape.fits`.
  mutating func next<T>(_ type: T.Type) -> T {
    defer { index += 1 }
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
  func handling(
    _ function: String,
    _ shape: HandlerShape,
    _ handler: @escaping (borrowing Call, Int) throws -> R
  ) -> Self {
    guard accepts(shape, in: function), let writer = resultWriter(for: function) else { return self }
    return adding { call, attempt in
      do {
        let value = try handler(call, attempt)
        return finish(call, value, writer)
      } catch {
        return fail(call, error, in: function)
      }
    }
  }

  /// Adds an asynchronous handler, if it fits the requirement.
  func handlingAsync(
    _ function: String,
    _ shape: HandlerShape,
    _ handler: @escaping (borrowing Call, Int) async throws -> R
  ) -> Self {
    guard accepts(shape, in: function), let writer = resultWriter(for: function) else { return self }
    guard let requirement = state.pattern?.requirement, requirement.isAsync else {
      let name = state.pattern.map { CallText.signature(of: $0.requirement) } ?? ""
      state.report("\(name) isn't async, so its handler can't await anything.", in: function)
      return self
    }
    return adding { _, attempt in
      .pending { call in
        do {
          let value = try await handler(call, attempt)
          return finish(call, value, writer)
        } catch {
          return fail(call, error, in: function)
        }
      }
    }
  }

  private func accepts(_ shape: HandlerShape, in function: String) -> Bool {
    guard let requirement = state.pattern?.requirement else { return false }
    if shape.fits(requirement) {
      guard shape.mayChangeCopies(of: requirement, in: function) else { return true }
      state.report(
        "the handler would get copies of what \(CallText.signature(of: requirement)) passes as inout. "
          + "Use then with at most three arguments of which one is inout, or with two that are, or take fewer arguments.",
        in: function
      )
      return false
    }
    state.report(
      "the handler takes \(shape.description), but \(CallText.signature(of: requirement)) passes "
        + "\(parameterTypes(of: requirement)). Take all of them, or the first ones, with these types.",
      in: function
    )
    return false
  }

  private func finish(_ call: borrowing Call, _ value: R, _ writer: ResultWriter<R>) -> Outcome {
    writer.write(value, to: call) ? .returned : endWithWrongType(call, type(of: value as Any))
  }

  private func fail(_ call: borrowing Call, _ error: any Error, in function: String) -> Outcome {
    if call.requirement.throwing != .never { return .threw(error) }
    let name = CallText.signature(of: call.requirement)
    return state.recorder.endWithoutBehaviour(call) {
      "\(function): the handler of \(name) threw \(ArgumentDescription.of(error)), but \(name) can't throw: \($0)"
    }
  }

  /// Ends a call whose result turned out to be of another type than the requirement's.
  func endWithWrongType(_ call: borrowing Call, _ type: Any.Type) -> Outcome {
    let requirement = call.requirement
    return state.recorder.endWithoutBehaviour(call) {
      "the behaviour of \(CallText.signature(of: requirement)) gave \(type), not \(requirement.result.type): \($0)"
    }
  }
}
