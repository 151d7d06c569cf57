// swift-tools-version: 6.2

import PackageDescription

// How long the first double of a process takes in a program of some size: see `Scripts/cold-start`.
let package = Package(
  name: "ColdStart",
  dependencies: [.package(name: "understudy", path: "../..")],
  targets: [
    .target(name: "Symbols"),
    // Its sources are made by the script.
    .target(name: "Weight"),
    .executableTarget(
      name: "ColdStart",
      dependencies: ["Symbols", "Weight", .product(name: "Understudy", package: "understudy")]
    ),
  ]
)
