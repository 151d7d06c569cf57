internal import UnderstudyMetadata
internal import UnderstudyTrampolines

/// Where in memory a call of a requirement is remembered.
final class RecordLayout: @unchecked Sendable {
  // Sendable: nothing changes after the requirement has been made.
  let layout: UnsafeMutablePointer<us_record_layout>

  /// - Parameters:
  ///   - index: The requirement's position among all of its type.
  ///   - types: Those of the arguments.
  ///   - block: Where they lie, and the outcome behind them.
  init(
    index: Int,
    _ types: [TypeMetadata],
    _ block: (offsets: [Int], end: Int, size: Int, alignment: Int),
    result: TypeMetadata,
    canThrow: Bool
  ) {
    CallChunk.install
    let alignment = max(block.alignment, MemoryLayout<us_record>.alignment)
    let start = Self.align(MemoryLayout<us_record>.size, to: alignment)
    let owned = types.indices.filter { !types[$0].isTrivial }
    let values = UnsafeMutablePointer<us_owned_value>.allocate(capacity: owned.count)
    for (position, index) in owned.enumerated() {
      let offset = UInt32(start + block.offsets[index])
      values.advanced(by: position).initialize(to: us_owned_value(offset: offset, type: types[index].pointer))
    }
    layout = .allocate(capacity: 1)
    layout.initialize(
      to: us_record_layout(
        // Until `requirement` is set.
        requirement: UnsafeRawPointer(layout),
        index: UInt32(index),
        first_offset: UInt32(Self.align(MemoryLayout<us_chunk>.size, to: alignment)),
        size: UInt32(Self.align(start + block.size, to: alignment)),
        block_offset: UInt32(start),
        outcome_offset: UInt32(start + block.end),
        alignment: UInt32(alignment),
        result_type: result.pointer,
        is_result_trivial: result.isTrivial,
        is_bitwise_takable: types.allSatisfy(\.isBitwiseTakable),
        may_keep_error: canThrow,
        owned_count: UInt32(owned.count),
        owned: values
      )
    )
  }

  deinit {
    layout.pointee.owned?.deallocate()
    layout.deallocate()
  }

  /// Whose calls they are.
  unowned(unsafe) var requirement: Requirement? {
    // Invariant: the requirement owns this, and sets it while it is made.
    didSet { layout.pointee.requirement = UnsafeRawPointer(Unmanaged.passUnretained(requirement!).toOpaque()) }
  }

  private static func align(_ offset: Int, to alignment: Int) -> Int { (offset + alignment - 1) & ~(alignment - 1) }
}
