/// The kit of an integer type.
private func integer<T: FixedWidthInteger>(_ type: T.Type = T.self) -> Kit<T> {
  Kit(
    { source in T.random(in: .min ... .max, using: &source) },
    { value, digest in
      digest.add(UInt64(truncatingIfNeeded: value))
      digest.add(UInt64(truncatingIfNeeded: value >> 64))
    }
  )
}

/// The kit of a floating-point type. Its numbers are whole, so that they have a bit pattern of their own in any format.
private func float<T: BinaryFloatingPoint>(_ type: T.Type = T.self) -> Kit<T> {
  Kit(
    { source in T(source.below(1000) - 500) / 8 },
    { value, digest in digest.add(Int(exactly: value * 8) ?? -1_000_000) }
  )
}

public let kInt: Kit<Int> = integer()
public let kInt8: Kit<Int8> = integer()
public let kInt16: Kit<Int16> = integer()
public let kInt32: Kit<Int32> = integer()
public let kInt64: Kit<Int64> = integer()
public let kInt128: Kit<Int128> = integer()
public let kUInt: Kit<UInt> = integer()
public let kUInt8: Kit<UInt8> = integer()
public let kUInt16: Kit<UInt16> = integer()
public let kUInt32: Kit<UInt32> = integer()
public let kUInt64: Kit<UInt64> = integer()
public let kUInt128: Kit<UInt128> = integer()
public let kFloat16: Kit<Float16> = float()
public let kFloat: Kit<Float> = float()
public let kDouble: Kit<Double> = float()
#if arch(x86_64)
  public let kFloat80: Kit<Float80> = float()
#endif
public let kBool = Kit<Bool>({ $0.once(in: 2) }, { $1.add($0 ? 1 : 0) })
public let kVoid = Kit<Void>({ _ in }, { _, _ in })
public let kUnicodeScalar = Kit<Unicode.Scalar>(
  { Unicode.Scalar(UInt32($0.below(0xD000)))! },
  { $1.add(UInt64($0.value)) }
)

/// The kit of a SIMD vector.
public func vectorKit<V: SIMD>(_ scalar: Kit<V.Scalar>) -> Kit<V> {
  Kit(
    { source in
      var value = V()
      for index in value.indices { value[index] = scalar.make(&source) }
      return value
    },
    { value, digest in
      for index in value.indices { scalar.feed(value[index], &digest) }
    }
  )
}

// MARK: Pointers

private func address(_ source: inout Source) -> UInt { UInt(source.below(1 << 40) + 1) << 4 }

public let kRawPointer = Kit<UnsafeRawPointer>(
  { UnsafeRawPointer(bitPattern: address(&$0))! },
  { $1.add(UInt64(UInt(bitPattern: $0))) }
)
public let kMutableRawPointer = Kit<UnsafeMutableRawPointer>(
  { UnsafeMutableRawPointer(bitPattern: address(&$0))! },
  { $1.add(UInt64(UInt(bitPattern: $0))) }
)
public let kOpaquePointer = Kit<OpaquePointer>(
  { OpaquePointer(bitPattern: address(&$0))! },
  { $1.add(UInt64(UInt(bitPattern: $0))) }
)
public let kRawBuffer = Kit<UnsafeRawBufferPointer>(
  { UnsafeRawBufferPointer(start: kRawPointer.make(&$0), count: $0.below(100)) },
  {
    $1.add(UInt64(UInt(bitPattern: $0.baseAddress)))
    $1.add($0.count)
  }
)
public func pointerKit<T>(_ pointee: Kit<T>) -> Kit<UnsafePointer<T>> {
  Kit({ UnsafePointer(bitPattern: address(&$0))! }, { $1.add(UInt64(UInt(bitPattern: $0))) })
}
public func mutablePointerKit<T>(_ pointee: Kit<T>) -> Kit<UnsafeMutablePointer<T>> {
  Kit({ UnsafeMutablePointer(bitPattern: address(&$0))! }, { $1.add(UInt64(UInt(bitPattern: $0))) })
}
public func bufferKit<T>(_ pointee: Kit<T>) -> Kit<UnsafeMutableBufferPointer<T>> {
  Kit(
    { UnsafeMutableBufferPointer(start: mutablePointerKit(pointee).make(&$0), count: $0.below(100)) },
    {
      $1.add(UInt64(UInt(bitPattern: $0.baseAddress)))
      $1.add($0.count)
    }
  )
}
