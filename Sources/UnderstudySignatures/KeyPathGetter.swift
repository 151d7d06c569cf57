internal import UnderstudyLocks
internal import UnderstudyImages

/// The function through which a key path reads a computed property.
package enum KeyPathGetter {
  /// The name of the property that a function reads, if the function has a symbol.
  package static func name(at address: UnsafeRawPointer) -> String? {
    guard let image = LoadedImages.image(containing: address) else { return nil }
    let functions = [address, callee(of: address)].compactMap { $0 }.filter(image.contains)
    guard let names = try? image.symbolNames(at: functions) else { return nil }
    return functions.lazy.flatMap { names[$0] ?? [] }.compactMap { name(symbol: $0) }.first
  }

  /// What a function calls first, before it does anything else. In release builds a key path may hold a function without a name
  /// that calls the getter and nothing else (`getAccessorForComputedComponent` in `lib/IRGen/GenKeyPath.cpp`).
  private static func callee(of function: UnsafeRawPointer) -> UnsafeRawPointer? {
    // Invariant: the address is that of code, and no function is shorter than a frame's making, a call and a return.
    #if arch(x86_64)
      // push %rbp; mov %rsp, %rbp; call
      guard (0..<5).map({ function.load(fromByteOffset: $0, as: UInt8.self) }) == [0x55, 0x48, 0x89, 0xE5, 0xE8] else {
        return nil
      }
      return function + 9 + Int(function.loadUnaligned(fromByteOffset: 5, as: Int32.self))
    #elseif arch(arm64)
      // stp x29, x30, [sp, #-16]!; mov x29, sp; bl
      let call = function.load(fromByteOffset: 8, as: UInt32.self)
      guard function.load(as: UInt32.self) == 0xA9BF_7BFD, call >> 26 == 0b100101 else { return nil }
      return function + 8 + Int(Int32(bitPattern: call << 6) >> 4)
    #else
      return nil
    #endif
  }

  /// The name of the property whose key path getter a symbol is.
  ///
  /// The symbol (`docs/ABI/Mangling.rst`, `TK`) spells the property, then the type that the key path starts from. Where
  /// one ends and the other begins only reading tells, so the longest beginning is taken that is a property's name.
  package static func name(symbol: String) -> String? {
    guard symbol.hasSuffix("TK") else { return nil }
    var end = symbol.index(symbol.endIndex, offsetBy: -2)
    while let property = symbol[..<end].lastIndex(of: "p") {
      let beginning = symbol[...property]
      if beginning.hasSuffix("vp"), case .entity(let entity)? = (try? SymbolNode(String(beginning)))?.form {
        return entity.name?.text
      }
      end = property
    }
    return nil
  }
}
