internal import UnderstudyImages
internal import UnderstudyTrampolines

#if canImport(Glibc)
  internal import Glibc
#endif

/// Where on disk a module's serialized form or textual interface may be.
package struct ModuleLocator: Sendable {
  /// A file that may describe a module.
  package enum Candidate: Sendable, Equatable {
    case serialized(path: String)
    case interface(path: String)

    package var path: String {
      switch self {
      case .serialized(let path), .interface(let path): path
      }
    }
  }

  /// The folders to look in, best first.
  package let directories: [String]

  package init(directories: [String]) { self.directories = directories }

  /// The locator for the running process: beside its executable as SwiftPM's build systems lay it out, then beside
  /// the standard library it loaded.
  package static func forThisProcess() -> ModuleLocator {
    var directories: [String] = []
    if let executable = realPath("/proc/self/exe") {
      directories += folders(beside: executable)
    }
    // The metadata of a standard library type lies in the standard library's image.
    if let library = imagePath(containing: unsafeBitCast(Int.self as Any.Type, to: UnsafeRawPointer.self)) {
      directories.append(folder(of: library))
    }
    return ModuleLocator(directories: directories)
  }

  /// The path of the image an address belongs to.
  package static func imagePath(containing address: UnsafeRawPointer) -> String? {
    LoadedImages.image(containing: address).flatMap { realPath($0.path) }
  }

  /// The name of the module a Swift library's file name stands for: `libswift_Concurrency.so` is `_Concurrency`,
  /// `libswiftCore.so` is `Swift`, `libFoundation.so` is `Foundation`.
  package static func moduleName(ofLibrary path: String) -> String? {
    // Byte by byte: of the methods of strings, the first use takes the runtime as long as reading a module does.
    path.withCString { path in
      let file = strrchr(path, Int32(UInt8(ascii: "/"))).map { UnsafePointer($0 + 1) } ?? path
      let length = strlen(file)
      guard length > 6, strncmp(file, "lib", 3) == 0, strcmp(file + length - 3, ".so") == 0 else { return nil }
      var name = file + 3
      var count = length - 6
      if strncmp(name, "swift", 5) == 0 {
        name += 5
        count -= 5
        if count == 4, strncmp(name, "Core", 4) == 0 { return "Swift" }
      }
      if count <= 0 { return nil }
      return String(decoding: UnsafeRawBufferPointer(start: name, count: count), as: UTF8.self)
    }
  }

  /// The files that may describe a module, best first.
  ///
  /// - Parameter image: The image that contains the module's code; the folders beside it are looked in too.
  /// - Returns: The files that exist, and the places that were looked at.
  package func candidates(for module: String, image: String? = nil) -> (found: [Candidate], lookedAt: [String]) {
    var found: [Candidate] = []
    var lookedAt: [String] = []
    // A module's name becomes part of a path.
    guard !module.isEmpty, !module.contains("/"), !module.utf8.contains(0) else { return ([], []) }
    var folders = directories
    if let image {
      for folder in Self.folders(beside: image) where !folders.contains(folder) { folders.append(folder) }
    }
    for folder in folders {
      let path = "\(folder)/\(module).swiftmodule"
      lookedAt.append(path)
      guard let names = Self.list(path) else {
        if access(path, R_OK) == 0 { found.append(.serialized(path: path)) }
        continue
      }
      if let name = Self.best(names, ending: ".swiftmodule") { found.append(.serialized(path: "\(path)/\(name)")) }
      if let name = Self.best(names, ending: ".private.swiftinterface") ?? Self.best(names, ending: ".swiftinterface") {
        found.append(.interface(path: "\(path)/\(name)"))
      }
    }
    return (found, lookedAt)
  }

  /// Where modules lie beside a product: in `Modules` (SwiftPM's own build system) or next to it.
  private static func folders(beside image: String) -> [String] {
    let folder = folder(of: image)
    return ["\(folder)/Modules", folder]
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return String(path[..<slash])
  }

  private static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  #if arch(x86_64)
    private static let architectures = ["x86_64"]
  #elseif arch(arm64)
    private static let architectures = ["aarch64", "arm64"]
  #else
    private static let architectures: [String] = []
  #endif

  /// The file for this architecture; among several, Linux with glibc's, then the first by name.
  private static func best(_ names: [String], ending suffix: StaticString) -> String? {
    var best: String?
    var index = 0
    while index < names.count {
      let name = names[index]
      index += 1
      switch fitness(name, ending: suffix) {
      case .none: continue
      case .best: return name
      case .some: if best == nil || name < best! { best = name }
      }
    }
    return best
  }

  private enum Fitness { case none, some, best }

  /// How well a file's name fits: byte by byte, as in `moduleName`.
  private static func fitness(_ name: String, ending suffix: StaticString) -> Fitness {
    name.withCString { name in
      guard ends(name, strlen(name), suffix) else { return .none }
      // What is left names the target: architecture, vendor, system.
      let length = strlen(name) - suffix.utf8CodeUnitCount
      var index = 0
      while index < architectures.count {
        let known = architectures[index]
        index += 1
        let count = known.utf8.count
        let isSame = known.withCString { strncmp(name, $0, count) == 0 }
        guard isSame, length == count || length > count && name[count] == CChar(UInt8(ascii: "-")) else { continue }
        // Other forms of an interface end alike.
        if ends(name, length, ".private") || ends(name, length, ".package") { return .none }
        return ends(name, length, "-linux-gnu") ? .best : .some
      }
      return .none
    }
  }

  /// Whether the first bytes of a text end with others.
  private static func ends(_ text: UnsafePointer<CChar>, _ length: Int, _ suffix: StaticString) -> Bool {
    let count = suffix.utf8CodeUnitCount
    return length >= count && memcmp(text + length - count, suffix.utf8Start, count) == 0
  }

  /// The names in a folder; nothing where it is none.
  private static func list(_ path: String) -> [String]? {
    guard let folder = opendir(path) else { return nil }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      names.append(String(cString: us_entry_name(entry)))
    }
    return names
  }
}
