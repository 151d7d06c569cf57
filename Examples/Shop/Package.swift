// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Shop",
  dependencies: [
    .package(name: "Understudy", path: "../..")
  ],
  targets: [
    .target(name: "Shop"),
    .executableTarget(
      name: "Tour",
      dependencies: ["Shop", .product(name: "Understudy", package: "Understudy")]
    ),
    .testTarget(
      name: "ShopTests",
      dependencies: ["Shop", .product(name: "Understudy", package: "Understudy")]
    ),
    .testTarget(
      name: "ShopXCTests",
      dependencies: ["Shop", .product(name: "Understudy", package: "Understudy")]
    ),
    .testTarget(
      name: "ShopSwift5Tests",
      dependencies: ["Shop", .product(name: "Understudy", package: "Understudy")],
      swiftSettings: [.swiftLanguageMode(.v5)]
    ),
  ]
)
