internal import UnderstudyConvention
internal import UnderstudyMetadata
internal import UnderstudySignatures
internal import UnderstudyTrampolines

/// What one entry of a double's witness tables is: for people to read.
struct RequirementExplanation: @unchecked Sendable {
  // Sendable: a plan is never changed, and lives as long as the process.
  let descriptor: ProtocolDescriptor
  /// The position in the protocol's list of requirements.
  let slot: Int
  let signature: RequirementSignature
  let source: SignatureSource
  let confirmedBy: [SignatureSource]
  let plan: us_call_plan

  init(
    descriptor: ProtocolDescriptor,
    slot: Int,
    signature: RequirementSignature,
    reading: SignatureReading,
    plan: us_call_plan
  ) {
    self.descriptor = descriptor
    self.slot = slot
    self.signature = signature
    source = reading.source
    confirmedBy = reading.confirmedBy
    self.plan = plan
  }

  /// A table of entries under the protocols that they belong to.
  static func text(of entries: [RequirementExplanation], subject: String) -> String {
    var text =
      "\(subject) has \(entries.count) \(entries.count == 1 ? "requirement" : "requirements") that can be called."
    var last: ProtocolDescriptor?
    for entry in entries {
      if entry.descriptor != last {
        text += "\n\(entry.descriptor.fullName), as \(entry.source.description) \(entry.source.verb)"
        if !entry.confirmedBy.isEmpty {
          text += "; confirmed by \(entry.confirmedBy.map(\.description).joined(separator: " and by "))"
        }
        text += ":"
        last = entry.descriptor
      }
      text += "\n  \(entry.slot). \(entry.kind): \(entry.spelling)"
      text += "\n     \(PlanDescription(entry.plan, labels: entry.labels).text)"
    }
    return text
  }

  private var labels: [String] {
    signature.parameters.enumerated().map { index, parameter in
      if index == 0, case .accessor(.setter, _) = signature.kind { return "new value" }
      return parameter.label ?? "argument \(index + 1)"
    }
  }

  private var spelling: String {
    let text = signature.spelling
    return signature.isStatic && text.hasPrefix("static ") ? String(text.dropFirst(7)) : text
  }

  private var kind: String { (signature.isStatic ? "static " : "") + noun }

  private var noun: String {
    switch signature.kind {
    case .method: "method"
    case .initializer: "initializer"
    case .accessor(.getter, _): "getter"
    case .accessor(.setter, _): "setter"
    case .accessor(.modify, _), .accessor(.modify2, _): "modify accessor"
    case .accessor(.read, _), .accessor(.read2, _): "read accessor"
    }
  }
}
