internal import UnderstudyTrampolines

/// Hands out the places of direct results, in order: integers and floats have registers of their own.
///
/// For sync calls these are the registers that LLVM returns in (`RetCC_X86_64_Swift` in `X86CallingConv.td`); for async
/// ones the arguments of the function that resumes the caller.
struct ResultRegisters {
  let isAsync: Bool
  private var integers = 0
  private var floats = 0
  /// How many results are on the x87 stack.
  private(set) var x87Count = 0

  init(isAsync: Bool) {
    self.isAsync = isAsync
  }

  /// The place in the frame of the next result; `nil` if there is no register for it.
  mutating func place(of kind: us_scalar) -> Int? {
    let size = Int(us_scalar_size(kind))
    if kind == US_SCALAR_F80 {
      // Both registers of the x87 stack are only for these.
      defer { x87Count += 1 }
      return x87Count < 2 ? Int(US_FRAME_RESULT_X87) + size * x87Count : nil
    }
    guard kind.rawValue >= US_SCALAR_F16.rawValue else {
      defer { integers += (size + 7) / 8 }
      return Int(US_FRAME_RESULT_GPR) + 8 * integers
    }
    #if arch(x86_64)
      // A half is returned in one of the first two registers only.
      if !isAsync, kind == US_SCALAR_F16, floats >= 2 { return nil }
    #endif
    defer { floats += 1 }
    return Int(US_FRAME_RESULT_VEC) + 16 * floats
  }

  /// Where scalars lie in memory when they have too few registers: LLVM puts them into a struct that it makes of them.
  static func offsetsInMemory(of scalars: [Scalar]) -> [Int?] {
    var end = 0
    return scalars.map { scalar in
      let start = (end + scalar.size - 1) / scalar.size * scalar.size
      end = start + scalar.size
      return start
    }
  }
}
