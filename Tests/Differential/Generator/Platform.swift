/// Where generated code runs. Some types exist only in some places.
struct Platform {
  private var lackedFamilies: Set<Menu.Family> = []
  private var lackedTypes: Set<String> = []

  /// The machine that the generator runs on.
  static let host: Platform = {
    var platform = Platform()
    #if !arch(x86_64)
      platform.lackedTypes = ["Float80"]
    #endif
    return platform
  }()

  /// arm64 Linux with Swift 6.0's standard library, and nothing else: what `Scripts/arm64-sdk` makes.
  static let arm64 = Platform(lackedFamilies: [.foundation, .inlineArray], lackedTypes: ["Float80"])

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
}
