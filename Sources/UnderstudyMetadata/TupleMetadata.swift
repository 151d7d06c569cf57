/// The metadata of a tuple, `()` included. Layout: `swift/ABI/Metadata.h` (`TargetTupleTypeMetadata`).
package struct TupleMetadata: Hashable, Sendable {
  package let type: TypeMetadata

  package init?(_ type: TypeMetadata) {
    guard type.kind == .tuple else { return nil }
    self.type = type
  }

  private enum Offset {
    static let count = 8
    static let labels = 16
    static let elements = 24
  }

  private static let elementSize = 16

  package struct Element: Sendable {
    /// `nil` where the element has no label.
    package let label: String?
    package let type: TypeMetadata
    /// The distance from the start of the tuple in bytes.
    package let offset: Int
  }

  package var count: Int { (type.pointer + Offset.count).assumingMemoryBound(to: Int.self).pointee }

  package func elementType(_ index: Int) -> TypeMetadata {
    let element = type.pointer + Offset.elements + index * Self.elementSize
    return TypeMetadata(pointer: element.assumingMemoryBound(to: UnsafeRawPointer.self).pointee)
  }

  package func elementOffset(_ index: Int) -> Int {
    let element = type.pointer + Offset.elements + index * Self.elementSize
    // 32 bits on some platforms, a word on others; the upper half is zero either way.
    return Int((element + 8).assumingMemoryBound(to: UInt32.self).pointee)
  }

  /// The labels: each is followed by a space, and is empty where the element has none.
  package var labels: [String?] {
    guard let bytes = (type.pointer + Offset.labels).load(as: UnsafePointer<CChar>?.self) else {
      return Array(repeating: nil, count: count)
    }
    var labels = String(cString: bytes).split(separator: " ", omittingEmptySubsequences: false).map {
      $0.isEmpty ? nil : String($0)
    }
    while labels.count > count { labels.removeLast() }
    while labels.count < count { labels.append(nil) }
    return labels
  }

  package var elements: [Element] {
    let labels = labels
    return (0..<count).map { Element(label: labels[$0], type: elementType($0), offset: elementOffset($0)) }
  }
}
