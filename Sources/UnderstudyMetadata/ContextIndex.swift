internal import UnderstudyLocks
internal import UnderstudyTrampolines

/// Finds the declarations that a section lists by their bare names. Made when it is first asked.
///
/// The section's image must never be closed (`LoadedImages.keepImage`).
final class ContextIndex: @unchecked Sendable {
  // Sendable: the section is constant data of an image.
  private let section: UnsafeRawBufferPointer
  private let places = Guarded<[UInt32]>([])

  init(of section: UnsafeRawBufferPointer) { self.section = section }

  func contexts(named name: String) -> [ContextDescriptor] {
    let places = places.withLock { places in
      if places.isEmpty {
        var count = 2
        while count < section.count / 2 { count *= 2 }
        places = Array(repeating: 0, count: count)
        us_index_contexts(section.baseAddress!, section.count, &places, count)
      }
      return places
    }
    return SectionRecords.found {
      us_indexed_contexts_named(section.baseAddress!, places, places.count, name, $0, $1)
    }
    .map(ContextDescriptor.init(pointer:))
  }
}
