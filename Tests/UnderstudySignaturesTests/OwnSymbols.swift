import Foundation
import UnderstudyImages

/// The names in the symbol table of the test binary.
enum OwnSymbols {
  static let all: [String] = {
    let address = unsafeBitCast(SampleConformer.self as AnyClass, to: UnsafeRawPointer.self)
    guard let file = LoadedImages.image(containing: address)?.path else { return [] }
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: file), options: .alwaysMapped) else {
      return []
    }
    return data.withUnsafeBytes(names)
  }()

  /// Walks the section headers of a 64-bit ELF file (`elf.h`).
  private static func names(in file: UnsafeRawBufferPointer) -> [String] {
    func word<T: FixedWidthInteger>(_ offset: Int, _: T.Type) -> Int {
      Int(file.loadUnaligned(fromByteOffset: offset, as: T.self))
    }
    let sections = word(0x28, UInt64.self)
    let sectionSize = word(0x3A, UInt16.self)
    let sectionCount = word(0x3C, UInt16.self)
    var names: [String] = []
    for number in 0..<sectionCount {
      let header = sections + number * sectionSize
      guard word(header + 4, UInt32.self) == 2 else { continue }
      let strings = word(sections + word(header + 0x28, UInt32.self) * sectionSize + 0x18, UInt64.self)
      let first = word(header + 0x18, UInt64.self)
      for symbol in stride(from: first, to: first + word(header + 0x20, UInt64.self), by: 24) {
        let name = file.baseAddress! + strings + word(symbol, UInt32.self)
        guard name.load(as: UInt8.self) == 0x24 else { continue }
        names.append(String(cString: name.assumingMemoryBound(to: CChar.self)))
      }
    }
    return names
  }
}
