// swift-tools-version: 6.2

import PackageDescription

// What the targets that use doubles are built as; the library itself is built as always.
let settings: [SwiftSetting] =
  switch Context.environment["BUILDS_CLIENT"] {
  case "swift5": [.swiftLanguageMode(.v5)]
  case "evolution": [.unsafeFlags(["-enable-library-evolution", "-no-verify-emitted-module-interface"])]
  case "cxx": [.interoperabilityMode(.Cxx)]
  case "osize": [.unsafeFlags(["-Osize"])]
  case "ounchecked": [.unsafeFlags(["-Ounchecked"])]
  default: []
  }

// A program that makes doubles and says how that went. `Scripts/builds` builds it in all ways that change what a binary tells of itself.
let package = Package(
  name: "Builds",
  dependencies: [.package(name: "understudy", path: "../..")],
  targets: [
    .target(name: "Prices", swiftSettings: settings),
    .executableTarget(
      name: "Builds",
      dependencies: ["Prices", .product(name: "Understudy", package: "understudy")],
      swiftSettings: settings
    ),
  ]
)
