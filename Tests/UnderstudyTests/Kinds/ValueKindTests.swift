import Testing
import Understudy

private final class Track {
  var name = "untitled"
}
private struct Tiny: Equatable {
  var a: UInt8 = 1
  var b = true
  var c: UInt16 = 3
  var d: Float = 4.5
}
private enum Choice: Equatable {
  case none
  case flag(Bool)
  case pair(Int32, Float)
  indirect case again(Choice)
}
private protocol Animal {}
private struct Dog: Animal {}
private class Vehicle {}
private final class Truck: Vehicle {}

private protocol Vectors {
  func two(_ value: SIMD2<Float>) -> SIMD2<Float>
  func three(_ value: SIMD3<Int32>) -> SIMD3<Int32>
  func four(_ value: SIMD4<Double>) -> SIMD4<Double>
  func eight(_ value: SIMD8<UInt8>) -> SIMD8<UInt8>
  func sixteen(_ value: SIMD16<Int16>) -> SIMD16<Int16>
  func thirtyTwo(_ value: SIMD32<UInt8>) -> SIMD32<UInt8>
  func sixtyFour(_ value: SIMD64<Int8>) -> SIMD64<Int8>
  func mask(_ value: SIMDMask<SIMD4<Int32>>) -> SIMDMask<SIMD4<Int32>>
  func later(_ value: SIMD4<Float>, _ other: SIMD2<Double>) async throws -> SIMD4<Float>
}

private protocol Metatypes {
  func make(_ type: Int.Type) -> String.Type
  func find(_ before: Int8, _ type: Int.Type?, _ after: Double) -> Int.Type?
  func pair(_ value: (Int.Type?, Int)) -> (Int.Type?, Int8)
  func change(_ before: Int, _ type: inout Int.Type, _ after: Int) -> Int
  func later(_ type: Int.Type?, _ number: Int) async throws -> Int.Type?
  func animal(_ type: (any Animal.Type)?) -> any Animal.Type
  func update(_ type: inout any Animal.Type)
  func vehicle(_ type: Vehicle.Type?) -> Vehicle.Type?
  func replace(_ type: inout Vehicle.Type)
  func any(_ type: Any.Type, _ object: AnyObject.Type) -> Any.Type
  func list(_ types: [Int.Type], _ more: [String: any Animal.Type]) -> [Any.Type]
  func map(_ body: (Int.Type?) -> Int.Type?, _ maker: () -> Int.Type) -> Int.Type?
  func maker() -> (Int.Type?) -> (Int.Type?, Int)
  var current: Int.Type? { get set }
}

private protocol Values {
  func path(_ path: KeyPath<Track, String>, _ writable: ReferenceWritableKeyPath<Track, String>) -> AnyKeyPath
  func pointers(_ raw: UnsafeRawPointer?, _ buffer: UnsafeMutableBufferPointer<Int>) -> UnsafePointer<Int8>?
  func nested(_ value: ((Int8, Double), (String, (Bool, Tiny)))) -> ((Int8, Double), (String, (Bool, Tiny)))
  func choice(_ value: Choice, _ maybe: Choice??) -> Choice
  func tiny(_ value: Tiny?, _ more: [Tiny]) -> Tiny?
  func wide(_ a: Int128, _ b: Float16, _ c: UInt128) -> Int128
  func composed(_ value: any Animal & Sendable, _ object: AnyObject, _ error: any Error) -> any Animal
  func inline(_ value: InlineArray<3, Int16>) -> InlineArray<2, String>
  func many(
    _ a: Int,
    _ b: Int,
    _ c: Int,
    _ d: Int,
    _ e: Int,
    _ f: Int,
    _ g: Int,
    _ h: String,
    _ i: Double,
    _ j: Double,
    _ k: Double,
    _ l: Double,
    _ m: Double,
    _ n: Double,
    _ o: Double,
    _ p: Double,
    _ q: Double,
    _ r: Tiny
  ) async -> String
  func stop() throws -> Never
  func edit(_ value: inout Tiny, _ list: inout [String], _ maybe: inout Int?) -> Bool
}

/// Types of every kind through a stub.
@Suite struct ValueKindTests {
  @Test func `Vectors of every size`() async throws {
    let stub = try Stub<any Vectors>()
    stub.when { $0.two(Match.any()) }.then { (value: SIMD2<Float>) in value + 1 }
    stub.when { $0.three(Match.any()) }.then { (value: SIMD3<Int32>) in value &+ 1 }
    stub.when { $0.four(Match.any()) }.then { (value: SIMD4<Double>) in value + 1 }
    stub.when { $0.eight(Match.any()) }.then { (value: SIMD8<UInt8>) in value &+ 1 }
    stub.when { $0.sixteen(Match.any()) }.then { (value: SIMD16<Int16>) in value &+ 1 }
    stub.when { $0.thirtyTwo(Match.any()) }.then { (value: SIMD32<UInt8>) in value &+ 1 }
    stub.when { $0.sixtyFour(Match.any()) }.then { (value: SIMD64<Int8>) in value &+ 1 }
    stub.when { $0.mask(Match.any()) }.then { (value: SIMDMask<SIMD4<Int32>>) in .!value }
    await stub.when { try await $0.later(Match.any(), Match.any()) }
      .then { (value: SIMD4<Float>, other: SIMD2<Double>) async in value * Float(other[1]) }
    let vectors = stub()
    #expect(vectors.two([1, 2]) == [2, 3])
    #expect(vectors.three([1, 2, 3]) == [2, 3, 4])
    #expect(vectors.four([1, 2, 3, 4]) == [2, 3, 4, 5])
    #expect(vectors.eight(SIMD8(repeating: 7)) == SIMD8(repeating: 8))
    #expect(vectors.sixteen(SIMD16(repeating: 7)) == SIMD16(repeating: 8))
    #expect(vectors.thirtyTwo(SIMD32(repeating: 7)) == SIMD32(repeating: 8))
    #expect(vectors.sixtyFour(SIMD64(repeating: 7)) == SIMD64(repeating: 8))
    let mask: SIMDMask<SIMD4<Int32>> = [true, false, true, true]
    #expect(vectors.mask(mask) == .!mask)
    #expect(try await vectors.later([1, 2, 3, 4], [0, 2]) == [2, 4, 6, 8])
  }

  @Test func `Metatypes of every kind`() async throws {
    let stub = try Stub<any Metatypes>()
    stub.when { $0.make(Int.self) }.thenReturn(String.self)
    stub.when { $0.find(Match.any(), Match.isNil(), Match.any()) }.thenReturn(nil)
    stub.when { $0.find(Match.any(), Match.any(), Match.any()) }
      .then { (before: Int8, type: Int.Type?, after: Double) in before == 1 && after == 2.5 ? type : nil }
    stub.when { $0.pair(Match.any()) }.then { (value: (Int.Type?, Int)) in (value.0, Int8(value.1)) }
    var number = Int.self
    stub.when { $0.change(Match.any(), &number, Match.any()) }
      .then { (before: Int, type: inout Int.Type, after: Int) in
        type = Int.self
        return before + after
      }
    await stub.when { try await $0.later(Match.any(), Match.any()) }.then { (type: Int.Type?, _: Int) async in type }
    stub.when { $0.animal(Match.any()) }.then { (type: (any Animal.Type)?) in type ?? Dog.self }
    var animal: any Animal.Type = Dog.self
    stub.when { $0.update(&animal) }.then { (type: inout any Animal.Type) in type = Cat.self }
    stub.when { $0.vehicle(Match.any()) }.then { (type: Vehicle.Type?) in type == nil ? Truck.self : nil }
    var vehicle = Vehicle.self
    stub.when { $0.replace(&vehicle) }.then { (type: inout Vehicle.Type) in type = Truck.self }
    stub.when { $0.any(Match.any(), Match.any()) }.then { (type: Any.Type, _: AnyObject.Type) in type }
    stub.when { $0.list(Match.any(), Match.any()) }.then { (types: [Int.Type], more: [String: any Animal.Type]) in
      types + Array(more.values)
    }
    stub.when { $0.map(Match.any(), Match.any()) }
      .then { (body: @escaping (Int.Type?) -> Int.Type?, maker: @escaping () -> Int.Type) in
        body(nil) == nil && maker() == Int.self ? body(Int.self) : nil
      }
    stub.when { $0.maker() }.thenReturn { ($0, 7) }
    stub.when { $0.current }.thenReturn(Int.self, nil)
    stub.when { $0.current = Match.any() }.thenDoNothing()

    var types = stub()
    let text: Any.Type = types.make(Int.self)
    #expect(text is String.Type)
    #expect(types.find(1, Int.self, 2.5) == Int.self)
    #expect(types.find(1, nil, 2.5) == nil)
    let (type, count) = types.pair((Int.self, 3))
    #expect(type == Int.self && count == 3)
    let (none, four) = types.pair((nil, 4))
    #expect(none == nil && four == 4)
    #expect(types.change(3, &number, 4) == 7)
    #expect(number == Int.self)
    #expect(try await types.later(Int.self, 1) == Int.self)
    #expect(try await types.later(nil, 1) == nil)
    #expect(types.animal(nil) is Dog.Type)
    types.update(&animal)
    #expect(animal is Cat.Type)
    #expect(types.vehicle(nil) == Truck.self)
    #expect(types.vehicle(Truck.self) == nil)
    types.replace(&vehicle)
    #expect(vehicle == Truck.self)
    #expect(types.any(String.self, Truck.self) is String.Type)
    #expect(types.list([Int.self], ["d": Dog.self]).map { "\($0)" } == ["Int", "Dog"])
    #expect(types.map({ $0 }, { Int.self }) == Int.self)
    let (made, seven) = types.maker()(Int.self)
    #expect(made == Int.self && seven == 7)
    #expect(types.current == Int.self)
    #expect(types.current == nil)
    types.current = nil
    stub.verify { $0.current = nil }
  }

  @Test func `Values of every kind`() async throws {
    let stub = try Stub<any Values>()
    stub.when { $0.path(\.name, \.name) }.thenReturn(\Track.name)
    stub.when { $0.pointers(Match.any(), Match.any()) }.thenReturn(nil)
    let nested = ((Int8(1), 2.5), ("a", (true, Tiny())))
    stub.when { $0.nested(Match.any()) }.thenReturn(nested)
    stub.when { $0.choice(.again(.pair(1, 2)), .some(nil)) }.thenReturn(.pair(3, 4))
    stub.when { $0.tiny(Tiny(), [Tiny(a: 9)]) }.thenReturn(Tiny(c: 7))
    stub.when { $0.wide(Match.any(), Match.any(), Match.any()) }
      .then { (a: Int128, b: Float16, c: UInt128) in a + Int128(b) + Int128(c) }
    stub.when { $0.composed(Match.any(), Match.any(), Match.any()) }.thenReturn(Dog())
    stub.when { $0.inline(Match.any()) }.then { (value: InlineArray<3, Int16>) -> InlineArray<2, String> in
      ["\(value[0])", "\(value[2])"]
    }
    let values = stub()
    #expect(values.path(\.name, \.name) == \Track.name)
    let back = values.nested(nested)
    #expect(back.0 == (1, 2.5) && back.1.0 == "a" && back.1.1 == (true, Tiny()))
    #expect(values.choice(.again(.pair(1, 2)), .some(nil)) == .pair(3, 4))
    #expect(values.tiny(Tiny(), [Tiny(a: 9)]) == Tiny(c: 7))
    let large: Int128 = 1 << 100
    #expect(values.wide(large, 2, 3) == large + 5)
    #expect(values.composed(Dog(), Track(), CancellationError()) is Dog)
    let inline = values.inline([1, 2, 3])
    #expect(inline[0] == "1" && inline[1] == "3")
  }

  @Test func `More arguments than registers, results without values, and inout`() async throws {
    let stub = try Stub<any Values>()
    await stub.when {
      await $0.many(1, 2, 3, 4, 5, 6, 7, "h", 1, 2, 3, 4, 5, 6, 7, 8, 9.5, Tiny(a: 5))
    }.thenReturn("all")
    let text = await stub().many(1, 2, 3, 4, 5, 6, 7, "h", 1, 2, 3, 4, 5, 6, 7, 8, 9.5, Tiny(a: 5))
    #expect(text == "all")
    stub.when { try $0.stop() }.thenThrow(CancellationError())
    #expect(throws: CancellationError.self) { try stub().stop() }
    var (tiny, list, maybe) = (Tiny(), ["a"], Int?.none)
    stub.when { $0.edit(&tiny, &list, &maybe) }.then { (value: inout Tiny, list: inout [String]) in
      value.d = 1
      list.append("b")
      return true
    }
    #expect(stub().edit(&tiny, &list, &maybe))
    #expect(tiny.d == 1 && list == ["a", "b"])
  }
}

private struct Cat: Animal {}
