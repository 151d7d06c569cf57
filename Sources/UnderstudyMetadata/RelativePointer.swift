/// A reference stored as a signed 32-bit distance from the place where it is stored.
///
/// Layout: `swift/Basic/RelativePointer.h`. It has a meaning only at its own address, so it is never copied out of the
/// record it lies in: the functions take that address.
///
/// These and others that are asked often read memory as `pointee`: unlike `load`, it takes no call where nothing is optimised.
package enum RelativePointer {
  /// The target of a direct reference; `nil` where the distance is 0.
  package static func direct(at address: UnsafeRawPointer) -> UnsafeRawPointer? {
    let distance = address.assumingMemoryBound(to: Int32.self).pointee
    return distance == 0 ? nil : address + Int(distance)
  }

  /// The target of a reference whose lowest bit says that the distance leads to a pointer, not to the target itself.
  ///
  /// The second bit belongs to the referrer (it marks Objective-C protocols) and isn't part of the distance.
  package static func indirectable(at address: UnsafeRawPointer) -> UnsafeRawPointer? {
    let stored = address.assumingMemoryBound(to: Int32.self).pointee
    if stored == 0 { return nil }
    let target = address + Int(stored & ~3)
    return stored & 1 == 0 ? target : target.assumingMemoryBound(to: UnsafeRawPointer?.self).pointee
  }
}
