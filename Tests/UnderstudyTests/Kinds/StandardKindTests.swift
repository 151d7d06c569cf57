import Foundation
import Testing
import Understudy

private protocol Entity: Identifiable, Hashable, Comparable, CustomStringConvertible, CustomDebugStringConvertible,
  Codable
{
  var name: String { get }
}
private protocol Numbered: Identifiable where ID == Int {
  func touch()
}
private protocol Named: Identifiable where ID == String {
  func touch()
}
private protocol Dated: Identifiable where ID == Date {
  func touch()
}
private protocol Fault: LocalizedError, Equatable {
  var status: Int { get }
}

private func equal<E: Equatable>(_ value: E) -> Bool { value == value }
private func less<C: Comparable>(_ value: C) -> Bool { value < value }
private func greater<C: Comparable>(_ value: C) -> Bool { value > value }
private func hash<H: Hashable>(_ value: H, _ hasher: inout Hasher) { value.hash(into: &hasher) }
private func encode<E: Encodable>(_ value: E, _ encoder: any Encoder) throws { try value.encode(to: encoder) }
private func id<I: Identifiable>(_ value: I) -> I.ID { value.id }

/// Requirements of the standard library's protocols have defaults by identity, and can be stubbed like all others.
@Suite struct StandardKindTests {
  @Test func `Defaults`() throws {
    let stub = try Stub<any Entity>()
    let entity = stub()
    let results = (equal(entity), less(entity), greater(entity))
    #expect(results == (true, false, false))
    #expect(entity.description == "Stub<any Entity>")
    #expect("\(entity)" == "Stub<any Entity>")
    #expect(String(reflecting: entity) == "Stub<any Entity>")
    #expect(AnyHashable(entity).hashValue == AnyHashable(stub()).hashValue)
    #expect(id(entity) as! AnyHashable == id(stub()) as! AnyHashable)
  }

  @Test func `When says otherwise`() throws {
    let stub = try Stub<any Entity>()
    stub.when { equal($0) }.thenReturn(false)
    stub.when { less($0) }.thenReturn(true)
    stub.when { $0.description }.thenReturn("d")
    stub.when { $0.debugDescription }.thenReturn("dd")
    var hasher = Hasher()
    stub.when { hash($0, &hasher) }.then { (hasher: inout Hasher) in hasher.combine(7) }
    let entity = stub()
    let results = (equal(entity), less(entity))
    #expect(results == (false, true))
    #expect(String(describing: entity) == "d" && String(reflecting: entity) == "dd")
    var expected = Hasher()
    var made = Hasher()
    expected.combine(7)
    hash(entity, &made)
    #expect(made.finalize() == expected.finalize())
    stub.verify { equal($0) }
  }

  @Test func `Encoding and decoding`() throws {
    let stub = try Stub<any Entity>()
    stub.when { try encode($0, Match.any()) }.then { (encoder: any Encoder) in
      var container = encoder.singleValueContainer()
      try container.encode("me")
    }
    let data = try JSONEncoder().encode([stub() as any Encodable].map(Wrapper.init))
    #expect(String(decoding: data, as: UTF8.self) == #"["me"]"#)
    // What decodes is the double itself.
    func decoded<E: Entity>(_ entity: E) throws -> String {
      try JSONDecoder().decode(E.self, from: Data("1".utf8)).name
    }
    stub.when { $0.name }.thenReturn("n")
    #expect(try decoded(stub()) == "n")
  }

  @Test func `Identity by other types`() throws {
    let numbered = try Stub<any Numbered>()()
    let named = try Stub<any Named>()()
    let ids = (id(numbered), id(named))
    let again = (id(numbered), id(named))
    #expect(ids == again)
    #expect(ids.1.hasPrefix("Stub<any Named> "))
    let other = try id(Stub<any Numbered>()())
    #expect(ids.0 != other)
    let stub = try Stub<any Named>()
    stub.when { $0.id }.thenReturn("k")
    #expect(stub().id == "k")
  }

  @Test func `Identity by a type that can't tell doubles apart`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = id(try Stub<any Dated>()())
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      output.contains(
        """
        no behaviour for id of any Dated: no neutral Date exists to return, so the process stops.
          Write: stub.when { $0.id }.thenReturn(…)
        """
      ),
      "\(output)"
    )
  }

  @Test func `Errors`() throws {
    let stub = try Stub<any Fault>()
    stub.when { $0.status }.thenReturn(404)
    stub.when { $0.errorDescription }.thenReturn("not found")
    do {
      throw stub()
    } catch let fault as any Fault {
      #expect(fault.status == 404)
      #expect(fault.localizedDescription == "not found")
      #expect(fault.failureReason == nil)
    }
  }
}

private struct Wrapper: Encodable {
  var value: any Encodable
  func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}
