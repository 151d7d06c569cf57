/// A layout that a kind of record has in modules of other compilers.
///
/// Its fields are put into the places that they have in the layout of `RecordKind`, so that nobody else needs to know of it.
package struct RecordVariant: Sendable {
  package let fingerprint: String
  /// What the record is taken for; `nil` for the kind whose variant this is.
  package let kind: RecordKind?
  /// The field for each place, `nil` where there is none, which then reads as 0; as they are if this is `nil`.
  private let places: [Int?]?
  /// The formats in which the layout means this, where others have used the same one for something else.
  private let formats: Range<Int>?

  init(_ fingerprint: String, as kind: RecordKind? = nil, places: [Int?]? = nil, formats: Range<Int>? = nil) {
    self.fingerprint = fingerprint
    self.kind = kind
    self.places = places
    self.formats = formats
  }

  package func isUsed(in format: Int) -> Bool { formats?.contains(format) ?? true }

  /// The fields in the places of the known layout. Their number follows from the fingerprint, which the caller has compared.
  package func arranged(_ fields: [UInt64]) -> [UInt64] {
    guard let places else { return fields }
    var arranged: [UInt64] = []
    arranged.reserveCapacity(places.count)
    for place in places { arranged.append(place.map { fields[$0] } ?? 0) }
    return arranged
  }
}

extension RecordKind {
  /// The layouts of Swift 6.0 to 6.2 that differ (swift/lib/Serialization/ModuleFormat.h, formats 871, 903, 927 and 944).
  ///
  /// Those of 871 were read from modules of Swift 6.0.3.
  package var variants: [RecordVariant] {
    switch self {
    // Up to 903 the list's elements have another width.
    case .structure: [RecordVariant("F31 F32 F1 F1 F31 F3 V4 V4 A F31")]
    case .enumeration: [RecordVariant("F31 F32 F1 F1 F31 F31 F3 V4 V4 A F31")]
    case .class: [RecordVariant("F31 F32 F1 F1 F1 F1 F1 F31 F31 F3 V4 V4 A F31")]
    case .extension: [RecordVariant("F31 F31 F32 F1 F31 V4 V4 A F31")]
    // Up to 944 the ways in which storage is written have fewer bits.
    case .variable:
      [RecordVariant("F31 F32 F1 F1 F1 F2 F1 F1 F1 F1 F31 F2 F3 F3 F3 F3 F31 F1 F31 F3 F3 F31 F2 V4 A F31")]
    case .subscript:
      [RecordVariant("F32 F1 F1 F1 F1 F2 F3 F3 F3 F3 F31 F31 F1 F31 F3 F3 F2 V5 F31 V4 A F31")]
    case .parameter:
      [
        // Up to 927 one flag less before `sending` and one less after it.
        RecordVariant(
          "F31 F31 F32 F3 F31 F1 F1 F1 F1 F1 F1 F4 F31 F3 F31 B",
          places: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, nil, 10, nil, 11, 12, 13, 14]
        ),
        // Later releases of 6.2 have the flag that follows `sending` in 944 and the one that does in 980.
        RecordVariant(
          "F31 F31 F32 F3 F31 F1 F1 F1 F1 F1 F1 F1 F1 F1 F4 F31 F3 F31 B",
          places: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15, 16, 17]
        ),
      ]
    case .genericParameterDeclaration:
      // 871: name, implicit, pack, depth, index, opaque. Depth and index have no place in later ones, and follow here.
      [RecordVariant("F31 F1 F1 V4 V4 F1", places: [0, 1, 5, nil, 3, 4])]
    // Up to 927 the only modifier is `unsafe`.
    case .nonisolated: [RecordVariant("F1 F1")]
    case .aliasType:
      // Up to 903 the parent comes first, and a substitution map takes the place of the list.
      [RecordVariant("F31 F31 F31 F31 F31", places: [0, 2, 3, 1])]
    case .functionParameter:
      [
        // 871 has a flag of a former attribute before `sending`; 883 and 903 don't; 927 has one for being addressable after it.
        RecordVariant(
          "F31 F31 F31 F1 F1 F1 F3 F1 F1 F1 F1 F1",
          places: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, nil, 11, nil],
          formats: 871..<883
        ),
        RecordVariant(
          "F31 F31 F31 F1 F1 F1 F3 F1 F1 F1 F1",
          places: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, nil, 10, nil]
        ),
        RecordVariant(
          "F31 F31 F31 F1 F1 F1 F3 F1 F1 F1 F1 F1",
          places: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, nil, 10, 11],
          formats: 904..<944
        ),
      ]
    case .genericParameter:
      [
        RecordVariant("F1 F31 V4", as: .declaredGenericParameter),
        // Up to 944 there is no flag before the index.
        RecordVariant("F2 F1 F15 F16 F31 F31", places: [0, 1, 2, nil, 3, 4, 5]),
      ]
    default: []
    }
  }
}
