import DifferentialSupport
import Testing

/// Calls on doubles compared with calls on compiled conformers. `Scripts/differential` does the same with protocols made up
/// at random, thousands of them.
@Suite(.serialized)
struct CatalogueTests {
  @Test(arguments: catalogue)
  func `A double is called like a conformer`(_ suite: AnySuite) async {
    let findings = await suite.run(seed: 1)
    #expect(findings.checked > 0, "\(findings.refusal ?? "")")
    for item in findings.disagreements + findings.deviations {
      Issue.record("\(item.requirement) on the \(item.callee): \(item.declaration): \(item.complaints)")
    }
  }
}
