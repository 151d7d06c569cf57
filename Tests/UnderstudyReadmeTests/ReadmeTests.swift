import Testing

/// The README's Swift code is code of this target, which has been compiled, and runs as tests.
@Suite struct ReadmeTests {
  @Test func `Every Swift block is in a source of this target`() throws {
    let shown = try Readme.shownCode()
    let blocks = try Readme.swiftBlocks()
    #expect(!blocks.isEmpty)
    for block in blocks { #expect(shown.contains(block)) }
  }

  @Test func `Everything that is marked for it is in the README`() throws {
    let blocks = try Readme.swiftBlocks()
    for code in try Readme.shownCode() { #expect(blocks.contains(code)) }
  }
}
