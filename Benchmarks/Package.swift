// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]
let understudy = Target.Dependency.product(name: "Understudy", package: "understudy")

// What doubles cost: see `Scripts/bench`.
let package = Package(
  name: "Benchmarks",
  dependencies: [.package(name: "understudy", path: "..")],
  targets: [
    // What is measured, in which unit, and what it may cost at most.
    .target(name: "Figures", swiftSettings: settings),
    // What C has to say: marks for callgrind, and what the allocator knows.
    .target(name: "Instruments"),
    .executableTarget(
      name: "Benchmarks",
      dependencies: ["Figures", "Instruments", understudy],
      swiftSettings: settings
    ),
    // The same program with and without the library.
    .executableTarget(name: "Idle", swiftSettings: settings),
    .executableTarget(name: "IdleLinked", dependencies: [understudy], swiftSettings: settings),
    .executableTarget(name: "Report", dependencies: ["Figures"], swiftSettings: settings),
  ]
)
