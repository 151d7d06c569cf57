internal import UnderstudyTrampolines

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The functions that were running on a thread at a moment, the innermost first. Names are found when asked for.
package struct CallStack: Sendable {
  /// The most functions that are kept.
  package static let limit = 64

  /// Addresses inside the functions.
  private let addresses: [UInt64]

  /// The stack of this thread. Where a double was called asynchronously, the functions that await the call follow.
  package static func current() -> CallStack {
    CallStack(
      addresses: [UInt64](unsafeUninitializedCapacity: limit) { buffer, count in
        count = us_call_stack(buffer.baseAddress!, limit)
      }
    )
  }

  /// One of the functions.
  package struct Frame: Sendable, CustomStringConvertible {
    /// Its symbol, if it has one.
    package let symbol: String?
    /// As Swift source would put it, or as the image and the distance from its beginning.
    package let description: String
  }

  /// The functions. Reads the symbol tables of their images.
  package func frames() -> [Frame] {
    let images = addresses.map {
      LoadedImages.image(containing: UnsafeRawPointer(bitPattern: UInt($0)) ?? Self.nowhere)
    }
    var symbols: [UInt64: Symbol] = [:]
    var seen: [LoadedImage] = []
    for case let image? in images where !seen.contains(where: { $0 === image }) {
      seen.append(image)
      guard let table = try? image.file().symbolTable() else { continue }
      let inside = zip(addresses, images).filter { $0.1 === image }.map { $0.0 &- UInt64(image.loadBias) }
      for (address, symbol) in table.functions(at: inside) { symbols[address &+ UInt64(image.loadBias)] = symbol }
    }
    return zip(addresses, images).map { address, image in
      if let symbol = symbols[address] { return Frame(symbol: symbol.name, description: Self.source(of: symbol.name)) }
      guard let image else { return Frame(symbol: nil, description: "0x" + String(address, radix: 16)) }
      let name = image.resolvedPath.split(separator: "/").last ?? "?"
      let offset = String(address &- UInt64(image.loadBias), radix: 16)
      return Frame(symbol: nil, description: "\(name) + 0x\(offset)")
    }
  }

  /// An address in no image.
  private static var nowhere: UnsafeRawPointer { UnsafeRawPointer(bitPattern: 1)! }

  /// A symbol as Swift source would put it. Of an asynchronous function's parts the function is told, and of what is private
  /// not the file's number.
  private static func source(of symbol: String) -> String {
    guard let text = swift_demangle(symbol, symbol.utf8.count, nil, nil, 0) else { return symbol }
    defer { free(text) }
    var name = String(cString: text)[...]
    // "(2) await resume partial function for f()"
    let mark = " resume partial function for "
    while name.first == "(", let range = name.firstRange(of: mark) { name = name[range.upperBound...] }
    // "(f in _3DC994C17A6D1BC5B67469C33ADFA400)()"
    name.replace(/\(([^() ]+) in _[0-9A-F]{32}\)/) { $0.1 }
    // Spaces in names between backticks are no-break spaces in symbols.
    return String(name.map { $0 == "\u{A0}" ? " " : $0 })
  }
}
