import Testing
import UnderstudyImages
import UnderstudyTrampolines

/// Debug information as a compiler would write it, byte by byte.
private struct DebugInformation {
  var info: [UInt8] = []
  // One layout: a compile unit without children, with a language, an attribute of the compiler's own if wanted, and a range of
  // addresses.
  private static func layout(_ own: [UInt8]) -> [UInt8] {
    [1, 0x11, 0, 0x13, 0x05] + own + [0x11, 0x01, 0x12, 0x06, 0, 0, 0]
  }
  static let plain = layout([0xE5, 0x7F, 0x19])
  static let optimized = layout([0xE1, 0x7F, 0x19])
  static let silent = layout([])

  mutating func addUnit(isOptimized: Bool?, language: UInt8 = 0x1E, start: UInt8) {
    var body: [UInt8] = [4, 0]
    let layout = isOptimized.map { $0 ? Self.plain.count : 0 } ?? Self.plain.count + Self.optimized.count
    body += [UInt8(layout), 0, 0, 0, 8]
    body += [1, language, 0, start, 0, 0, 0, 0, 0, 0, 0, 0x10, 0, 0, 0]
    info += [UInt8(body.count), 0, 0, 0] + body
  }

  func look(at address: UInt64 = 0, infoCount: Int? = nil, layoutCount: Int? = nil) -> us_compile_units {
    let layouts = Self.plain + Self.optimized + Self.silent
    // Copies of the exact size, so that a sanitizer sees a read past the end.
    let info = Array(self.info.prefix(infoCount ?? self.info.count))
    let layout = Array(layouts.prefix(layoutCount ?? layouts.count))
    return info.withUnsafeBufferPointer { info in
      layout.withUnsafeBufferPointer { layout in
        var sections = us_debug_sections()
        sections.info = us_bytes(bytes: info.baseAddress, count: info.count)
        sections.abbreviations = us_bytes(bytes: layout.baseAddress, count: layout.count)
        return us_look_at_compile_units(&sections, address)
      }
    }
  }
}

@Suite struct CompileUnitTests {
  private let information: DebugInformation

  init() {
    var information = DebugInformation()
    information.addUnit(isOptimized: false, start: 0x10)
    information.addUnit(isOptimized: true, start: 0x20)
    information.addUnit(isOptimized: true, language: 0x0C, start: 0x30)
    self.information = information
  }

  @Test func unitsOfSwiftAreCounted() {
    let units = information.look()
    #expect(units.count == 2)
    #expect(units.optimized == 1)
    #expect(units.is_complete)
  }

  @Test func aUnitThatSaysNothingOfTheKindLeavesItOpen() {
    var information = information
    information.addUnit(isOptimized: nil, start: 0x40)
    #expect(information.look().count == 3)
    #expect(!information.look().is_complete)
    #expect(information.look(at: 0x10).is_complete)
    #expect(!information.look(at: 0x40).is_complete)
  }

  @Test func anAddressPicksItsUnit() {
    #expect(information.look(at: 0x1F).optimized == 0)
    #expect(information.look(at: 0x1F).count == 1)
    #expect(information.look(at: 0x20).optimized == 1)
    #expect(information.look(at: 0x35).count == 0)
    #expect(information.look(at: 0x99).count == 0)
  }

  @Test func whatIsCutOffIsntComplete() {
    // At the end of a unit there is nothing to notice.
    let ends = [0, 26, 52, 78]
    for count in 0..<information.info.count where !ends.contains(count) {
      #expect(!information.look(infoCount: count).is_complete, "\(count)")
    }
    for count in 0..<DebugInformation.plain.count - 3 {
      #expect(!information.look(layoutCount: count).is_complete, "\(count)")
    }
  }

  @Test func damageNeverCrashes() {
    for index in information.info.indices {
      for value in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
        var damaged = information
        damaged.info[index] = value
        _ = damaged.look()
        _ = damaged.look(at: 0x20)
      }
    }
  }

  @Test func theseTestsAreNotOptimised() throws {
    let image = try #require(LoadedImages.all.first)
    #expect(try image.file().optimization(at: address(of: image)) == .none)
  }

  /// The address, as linked, of a function of this file.
  private func address(of image: LoadedImage) throws -> UInt64 {
    let symbols = try #require(try image.file().symbolTable()).symbols(prefix: "$s21UnderstudyImagesTests", suffix: "F")
    return try #require(symbols.first { $0.size > 0 }?.address)
  }
}
