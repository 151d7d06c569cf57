internal import UnderstudyImages
internal import UnderstudyLocks
package import UnderstudyTrampolines

/// What the loaded images list in sections of their own: conformances, types, protocols.
///
/// Sections: `swift/ABI/ObjectFile.h`. Private and local declarations are listed too. An image that is opened later is
/// seen by the next call.
package enum SectionRecords {
  /// The conformances of all loaded images to a protocol, in no particular order.
  package static func conformances(to protocol: ProtocolDescriptor) -> [ConformanceRecord] {
    collect(sections(US_SWIFT_CONFORMANCES)) { section, records, capacity in
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
    contexts(sections(US_SWIFT_TYPES), name, module)
  }

  /// The types of a name that can't be copied, likewise. They are listed on their own.
  package static func noncopyableTypes(named name: String, inModule module: String? = nil) -> [ContextDescriptor] {
    contexts(LoadedImages.sections(named: "swift5_type_metadata_2"), name, module)
  }

  /// The protocols of a name, likewise.
  package static func protocols(named name: String, inModule module: String? = nil) -> [ProtocolDescriptor] {
    contexts(sections(US_SWIFT_PROTOCOLS), name, module).map { ProtocolDescriptor(pointer: $0.pointer) }
  }

  /// The first struct, enum or class of a name in a module that is the one meant. Quick if the module has been asked for before.
  ///
  /// - Parameters:
  ///   - name: The bare name.
  ///   - isMeant: Tells apart types that share it.
  package static func type(
    named name: String,
    inModule module: String,
    where isMeant: (ContextDescriptor) -> Bool
  ) -> ContextDescriptor? {
    if let index = homes.withLock({ $0[module] }) {
      for candidate in index.contexts(named: name) where candidate.moduleName == module && isMeant(candidate) {
        return candidate
      }
    }
    for section in likeliestFirst(sections(US_SWIFT_TYPES), for: module) {
      for candidate in contexts([section], name, module) where isMeant(candidate) {
        LoadedImages.keepImage(containing: section.baseAddress!)
        homes.withLock { $0[module] = ContextIndex(of: section) }
        return candidate
      }
    }
    return nil
  }

  /// Sections of types in the order in which a module's are likeliest to be there.
  private static func likeliestFirst(_ sections: [UnsafeRawBufferPointer], for module: String)
    -> [UnsafeRawBufferPointer]
  {
    var own: [UnsafeRawBufferPointer] = []
    var others: [UnsafeRawBufferPointer] = []
    // The program itself is registered last, after the libraries it needs; most of those are one module each.
    for section in sections.reversed() {
      let first = RelativePointer.indirectable(at: section.baseAddress!).map(ContextDescriptor.init(pointer:))
      if first?.moduleName == module { own.append(section) } else { others.append(section) }
    }
    return own + others
  }

  /// Where types of modules were found last.
  private static let homes = Guarded<Table<String, ContextIndex>>([:])

  private static func contexts(
    _ sections: [UnsafeRawBufferPointer],
    _ name: String,
    _ module: String?
  ) -> [ContextDescriptor] {
    collect(sections) { section, descriptors, capacity in
      us_contexts_named(section.baseAddress!, section.count, name, descriptors, capacity)
    }
    .map(ContextDescriptor.init(pointer:))
    .filter { module == nil || $0.moduleName == module }
  }

  /// The sections of a kind of all images, as the runtime knows them: to find them in the images' files would mean to open those.
  package static func sections(_ list: us_swift_list) -> [UnsafeRawBufferPointer] {
    found { us_swift_sections(list, $0, $1) }.map { UnsafeRawBufferPointer(start: $0.start, count: $0.size) }
  }

  /// Runs a pass over each of some sections.
  private static func collect(
    _ sections: [UnsafeRawBufferPointer],
    _ pass: (UnsafeRawBufferPointer, UnsafeMutablePointer<UnsafeRawPointer>, Int) -> Int
  ) -> [UnsafeRawPointer] {
    found { buffer, capacity in
      var count = 0
      for section in sections { count += pass(section, buffer + min(count, capacity), max(capacity - count, 0)) }
      return count
    }
  }

  /// Runs a pass, again where there wasn't room for all it finds.
  static func found<Element>(_ pass: (UnsafeMutablePointer<Element>, Int) -> Int) -> [Element] {
    var capacity = 64
    while true {
      var found = 0
      let part = [Element](unsafeUninitializedCapacity: capacity) { buffer, initialized in
        found = pass(buffer.baseAddress!, capacity)
        initialized = min(found, capacity)
      }
      if found <= capacity { return part }
      capacity = found
    }
  }
}
