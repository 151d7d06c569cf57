extension RequirementSignature {
  /// Whether calls pass or return values of `Self`, besides the one they are made on.
  package var mentionsSelf: Bool {
    if kind == .initializer { return true }
    if case .typed(let error) = throwing, error.mentionsSelf { return true }
    return result.mentionsSelf || parameters.contains(where: \.type.mentionsSelf)
  }
}
