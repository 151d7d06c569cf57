extension RequirementSignature {
  /// Everything that the signature says, in one line, with types as they are mangled: for comparing sources and for reports.
  package var record: String {
    var words: [String] = []
    switch kind {
    case .method: words.append("method")
    case .initializer: words.append("initializer")
    case .accessor(let accessor, .property): words.append(accessor.rawValue + " of property")
    case .accessor(let accessor, .subscript): words.append(accessor.rawValue + " of")
    }
    if isStatic { words.append("static") }
    words.append(baseName + "(" + list(parameters.map(\.record), ", ") + ")")
    if isAsync { words.append("async") }
    switch throwing {
    case .never: break
    case .anyError: words.append("throws")
    case .typed(let error): words.append("throws(\(error.mangling))")
    case nil: words.append("may throw")
    }
    words.append("->")
    if hasSendingResult == true { words.append("sending") }
    words.append(result.mangling)
    if let generics { words.append("<\(TypeNode.generic(generics, .void).mangling)>") }
    switch isolation {
    case nil, .some(.none): break
    case .globalActor(let actor): words.append("on \(actor.mangling)")
    case .instance: words.append("on its actor")
    case .parameter: words.append("on its parameter")
    case .caller: words.append("on its caller")
    }
    if let selfAccess, selfAccess != .nonmutating { words.append(selfAccess.rawValue) }
    return list(words, " ")
  }
}

extension RequirementSignature.Parameter {
  fileprivate var record: String {
    var words: [String] = []
    if isIsolated { words.append("isolated") }
    if isSending { words.append("sending") }
    if ownership != .default { words.append(ownership.rawValue) }
    if isVariadic { words.append("variadic") }
    if isAutoclosure { words.append("autoclosure") }
    if isEscaping { words.append("escaping") }
    words.append(type.mangling)
    return (label ?? "_") + ": " + list(words, " ")
  }
}

// What follows the standard library knows too, but has to look for conformances first, which takes longer than all the rest here
// (`Table`).

private func list(_ words: [String], _ separator: String) -> String {
  var text = words.first ?? ""
  for word in words.dropFirst() { text += separator + word }
  return text
}

extension TypeNode {
  fileprivate var mangling: String { (try? canonicalName()) ?? spelling }
}
