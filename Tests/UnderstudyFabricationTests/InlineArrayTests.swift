import Testing
import UnderstudyFabrication

/// Inline arrays travel as that many fields would.
@Suite struct InlineArrayTests {
  @Test func `3 times Int`() throws {
    try expectAlike((any Inline).self, Conformer(), [1, 2, 3] as InlineArray<3, Int>, text: elements) {
      $0.three(1, $1, 2.5)
    }
    try expectAlike((any Inline).self, Conformer(), [1, 2, 3] as InlineArray<3, Int>?, text: optionalElements) {
      $0.three(1, $1, 2)
    }
  }

  @Test func `4 times Int`() throws {
    try expectAlike((any Inline).self, Conformer(), [1, 2, 3, 4] as InlineArray<4, Int>, text: elements) {
      $0.four(1, $1, 2.5)
    }
    try expectAlike((any Inline).self, Conformer(), [1, 2, 3, 4] as InlineArray<4, Int>?, text: optionalElements) {
      $0.four(1, $1, 2)
    }
  }

  @Test func `5 times Int`() throws {
    try expectAlike((any Inline).self, Conformer(), [1, 2, 3, 4, 5] as InlineArray<5, Int>, text: elements) {
      $0.five(1, $1, 2.5)
    }
    try expectAlike((any Inline).self, Conformer(), [1, 2, 3, 4, 5] as InlineArray<5, Int>?, text: optionalElements) {
      $0.five(1, $1, 2)
    }
  }

  @Test func `0 times Int`() throws {
    try expectAlike((any Inline).self, Conformer(), [] as InlineArray<0, Int>, text: elements) { $0.none(1, $1, 2.5) }
    try expectAlike((any Inline).self, Conformer(), [] as InlineArray<0, Int>?, text: optionalElements) {
      $0.none(1, $1, 2)
    }
  }

  @Test func `0 times Any`() throws {
    try expectAlike((any Inline).self, Conformer(), [] as InlineArray<0, Any>, text: elements) {
      $0.noneOfAny(1, $1, 2.5)
    }
    try expectAlike((any Inline).self, Conformer(), [] as InlineArray<0, Any>?, text: optionalElements) {
      $0.noneOfAny(1, $1, 2)
    }
  }

  @Test func `3 times UInt8`() throws {
    try expectAlike((any Inline).self, Conformer(), [1, 2, 3] as InlineArray<3, UInt8>, text: elements) {
      $0.bytes(1, $1, 2.5)
    }
    try expectAlike((any Inline).self, Conformer(), [1, 2, 3] as InlineArray<3, UInt8>?, text: optionalElements) {
      $0.bytes(1, $1, 2)
    }
  }

  @Test func `9 times UInt8`() throws {
    try expectAlike(
      (any Inline).self,
      Conformer(),
      [1, 2, 3, 4, 5, 6, 7, 8, 9] as InlineArray<9, UInt8>,
      text: elements
    ) {
      $0.manyBytes(1, $1, 2.5)
    }
    try expectAlike(
      (any Inline).self,
      Conformer(),
      [1, 2, 3, 4, 5, 6, 7, 8, 9] as InlineArray<9, UInt8>?,
      text: optionalElements
    ) {
      $0.manyBytes(1, $1, 2)
    }
  }

  @Test func `100 times UInt8`() throws {
    try expectAlike(
      (any Inline).self,
      Conformer(),
      InlineArray(repeating: 7) as InlineArray<100, UInt8>,
      text: elements
    ) {
      $0.hundred(1, $1, 2.5)
    }
    try expectAlike(
      (any Inline).self,
      Conformer(),
      InlineArray(repeating: 7) as InlineArray<100, UInt8>?,
      text: optionalElements
    ) {
      $0.hundred(1, $1, 2)
    }
  }

  @Test func `3 times Float`() throws {
    try expectAlike((any Inline).self, Conformer(), [1, 2, 3] as InlineArray<3, Float>, text: elements) {
      $0.floats(1, $1, 2.5)
    }
    try expectAlike((any Inline).self, Conformer(), [1, 2, 3] as InlineArray<3, Float>?, text: optionalElements) {
      $0.floats(1, $1, 2)
    }
  }

  @Test func `2 times String`() throws {
    try expectAlike((any Inline).self, Conformer(), ["one, long enough for the heap", "two"] as InlineArray<2, String>)
    { $0.strings(1, $1, 2.5) }
    try expectAlike(
      (any Inline).self,
      Conformer(),
      ["one, long enough for the heap", "two"] as InlineArray<2, String>?
    ) { $0.strings(1, $1, 2) }
  }

  @Test func `2 times Pair`() throws {
    try expectAlike(
      (any Inline).self,
      Conformer(),
      [Pair(a: 1, b: 2), Pair(a: 3, b: 4)] as InlineArray<2, Pair>,
      text: elements
    ) {
      $0.structs(1, $1, 2.5)
    }
    try expectAlike(
      (any Inline).self,
      Conformer(),
      [Pair(a: 1, b: 2), Pair(a: 3, b: 4)] as InlineArray<2, Pair>?,
      text: optionalElements
    ) {
      $0.structs(1, $1, 2)
    }
  }

  @Test func `3 times Bool`() throws {
    try expectAlike((any Inline).self, Conformer(), [true, false, true] as InlineArray<3, Bool>, text: elements) {
      $0.flags(1, $1, 2.5)
    }
    try expectAlike(
      (any Inline).self,
      Conformer(),
      [true, false, true] as InlineArray<3, Bool>?,
      text: optionalElements
    ) { $0.flags(1, $1, 2) }
  }

  @Test func `1 times Bool`() throws {
    try expectAlike((any Inline).self, Conformer(), [true] as InlineArray<1, Bool>, text: elements) {
      $0.flag(1, $1, 2.5)
    }
    try expectAlike((any Inline).self, Conformer(), [true] as InlineArray<1, Bool>?, text: optionalElements) {
      $0.flag(1, $1, 2)
    }
  }

  @Test func `2 times Int8?`() throws {
    try expectAlike((any Inline).self, Conformer(), [1, nil] as InlineArray<2, Int8?>, text: elements) {
      $0.optionals(1, $1, 2.5)
    }
    try expectAlike((any Inline).self, Conformer(), [1, nil] as InlineArray<2, Int8?>?, text: optionalElements) {
      $0.optionals(1, $1, 2)
    }
  }

  @Test func `A struct that holds one`() throws {
    try expectAlike((any Inline).self, Conformer(), Holder(bytes: [1, 2, 3], last: 4), text: \.text) {
      $0.held(1, $1, 2.5)
    }
    try expectAlike(
      (any Inline).self,
      Conformer(),
      Holder(bytes: [1, 2, 3], last: 4) as Holder?,
      text: { $0?.text ?? "nil" }
    ) { $0.held(1, $1, 2) }
  }

  @Test func `2 times Any`() throws {
    try expectAlike((any Inline).self, Conformer(), [1, "two"] as InlineArray<2, Any>, text: elements) {
      $0.boxes(1, $1, 2.5)
    }
    try expectAlike((any Inline).self, Conformer(), [1, "two"] as InlineArray<2, Any>?, text: optionalElements) {
      $0.boxes(1, $1, 2)
    }
  }

  @Test func `2 times InlineArray of 2  Int16`() throws {
    try expectAlike(
      (any Inline).self,
      Conformer(),
      [[1, 2], [3, 4]] as InlineArray<2, InlineArray<2, Int16>>,
      text: elements
    ) {
      $0.nested(1, $1, 2.5)
    }
    try expectAlike(
      (any Inline).self,
      Conformer(),
      [[1, 2], [3, 4]] as InlineArray<2, InlineArray<2, Int16>>?,
      text: optionalElements
    ) {
      $0.nested(1, $1, 2)
    }
  }

  @Test func `2 times Object`() throws {
    try expectAlike((any Inline).self, Conformer(), [Object(1), Object(2)] as InlineArray<2, Object>, text: elements) {
      $0.objects(1, $1, 2.5)
    }
    try expectAlike(
      (any Inline).self,
      Conformer(),
      [Object(1), Object(2)] as InlineArray<2, Object>?,
      text: optionalElements
    ) {
      $0.objects(1, $1, 2)
    }
  }

  @Test func `3 times Float16`() throws {
    try expectAlike((any Inline).self, Conformer(), [1, 2, 3] as InlineArray<3, Float16>, text: elements) {
      $0.halves(1, $1, 2.5)
    }
    try expectAlike((any Inline).self, Conformer(), [1, 2, 3] as InlineArray<3, Float16>?, text: optionalElements) {
      $0.halves(1, $1, 2)
    }
  }

  @Test func `2 times SIMD4 of Float`() throws {
    try expectAlike(
      (any Inline).self,
      Conformer(),
      [[1, 2, 3, 4], [5, 6, 7, 8]] as InlineArray<2, SIMD4<Float>>,
      text: elements
    ) {
      $0.vectors(1, $1, 2.5)
    }
    try expectAlike(
      (any Inline).self,
      Conformer(),
      [[1, 2, 3, 4], [5, 6, 7, 8]] as InlineArray<2, SIMD4<Float>>?,
      text: optionalElements
    ) {
      $0.vectors(1, $1, 2)
    }
  }

  @Test func `2 times UInt128`() throws {
    try expectAlike((any Inline).self, Conformer(), [1, 2] as InlineArray<2, UInt128>, text: elements) {
      $0.wide(1, $1, 2.5)
    }
    try expectAlike((any Inline).self, Conformer(), [1, 2] as InlineArray<2, UInt128>?, text: optionalElements) {
      $0.wide(1, $1, 2)
    }
  }

  @Test func `2 times Int.Type`() throws {
    try expectAlike((any Inline).self, Conformer(), [Int.self, Int.self] as InlineArray<2, Int.Type>, text: elements) {
      $0.metatypes(1, $1, 2.5)
    }
    try expectAlike(
      (any Inline).self,
      Conformer(),
      [Int.self, Int.self] as InlineArray<2, Int.Type>?,
      text: optionalElements
    ) {
      $0.metatypes(1, $1, 2)
    }
  }

  @Test func `Of a generic parameter`() throws {
    try expectAlike((any Inline).self, Conformer(), ["one", "two"] as InlineArray<2, String>, text: elements) {
      $0.generic(1, $1, "")
    }
    try expectAlike((any Inline).self, Conformer(), [1, 2] as InlineArray<2, Int8>, text: elements) {
      $0.generic(1, $1, 0)
    }
  }
}

private func elements<let count: Int, Element>(_ array: InlineArray<count, Element>) -> String {
  array.indices.map { described(array[$0]) }.joined(separator: "\n")
}

private func optionalElements<let count: Int, Element>(_ array: InlineArray<count, Element>?) -> String {
  array.map(elements) ?? "nil"
}

private struct Pair {
  var a: UInt8
  var b: UInt16
}
private struct Holder {
  var bytes: InlineArray<3, UInt8>
  var last: UInt8
  var text: String { elements(bytes) + " \(last)" }
}
private final class Object {
  let number: Int
  init(_ number: Int) { self.number = number }
}

private protocol Inline {
  func generic<T>(_ before: Int8, _ value: InlineArray<2, T>, _ witness: T) -> InlineArray<2, T>
  func three(_ before: Int8, _ value: InlineArray<3, Int>, _ after: Double) -> InlineArray<3, Int>
  func three(_ before: Int8, _ value: InlineArray<3, Int>?, _ after: Int8) -> InlineArray<3, Int>?
  func four(_ before: Int8, _ value: InlineArray<4, Int>, _ after: Double) -> InlineArray<4, Int>
  func four(_ before: Int8, _ value: InlineArray<4, Int>?, _ after: Int8) -> InlineArray<4, Int>?
  func five(_ before: Int8, _ value: InlineArray<5, Int>, _ after: Double) -> InlineArray<5, Int>
  func five(_ before: Int8, _ value: InlineArray<5, Int>?, _ after: Int8) -> InlineArray<5, Int>?
  func none(_ before: Int8, _ value: InlineArray<0, Int>, _ after: Double) -> InlineArray<0, Int>
  func none(_ before: Int8, _ value: InlineArray<0, Int>?, _ after: Int8) -> InlineArray<0, Int>?
  func noneOfAny(_ before: Int8, _ value: InlineArray<0, Any>, _ after: Double) -> InlineArray<0, Any>
  func noneOfAny(_ before: Int8, _ value: InlineArray<0, Any>?, _ after: Int8) -> InlineArray<0, Any>?
  func bytes(_ before: Int8, _ value: InlineArray<3, UInt8>, _ after: Double) -> InlineArray<3, UInt8>
  func bytes(_ before: Int8, _ value: InlineArray<3, UInt8>?, _ after: Int8) -> InlineArray<3, UInt8>?
  func manyBytes(_ before: Int8, _ value: InlineArray<9, UInt8>, _ after: Double) -> InlineArray<9, UInt8>
  func manyBytes(_ before: Int8, _ value: InlineArray<9, UInt8>?, _ after: Int8) -> InlineArray<9, UInt8>?
  func hundred(_ before: Int8, _ value: InlineArray<100, UInt8>, _ after: Double) -> InlineArray<100, UInt8>
  func hundred(_ before: Int8, _ value: InlineArray<100, UInt8>?, _ after: Int8) -> InlineArray<100, UInt8>?
  func floats(_ before: Int8, _ value: InlineArray<3, Float>, _ after: Double) -> InlineArray<3, Float>
  func floats(_ before: Int8, _ value: InlineArray<3, Float>?, _ after: Int8) -> InlineArray<3, Float>?
  func strings(_ before: Int8, _ value: InlineArray<2, String>, _ after: Double) -> InlineArray<2, String>
  func strings(_ before: Int8, _ value: InlineArray<2, String>?, _ after: Int8) -> InlineArray<2, String>?
  func structs(_ before: Int8, _ value: InlineArray<2, Pair>, _ after: Double) -> InlineArray<2, Pair>
  func structs(_ before: Int8, _ value: InlineArray<2, Pair>?, _ after: Int8) -> InlineArray<2, Pair>?
  func flags(_ before: Int8, _ value: InlineArray<3, Bool>, _ after: Double) -> InlineArray<3, Bool>
  func flags(_ before: Int8, _ value: InlineArray<3, Bool>?, _ after: Int8) -> InlineArray<3, Bool>?
  func flag(_ before: Int8, _ value: InlineArray<1, Bool>, _ after: Double) -> InlineArray<1, Bool>
  func flag(_ before: Int8, _ value: InlineArray<1, Bool>?, _ after: Int8) -> InlineArray<1, Bool>?
  func optionals(_ before: Int8, _ value: InlineArray<2, Int8?>, _ after: Double) -> InlineArray<2, Int8?>
  func optionals(_ before: Int8, _ value: InlineArray<2, Int8?>?, _ after: Int8) -> InlineArray<2, Int8?>?
  func held(_ before: Int8, _ value: Holder, _ after: Double) -> Holder
  func held(_ before: Int8, _ value: Holder?, _ after: Int8) -> Holder?
  func boxes(_ before: Int8, _ value: InlineArray<2, Any>, _ after: Double) -> InlineArray<2, Any>
  func boxes(_ before: Int8, _ value: InlineArray<2, Any>?, _ after: Int8) -> InlineArray<2, Any>?
  func nested(_ before: Int8, _ value: InlineArray<2, InlineArray<2, Int16>>, _ after: Double) -> InlineArray<
    2, InlineArray<2, Int16>
  >
  func nested(_ before: Int8, _ value: InlineArray<2, InlineArray<2, Int16>>?, _ after: Int8) -> InlineArray<
    2, InlineArray<2, Int16>
  >?
  func objects(_ before: Int8, _ value: InlineArray<2, Object>, _ after: Double) -> InlineArray<2, Object>
  func objects(_ before: Int8, _ value: InlineArray<2, Object>?, _ after: Int8) -> InlineArray<2, Object>?
  func halves(_ before: Int8, _ value: InlineArray<3, Float16>, _ after: Double) -> InlineArray<3, Float16>
  func halves(_ before: Int8, _ value: InlineArray<3, Float16>?, _ after: Int8) -> InlineArray<3, Float16>?
  func vectors(_ before: Int8, _ value: InlineArray<2, SIMD4<Float>>, _ after: Double) -> InlineArray<2, SIMD4<Float>>
  func vectors(_ before: Int8, _ value: InlineArray<2, SIMD4<Float>>?, _ after: Int8) -> InlineArray<2, SIMD4<Float>>?
  func wide(_ before: Int8, _ value: InlineArray<2, UInt128>, _ after: Double) -> InlineArray<2, UInt128>
  func wide(_ before: Int8, _ value: InlineArray<2, UInt128>?, _ after: Int8) -> InlineArray<2, UInt128>?
  func metatypes(_ before: Int8, _ value: InlineArray<2, Int.Type>, _ after: Double) -> InlineArray<2, Int.Type>
  func metatypes(_ before: Int8, _ value: InlineArray<2, Int.Type>?, _ after: Int8) -> InlineArray<2, Int.Type>?
}

private struct Conformer: Inline {
  func generic<T>(_ before: Int8, _ value: InlineArray<2, T>, _ witness: T) -> InlineArray<2, T> { value }
  func three(_ before: Int8, _ value: InlineArray<3, Int>, _ after: Double) -> InlineArray<3, Int> { value }
  func three(_ before: Int8, _ value: InlineArray<3, Int>?, _ after: Int8) -> InlineArray<3, Int>? { value }
  func four(_ before: Int8, _ value: InlineArray<4, Int>, _ after: Double) -> InlineArray<4, Int> { value }
  func four(_ before: Int8, _ value: InlineArray<4, Int>?, _ after: Int8) -> InlineArray<4, Int>? { value }
  func five(_ before: Int8, _ value: InlineArray<5, Int>, _ after: Double) -> InlineArray<5, Int> { value }
  func five(_ before: Int8, _ value: InlineArray<5, Int>?, _ after: Int8) -> InlineArray<5, Int>? { value }
  func none(_ before: Int8, _ value: InlineArray<0, Int>, _ after: Double) -> InlineArray<0, Int> { value }
  func none(_ before: Int8, _ value: InlineArray<0, Int>?, _ after: Int8) -> InlineArray<0, Int>? { value }
  func noneOfAny(_ before: Int8, _ value: InlineArray<0, Any>, _ after: Double) -> InlineArray<0, Any> { value }
  func noneOfAny(_ before: Int8, _ value: InlineArray<0, Any>?, _ after: Int8) -> InlineArray<0, Any>? { value }
  func bytes(_ before: Int8, _ value: InlineArray<3, UInt8>, _ after: Double) -> InlineArray<3, UInt8> { value }
  func bytes(_ before: Int8, _ value: InlineArray<3, UInt8>?, _ after: Int8) -> InlineArray<3, UInt8>? { value }
  func manyBytes(_ before: Int8, _ value: InlineArray<9, UInt8>, _ after: Double) -> InlineArray<9, UInt8> { value }
  func manyBytes(_ before: Int8, _ value: InlineArray<9, UInt8>?, _ after: Int8) -> InlineArray<9, UInt8>? { value }
  func hundred(_ before: Int8, _ value: InlineArray<100, UInt8>, _ after: Double) -> InlineArray<100, UInt8> { value }
  func hundred(_ before: Int8, _ value: InlineArray<100, UInt8>?, _ after: Int8) -> InlineArray<100, UInt8>? { value }
  func floats(_ before: Int8, _ value: InlineArray<3, Float>, _ after: Double) -> InlineArray<3, Float> { value }
  func floats(_ before: Int8, _ value: InlineArray<3, Float>?, _ after: Int8) -> InlineArray<3, Float>? { value }
  func strings(_ before: Int8, _ value: InlineArray<2, String>, _ after: Double) -> InlineArray<2, String> { value }
  func strings(_ before: Int8, _ value: InlineArray<2, String>?, _ after: Int8) -> InlineArray<2, String>? { value }
  func structs(_ before: Int8, _ value: InlineArray<2, Pair>, _ after: Double) -> InlineArray<2, Pair> { value }
  func structs(_ before: Int8, _ value: InlineArray<2, Pair>?, _ after: Int8) -> InlineArray<2, Pair>? { value }
  func flags(_ before: Int8, _ value: InlineArray<3, Bool>, _ after: Double) -> InlineArray<3, Bool> { value }
  func flags(_ before: Int8, _ value: InlineArray<3, Bool>?, _ after: Int8) -> InlineArray<3, Bool>? { value }
  func flag(_ before: Int8, _ value: InlineArray<1, Bool>, _ after: Double) -> InlineArray<1, Bool> { value }
  func flag(_ before: Int8, _ value: InlineArray<1, Bool>?, _ after: Int8) -> InlineArray<1, Bool>? { value }
  func optionals(_ before: Int8, _ value: InlineArray<2, Int8?>, _ after: Double) -> InlineArray<2, Int8?> { value }
  func optionals(_ before: Int8, _ value: InlineArray<2, Int8?>?, _ after: Int8) -> InlineArray<2, Int8?>? { value }
  func held(_ before: Int8, _ value: Holder, _ after: Double) -> Holder { value }
  func held(_ before: Int8, _ value: Holder?, _ after: Int8) -> Holder? { value }
  func boxes(_ before: Int8, _ value: InlineArray<2, Any>, _ after: Double) -> InlineArray<2, Any> { value }
  func boxes(_ before: Int8, _ value: InlineArray<2, Any>?, _ after: Int8) -> InlineArray<2, Any>? { value }
  func nested(_ before: Int8, _ value: InlineArray<2, InlineArray<2, Int16>>, _ after: Double) -> InlineArray<
    2, InlineArray<2, Int16>
  > { value }
  func nested(_ before: Int8, _ value: InlineArray<2, InlineArray<2, Int16>>?, _ after: Int8) -> InlineArray<
    2, InlineArray<2, Int16>
  >? { value }
  func objects(_ before: Int8, _ value: InlineArray<2, Object>, _ after: Double) -> InlineArray<2, Object> { value }
  func objects(_ before: Int8, _ value: InlineArray<2, Object>?, _ after: Int8) -> InlineArray<2, Object>? { value }
  func halves(_ before: Int8, _ value: InlineArray<3, Float16>, _ after: Double) -> InlineArray<3, Float16> { value }
  func halves(_ before: Int8, _ value: InlineArray<3, Float16>?, _ after: Int8) -> InlineArray<3, Float16>? { value }
  func vectors(_ before: Int8, _ value: InlineArray<2, SIMD4<Float>>, _ after: Double) -> InlineArray<2, SIMD4<Float>> {
    value
  }
  func vectors(_ before: Int8, _ value: InlineArray<2, SIMD4<Float>>?, _ after: Int8) -> InlineArray<2, SIMD4<Float>>? {
    value
  }
  func wide(_ before: Int8, _ value: InlineArray<2, UInt128>, _ after: Double) -> InlineArray<2, UInt128> { value }
  func wide(_ before: Int8, _ value: InlineArray<2, UInt128>?, _ after: Int8) -> InlineArray<2, UInt128>? { value }
  func metatypes(_ before: Int8, _ value: InlineArray<2, Int.Type>, _ after: Double) -> InlineArray<2, Int.Type> {
    value
  }
  func metatypes(_ before: Int8, _ value: InlineArray<2, Int.Type>?, _ after: Int8) -> InlineArray<2, Int.Type>? {
    value
  }
}
