import Glibc
import Testing
import UnderstudyCalls
import UnderstudyTrampolines

@testable import UnderstudyConvention
@testable import UnderstudyMetadata

/// What no declaration of today brings about, put together by hand: it is refused as well.
@Suite struct UnsupportedTypeTests {
  private struct Pair {
    var one = 1
    var other = 2
  }
  private let pair = TypeMetadata(Pair.self)

  private func reason(_ body: (inout Exploder) throws(UnsupportedType) -> Void) -> String? {
    var exploder = Exploder(memory: LoweringMemory { _ in false })
    do {
      try body(&exploder)
      return nil
    } catch {
      return error.reason
    }
  }

  private func reason(of type: TypeMetadata) -> String? {
    reason { exploder throws(UnsupportedType) in try exploder.add(FormalType(type), at: 0) }
  }

  private func reason(_ field: FieldType, _ pattern: FieldType) -> String? {
    reason { exploder throws(UnsupportedType) in try exploder.add(field, pattern, of: pair, at: 0) }
  }

  @Test func `A type of the compiler's own`() throws {
    let integer = try #require(dlsym(nil, "$sBi64_N"))
    // The symbol is that of the whole record, whose first word are the value witnesses.
    #expect(reason(of: TypeMetadata(pointer: integer + 8)) == "it is of a kind that this library doesn't know")
  }

  @Test func `Functions of other conventions`() {
    let (block, thin) = (1, 2)
    for convention in [block, thin] {
      #expect(reason(of: function(flags: convention << 16)) == "blocks and thin functions aren't passed")
    }
  }

  @Test func `Existentials of other layouts`() {
    let real = TypeMetadata((any Collection<Int>).self)
    // What comes before the metadata's address is its value witnesses, what comes behind it its kind and its shape, which
    // begins with the flags (`TargetExtendedExistentialTypeMetadata` in `swift/ABI/Metadata.h`).
    let words = UnsafeMutablePointer<UnsafeRawPointer>.allocate(capacity: 3)
    defer { words.deallocate() }
    words.update(from: (real.pointer - 8).assumingMemoryBound(to: UnsafeRawPointer.self), count: 3)
    for storage in [3, 4] as [UInt32] {
      withUnsafeBytes(of: storage) { shape in
        words[2] = shape.baseAddress!
        #expect(
          reason(of: TypeMetadata(pointer: UnsafeRawPointer(words + 1)))
            == "it is an existential of a kind that this library doesn't know"
        )
      }
    }
  }

  @Test func `Stored properties of unknown types`() throws {
    #expect(
      reason(.unresolved("Thing"), .type(pair))
        == "the type of one of its stored properties isn't known at run time (Thing)"
    )
    #expect(reason(.type(pair), .thinMetatype(pair)) == "its stored properties can't be told apart")
    let buffer = try "BB".withCString { try #require(BuiltinType(MangledName(UnsafeRawPointer($0)))) }
    #expect(
      reason(.builtin(buffer), .builtin(buffer))
        == "it holds a value of a compiler's type that this library doesn't know"
    )
  }

  @Test func `C structs that aren't described as a whole`() {
    func reason(_ fields: [Field]) -> String? {
      self.reason { exploder throws(UnsupportedType) in try exploder.addImported(fields, of: pair, at: 0) }
    }
    func field(_ name: String, _ type: FieldType, at offset: Int) -> Field {
      Field(name: name, type: type, offset: offset, isVar: true)
    }
    let int = FieldType.type(TypeMetadata(Int.self))
    #expect(reason([field("a", int, at: 0), field("b", int, at: 8)]) == nil)
    #expect(
      reason([field("a", .unresolved("Thing"), at: 0)]) == "its field a isn't described at run time"
    )
    #expect(
      reason([field("a", int, at: 0), field("b", int, at: 4)]) == "its field b isn't described at run time"
    )
    #expect(
      reason([field("a", int, at: 0), field("b", int, at: 16)]) == "its fields don't lie where Swift says they do"
    )
  }

  @Test func `Facts of a layout that aren't found`() {
    let lowering = TypeLowering { _ throws(TypeLowering.OpacityUnknown) in throw .init(reason: "nobody knows") }
    #expect(throws: UnsupportedType(type: pair, reason: "nobody knows")) { try lowering.lower(FormalType(pair)) }
  }

  // MARK: Functions

  private let planner = CallPlanner(lowering: TypeLowering { _ in false })

  /// A type of functions of one integer. The flags: `TargetFunctionTypeFlags` in `swift/ABI/MetadataValues.h`.
  private func function(flags: Int, differentiability: Int = 0, ownership: UInt32 = 0) -> TypeMetadata {
    let parameters: [UnsafeRawPointer?] = [TypeMetadata(Int.self).pointer]
    return TypeMetadata(
      pointer: swift_getExtendedFunctionTypeMetadata(
        0x0400_0001 | flags,
        differentiability,
        parameters,
        [ownership],
        TypeMetadata(Int.self).pointer,
        nil,
        0,
        nil
      )
    )
  }

  @Test func `Differentiable functions`() {
    let type = function(flags: 0x0800_0000, differentiability: 2)
    #expect(throws: UnsupportedType(type: type, reason: "differentiable functions aren't passed")) {
      try FunctionConvention.of(FormalType(type), isEscaping: true, planner: planner)
    }
  }

  @Test func `Functions that take something in an unknown way`() {
    let type = function(flags: 0x0200_0000, ownership: 0x7F)
    #expect(throws: UnsupportedType(type: type, reason: "a parameter's ownership isn't known")) {
      try FunctionConvention.of(FormalType(type), isEscaping: true, planner: planner)
    }
  }

  @Test func `More arguments than libffi is asked about`() {
    let type = FormalType(TypeMetadata(Int.self))
    let count = 4097
    let shape = CallShape(
      parameters: Array(repeating: CallShape.Parameter(type: type, ownership: .guaranteed), count: count),
      result: FormalType(pair),
      isAsync: false,
      canThrow: false
    )
    #expect(
      throws: UnsupportedType(type: pair, reason: "libffi couldn't tell where the arguments of the call live")
    ) { try planner.plan(for: shape, argumentOffsets: (0..<count).map { $0 * 8 }) }
  }
}
