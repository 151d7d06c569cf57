/// Where generated code runs. Some types exist only in some places.
struct Platform {
  private var lackedFamilies: Set<Menu.Family> = []
  private var lackedTypes: Set<String> = []
  /// Whether 128-bit integers lose their upper half where async functions, if they aren't optimised, take or return them. Swift
  /// 6.3's do on arm64.
  private var losesWideIntegers = false

  /// The machine that the generator runs on.
  static let host: Platform = {
    var platform = Platform()
    #if !arch(x86_64)
      platform.lackedTypes = ["Float80"]
    #endif
    return platform
  }()

  /// arm64 Linux with Swift 6.0's standard library, and nothing else: what `Scripts/arm64-sdk` makes.
  static let arm64 = Platform(
    lackedFamilies: [.foundation, .inlineArray],
    lackedTypes: ["Float80"],
    losesWideIntegers: true
  )

  /// The platform with a name.
  static func named(_ name: String) -> Platform? {
    switch name {
    case "host": .host
    case "arm64": .arm64
    default: nil
    }
  }

  /// How often types of a family are picked.
  func weight(of family: Menu.Family) -> Int { lackedFamilies.contains(family) ? 0 : family.weight }

  /// The types of a family; `nil` if they are made, one by one.
  func knownTypes(of family: Menu.Family) -> [GeneratedType]? {
    KnownTypes.families[family]?.filter { !lackedTypes.contains($0.spelling) }
  }

  // MARK: What the compiler gets wrong

  /// Whether the compiler itself gets an async call with the argument right.
  ///
  /// Swift 6.3 crashes when a 16-byte aligned argument of an async call lies on the stack, and where an async function keeps
  /// a value that is aligned to more than that.
  func isSafeInAsync(_ type: GeneratedType, at index: Int, of count: Int) -> Bool {
    isSafeAsyncResult(type) && (type.alignment <= 8 || count == 1 && type.isScalar)
  }

  /// Whether the compiler itself gets the result of an async call right.
  func isSafeAsyncResult(_ type: GeneratedType) -> Bool {
    if type.holdsX87 || type.alignment > 16 { return false }
    return type.alignment <= 8 || !losesWideIntegers || type.spelling.hasPrefix("SIMD")
  }
}
