import Testing
import UnderstudyTrampolines

@Suite struct PairTableTests {
  /// An address that nobody looks at.
  private func address(_ number: Int) -> UnsafeRawPointer { UnsafeRawPointer(bitPattern: number * 8)! }

  @Test func `What is added is found, and nothing else`() {
    let table = us_pair_table_create()
    defer { us_pair_table_destroy(table) }
    #expect(us_pair_table_get(table, address(1), nil) == nil)
    for number in 1...500 {
      #expect(us_pair_table_add(table, address(number), address(number % 7 + 1), address(number + 1000)))
    }
    #expect(!us_pair_table_add(table, address(3), address(4), address(1)))
    for number in 1...500 {
      #expect(us_pair_table_get(table, address(number), address(number % 7 + 1)) == address(number + 1000))
      #expect(us_pair_table_get(table, address(number), nil) == nil)
    }
    let values = (0..<us_pair_table_capacity(table)).count { us_pair_table_value(table, $0) != nil }
    #expect(values == 500)
  }
}
