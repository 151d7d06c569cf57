import Foundation
import Testing
import Understudy

private protocol Delegate: AnyObject {
  var owner: (any Delegate)? { get set }
  func didFinish(_ sender: any Delegate, _ result: Int)
  func copy() -> Self
}

private protocol Counter: Actor {
  var total: Int { get }
  func add(_ amount: Int) -> Int
  func load(_ name: String) async throws -> Int
  nonisolated var label: String { get }
}
private func addTwice(_ counter: isolated any Counter) -> Int {
  // On the double's own executor, without `await`.
  counter.add(1) + counter.add(2)
}

private protocol Shape: Equatable, Sendable {
  func scaled(by factor: Double) -> Self
  func maybe() -> Self?
  func parts() -> [Self]
  func named() -> [String: Self]
  func pair(_ other: Self) -> (Self, Int)
  func contains(_ other: Self, _ more: [Self], _ maybe: Self?) -> Bool
  func visit(_ body: (Self) -> Int) -> Int
  func maker() -> () -> Self
  func loaded() async throws -> Self
  func checked() throws -> Self?
  mutating func replace(with other: Self)
  static func blank() -> Self
}

private func visited<S: Shape>(_ shape: S) -> Int { shape.visit { $0 == shape ? 7 : 0 } }
private func blank<S: Shape>(_ shape: S) -> Bool { S.blank() == shape && shape.scaled(by: 2) == shape }

/// What the conformers of a protocol have to be.
@Suite struct BoundKindTests {
  @Test func `Classes, weak references and identity`() throws {
    let stub = try Stub<any Delegate>()
    let other = try Stub<any Delegate>()
    stub.when { $0.owner }.thenReturn(other())
    stub.when { $0.owner = Match.any() }.thenDoNothing()
    stub.when { $0.didFinish(Match.identical(to: other()), Match.any()) }.thenDoNothing()
    stub.when { $0.copy() }.thenReturn(other())
    let delegate = stub()
    weak let held = delegate
    #expect(held === delegate)
    #expect(delegate.owner === other())
    #expect(delegate.copy() === other())
    delegate.owner = nil
    delegate.didFinish(other(), 3)
    stub.verify { $0.didFinish(Match.any(), Match.equal(3)) }
    stub.verify { $0.owner = Match.isNil() }
  }

  @Test func `Actors`() async throws {
    let stub = try Stub<any Counter>()
    await stub.when { await $0.total }.thenReturn(5)
    await stub.when { await $0.add(Match.any()) }.then { (amount: Int) in amount * 10 }
    await stub.when { try await $0.load(Match.any()) }.then { (name: String) async in name.count }
    stub.when { $0.label }.thenReturn("l")
    let counter = stub()
    #expect(await counter.total == 5)
    #expect(await addTwice(counter) == 30)
    #expect(try await counter.load("four") == 4)
    #expect(counter.label == "l")
    await stub.verify { await $0.add(2) }
  }

  @Test func `Self in every position`() async throws {
    let stub = try Stub<any Shape>()
    let shape = stub()
    stub.when { $0.scaled(by: 2) }.thenReturn(shape)
    stub.when { $0.maybe() }.thenReturn(shape)
    stub.when { $0.parts() }.thenReturn([shape, shape])
    stub.when { $0.named() }.thenReturn(["a": shape])
    stub.when { type(of: $0).blank() }.thenReturn(shape)
    await stub.when { try await $0.loaded() }.thenReturn(shape)
    stub.when { try $0.checked() }.thenReturn(nil)
    // Comparing the elements of a `[Self]` calls `==` on the type that all doubles share.
    func contains<S: Shape>(_ shape: S) -> Bool { shape.contains(shape, [shape], nil) }
    func visit<S: Shape>(_ shape: S) -> Int { shape.visit(Match.any()) }
    stub.when { contains($0) }.thenReturn(true)
    stub.when { visit($0) }.thenReturn(7)
    func replace<S: Shape>(_ shape: S) {
      var shape = shape
      shape.replace(with: shape)
    }
    stub.when { replace($0) }.thenDoNothing()
    #expect(shape.maybe() != nil)
    #expect(shape.parts().count == 2)
    #expect(shape.named().keys.first == "a")
    #expect(try await type(of: shape.loaded()) == type(of: shape))
    #expect(try shape.checked() == nil)
    let (isContained, number, isBlank) = (contains(shape), visited(shape), blank(shape))
    #expect(isContained && number == 7 && isBlank)
    replace(shape)
    stub.verify { replace($0) }
  }

  @Test func `A requirement of the type that all doubles share`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let stub = try Stub<any Listed>()
      stub.when { countItself($0) }.thenReturn(1)
      _ = countItself(stub())
      let list = stub.history.timeline[0].arguments[0]
      _ = (elementType(of: list) as? any Listed.Type)?.title()
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      output.contains(
        """
        title of any Listed was called on the type of its doubles, which belongs to none of them.
          What to do: Call it on the type of a double: type(of: double).
        """
      ),
      "\(output)"
    )
  }
}

private protocol Listed {
  func count(_ list: [Self]) -> Int
  static func title() -> String
}
private func countItself<L: Listed>(_ value: L) -> Int { value.count([value]) }
private func elementType(of value: Any) -> Any.Type? {
  func element<C: Collection>(_ list: C) -> Any.Type { C.Element.self }
  return (value as? any Collection).map { element($0) }
}
