import Testing
import UnderstudyFabrication

/// The metatypes of structs inside other values: they have no bytes where a declaration spells them out.
@Suite struct MetatypeTests {
  @Test func `In a struct`() throws {
    try expectAlike((any Metatypes).self, Conformer(), Held(type: Int.self, count: 7) as Held) { $0.held(1, $1, 2.5) }
    try expectAlike((any Metatypes).self, Conformer(), Held(type: Int.self, count: 7) as Held?) { $0.held(1, $1, 2) }
  }

  @Test func `Of a generic parameter`() throws {
    try expectAlike((any Metatypes).self, Conformer(), Generic(type: Int.self, byte: 4) as Generic<Int>) {
      $0.generic(1, $1, 2.5)
    }
    try expectAlike((any Metatypes).self, Conformer(), Generic(type: Int.self, byte: 4) as Generic<Int>?) {
      $0.generic(1, $1, 2)
    }
  }

  @Test func `For a generic parameter`() throws {
    try expectAlike((any Metatypes).self, Conformer(), Wrapped(value: Int.self, byte: 4) as Wrapped<Int.Type>) {
      $0.parameter(1, $1, 2.5)
    }
    try expectAlike((any Metatypes).self, Conformer(), Wrapped(value: Int.self, byte: 4) as Wrapped<Int.Type>?) {
      $0.parameter(1, $1, 2)
    }
  }

  @Test func `In an array`() throws {
    try expectAlike((any Metatypes).self, Conformer(), [Int.self] as [Int.Type]) { $0.list(1, $1, 2.5) }
    try expectAlike((any Metatypes).self, Conformer(), [Int.self] as [Int.Type]?) { $0.list(1, $1, 2) }
  }

  @Test func `In an enum for a generic parameter`() throws {
    try expectAlike(
      (any Metatypes).self,
      Conformer(),
      Result<Int.Type, Failure>.success(Int.self) as Result<Int.Type, Failure>
    ) { $0.result(1, $1, 2.5) }
    try expectAlike(
      (any Metatypes).self,
      Conformer(),
      Result<Int.Type, Failure>.success(Int.self) as Result<Int.Type, Failure>?
    ) { $0.result(1, $1, 2) }
  }

  @Test func `Beside other fields`() throws {
    try expectAlike(
      (any Metatypes).self,
      Conformer(),
      Mixed(byte: 1, type: Int.self, object: Object.self, last: 2) as Mixed
    ) { $0.mixed(1, $1, 2.5) }
    try expectAlike(
      (any Metatypes).self,
      Conformer(),
      Mixed(byte: 1, type: Int.self, object: Object.self, last: 2) as Mixed?
    ) { $0.mixed(1, $1, 2) }
  }

}

private struct Held {
  var type: Int.Type
  var count: Int
}
private struct Generic<T> {
  var type: T.Type
  var byte: Int8
}
private struct Wrapped<T> {
  var value: T
  var byte: Int8
}
private struct Mixed {
  var byte: UInt8
  var type: Int.Type
  var object: Object.Type
  var last: UInt8
}
private class Object {}
private struct Failure: Error {}

private protocol Metatypes {
  func held(_ before: Int8, _ value: Held, _ after: Double) -> Held
  func held(_ before: Int8, _ value: Held?, _ after: Int8) -> Held?
  func generic(_ before: Int8, _ value: Generic<Int>, _ after: Double) -> Generic<Int>
  func generic(_ before: Int8, _ value: Generic<Int>?, _ after: Int8) -> Generic<Int>?
  func parameter(_ before: Int8, _ value: Wrapped<Int.Type>, _ after: Double) -> Wrapped<Int.Type>
  func parameter(_ before: Int8, _ value: Wrapped<Int.Type>?, _ after: Int8) -> Wrapped<Int.Type>?
  func list(_ before: Int8, _ value: [Int.Type], _ after: Double) -> [Int.Type]
  func list(_ before: Int8, _ value: [Int.Type]?, _ after: Int8) -> [Int.Type]?
  func result(_ before: Int8, _ value: Result<Int.Type, Failure>, _ after: Double) -> Result<Int.Type, Failure>
  func result(_ before: Int8, _ value: Result<Int.Type, Failure>?, _ after: Int8) -> Result<Int.Type, Failure>?
  func mixed(_ before: Int8, _ value: Mixed, _ after: Double) -> Mixed
  func mixed(_ before: Int8, _ value: Mixed?, _ after: Int8) -> Mixed?
}

private struct Conformer: Metatypes {
  func held(_ before: Int8, _ value: Held, _ after: Double) -> Held { value }
  func held(_ before: Int8, _ value: Held?, _ after: Int8) -> Held? { value }
  func generic(_ before: Int8, _ value: Generic<Int>, _ after: Double) -> Generic<Int> { value }
  func generic(_ before: Int8, _ value: Generic<Int>?, _ after: Int8) -> Generic<Int>? { value }
  func parameter(_ before: Int8, _ value: Wrapped<Int.Type>, _ after: Double) -> Wrapped<Int.Type> { value }
  func parameter(_ before: Int8, _ value: Wrapped<Int.Type>?, _ after: Int8) -> Wrapped<Int.Type>? { value }
  func list(_ before: Int8, _ value: [Int.Type], _ after: Double) -> [Int.Type] { value }
  func list(_ before: Int8, _ value: [Int.Type]?, _ after: Int8) -> [Int.Type]? { value }
  func result(_ before: Int8, _ value: Result<Int.Type, Failure>, _ after: Double) -> Result<Int.Type, Failure> {
    value
  }
  func result(_ before: Int8, _ value: Result<Int.Type, Failure>?, _ after: Int8) -> Result<Int.Type, Failure>? {
    value
  }
  func mixed(_ before: Int8, _ value: Mixed, _ after: Double) -> Mixed { value }
  func mixed(_ before: Int8, _ value: Mixed?, _ after: Int8) -> Mixed? { value }
}
