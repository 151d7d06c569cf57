/// Why a protocol's signatures couldn't be read.
package struct SignatureError: Error, Hashable {
  /// In whole sentences.
  package var reason: String
  /// What the reader can do about it, in whole sentences.
  package var remedy: String
}
