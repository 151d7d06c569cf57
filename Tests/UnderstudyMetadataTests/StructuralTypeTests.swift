internal import Testing
internal import UnderstudyMetadata

private protocol Simple {}
private protocol Bound: AnyObject {}
private protocol Primary<Value> {
  associatedtype Value
  associatedtype Other
}
private class Base {}
private enum Failure: Error { case one }

private typealias Owning = (consuming String, borrowing Base, @autoclosure () -> Int) throws -> Void

struct StructuralTypeTests {
  @Test func tuples() throws {
    let tuple = try #require(TupleMetadata(TypeMetadata((first: Int8, Double, last: String).self)))
    #expect(tuple.elements.map(\.label) == ["first", nil, "last"])
    #expect(tuple.elements.map(\.type) == [Int8.self, Double.self, String.self].map { TypeMetadata($0) })
    #expect(tuple.elements.map(\.offset) == [0, 8, 16])
    let unlabelled = try #require(TupleMetadata(TypeMetadata((Int, Int).self)))
    #expect(unlabelled.elements.map(\.label) == [nil, nil])
    #expect(TupleMetadata(TypeMetadata(Void.self))?.count == 0)
  }

  @Test func metatypes() throws {
    let concrete = try #require(MetatypeMetadata(TypeMetadata(Int.Type.self)))
    #expect(!concrete.isExistential)
    #expect(concrete.instanceType == TypeMetadata(Int.self))
    let existential = try #require(MetatypeMetadata(TypeMetadata((any Simple.Type).self)))
    #expect(existential.isExistential)
    #expect(existential.instanceType == TypeMetadata((any Simple).self))
  }

  @Test func existentials() throws {
    func metadata(_ type: Any.Type) throws -> ExistentialMetadata {
      try #require(ExistentialMetadata(TypeMetadata(type)))
    }
    let any = try metadata(Any.self)
    #expect(any.protocols.isEmpty && !any.isClassConstrained && any.witnessTableCount == 0)
    let object = try metadata(AnyObject.self)
    #expect(object.protocols.isEmpty && object.isClassConstrained)
    let error = try metadata((any Error).self)
    #expect(error.isError && error.protocols.map(\.fullName) == ["Swift.Error"])
    let composed = try metadata((any Simple & Hashable & Sendable).self)
    #expect(Set(composed.protocols.map(\.name)) == ["Simple", "Hashable"])
    #expect(composed.witnessTableCount == 2 && !composed.isError && composed.superclass == nil)
    let bound = try metadata((any Bound).self)
    #expect(bound.isClassConstrained && bound.protocols.map(\.name) == ["Bound"])
    let subclass = try metadata((any Base & Simple).self)
    #expect(subclass.superclass == TypeMetadata(Base.self))
    #expect(subclass.isClassConstrained && subclass.protocols.map(\.name) == ["Simple"])
  }

  @Test func extendedExistentials() throws {
    let primary = try #require(ExtendedExistentialMetadata(TypeMetadata((any Primary<Int>).self)))
    #expect(primary.protocols.map(\.name) == ["Primary"])
    #expect(primary.storage == .opaque && !primary.isClassConstrained)
    #expect(primary.argumentWords == [TypeMetadata(Int.self).pointer])
    let composed = try #require(ExtendedExistentialMetadata(TypeMetadata((any Bound & Primary<String>).self)))
    #expect(Set(composed.protocols.map(\.name)) == ["Bound", "Primary"])
    #expect(composed.isClassConstrained)
    #expect(composed.argumentWords == [TypeMetadata(String.self).pointer])
  }

  @Test func functions() throws {
    func metadata(_ type: Any.Type) throws -> FunctionMetadata {
      try #require(FunctionMetadata(TypeMetadata(type)))
    }
    let plain = try metadata(((Int, String) -> Bool).self)
    #expect(plain.parameters.map(\.type) == [TypeMetadata(Int.self), TypeMetadata(String.self)])
    #expect(plain.result == TypeMetadata(Bool.self))
    #expect(!plain.isThrowing && !plain.isAsync && !plain.isSendable && plain.isEscaping)
    #expect(plain.convention == .swift && plain.globalActor == nil && plain.thrownError == nil)

    let full = try metadata((@MainActor @Sendable (inout Int, String...) async throws(Failure) -> Void).self)
    #expect(full.isAsync && full.isThrowing && full.isSendable)
    #expect(full.globalActor == TypeMetadata(MainActor.self))
    #expect(full.thrownError == TypeMetadata(Failure.self))
    #expect(full.parameters.map(\.ownership) == [.inout, .default])
    #expect(full.parameters.map(\.isVariadic) == [false, true])

    let owned = try metadata(Owning.self)
    // Borrowing is the default, so the type doesn't say it.
    #expect(owned.parameters.map(\.ownership) == [.owned, .default, .default])
    #expect(owned.parameters[2].isAutoclosure)
    #expect(owned.isThrowing && owned.thrownError == nil)

    let sending = try metadata((@Sendable (sending Base) async -> sending Base).self)
    #expect(sending.parameters[0].isSending && sending.hasSendingResult)
    #expect(try metadata((@convention(c) (Int) -> Int).self).convention == .c)
    #expect(try metadata((@isolated(any) () async -> Void).self).isIsolatedAny)
    #expect(try metadata((nonisolated(nonsending) () async -> Void).self).isNonisolatedNonsending)
  }
}
