import Foundation
import Testing
import UnderstudyCalls
import UnderstudyFabrication

private protocol Counter {
  func next() -> Int
  func later() async -> Int
}
private struct Counters: Counter {
  func next() -> Int { 1 }
  func later() async -> Int { 1 }
}

private final class Seven: CallReceiver {
  func receive(_ call: borrowing Call) -> Outcome {
    call.initializeResult(to: 7)
    return .returned
  }
}

@Test func `No executable memory is made`() async throws {
  func executableMappings() throws -> [Substring] {
    let maps = try #require(
      String(bytes: FileHandle(forReadingAtPath: "/proc/self/maps")!.readDataToEndOfFile(), encoding: .utf8)
    )
    // Address, permissions, offset, device, inode, and a path unless the mapping is anonymous.
    return maps.split(separator: "\n").filter { line in
      let fields = line.split(separator: " ", omittingEmptySubsequences: true)
      return fields[1].contains("x") && (fields.count < 6 || fields[1].contains("w"))
    }
  }
  let before = try executableMappings()
  let counter = try DoubleType.of((any Counter).self).makeValue(as: (any Counter).self, receiver: Seven())
  #expect(counter.next() == 7)
  #expect(await counter.later() == 7)
  #expect(try executableMappings() == before)
}
