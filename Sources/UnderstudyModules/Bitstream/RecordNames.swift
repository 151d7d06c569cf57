/// The names of one block's records. Modules of one compiler share them.
package final class RecordNames: Sendable {
  /// The names, each at its record's code.
  package let spellings: [String?]

  init(_ spellings: [String?]) { self.spellings = spellings }

  package subscript(code: Int) -> String? { code < spellings.count ? spellings[code] : nil }
}
