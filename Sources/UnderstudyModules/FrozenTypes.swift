internal import UnderstudyTrampolines

/// Types of the standard library that are `@frozen`, so that everybody knows their layout.
///
/// They are in nearly every call, and the library's module is large, or isn't there at all where a program is deployed without the
/// toolchain. A test holds the list against that module.
package enum FrozenTypes {
  /// Whether a type of the module `Swift` is known to be frozen. If not, it may still be.
  ///
  /// - Parameter path: The type's name after those of the types around it.
  package static func contains(_ path: [String]) -> Bool {
    (path.count == 1 ? path[0] : path.joined(separator: ".")).withCString { us_is_frozen_type(nil, $0) }
  }

  /// The same of a type's bare name, and that of the type it is in.
  package static func contains(_ name: UnsafePointer<CChar>, in outer: UnsafePointer<CChar>? = nil) -> Bool {
    us_is_frozen_type(outer, name)
  }

  /// The names, each after those of the types around it, joined by dots.
  package static var names: [String] {
    var names: [String] = []
    while let name = us_frozen_type(names.count) { names.append(String(cString: name)) }
    return names
  }
}
