import Testing

/// The Swift code of pages for users is code of this target, which has been compiled, and runs as tests.
@Suite struct PageTests {
  @Test(arguments: [Page.readme, .migrating]) func `Every Swift block is in a source of this target`(page: Page) throws
  {
    let shown = try page.shownCode()
    let blocks = try page.swiftBlocks()
    #expect(!blocks.isEmpty)
    for block in blocks { #expect(shown.contains(block)) }
  }

  @Test(arguments: [Page.readme, .migrating]) func `Everything that is marked for it is on the page`(page: Page) throws
  {
    let blocks = try page.swiftBlocks()
    for code in try page.shownCode() { #expect(blocks.contains(code)) }
  }
}
