import Testing
import UnderstudyFabrication
import UndescribedTypes

/// What is refused because of how results, errors and parts of values travel.
@Suite struct ResultLimitTests {
  @Test(arguments: [
    Limit(
      (any ClassPack).self,
      "ClassPack",
      "all(_: repeat each T)",
      "one of its parameter packs consists of classes."
    ),
    Limit(
      (any SharedWord).self,
      "SharedWord",
      "put(_: HalfAndSmall)",
      "values of type HalfAndSmall can't be passed: the compiler itself passes a Float16 wrongly when several small "
        + "integers follow it in the same word."
    ),
    Limit(
      (any OptionalMetatypeAmongMany).self,
      "OptionalMetatypeAmongMany",
      "make() -> (Int.Type?, Int, Int, Int, Int)",
      "values of type (Optional<Int.Type>, Int, Int, Int, Int) can't be passed: an optional metatype of a struct or enum "
        + "isn't returned yet beside more than the registers hold."
    ),
    Limit(
      (any OptionalOfFunction).self,
      "OptionalOfFunction",
      "visit(_: ((Weak, () -> Void)?) -> Void)",
      "values of type (Optional<(Weak, () -> ())>) -> () can't be passed: it takes an optional that can't be moved by its "
        + "bytes."
    ),
    Limit(
      (any Undescribed).self,
      "Undescribed",
      "put(_: Sealed)",
      "values of type Sealed can't be passed: its stored properties aren't described at run time (no reflection "
        + "metadata)."
    ),
    Limit(
      (any UndescribedEnum).self,
      "UndescribedEnum",
      "put(_: Outcome)",
      "values of type Outcome can't be passed: its cases aren't described at run time (compiled without reflection "
        + "metadata)."
    ),
    Limit(
      (any WideErrorBesideWords).self,
      "WideErrorBesideWords",
      "make() async throws(WideError) -> (Int, Int, Int, Int)",
      "values of type WideError can't be passed: an async call has no registers for such an error beside such a result."
    ),
    Limit(
      (any TakesRow).self,
      "TakesRow",
      "put(_: Row<Pack{T, Int}>)",
      "Row<Pack{T, Int}> can't be looked up at run time: Row has generic parameters of a kind that isn't formed yet."
    ),
    Limit(
      (any TakesObjectHolder).self,
      "TakesObjectHolder",
      "put(_: any AnyObject & ObjectHolder<Int>)",
      "any AnyObject & ObjectHolder<Int> can't be looked up at run time: no module holds the shape of such a type with AnyObject."
    ),
  ])
  func `A requirement that can't be called exactly`(limit: Limit) {
    #expect(
      refusal(of: limit.type) == """
        Can't make a double of any \(limit.name): Its requirement `\(limit.requirement)` isn't supported: \(limit.reason)
          What to do: Write a conformer by hand, or put a protocol without this requirement in front of it.
        """
    )
  }

  #if arch(x86_64)
    @Test func `Two 80-bit numbers`() {
      #expect(
        refusal(of: (any Precise).self) == """
          Can't make a double of any Precise: Its requirement `pair() -> (Float80, Float80)` isn't supported: values of type \
          (Float80, Float80) can't be passed: only one 80-bit number can be returned in registers.
            What to do: Write a conformer by hand, or put a protocol without this requirement in front of it.
          """
      )
    }
  #endif

  private func refusal(of type: Any.Type) -> String? {
    do {
      _ = try DoubleType.of(type)
      return nil
    } catch {
      return error.description
    }
  }
}

private struct HalfAndSmall {
  var half: Float16
  var byte: UInt8
  var short: UInt16
}
private final class Node {}
private struct Weak { weak var node: Node? }

private struct WideError: Error { var code: UInt128 }
private struct Row<each T> { var values: (repeat each T) }
private protocol ObjectHolder<Item> { associatedtype Item }

private protocol WideErrorBesideWords { func make() async throws(WideError) -> (Int, Int, Int, Int) }
private protocol TakesRow { func put<T>(_ row: Row<T, Int>) }
private protocol TakesObjectHolder { func put(_ holder: any ObjectHolder<Int> & AnyObject) }
private protocol ClassPack { func all<each T: AnyObject>(_ values: repeat each T) }
private protocol SharedWord { func put(_ value: HalfAndSmall) }
private protocol OptionalMetatypeAmongMany { func make() -> (Int.Type?, Int, Int, Int, Int) }
private protocol OptionalOfFunction { func visit(_ body: ((Weak, () -> Void)?) -> Void) }
private protocol Undescribed { func put(_ value: Sealed) }
private protocol UndescribedEnum { func put(_ value: Outcome) }
#if arch(x86_64)
  private protocol Precise { func pair() -> (Float80, Float80) }
#endif
