internal import UnderstudyLocks
internal import UnderstudyTrampolines

/// The executables and shared libraries in this process, as they are now.
///
/// An image that is closed takes its memory with it.
package enum LoadedImages {
  /// The images found last, and the loader's counts of images opened and closed then.
  private struct Snapshot {
    var opened: UInt64 = 0
    var closed: UInt64 = 0
    var images: [LoadedImage] = []
  }

  private static let snapshot = Guarded(Snapshot())

  /// All images, the main executable first.
  package static var all: [LoadedImage] {
    snapshot.withLock { snapshot in
      var walk = Walk(known: snapshot)
      withUnsafeMutablePointer(to: &walk) { walk in
        us_visit_loaded_images(
          // Invariant: the context is the address of `walk`.
          { image, context in context.assumingMemoryBound(to: Walk.self).pointee.visit(image.pointee) },
          walk
        )
      }
      if !walk.isUnchanged { snapshot = walk.found }
      return snapshot.images
    }
  }

  /// One walk through the loader's list.
  private struct Walk {
    let known: Snapshot
    var found = Snapshot()
    var isUnchanged = false

    /// Takes up one image.
    ///
    /// - Returns: Whether to go on.
    mutating func visit(_ image: us_loaded_image) -> Bool {
      let isMain = found.images.isEmpty
      if isMain {
        found.opened = image.opened
        found.closed = image.closed
        if !known.images.isEmpty, known.opened == found.opened, known.closed == found.closed {
          isUnchanged = true
          return false
        }
      }
      // An image that is still there keeps its object, and with it its opened file.
      let new = LoadedImage(image, isMain: isMain)
      let same = known.images.first {
        $0.headers == new.headers && $0.segments == new.segments && $0.path == new.path
      }
      found.images.append(same ?? new)
      return true
    }
  }

  /// The image that an address lies in.
  package static func image(containing address: UnsafeRawPointer) -> LoadedImage? {
    let images = all
    var index = 0
    while index < images.count {
      if images[index].contains(address) { return images[index] }
      index += 1
    }
    return nil
  }

  /// Makes the image that an address lies in stay in the process, whoever closes it: for those who keep addresses in it.
  package static func keepImage(containing address: UnsafeRawPointer) { us_keep_image(address) }

  /// The section of one name in every image that has it and whose file can be read.
  package static func sections(named name: String) -> [UnsafeRawBufferPointer] {
    var result: [UnsafeRawBufferPointer] = []
    for image in all {
      if let section = try? image.section(named: name), section.count > 0 { result.append(section) }
    }
    return result
  }
}

extension LoadedImage {
  /// An image as the loader describes it.
  fileprivate convenience init(_ image: us_loaded_image, isMain: Bool) {
    var segments: [Segment] = []
    var index = 0
    while index < image.header_count, let headers = image.headers {
      let header = headers[index]
      index += 1
      guard header.type == UInt32(US_PROGRAM_HEADER_LOAD), header.memory_size > 0 else { continue }
      let start = UInt(image.load_bias) &+ UInt(header.address)
      segments.append(
        Segment(
          addresses: start..<start + UInt(header.memory_size),
          isExecutable: header.flags & UInt32(US_PROGRAM_HEADER_EXECUTABLE) != 0
        )
      )
    }
    let name = image.path.map { String(cString: $0) } ?? ""
    self.init(
      path: isMain ? Self.mainExecutablePath : name,
      loadBias: UInt(image.load_bias),
      segments: segments,
      headers: UInt(bitPattern: image.headers),
      headersSize: image.header_count * MemoryLayout<us_program_header>.size
    )
  }
}
