@_exported public import CTypes

// Types of C. What their fields hold is compared, not what lies between them.

public let kPackedNumbers = Kit<ct_packed_numbers>(
  { source in
    ct_packed_numbers(
      byte: kUInt8.make(&source),
      other: kUInt8.make(&source),
      half_word: kUInt16.make(&source),
      number: kFloat.make(&source)
    )
  },
  { value, digest in
    digest.add(Int(value.byte))
    digest.add(Int(value.other))
    digest.add(Int(value.half_word))
    kFloat.feed(value.number, &digest)
  }
)
public let kGaps = Kit<ct_gaps>(
  { source in
    ct_gaps(
      byte: kUInt8.make(&source),
      word: kUInt32.make(&source),
      number: kDouble.make(&source),
      last: kUInt8.make(&source)
    )
  },
  { value, digest in
    digest.add(Int(value.byte))
    digest.add(Int(value.word))
    kDouble.feed(value.number, &digest)
    digest.add(Int(value.last))
  }
)
public let kFlag = Kit<ct_flag>({ ct_flag(value: kBool.make(&$0)) }, { kBool.feed($0.value, &$1) })
public let kFlags = Kit<ct_flags>(
  { ct_flags(first: kBool.make(&$0), second: kBool.make(&$0), third: kInt16.make(&$0)) },
  { value, digest in
    kBool.feed(value.first, &digest)
    kBool.feed(value.second, &digest)
    digest.add(Int(value.third))
  }
)
public let kNested = Kit<ct_nested>(
  { source in
    let text = UnsafePointer<CChar>(bitPattern: source.below(1 << 40) << 3)
    return ct_nested(flags: kFlags.make(&source), number: kInt32.make(&source), text: text)
  },
  { value, digest in
    kFlags.feed(value.flags, &digest)
    digest.add(Int(value.number))
    digest.add(Int(bitPattern: value.text))
  }
)
public let kArrays = Kit<ct_arrays>(
  { source in
    func byte() -> UInt8 { kUInt8.make(&source) }
    func halfWord() -> UInt16 { kUInt16.make(&source) }
    return ct_arrays(
      bytes: (byte(), byte(), byte(), byte(), byte()),
      half_words: (halfWord(), halfWord(), halfWord())
    )
  },
  { value, digest in
    withUnsafeBytes(of: value.bytes) { for byte in $0 { digest.add(Int(byte)) } }
    withUnsafeBytes(of: value.half_words) { for byte in $0 { digest.add(Int(byte)) } }
  }
)
public let kLargeOfC = Kit<ct_large>(
  { source in
    func word() -> Int64 { kInt64.make(&source) }
    return ct_large(words: (word(), word(), word(), word(), word(), word()))
  },
  { value, digest in withUnsafeBytes(of: value.words) { for byte in $0 { digest.add(Int(byte)) } } }
)
public let kEmptyOfC = Kit<ct_empty>({ _ in ct_empty() }, { _, _ in })
public let kCallbackOfC = Kit<ct_callback>(
  { source in
    ct_callback(
      body: source.once(in: 2) ? nil : { $0 + 1 },
      context: UnsafeMutableRawPointer(bitPattern: source.below(1 << 40) << 3)
    )
  },
  { value, digest in
    digest.add(Int(value.body?(4) ?? 0))
    digest.add(Int(bitPattern: value.context))
  }
)
public let kUnaligned = Kit<ct_unaligned>(
  { ct_unaligned(byte: kUInt8.make(&$0), word: kUInt32.make(&$0), number: kDouble.make(&$0)) },
  { value, digest in
    digest.add(Int(value.byte))
    digest.add(Int(value.word))
    kDouble.feed(value.number, &digest)
  }
)
public let kPlain = Kit<ct_plain>({ $0.once(in: 2) ? ct_plain_one : ct_plain_two }, { $1.add(Int($0.rawValue)) })
public let kClosed = Kit<ct_closed>({ $0.once(in: 2) ? .one : .two }, { $1.add(Int($0.rawValue)) })
public let kEnums = Kit<ct_enums>(
  { ct_enums(closed: kClosed.make(&$0), plain: kPlain.make(&$0)) },
  {
    kClosed.feed($0.closed, &$1)
    kPlain.feed($0.plain, &$1)
  }
)
public let kVectors = Kit<ct_vectors>(
  { source in
    let vector: SIMD4<Float> = vectorKit(kFloat).make(&source)
    return ct_vectors(vector: vector, number: kDouble.make(&source), other: kDouble.make(&source))
  },
  { value, digest in
    vectorKit(kFloat).feed(value.vector, &digest)
    kDouble.feed(value.number, &digest)
    kDouble.feed(value.other, &digest)
  }
)
public let kBitsBetween = Kit<ct_bits_between>(
  { source in
    ct_bits_between(byte: kUInt8.make(&source), bits: UInt32(source.below(32)), word: kInt32.make(&source))
  },
  { value, digest in
    digest.add(Int(value.byte))
    digest.add(Int(value.bits))
    digest.add(Int(value.word))
  }
)

/// A function of C: a pointer to its code.
public let kCFunction = Kit<@convention(c) (Int32, Double) -> Double>(
  { $0.once(in: 2) ? { Double($0) + $1 } : { Double($0) * $1 } },
  { kDouble.feed($0(4, 2.5), &$1) }
)
