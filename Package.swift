// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// A room of the house: a Swift target that sees the rooms below it and nothing else.
func room(_ name: String, below: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: below, swiftSettings: settings)
}

/// The tests of one room. They read their own types and symbols, which the optimiser would take for unused: in a release
/// build only the library is optimised.
func tests(_ name: String, of dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  let unoptimised = SwiftSetting.unsafeFlags(["-Onone"], .when(configuration: .release))
  return .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: settings + [unoptimised])
}

let package = Package(
  name: "Understudy",
  products: [
    .library(name: "Understudy", targets: ["Understudy"]),
    .library(name: "UnderstudyTesting", targets: ["UnderstudyTesting"]),
  ],
  targets: [
    .systemLibrary(
      name: "UnderstudyCFFI",
      pkgConfig: "libffi",
      providers: [.apt(["libffi-dev"])]
    ),
    .target(
      name: "UnderstudyTrampolines",
      dependencies: ["UnderstudyCFFI"],
      path: "Trampolines",
      publicHeadersPath: "include"
    ),
    room("UnderstudyLocks", below: []),
    room("UnderstudyImages", below: ["UnderstudyTrampolines", "UnderstudyLocks"]),
    room("UnderstudyMetadata", below: ["UnderstudyTrampolines", "UnderstudyLocks", "UnderstudyImages"]),
    room("UnderstudyModules", below: ["UnderstudyTrampolines", "UnderstudyLocks", "UnderstudyImages"]),
    room(
      "UnderstudySignatures",
      below: [
        "UnderstudyTrampolines", "UnderstudyLocks", "UnderstudyImages", "UnderstudyMetadata", "UnderstudyModules",
      ]
    ),
    room("UnderstudyCalls", below: ["UnderstudyTrampolines", "UnderstudyMetadata"]),
    room(
      "UnderstudyConvention",
      below: [
        "UnderstudyTrampolines", "UnderstudyLocks", "UnderstudyImages", "UnderstudyMetadata", "UnderstudyModules",
        "UnderstudyCalls",
      ]
    ),
    room(
      "UnderstudyFabrication",
      below: [
        "UnderstudyTrampolines", "UnderstudyLocks", "UnderstudyImages", "UnderstudyMetadata", "UnderstudySignatures",
        "UnderstudyConvention", "UnderstudyCalls",
      ]
    ),
    room(
      "Understudy",
      below: [
        "UnderstudyLocks", "UnderstudyImages", "UnderstudyMetadata", "UnderstudySignatures", "UnderstudyCalls",
        "UnderstudyFabrication",
      ]
    ),
    room("UnderstudyTesting", below: ["Understudy"]),
    .target(name: "CTypes", path: "Tests/CTypes"),
    // Types without reflection metadata.
    .target(
      name: "UndescribedTypes",
      path: "Tests/UndescribedTypes",
      swiftSettings: settings + [.unsafeFlags(["-Xfrontend", "-disable-reflection-metadata"])]
    ),
    // Types whose layout is hidden from other modules, or isn't.
    .target(
      name: "ResilientTypes",
      path: "Tests/ResilientTypes",
      swiftSettings: settings + [.unsafeFlags(["-enable-library-evolution"])]
    ),
    .target(name: "InlineExecution", path: "Tests/InlineExecution", swiftSettings: settings),
    .target(name: "DifferentialHeap", path: "Tests/Differential/Heap"),
    .target(name: "DifferentialRandom", path: "Tests/Differential/Random", swiftSettings: settings),
    .executableTarget(
      name: "DifferentialGenerator",
      dependencies: ["DifferentialRandom"],
      path: "Tests/Differential/Generator",
      swiftSettings: settings
    ),
    .plugin(
      name: "DifferentialCatalogue",
      capability: .buildTool,
      dependencies: ["DifferentialGenerator"],
      path: "Tests/Differential/Plugin"
    ),
    .target(
      name: "DifferentialSupport",
      dependencies: [
        "CTypes", "DifferentialHeap", "Understudy", "DifferentialRandom", "InlineExecution", "UnderstudyFabrication",
        "UnderstudyCalls", "UnderstudyMetadata",
      ],
      path: "Tests/Differential/Support",
      swiftSettings: settings
    ),
    tests("UnderstudyLocksTests", of: ["UnderstudyLocks"]),
    tests("UnderstudyImagesTests", of: ["UnderstudyImages", "UnderstudyTrampolines"]),
    tests("UnderstudyMetadataTests", of: ["UnderstudyMetadata", "UnderstudyImages", "UnderstudyTrampolines"]),
    tests("UnderstudySignaturesTests", of: ["UnderstudySignatures", "UnderstudyImages"], exclude: ["Fixtures"]),
    tests("UnderstudyModulesTests", of: ["UnderstudyModules"]),
    tests(
      "UnderstudyConventionTests",
      of: ["UnderstudyTrampolines", "UnderstudyMetadata", "UnderstudyCalls", "UnderstudyConvention"]
    ),
    tests(
      "UnderstudyFabricationTests",
      of: [
        "UnderstudyFabrication", "UnderstudyCalls", "UnderstudyMetadata", "UnderstudySignatures", "CTypes",
        "UndescribedTypes", "PressureSupport",
      ]
    ),
    tests("UnderstudyTests", of: ["Understudy", "UnderstudyLocks", "ResilientTypes", "CTypes", "PressureSupport"]),
    tests("UnderstudyTestingTests", of: ["Understudy", "UnderstudyTesting"]),
    // Generated code: its warnings are nobody's concern, and strict concurrency would only forbid some of its types.
    .testTarget(
      name: "DifferentialTests",
      dependencies: ["DifferentialSupport"],
      swiftSettings: [
        .swiftLanguageMode(.v5), .unsafeFlags(["-suppress-warnings"]),
        .unsafeFlags(["-Onone"], .when(configuration: .release)),
      ],
      plugins: ["DifferentialCatalogue"]
    ),
    // What can be checked where there is no test library.
    .executableTarget(
      name: "Checks",
      dependencies: ["InlineExecution", "Understudy"],
      path: "Tests/Checks",
      swiftSettings: settings
    ),
    .target(name: "AllocationCounter", path: "Tests/CallCosts/Counter"),
    .executableTarget(
      name: "CallCosts",
      dependencies: [
        "AllocationCounter", "Understudy", "UnderstudyCalls", "UnderstudyConvention", "UnderstudyMetadata",
      ],
      path: "Tests/CallCosts/Program",
      swiftSettings: settings
    ),
    .target(name: "ServiceProtocols", path: "Tests/ServiceProtocols", swiftSettings: settings),
    tests("ServiceTests", of: ["Understudy", "UnderstudyLocks", "ServiceProtocols"]),
    // What a real object and its user write down, and what they write with a spy in between.
    tests("TranscriptTests", of: ["Understudy", "ServiceProtocols"]),
    tests("ServiceXCTests", of: ["Understudy", "ServiceProtocols", "PressureSupport"]),
    tests("UnderstudyChildProcessTests", of: ["Understudy", "UnderstudyTesting", "PressureSupport"]),
    tests("UnderstudyReadmeTests", of: ["Understudy", "UnderstudyTesting"]),
    // Doubles among many threads, without memory, and at the end of their process.
    .target(name: "PressureSupport", path: "Tests/Pressure/Support"),
    .target(
      name: "PressureKinds",
      dependencies: ["Understudy"],
      path: "Tests/Pressure/Kinds",
      swiftSettings: settings + [.unsafeFlags(["-Onone"], .when(configuration: .release))]
    ),
    .executableTarget(
      name: "Pressure",
      dependencies: ["PressureKinds", "AllocationCounter", "DifferentialHeap"],
      path: "Tests/Pressure/Program",
      swiftSettings: settings
    ),
    tests("PressureTests", of: ["Understudy", "UnderstudyLocks", "PressureSupport", "PressureKinds"]),
    // The compiler's future default, for what these tests themselves declare.
    .testTarget(
      name: "UnderstudySystemTests",
      dependencies: ["Understudy"],
      swiftSettings: settings + [
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .unsafeFlags(["-Onone"], .when(configuration: .release)),
      ]
    ),
  ]
)
