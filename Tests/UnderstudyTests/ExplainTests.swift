import Testing
import Understudy

private protocol Cupboard {
  func open(_ door: String, by hand: Int) async throws -> [String]
  func weigh(_ cups: Double...) -> Float
  static func build(from plan: consuming String) -> Bool
  init?(wood: String)
  var height: Double { get set }
  subscript(shelf: Int) -> Substring { get }
  func find<Cup: Hashable>(_ cup: Cup) -> Cup?
  nonisolated(nonsending) func airOut(minutes: Int) async
}

@Suite("The table of requirements") struct ExplainTests {
  @Test func `It says what each entry is, where that was read, and how calls travel`() throws {
    #if arch(x86_64)
      #expect(
        try Stub<any Cupboard>.explain() == """
          any Cupboard has 10 requirements that can be called.
          UnderstudyTests.Cupboard, as its module UnderstudyTests says:
            0. method: open(_: String, by: Int) async throws -> [String]
               argument 1 in rdi rsi; by in rdx; result in rax; an error
            1. method: weigh(_: Double...) -> Float
               argument 1 in rdi; result in xmm0
            2. static method: build(from: consuming String) -> Bool
               from in rdi rsi; result in rax
            3. initializer: init(wood: String) -> Self?
               wood in rdi rsi; result to memory at rax
            4. getter: height -> Double
               result in xmm0
            5. setter: height(_: Double)
               new value in xmm0; no result
            6. modify accessor: height -> Double
               answered by the getter and the setter
            7. getter: subscript(_: Int) -> Substring
               argument 1 in rdi; result in rax rdx rcx r8
            8. method: find(_: T) -> T?
               planned for each list of types it is called with
            9. method: airOut(minutes: Int) async
               minutes in rdx; no result
          """
      )
    #endif
  }

  @Test func `It names the sources that agree`() throws {
    let text = try Stub<any CustomPlaygroundDisplayConvertible>.explain()
    #expect(text.contains("as its module Swift says; confirmed by "))
    #expect(text.contains("by the symbols of its method descriptors:\n  0. getter: playgroundDescription -> Any\n"))
  }

  @Test func `What can't be doubled can't be explained`() {
    #expect(throws: StubError.self) { try Stub<any Error>.explain() }
  }
}
