/// A block of zeroed memory that fabricated runtime structures are laid out in, one after the other.
///
/// Relative pointers reach from any part of a slab to any other: that is why it is one block. It is never released,
/// since the runtime keeps what it has seen.
struct Slab {
  private let start: UnsafeMutableRawPointer
  private let capacity: Int
  private var used = 0

  init(capacity: Int) {
    self.capacity = capacity
    start = .allocate(byteCount: capacity, alignment: 16)
    start.initializeMemory(as: UInt8.self, repeating: 0, count: capacity)
  }

  /// Takes the next bytes.
  mutating func take(_ byteCount: Int, alignment: Int = 8) -> UnsafeMutableRawPointer {
    let begin = (used + alignment - 1) & ~(alignment - 1)
    precondition(begin + byteCount <= capacity, "the slab's capacity was computed wrongly")
    used = begin + byteCount
    return start + begin
  }

  /// Writes a zero-terminated text.
  mutating func text(_ text: String) -> UnsafeMutableRawPointer {
    let bytes = Array(text.utf8) + [0]
    let memory = take(bytes.count, alignment: 1)
    memory.copyMemory(from: bytes, byteCount: bytes.count)
    return memory
  }

  /// Writes a word that holds an address: what an indirect relative pointer points to.
  mutating func cell(_ address: UnsafeRawPointer) -> UnsafeMutableRawPointer {
    let memory = take(MemoryLayout<UnsafeRawPointer>.size)
    memory.storeBytes(of: address, as: UnsafeRawPointer.self)
    return memory
  }
}

extension UnsafeMutableRawPointer {
  /// Stores the distance to a place in the same slab; `isIndirect` marks the place as a cell.
  func storeRelative(to target: UnsafeRawPointer, isIndirect: Bool = false) {
    let distance = target - UnsafeRawPointer(self)
    storeBytes(of: Int32(distance) | (isIndirect ? 1 : 0), as: Int32.self)
  }
}
