import CTypes
import Glibc
import Testing
import UnderstudyFabrication

/// What can't be done exactly is refused when the double is made, and the refusal says why.
@Suite struct LimitTests {
  private func refusal(of type: Any.Type, binding: [String: Any.Type] = [:]) -> String? {
    do {
      _ = try DoubleType.of(type, binding: binding)
      return nil
    } catch {
      return error.description
    }
  }

  @Test(arguments: [
    Limit(
      (any Integers).self,
      "Integers",
      "sum(_: InlineArray<T, Int>)",
      "one of its generic parameters is an integer, or the same as another type."
    ),
    Limit(
      (any FunctionPack).self,
      "FunctionPack",
      "all(_: repeat (each T) -> Void)",
      "functions of each type of a parameter pack aren't passed yet."
    ),
    Limit(
      (any TakesTuplePack).self,
      "TakesTuplePack",
      "all(_: (repeat each T))",
      "(repeat each T) can't be looked up at run time: repeat each T is of a kind that isn't formed yet."
    ),
    Limit(
      (any BorrowsUnique).self,
      "BorrowsUnique",
      "look(at: borrowing Unique)",
      "values of type Unique can't be passed: they can't be copied, so a double can't keep them."
    ),
    Limit(
      (any ReturnsUnique).self,
      "ReturnsUnique",
      "make() -> Unique",
      "values of type Unique can't be passed: they can't be copied, so a double can't keep them."
    ),
    Limit(
      (any Spans).self,
      "Spans",
      "sum(_: Span<Int>) -> Int",
      "values of type Span<Int> can't be passed: they can't outlive the call, so a double can't keep "
        + "them."
    ),
    Limit(
      (any CBitField).self,
      "CBitField",
      "set(_: ct_bits_apart)",
      "values of type ct_bits_apart can't be passed: it may have bit-fields or other parts of C that aren't described "
        + "at run time."
    ),
    Limit(
      (any CBits).self,
      "CBits",
      "set(_: ct_bits)",
      "values of type ct_bits can't be passed: nothing but its size is known at run time, as of all unions and "
        + "bit-fields of C."
    ),
    Limit(
      (any CGap).self,
      "CGap",
      "set(_: ct_float_gap)",
      "values of type ct_float_gap can't be passed: it may have bit-fields or other parts of C that aren't described "
        + "at run time."
    ),
    Limit(
      (any CAligned).self,
      "CAligned",
      "set(_: ct_aligned)",
      "values of type ct_aligned can't be passed: it may have bit-fields or other parts of C that aren't described at "
        + "run time."
    ),
    Limit(
      (any CTagged).self,
      "CTagged",
      "set(_: ct_tagged)",
      "values of type ct_union can't be passed: nothing but its size is known at run time, as of all unions and "
        + "bit-fields of C."
    ),
    Limit(
      (any CComplex).self,
      "CComplex",
      "set(_: ct_complex)",
      "values of type ct_complex can't be passed: nothing but its size is known at run time, as of all unions and "
        + "bit-fields of C."
    ),
    Limit(
      (any CUnion).self,
      "CUnion",
      "post(_: sigval)",
      "no code in this process describes the C type sigval: it would if a test mentioned sigval.self."
    ),
    Limit(
      (any HeldMetatype).self,
      "HeldMetatype",
      "keep(_: MetatypeHolder)",
      "values of type Optional<Int.Type> can't be passed: an optional metatype of a struct or enum inside another value isn't passed yet."
    ),
    Limit(
      (any CaseOfMetatype).self,
      "CaseOfMetatype",
      "keep(_: MetatypeChoice)",
      "values of type MetatypeChoice can't be passed: the Swift runtime itself can't read a case with the metatype of a "
        + "struct or enum."
    ),
    Limit(
      (any InoutMetatype).self,
      "InoutMetatype",
      "change(_: inout Int.Type?)",
      "values of type Optional<Int.Type> can't be passed: optionals and tuples with metatypes of structs and enums aren't passed `inout` yet."
    ),
    Limit(
      (any MetatypeInPlace).self,
      "MetatypeInPlace",
      "pair -> (Int.Type, Int)",
      "values of type (Int.Type, Int) can't be passed: a tuple with the metatype of a struct or enum can't be changed "
        + "in place."
    ),
    Limit(
      (any ConditionallyCopied).self,
      "ConditionallyCopied",
      "take(_: borrowing Cell<Unique>)",
      "values of type Cell<Unique> can't be passed: they can't be copied, so a double can't keep them."
    ),
    Limit(
      (any Uncopied).self,
      "Uncopied",
      "take(_: borrowing Sealed<Int>?)",
      "values of type Sealed<Int>? can't be passed: they can't be copied, so a double can't keep them."
    ),
    Limit(
      (any BoundMetatype).self,
      "BoundMetatype",
      "make(_: any Collection<Int>.Type)",
      "any Collection<Int>.Type can't be looked up at run time: any Collection<Int>.Type is of a kind that isn't "
        + "formed yet."
    ),
    Limit(
      (any HeldTupleOfMetatypes).self,
      "HeldTupleOfMetatypes",
      "keep(_: (Int.Type, Int)?)",
      "values of type (Int.Type, Int) can't be passed: a tuple with the metatype of a struct or enum inside another "
        + "value isn't passed yet."
    ),
    Limit(
      (any DescribedCUnion).self,
      "DescribedCUnion",
      "set(_: ct_union)",
      "values of type ct_union can't be passed: nothing but its size is known at run time, as of all unions and "
        + "bit-fields of C."
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

  @Test func `A property that is read in place`() {
    #expect(
      refusal(of: (any ReadInPlace).self) == """
        Can't make a double of any ReadInPlace: ReadInPlace has a property that is read through a coroutine (`@_borrowed`, or a \
        type that can't be copied), which isn't supported yet.
          What to do: Write a conformer by hand.
        """
    )
  }

  @Test func `A protocol for subclasses of a class`() {
    #expect(
      refusal(of: (any Subclasses).self) == """
        Can't make a double of any Subclasses: Conformers of Subclasses have to be subclasses of a class (Animal), which isn't \
        supported yet.
          What to do: Double a protocol without the class, or write a subclass by hand.
        """
    )
  }

  @Test func `A protocol whose requirements only work together`() {
    #expect(
      refusal(of: (any Listing).self) == """
        Can't make a double of any Listing: It inherits from Sequence, whose requirements only work together: a double that \
        answers them one by one would be half of one.
          What to do: Use a real Sequence, such as an array, or put a protocol of your own in front of it.
        """
    )
  }

  @Test func `Associated types that nothing settles`() {
    #expect(
      refusal(of: (any Unsettled).self) == """
        Can't make a double of any Unsettled: Nothing says what its associated types are (Item, Key).
          What to do: Name them: Stub<any Unsettled>(binding: ["Item": Int.self, "Key": Int.self]).
        """
    )
  }

  @Test func `An associated type that doesn't conform to what it has to`() {
    #expect(
      refusal(of: (any Unsettled).self, binding: ["Item": Bare.self, "Key": Int.self]) == """
        Can't make a double of any Unsettled: Its associated type Item has to conform to Hashable, and Bare doesn't.
          What to do: Bind Item to a type that does.
        """
    )
  }
}

/// A requirement, and why it is refused.
struct Limit: @unchecked Sendable, CustomTestStringConvertible {
  var type: Any.Type
  var name: String
  var requirement: String
  var reason: String

  init(_ type: Any.Type, _ name: String, _ requirement: String, _ reason: String) {
    self.type = type
    self.name = name
    self.requirement = requirement
    self.reason = reason
  }

  var testDescription: String { name }
}

/// Types of C are described where they are used otherwise than in signatures.
let describedTypes: [Any.Type] = [
  ct_bits.self, ct_bits_apart.self, ct_float_gap.self, ct_tagged.self, ct_complex.self, ct_union.self, ct_aligned.self,
]

private struct Unique: ~Copyable {}
private struct Bare {}
private class Animal {}
private struct MetatypeHolder {
  var type: Int.Type?
  var count: Int
}

private protocol Integers { func sum<let n: Int>(_ values: InlineArray<n, Int>) }
private protocol FunctionPack { func all<each T>(_ values: repeat (each T) -> Void) }
private protocol TakesTuplePack { func all<each T>(_ values: (repeat each T)) }
private protocol BorrowsUnique { func look(at value: borrowing Unique) }
private protocol ReturnsUnique { func make() -> Unique }
private protocol Spans { func sum(_ values: Span<Int>) -> Int }
private protocol CBitField { func set(_ value: ct_bits_apart) }
private protocol CBits { func set(_ value: ct_bits) }
private protocol CGap { func set(_ value: ct_float_gap) }
private protocol CAligned { func set(_ value: ct_aligned) }
private protocol CTagged { func set(_ value: ct_tagged) }
private protocol CComplex { func set(_ value: ct_complex) }
private protocol CUnion { func post(_ value: sigval) }
private protocol HeldMetatype { func keep(_ holder: MetatypeHolder) }
private enum MetatypeChoice {
  case type(Int.Type)
  case none
}
private protocol CaseOfMetatype { func keep(_ choice: MetatypeChoice) }
private struct Cell<T: ~Copyable>: ~Copyable { var value: T }
extension Cell: Copyable where T: Copyable {}
private struct Sealed<T>: ~Copyable { var value: T }
private protocol InoutMetatype { func change(_ type: inout Int.Type?) }
private protocol MetatypeInPlace { var pair: (Int.Type, Int) { get set } }
private protocol ConditionallyCopied { func take(_ cell: borrowing Cell<Unique>) }
private protocol Uncopied { func take(_ cell: borrowing Sealed<Int>?) }
private protocol BoundMetatype { func make(_ type: any Collection<Int>.Type) }
private protocol HeldTupleOfMetatypes { func keep(_ pair: (Int.Type, Int)?) }
private protocol DescribedCUnion { func set(_ value: ct_union) }
private protocol ReadInPlace { @_borrowed var text: String { get } }
private protocol Subclasses: Animal { func speak() }
private protocol Listing: Sequence { var title: String { get } }
private protocol Unsettled {
  associatedtype Item: Hashable
  associatedtype Key
  func item(_ key: Key) -> Item
}
