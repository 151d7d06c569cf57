package import UnderstudyModules

/// Reads protocols from a module for its own sake, without the gates: what fuzzing and the tests of damaged modules do.
package enum ModuleReader {
  /// How many of some protocols can be read.
  ///
  /// - Parameter protocols: Their names after those of the types around them.
  package static func read(_ module: SerializedModule, protocols: [[String]]) -> Int {
    guard var decoder = try? ModuleDecoder(module) else { return 0 }
    var count = 0
    for names in protocols {
      for isHidden in [false, true] {
        let path = ProtocolPath(names: names, isHidden: isHidden, nominal: { nil })
        guard let id = try? decoder.find(path), (try? decoder.readProtocol(id)) != nil else { continue }
        count += 1
      }
    }
    return count
  }
}
