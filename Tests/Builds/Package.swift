// swift-tools-version: 6.2

import PackageDescription

// A program that makes doubles and says how that went. `Scripts/builds` builds it in all ways that change what a binary tells of itself.
let package = Package(
  name: "Builds",
  dependencies: [.package(name: "understudy", path: "../..")],
  targets: [
    .target(name: "Pricing"),
    .executableTarget(name: "Builds", dependencies: ["Pricing", .product(name: "Understudy", package: "understudy")]),
  ]
)
