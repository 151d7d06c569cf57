import Testing
import UnderstudyCalls
import UnderstudyFabrication

private protocol Consumer {
  init(taking text: consuming String, _ other: String)
  subscript(_ text: String) -> String { get set }
}
private struct RealConsumer: Consumer {
  init(taking text: consuming String, _ other: String) {}
  subscript(_ text: String) -> String {
    get { "" }
    set {}
  }
}

@Test private func `Initializers take over what they consume, whether they say so or not`() throws {
  let type = try DoubleType.of((any Consumer).self)
  #expect(type.requirements[0].parameters.map(\.ownership) == [.owned, .owned])
}
