import Testing
import Understudy

private protocol Bank: Sendable {
  func balance(of account: String) -> Int
  func move(_ cents: Int, to account: String) async throws -> Bool
  func note(_ text: String)
}

private protocol Vault: Sendable {
  func open() throws
}

private enum BankError: Error { case closed }

@Suite struct TimelineTests {
  private let bank: Stub<any Bank>
  private let vault: Stub<any Vault>

  init() throws {
    bank = try Stub<any Bank>()
    bank.when { $0.balance(of: Match.any()) }.thenReturn(100)
    bank.when { $0.note(Match.any()) }.thenDoNothing()
    vault = try Stub<any Vault>()
    vault.when { try $0.open() }.thenThrow(BankError.closed)
  }

  @Test func `Without calls there is nothing to tell`() {
    #expect(bank.timeline.description == "No calls were made to any Bank.")
    #expect(
      bank.timeline.mermaid == """
        sequenceDiagram
          participant code as Code under test
          participant d1 as any Bank

        """
    )
  }

  @Test func `A call without behaviour is told in a word`() throws {
    let other = try Stub<any Vault>()
    #expect(throws: UnstubbedCall.self) { try other().open() }
    #expect(
      other.timeline.description == """
        1 call was made to any Vault:
          1. open()   threw UnstubbedCall
        """
    )
    #expect(other.timeline.mermaid.hasSuffix("  d1--x code: threw UnstubbedCall\n"))
  }

  @Test func `Calls of several doubles are told in their common order, with their outcomes`() {
    _ = bank().balance(of: "a")
    try? vault().open()
    bank().note("b")
    let timeline = InteractionTimeline(of: bank, vault, bank)
    #expect(timeline.callCount == 3)
    #expect(
      timeline.description == """
        3 calls were made to any Bank and any Vault:
          1. any Bank: balance(of: "a")   returned 100
          2. any Vault: open()   threw BankError.closed
          3. any Bank: note("b")   returned ()
        """
    )
    #expect(
      timeline.mermaid == """
        sequenceDiagram
          participant code as Code under test
          participant d1 as any Bank
          participant d2 as any Vault
          code->>d1: balance(of: "a")
          d1-->>code: returned 100
          code->>d2: open()
          d2--x code: threw BankError.closed
          code->>d1: note("b")
          d1-->>code: returned ()

        """
    )
  }

  @Test func `Two doubles of one type are numbered`() throws {
    let other = try Stub<any Bank>()
    other.when { $0.note(Match.any()) }.thenDoNothing()
    other().note("x")
    bank().note("y")
    let timeline = InteractionTimeline(of: bank, other)
    #expect(
      timeline.description == """
        2 calls were made to any Bank #1 and any Bank #2:
          1. any Bank #2: note("x")   returned ()
          2. any Bank #1: note("y")   returned ()
        """
    )
    #expect(timeline.mermaid.contains("  participant d1 as any Bank #35;1\n  participant d2 as any Bank #35;2\n"))
  }

  @Test func `Calls that overlap are told where they begin and where they end`() async throws {
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let move = await bank.when { try await $0.move(Match.any(), to: Match.any()) }
      .then { (cents: Int, _: String) async in
        if cents == 1 { for await _ in gate { break } }
        return true
      }
    let first = Task { [bank] in try await bank().move(1, to: "a") }
    await move.verify(within: .seconds(20))
    _ = try await bank().move(2, to: "b")
    #expect(
      bank.timeline.description == """
        2 calls were made to any Bank:
          1. move(1, to: "a")   hasn't returned
          2. move(2, to: "b")   returned true
        """
    )
    #expect(bank.timeline.mermaid.contains("  code->>d1: move(1, to: \"a\")\n  Note over d1: hasn't returned\n"))
    open.yield()
    #expect(try await first.value)
    #expect(
      bank.timeline.description == """
        2 calls were made to any Bank:
          1. move(1, to: "a") …
          2. move(2, to: "b")   returned true
          ↳ 1. move(1, to: "a")   returned true
        """
    )
    #expect(
      bank.timeline.mermaid.hasSuffix(
        """
          code->>d1: move(1, to: "a")
          code->>d1: move(2, to: "b")
          d1-->>code: returned true
          d1-->>code: returned true

        """
      )
    )
  }

  @Test func `Of many calls the last ones are told`() {
    for number in 1...5 { bank().note("\(number)") }
    _ = try? vault().open()
    #expect(
      InteractionTimeline(of: bank, vault).text(limit: 2) == """
        6 calls were made to any Bank and any Vault:
          … 4 before
          5. any Bank: note("5")   returned ()
          6. any Vault: open()   threw BankError.closed
        """
    )
    #expect(
      bank.timeline.mermaid(limit: 1) == """
        sequenceDiagram
          participant code as Code under test
          participant d1 as any Bank
          Note over code: 4 calls before
          code->>d1: note("5")
          d1-->>code: returned ()

        """
    )
    #expect(bank.timeline.text(limit: 0) == "5 calls were made to any Bank:\n  … 5 before")
    for _ in 1...200 { bank().note("x") }
    #expect(bank.timeline.description.split(separator: "\n").count == 2 + InteractionTimeline.defaultLimit)
    #expect(bank.timeline.mermaid.split(separator: "\n").count == 4 + 2 * InteractionTimeline.defaultLimit)
  }

  @Test func `What means something to Mermaid is escaped`() {
    let text = "a;b #1 <b>&amp; 100% $x end style:#fff `c` x: y\nz"
    bank().note(text)
    let line = bank.timeline.mermaid.split(separator: "\n")[3]
    #expect(
      line == """
          code->>d1: note("a#59;b #35;1 #60;b#62;#38;amp#59; 100#37; #36;x end style#58;#35;fff #96;c#96; x: y#92;nz")
        """
    )
  }

  @Test func `Stubs and spies are told together`() throws {
    let spy = try Spy<any Bank>.make(forwardingTo: bank())
    #expect(spy().balance(of: "a") == 100)
    #expect(
      InteractionTimeline(of: bank, spy).description == """
        2 calls were made to any Bank #1 and any Bank #2:
          1. any Bank #2: balance(of: "a") …
          2. any Bank #1: balance(of: "a")   returned 100
          ↳ 1. any Bank #2: balance(of: "a")   returned 100
        """
    )
  }

  @Test func `Long texts are cut in diagrams`() throws {
    let wide = try Stub<any Wide>()
    wide.when { $0.take(Match.any(), Match.any(), Match.any(), Match.any(), Match.any()) }.thenDoNothing()
    let long = String(repeating: "#", count: 100)
    wide().take(long, long, long, long, long)
    for line in wide.timeline.mermaid.split(separator: "\n") { #expect(line.count < 4 * 201 + 20) }
    #expect(wide.timeline.mermaid.split(separator: "\n")[3].hasSuffix("…"))
  }
}

private protocol Wide {
  func take(_ a: String, _ b: String, _ c: String, _ d: String, _ e: String)
}
