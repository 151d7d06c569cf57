public import Foundation

// Declarations whose symbols the tests read from their own binary.

protocol SampleProtocol {
  associatedtype Item

  func plain()
  func labelled(user: String, _ count: Int, in table: [String: Int]) async throws -> Item
  func conventions(_ a: inout Int, b: consuming String, rest: Double...)
  func closures(_ work: @escaping @Sendable (Int) async -> Void, test: @autoclosure () -> Bool)
  func typed() throws(SampleError) -> Self
  func generic<T: Hashable>(_ value: T) -> T?
  static func shared(_ flag: Bool) async -> Int
  static func + (lhs: Self, rhs: Self) -> Self
  init(count: Int)
  init?(name: String)
  var name: String { get set }
  var remote: Int { get async throws }
  static var total: Int { get }
  subscript(row: Int, column column: Int) -> Double { get set }
}

enum SampleError: Error { case failed }

final class SampleConformer: SampleProtocol {
  typealias Item = [Int]

  func plain() {}
  func labelled(user: String, _ count: Int, in table: [String: Int]) async throws -> [Int] { [] }
  func conventions(_ a: inout Int, b: consuming String, rest: Double...) {}
  func closures(_ work: @escaping @Sendable (Int) async -> Void, test: @autoclosure () -> Bool) {}
  func typed() throws(SampleError) -> SampleConformer { self }
  func generic<T: Hashable>(_ value: T) -> T? { value }
  static func shared(_ flag: Bool) async -> Int { 0 }
  static func + (lhs: SampleConformer, rhs: SampleConformer) -> SampleConformer { lhs }
  init(count: Int) {}
  init?(name: String) {}
  var name: String {
    get { "" }
    set {}
  }
  var remote: Int { get async throws { 0 } }
  static var total: Int { 0 }
  subscript(row: Int, column column: Int) -> Double {
    get { 0 }
    set {}
  }
}

struct SampleOuter<T> {
  struct Inner<U> {}
  struct Plain {}
}

extension SampleOuter where T: Hashable {
  struct Constrained<U> {}
}

extension Array {
  struct SampleSlice {}
}

class SampleBase {}

protocol SampleAssociated<Item> {
  associatedtype Item
}

enum SampleLöwe {}

func firstLocalType() -> Any.Type {
  struct Local {}
  return Local.self
}

func secondLocalType() -> Any.Type {
  struct Local {}
  return Local.self
}

struct SampleVariadic<each T> {
  struct Inner<U> {}
}

struct SampleSized<let count: Int> {}

// swift-format-ignore: AvoidRetroactiveConformances
// A conformance that belongs to neither the type's module nor the protocol's.
extension FileHandle: @retroactive Comparable {
  public static func < (lhs: FileHandle, rhs: FileHandle) -> Bool { lhs.fileDescriptor < rhs.fileDescriptor }
}

struct SampleComparables<T: Comparable> {}

extension Dictionary {
  struct SamplePair<Third> {
    struct Deep {}
  }
}
