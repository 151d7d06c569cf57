package import UnderstudyTrampolines

/// Says in words where a call's values travel.
package struct PlanDescription {
  private let plan: us_call_plan
  private let labels: [String]

  /// - Parameter labels: What to call the parameters.
  package init(_ plan: us_call_plan, labels: [String]) {
    self.plan = plan
    self.labels = labels
  }

  package var text: String {
    if plan.entry_kind == UInt8(US_ENTRY_GENERIC.rawValue) {
      return "planned for each list of types it is called with"
    }
    if plan.entry_kind == UInt8(US_ENTRY_MODIFY.rawValue) { return "answered by the getter and the setter" }
    var texts: [String] = []
    for (index, label) in labels.enumerated() { texts.append("\(label) \(argument(index))") }
    texts.append(result)
    if plan.can_throw != 0 { texts.append(error) }
    return texts.joined(separator: "; ")
  }

  private func argument(_ parameter: Int) -> String {
    var places: [String] = []
    var isIndirect = false
    for index in 0..<Int(plan.argument_part_count) {
      // Invariant: the plan has as many parts as it says.
      let part = plan.argument_parts.unsafelyUnwrapped[index]
      guard Int(part.parameter) == parameter else { continue }
      if part.is_indirect != 0 {
        isIndirect = true
        places.append(place(part.address))
      } else {
        places += moves(Int(part.first_move), Int(part.move_count))
      }
    }
    if places.isEmpty { return "nowhere" }
    return (isIndirect ? "by address in " : "in ") + places.joined(separator: " ")
  }

  private var result: String {
    if plan.result_mode == UInt8(US_RESULT_ADDRESS.rawValue) {
      return "result to memory at \(place(plan.result_address))"
    }
    if plan.result_is_x87 != 0 { return "result in st0" }
    var places = moves(Int(plan.first_result_move), Int(plan.result_move_count))
    for index in 0..<Int(plan.result_part_count) {
      // Invariant: the plan has as many parts as it says.
      let part = plan.result_parts.unsafelyUnwrapped[index]
      if part.is_indirect != 0 { places.append("memory at \(place(part.address))") }
    }
    return places.isEmpty ? "no result" : "result in " + places.joined(separator: " ")
  }

  private var error: String {
    if plan.error_type == nil { return "an error" }
    if plan.is_error_indirect != 0 { return "a typed error to memory at \(place(plan.error_address))" }
    let places = moves(Int(plan.first_error_move), Int(plan.error_move_count))
    return "a typed error in " + (places.isEmpty ? "no register" : places.joined(separator: " "))
  }

  private func moves(_ first: Int, _ count: Int) -> [String] {
    // Invariant: a plan's ranges of moves lie within its moves.
    (first..<first + count).map { place(plan.moves.unsafelyUnwrapped[$0].location) }
  }

  /// The name of a place in a frame.
  private func place(_ location: us_location) -> String {
    let offset = Int(location)
    if offset >= Int(US_LOCATION_STACK) { return "[stack+\(offset - Int(US_LOCATION_STACK))]" }
    let names = Self.names
    switch offset {
    case Int(US_FRAME_GPR)..<Int(US_FRAME_VEC): return names.integers[(offset - Int(US_FRAME_GPR)) / 8]
    case Int(US_FRAME_VEC)..<Int(US_FRAME_INDIRECT_RESULT): return names.vector + "\((offset - Int(US_FRAME_VEC)) / 16)"
    case Int(US_FRAME_INDIRECT_RESULT): return names.indirectResult
    case Int(US_FRAME_RESULT_VEC)..<Int(US_FRAME_RESULT_GPR):
      return names.vector + "\((offset - Int(US_FRAME_RESULT_VEC)) / 16)"
    case Int(US_FRAME_RESULT_GPR)..<Int(US_FRAME_RESULT_X87):
      return names.results[(offset - Int(US_FRAME_RESULT_GPR)) / 8]
    default: return "[frame+\(offset)]"
    }
  }

  private struct Names {
    let integers: [String]
    let results: [String]
    let vector: String
    let indirectResult: String
  }

  #if arch(x86_64)
    private static let names = Names(
      integers: ["rdi", "rsi", "rdx", "rcx", "r8", "r9", "?", "?"],
      results: ["rax", "rdx", "rcx", "r8", "?", "?"],
      vector: "xmm",
      indirectResult: "rax"
    )
  #else
    private static let names = Names(
      integers: (0..<8).map { "x\($0)" },
      results: (0..<6).map { "x\($0)" },
      vector: "v",
      indirectResult: "x8"
    )
  #endif
}
