import Testing
import UnderstudyImages

@inline(never) private func stackOfACallee() -> CallStack { CallStack.current() }

@Suite struct CallStackTests {
  @Test func `A stack names the functions that run, the innermost first`() throws {
    let names = stackOfACallee().frames().map(\.description)
    let callee = try #require(names.firstIndex { $0.contains("UnderstudyImagesTests.stackOfACallee()") })
    #expect(names[callee + 1].contains("CallStackTests.`A stack names the functions that run, the innermost first`()"))
    #expect(names.count <= CallStack.limit)
  }

  @Test func `A stack is cut where it is too deep`() {
    func descend(_ depth: Int) -> Int {
      depth == 0 ? CallStack.current().frames().count : descend(depth - 1) + 0
    }
    #expect(descend(3 * CallStack.limit) == CallStack.limit)
  }

  @Test func `Functions are found by every address inside them`() throws {
    let image = try #require(LoadedImages.all.first)
    let table = try #require(try image.file().symbolTable())
    let symbol = try #require(table.symbols(prefix: "us_call_stack", suffix: "us_call_stack").first)
    let inside = [symbol.address, symbol.address + 1, symbol.address + symbol.size - 1]
    let found = table.functions(at: inside + [symbol.address + symbol.size, 0, .max])
    for address in inside { #expect(found[address] == symbol) }
    #expect(found[symbol.address + symbol.size] != symbol)
    #expect(found[0] == nil && found[.max] == nil)
  }
}
