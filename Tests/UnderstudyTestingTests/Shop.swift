protocol Shop {
  func price(of item: String) -> Int
  func load(_ id: Int) async throws -> String
  func close()
}

enum ShopError: Error { case closed }
