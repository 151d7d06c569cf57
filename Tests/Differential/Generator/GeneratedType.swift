/// A type that the generated code uses.
struct GeneratedType {
  /// As it is written.
  var spelling: String
  /// The expression of its kit.
  var kit: String
  var alignment = 8
  var isHashable = false
  var isComparable = false
  /// Whether it is more than a parameter: a result, an element, a property.
  var isFirstClass = true
  /// Whether it is a number or a vector.
  var isScalar: Bool { kit.hasPrefix("kInt") || kit.hasPrefix("kUInt") || spelling.hasPrefix("SIMD") }
  /// Whether it holds an 80-bit float.
  var holdsX87 = false
  /// Whether values hold a `Float16`, and whether a small integer comes behind it.
  var half = Half.none
  /// Whether it is a function's type, and nothing around it.
  var isFunction = false
  var isTuple = false
  /// Whether functions of the type throw.
  var canThrow = false
  /// Whether a placeholder is in it.
  var isOpen: Bool { spelling.contains("Q") }

  /// What values have of the shape that the compiler gets wrong.
  enum Half {
    case none, held, beforeSmall
  }
}

extension [GeneratedType] {
  /// What a value has that is made of these; `nil` if Swift 6.3 passes it wrongly: a `Float16` with several small integers
  /// behind it in the same word.
  var half: GeneratedType.Half? {
    var half = GeneratedType.Half.none
    for (index, type) in enumerated() {
      half = type.half == .none ? half : type.half
      guard index + 1 < count, type.half != .none, self[index + 1].alignment < 8 else { continue }
      let next = self[index + 1]
      if next.spelling == "Float16" || next.spelling == "Float" { continue }
      guard type.half == .held, index + 2 == count, next.isHashable || next.spelling == "Bool" else { return nil }
      half = .beforeSmall
    }
    return half
  }
}

/// All types that aren't generated.
enum KnownTypes {
  /// The known type, or error, that is written so.
  static func named(_ spelling: String) -> GeneratedType {
    (families.values.joined() + errors + others).first { $0.spelling == spelling }!
  }

  /// Types that calls throw.
  static let errors: [GeneratedType] = [
    plain("Empty", "kEmpty", 1), plain("PlainError", "kPlainError", 1), plain("NumbersError", "kNumbersError"),
    plain("FloatError", "kFloatError", 4), plain("TextError", "kTextError"), plain("PayloadError", "kPayloadError"),
    plain("ErrorObject", "kErrorObject"), plain("AddressError", "kAddressError"), plain("Large", "kLarge"),
  ]

  /// Types for parameters that are `isolated`.
  static let actors: [GeneratedType] = [plain("Keeper", "kKeeper"), plain("(any Actor)?", "kAnyActor")]

  private static let others = actors

  static let families: [Menu.Family: [GeneratedType]] = [
    .small: [
      hashable("Int8", 1), hashable("UInt8", 1), hashable("Int16", 2), hashable("UInt16", 2), hashable("Int32", 4),
      hashable("UInt32", 4), plain("Bool", "kBool", 1), half, hashable("Float", 4),
      plain("Void", "kVoid", 1),
    ],
    .number: [
      hashable("Int", 8), hashable("UInt", 8), hashable("Int64", 8), hashable("UInt64", 8), hashable("Double", 8),
      hashable("Int128", 16), hashable("UInt128", 16),
      GeneratedType(spelling: "Float80", kit: "kFloat80", alignment: 16, holdsX87: true),
    ],
    .vector: vectors,
    .text: [
      hashable("String", 8), hashable("String", 8), hashable("Character", 8), hashable("Substring", 8),
      plain("Unicode.Scalar", "kUnicodeScalar", 4), plain("AnyHashable", "kAnyHashable"),
    ],
    .pointer: [
      plain("UnsafeRawPointer", "kRawPointer"), plain("UnsafeMutableRawPointer", "kMutableRawPointer"),
      plain("OpaquePointer", "kOpaquePointer"), plain("UnsafeRawBufferPointer", "kRawBuffer"),
      plain("ObjectIdentifier", "kObjectIdentifier"), plain("Unmanaged<Counted>", "kUnmanaged"),
      plain("(@convention(c) (Int32, Double) -> Double)", "kCFunction"),
    ],
    .keyPath: [
      plain("KeyPath<Large, String>", "kKeyPath"), plain("WritableKeyPath<Large, Counted>", "kWritableKeyPath"),
      plain("PartialKeyPath<Large>", "kPartialKeyPath"), plain("AnyKeyPath", "kAnyKeyPath"),
    ],
    .importedFromC: [
      plain("ct_packed_numbers", "kPackedNumbers", 4), plain("ct_gaps", "kGaps"), plain("ct_flag", "kFlag", 1),
      plain("ct_flags", "kFlags", 2), plain("ct_nested", "kNested"), plain("ct_arrays", "kArrays", 2),
      plain("ct_large", "kLargeOfC"), plain("ct_empty", "kEmptyOfC", 1), plain("ct_callback", "kCallbackOfC"),
      plain("ct_unaligned", "kUnaligned", 1), plain("ct_plain", "kPlain", 4), plain("ct_closed", "kClosed", 1),
      plain("ct_enums", "kEnums", 4), plain("ct_vectors", "kVectors", 16), plain("ct_bits_between", "kBitsBetween", 4),
    ],
    .foundation: [
      hashable("Data", 8, false), hashable("Date", 8), hashable("URL", 8, false), hashable("UUID", 1, false),
      plain("Decimal", "kDecimal", 4), plain("DateComponents", "kDateComponents"), plain("IndexPath", "kIndexPath"),
      plain("Locale", "kLocale"),
    ],
    .reference: [
      hashable("Counted", 8, false), hashable("CountedChild", 8, false), plain("AnyObject", "kAnyObject"),
      plain("WeakHolder", "kWeakHolder"), plain("UnownedHolder", "kUnownedHolder"),
    ],
    .existential: [
      plain("(any Marked)", "kMarked"), plain("(any MarkedObject)", "kMarkedObject"),
      plain("(any Marked & MarkedObject)", "kMarkedBoth"), plain("(any Counted & Marked)", "kCountedMarked"),
      plain("(any Marked & Sendable)", "kMarkedSendable"), plain("Any", "kAny"), plain("(any Error)", "kError"),
    ],
    .metatype: [
      plain("Any.Type", "kAnyType"), plain("Counted.Type", "kCountedType"), plain("(any Marked.Type)", "kMarkedType"),
      plain("AnyObject.Type", "kAnyObjectType"),
      GeneratedType(spelling: "Int.Type", kit: "kIntType", isFirstClass: false),
      GeneratedType(spelling: "Large.Type", kit: "kLargeType", isFirstClass: false),
      GeneratedType(spelling: "(any Marked).Type", kit: "kProtocolType", isFirstClass: false),
    ],
    .clock: [hashable("Duration", 8), hashable("ContinuousClock.Instant", 8, true, "kInstant")],
  ]

  private static let half = GeneratedType(spelling: "Float16", kit: "kFloat16", alignment: 2, half: .held)

  private static func plain(_ spelling: String, _ kit: String, _ alignment: Int = 8) -> GeneratedType {
    GeneratedType(spelling: spelling, kit: kit, alignment: alignment)
  }

  private static func hashable(
    _ spelling: String,
    _ alignment: Int,
    _ isComparable: Bool = true,
    _ kit: String? = nil
  ) -> GeneratedType {
    GeneratedType(
      spelling: spelling,
      kit: kit ?? "k\(spelling)",
      alignment: alignment,
      isHashable: true,
      isComparable: isComparable
    )
  }

  private static let vectors: [GeneratedType] = {
    var types: [GeneratedType] = []
    for (scalar, size) in [
      ("Float", 4), ("Double", 8), ("Int8", 1), ("UInt8", 1), ("Int16", 2), ("Int32", 4), ("UInt32", 4), ("Int64", 8),
      ("Int", 8), ("Float16", 2),
    ] {
      for count in [2, 3, 4, 8, 16] {
        types.append(
          GeneratedType(
            spelling: "SIMD\(count)<\(scalar)>",
            kit: "vectorKit(k\(scalar))",
            alignment: (count == 3 ? 4 : count) * size,
            half: scalar == "Float16" && count < 8 ? .held : .none
          )
        )
      }
    }
    return types
  }()
}
