import Testing

@testable import UnderstudySignatures

@Suite struct KeyPathGetterTests {
  @Test func `The symbol of a key path getter spells the property`() {
    #expect(KeyPathGetter.name(symbol: "$s4main1PV2okSbvpACTK") == "ok")
    #expect(KeyPathGetter.name(symbol: "$s4main3MapV5countSivpACTK") == "count")
  }

  @Test(arguments: [
    "", "TK", "pTK", "vpTK", "$sTK", "$s4main1PV2okSbvp", "$s4main1PV2okSbvg", "$s99main1PV2okSbvpACTK",
  ])
  func `Other symbols and damaged ones spell none`(_ symbol: String) {
    #expect(KeyPathGetter.name(symbol: symbol) == nil)
  }
}
