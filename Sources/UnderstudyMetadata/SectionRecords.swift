internal import UnderstudyImages
internal import UnderstudyTrampolines

/// What the loaded images list in sections of their own: conformances, types, protocols.
///
/// Sections: `swift/ABI/ObjectFile.h`. Private and local declarations are listed too. An image that is opened later is
/// seen by the next call.
package enum SectionRecords {
  /// The conformances of all loaded images to a protocol, in no particular order.
  package static func conformances(to protocol: ProtocolDescriptor) -> [ConformanceRecord] {
    collect("swift5_protocol_conformances") { section, records, capacity in
      us_conformances_to(section.baseAddress!, section.count, `protocol`.pointer, records, capacity)
    }
    .map(ConformanceRecord.init(pointer:))
  }

  /// The structs, enums and classes of a name.
  ///
  /// - Parameters:
  ///   - name: The bare name; types nested in others are found by their own.
  ///   - module: The name of the module; `nil` for any.
  /// - Returns: All of them: private, local and nested types may share a name.
  package static func types(named name: String, inModule module: String? = nil) -> [ContextDescriptor] {
    contexts("swift5_type_metadata", name, module)
  }

  /// The types of a name that can't be copied, likewise. They are listed on their own.
  package static func noncopyableTypes(named name: String, inModule module: String? = nil) -> [ContextDescriptor] {
    contexts("swift5_type_metadata_2", name, module)
  }

  /// The protocols of a name, likewise.
  package static func protocols(named name: String, inModule module: String? = nil) -> [ProtocolDescriptor] {
    contexts("swift5_protocols", name, module).map { ProtocolDescriptor(pointer: $0.pointer) }
  }

  private static func contexts(_ section: String, _ name: String, _ module: String?) -> [ContextDescriptor] {
    collect(section) { section, descriptors, capacity in
      us_contexts_named(section.baseAddress!, section.count, name, descriptors, capacity)
    }
    .map(ContextDescriptor.init(pointer:))
    .filter { module == nil || $0.moduleName == module }
  }

  /// Runs a pass over one section of every image, again where there wasn't room for all it finds.
  private static func collect(
    _ name: String,
    _ pass: (UnsafeRawBufferPointer, UnsafeMutablePointer<UnsafeRawPointer>, Int) -> Int
  ) -> [UnsafeRawPointer] {
    var result: [UnsafeRawPointer] = []
    var capacity = 64
    for section in LoadedImages.sections(named: name) {
      while true {
        var found = 0
        let part = [UnsafeRawPointer](unsafeUninitializedCapacity: capacity) { buffer, initialized in
          found = pass(section, buffer.baseAddress!, capacity)
          initialized = min(found, capacity)
        }
        if found <= capacity {
          result += part
          break
        }
        capacity = found
      }
    }
    return result
  }
}
