package import UnderstudyMetadata

// A stand-in until fabrication is merged.

/// Values that can be copied and destroyed, and nothing else.
package enum Placeholder {
  package static func initialize(_ type: TypeMetadata, at address: UnsafeMutableRawPointer) -> Bool {
    if NeutralValue.initialize(type, at: address) { return true }
    if type.type == Any.self {
      address.initializeMemory(as: Any.self, to: 0)
      return true
    }
    guard !(type.type is Never.Type), type.isBitwiseTakable else { return false }
    // Zeroes are a valid null for every reference, and a valid value of every scalar.
    address.initializeMemory(as: UInt8.self, repeating: 0, count: type.size)
    return true
  }
}
