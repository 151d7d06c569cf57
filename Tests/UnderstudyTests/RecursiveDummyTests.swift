import Testing
import Understudy

private indirect enum Formula {
  case sum(Formula, Formula)
  case product(Factors, Factors)
  case number(Int)
}

private indirect enum Factors {
  case two(Formula, Formula)
  case three(Formula, Formula, Factors)
}

/// It has no value.
private indirect enum Endless {
  case fork(Turn, Turn)
  case turn(Turn)
}

private indirect enum Turn {
  case fork(Endless, Endless)
  case turn(Endless)
}

/// Dummies of enums that are made of themselves.
@Suite struct RecursiveDummyTests {
  @Test func `They are the smallest values there are`() {
    guard case .number(0) = Dummy<Formula>.make(), case .two(.number(0), .number(0)) = Dummy<Factors>.make() else {
      Issue.record("others")
      return
    }
  }

  @Test func `One without values stops the process and says what to do`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Dummy<Endless>.make()
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("Can't make a dummy of Endless: it has no values"))
    #expect(output.contains("What to do: Say which value to use, with Dummy.make(using:) or"))
  }
}
