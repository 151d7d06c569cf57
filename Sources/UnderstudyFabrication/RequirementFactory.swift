internal import UnderstudyCalls
internal import UnderstudyMetadata
internal import UnderstudySignatures

/// Makes the recorder's view of a requirement from its signature, or refuses what can't be called exactly.
struct RequirementFactory {
  /// The type that a double is asked of.
  let subject: String
  let signature: RequirementSignature

  func requirement(index: Int) throws(Refusal) -> Requirement {
    if signature.isGeneric { throw unsupported("it is generic.") }
    if signature.kind == .initializer { throw unsupported("initializers aren't supported yet.") }
    if signature.isolation == .caller, signature.isAsync {
      throw unsupported(
        "it runs on its caller's actor (`nonisolated(nonsending)`), which is passed in a way of its own."
      )
    }
    if signature.selfAccess == .consuming { throw unsupported("it consumes the value that it is called on.") }
    let throwing: Requirement.Throwing
    switch signature.throwing {
    case .never: throwing = .never
    case .anyError: throwing = .anyError
    case .unknown: throwing = .unknown
    case .typed(let error): throw unsupported("it throws a type of its own, \(error.spelling); only `throws` is.")
    }
    var parameters: [Requirement.Parameter] = []
    for parameter in signature.parameters {
      if parameter.isIsolated { throw unsupported("it has an `isolated` parameter.") }
      parameters.append(try formal(parameter))
    }
    return Requirement(
      index: index,
      kind: try kind(),
      isStatic: signature.isStatic,
      baseName: signature.baseName,
      parameters: parameters,
      result: try type(signature.result),
      isAsync: signature.isAsync,
      throwing: throwing
    )
  }

  private func formal(_ parameter: RequirementSignature.Parameter) throws(Refusal) -> Requirement.Parameter {
    var node = parameter.type
    var isNonescaping = false
    var autoclosureResult: TypeMetadata?
    if case .function(var function) = node {
      // Whether a function may be kept is the parameter's matter; the type that a test names is that of one that may.
      switch function.convention {
      case .nonescaping: isNonescaping = true
      case .autoclosure:
        isNonescaping = true
        autoclosureResult = try type(function.result)
      case .escapingAutoclosure:
        autoclosureResult = try type(function.result)
      default: break
      }
      if isNonescaping || autoclosureResult != nil {
        function.convention = .escaping
        node = .function(function)
      }
    }
    var formal = Requirement.Parameter(
      label: parameter.label,
      type: try type(node),
      ownership: ownership(of: parameter),
      isVariadic: parameter.isVariadic,
      autoclosureResult: autoclosureResult
    )
    formal.isNonescaping = isNonescaping
    return formal
  }

  private func kind() throws(Refusal) -> Requirement.Kind {
    switch signature.kind {
    case .method: .method
    case .initializer: .initializer
    case .accessor(.getter, .property): .getter
    case .accessor(.setter, .property): .setter
    case .accessor(.getter, .subscript): .subscriptGetter
    case .accessor(.setter, .subscript): .subscriptSetter
    case .accessor: throw unsupported("it is accessed through a coroutine of a kind that isn't known.")
    }
  }

  private func ownership(of parameter: RequirementSignature.Parameter) -> Requirement.Ownership {
    switch parameter.ownership {
    case .inout: return .inout
    case .owned: return .owned
    case .shared: return .guaranteed
    case .default:
      // A setter takes its new value and its indices over (`DefaultConventions` in `lib/SIL/IR/SILFunctionType.cpp`).
      if case .accessor(.setter, _) = signature.kind { return .owned }
      return .guaranteed
    }
  }

  private func type(_ node: TypeNode) throws(Refusal) -> TypeMetadata {
    if node.isDependent {
      throw unsupported("\(node.spelling) depends on the conforming type, which isn't supported yet.")
    }
    do throws(TypeResolver.Failure) {
      return try TypeResolver.type(node)
    } catch {
      switch error {
      case .unspeakable(let text):
        throw unsupported("\(node.spelling) can't be looked up at run time: \(text).")
      case .unknown:
        throw unsupported("the type \(node.spelling) isn't found in this process.")
      }
    }
  }

  /// A refusal because of this requirement. `reason` completes "isn't supported: …".
  func unsupported(_ reason: String) -> Refusal {
    Refusal(
      subject: subject,
      reason: "Its requirement `\(signature.spelling)` isn't supported: \(reason)",
      remedy: "Write a conformer by hand, or put a protocol without this requirement in front of it."
    )
  }
}
