internal import UnderstudyTrampolines

/// How Swift code was compiled, as far as an image's debug information tells.
package enum Optimization: Hashable, Sendable {
  case none
  case some
  /// There is no debug information, or none that says so.
  case unknown
}

extension ELFFile {
  /// Whether Swift code was optimised.
  ///
  /// - Parameter address: An address as linked; `nil` for all code of the file, which is optimised if some of it is.
  /// - Throws: `ELFError` if the file can't be read.
  package func optimization(at address: UInt64? = nil) throws(ELFError) -> Optimization {
    guard let info = try bytes(ofSection: ".debug_info"), let abbreviations = try bytes(ofSection: ".debug_abbrev")
    else {
      return .unknown
    }
    var sections = us_debug_sections()
    sections.info = info
    sections.abbreviations = abbreviations
    if address != nil {
      sections.ranges = try bytes(ofSection: ".debug_ranges") ?? us_bytes()
      sections.range_lists = try bytes(ofSection: ".debug_rnglists") ?? us_bytes()
    }
    let units = us_look_at_compile_units(&sections, address ?? 0)
    if units.optimized > 0 { return .some }
    return units.count > 0 && units.is_complete ? .none : .unknown
  }

  private func bytes(ofSection name: String) throws(ELFError) -> us_bytes? {
    guard let section = section(named: name) else { return nil }
    // A compressed section says nothing to this reader.
    if section.isCompressed { return nil }
    let contents = try contents(of: section)
    return us_bytes(bytes: contents.baseAddress?.assumingMemoryBound(to: UInt8.self), count: contents.count)
  }
}
