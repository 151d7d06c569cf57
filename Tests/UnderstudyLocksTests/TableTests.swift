import Testing
import UnderstudyLocks

/// A key whose hash says little, so that many share a place.
private struct Crowded: Hashable {
  var number: Int

  func hash(into hasher: inout Hasher) { hasher.combine(number % 3) }
}

struct TableTests {
  /// The same changes to a table and to a dictionary, which is right by definition.
  private func compare<Key: Hashable>(_ steps: Int, key: (Int) -> Key) {
    var random = SystemRandomNumberGenerator()
    var table: Table<Key, Int> = [:]
    var dictionary: [Key: Int] = [:]
    for step in 0..<steps {
      let key = key(Int.random(in: 0..<60, using: &random))
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        table[key] = nil
        dictionary[key] = nil
      case 1:
        table[key, default: 7] += step
        dictionary[key, default: 7] += step
      default:
        table[key] = step
        dictionary[key] = step
      }
      #expect(table.count == dictionary.count)
      #expect(table[key] == dictionary[key])
    }
    for number in 0..<60 { #expect(table[key(number)] == dictionary[key(number)]) }
    #expect(Dictionary(uniqueKeysWithValues: table.map { ($0.key, $0.value) }) == dictionary)
    #expect(table.isEmpty == dictionary.isEmpty)
  }

  @Test func isADictionary() {
    for _ in 0..<20 { compare(300) { "\($0)" } }
  }

  @Test func keysMayShareAHash() {
    for _ in 0..<10 { compare(200, key: Crowded.init) }
  }

  @Test(arguments: [3, 8, 9, 40, 1000]) func keepsTheOrder(count: Int) {
    var table: Table<Int, Int> = [:]
    for key in (0..<count).reversed() { table[key] = key }
    for key in 0..<count { table[key] = -key }
    #expect(table.map(\.key) == (0..<count).reversed())
    table[1] = nil
    #expect(table.map(\.value) == (0..<count).reversed().filter { $0 != 1 }.map { -$0 })
  }

  @Test func copiesAreIndependent() {
    var table: Table<String, [Int]> = ["a": [1], "b": [2]]
    let copy = table
    table["a", default: []].append(3)
    table["c"] = []
    #expect(copy.map(\.key) == ["a", "b"])
    #expect(copy["a"] == [1])
    #expect(table["a"] == [1, 3])
  }

  @Test func laterLiteralsWin() {
    let table: Table<String, Int> = ["a": 1, "b": 2, "a": 3]
    #expect(table["a"] == 3)
    #expect(table.count == 2)
  }

  @Test func equalityDisregardsOrder() {
    let table: Table<String, Int> = ["a": 1, "b": 2]
    #expect(table == ["b": 2, "a": 1])
    #expect(table != ["a": 1, "b": 3])
    #expect(table != ["a": 1])
    #expect(table != ["a": 1, "c": 2])
  }
}
