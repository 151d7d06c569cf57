internal import Foundation
internal import Testing
internal import UnderstudyMetadata

private struct Plain {
  var flag: Bool
  let wide: Double
  var text: String
  weak var weakly: Node?
  unowned var strongly: Node
  unowned(unsafe) var barely: Node
}

private struct Pair<First, Second: Hashable> {
  var first: First
  var seconds: [Second]
}

private class Node {
  var value: Int32 = 0
  let name = "n"
}

private final class Leaf<Element>: Node {
  var small: UInt8 = 0
  var element: Element? = nil
}

private enum Shape {
  case point
  case circle(radius: Double)
  indirect case group(Shape, [Shape])
  case empty
}

private actor Worker {}

struct NominalTypeTests {
  @Test func kinds() {
    let kinds: [(any (~Copyable & ~Escapable).Type, TypeMetadata.Kind)] = [
      (Int.self, .struct), (Shape.self, .enum), (Int?.self, .optional), (Node.self, .class), (Leaf<Int>.self, .class),
      ((Int, String).self, .tuple), (Void.self, .tuple), ((() -> Void).self, .function), (Any.self, .existential),
      ((any Error).self, .existential), (AnyObject.self, .existential), (Int.Type.self, .metatype),
      (Any.Type.self, .existentialMetatype), ((any Collection<Int>).self, .extendedExistential),
      (JSONDecoder.self, .class),
    ]
    for (type, kind) in kinds {
      #expect(TypeMetadata(type).kind == kind, "\(type)")
    }
  }

  @Test func structFields() throws {
    let fields = try #require(StructMetadata(TypeMetadata(Plain.self))?.fields)
    #expect(fields.map(\.name) == ["flag", "wide", "text", "weakly", "strongly", "barely"])
    let expectedOffsets = [
      MemoryLayout<Plain>.offset(of: \.flag), MemoryLayout<Plain>.offset(of: \.wide),
      MemoryLayout<Plain>.offset(of: \.text),
    ]
    #expect(fields.prefix(3).map(\.offset) == expectedOffsets)
    #expect(
      fields.map(\.type) == [
        .type(TypeMetadata(Bool.self)), .type(TypeMetadata(Double.self)), .type(TypeMetadata(String.self)),
        .reference(.weak, TypeMetadata(Node?.self)), .reference(.unowned, TypeMetadata(Node.self)),
        .reference(.unmanaged, TypeMetadata(Node.self)),
      ]
    )
    #expect(fields.map(\.isVar) == [true, false, true, true, true, true])
  }

  @Test func genericStructFields() throws {
    let metadata = try #require(StructMetadata(TypeMetadata(Pair<Int8, String>.self)))
    let fields = try #require(metadata.fields)
    #expect(fields.map(\.type) == [.type(TypeMetadata(Int8.self)), .type(TypeMetadata([String].self))])
    #expect(fields[1].offset == MemoryLayout<Pair<Int8, String>>.offset(of: \.seconds))
    #expect(metadata.nominal.genericArguments == [TypeMetadata(Int8.self), TypeMetadata(String.self)])
    #expect(metadata.nominal.genericArgumentWords.count == 3)
    #expect(metadata.descriptor.context.genericSignature?.requirementCount == 1)
  }

  @Test func builtinFields() throws {
    func field(_ type: Any.Type) throws -> FieldType {
      try #require(StructMetadata(TypeMetadata(type))?.fields?.first).type
    }
    func builtin(_ type: Any.Type) throws -> BuiltinType {
      guard case .builtin(let builtin) = try field(type) else {
        Issue.record("\(type): \(try field(type))")
        throw CancellationError()
      }
      return builtin
    }
    let int = try builtin(Int.self)
    #expect(int.kind == .integer && int.bits == 64 && int.count == 1)
    #expect(try builtin(Bool.self).bits == 1)
    let float = try builtin(Float.self)
    #expect(float.kind == .float && float.bits == 32)
    #expect(try builtin(Double.self).bits == 64)
    #expect(try builtin(UnsafeRawPointer.self).kind == .rawPointer)
    let vector = try builtin(Float.SIMD4Storage.self)
    #expect(vector.kind == .float && vector.bits == 32 && vector.count == 4)
  }

  @Test func enumCases() throws {
    let metadata = try #require(EnumMetadata(TypeMetadata(Shape.self)))
    #expect(metadata.payloadCaseCount == 2)
    #expect(metadata.emptyCaseCount == 2)
    let cases = try #require(metadata.cases)
    #expect(cases.map(\.name) == ["circle", "group", "point", "empty"])
    #expect(cases.map(\.isIndirect) == [false, true, false, false])
    #expect(cases[0].payload == .type(TypeMetadata(Double.self)))
    #expect(cases[1].payload == .type(TypeMetadata((Shape, [Shape]).self)))
    #expect(cases[2].payload == nil)
  }

  @Test func optional() throws {
    let cases = try #require(EnumMetadata(TypeMetadata(String?.self))?.cases)
    #expect(cases.map(\.name) == ["some", "none"])
    #expect(cases[0].payload == .type(TypeMetadata(String.self)))
  }

  @Test func classFields() throws {
    let metadata = try #require(ClassMetadata(TypeMetadata(Leaf<Int>.self)))
    #expect(metadata.superclass == TypeMetadata(Node.self))
    #expect(metadata.isSwiftNative)
    let fields = try #require(metadata.fields)
    #expect(fields.map(\.name) == ["small", "element"])
    #expect(fields.map(\.type) == [.type(TypeMetadata(UInt8.self)), .type(TypeMetadata(Int?.self))])

    // The fields lie where the object has them.
    let leaf = Leaf<Int>()
    leaf.small = 0xA5
    leaf.element = 77
    let address = Unmanaged.passUnretained(leaf).toOpaque()
    #expect(address.load(fromByteOffset: fields[0].offset, as: UInt8.self) == 0xA5)
    #expect(address.load(fromByteOffset: fields[1].offset, as: Int?.self) == 77)
    withExtendedLifetime(leaf) {}

    let parent = try #require(ClassMetadata(TypeMetadata(Node.self)))
    #expect(parent.superclass == nil)
    #expect(parent.fields?.map(\.offset) == [16, 24])
    #expect(parent.instanceSize == 40)
    #expect(parent.instanceAlignmentMask == 7)
    #expect(metadata.instanceSize > parent.instanceSize)
    #expect(metadata.classSize > metadata.classAddressPoint)
    #expect(metadata.nominal?.descriptor.name == "Leaf")
    #expect(metadata.nominal?.genericArguments == [TypeMetadata(Int.self)])
  }

  @Test func classesOfOtherModules() throws {
    let metadata = try #require(ClassMetadata(TypeMetadata(JSONDecoder.self)))
    #expect(metadata.nominal?.descriptor.context.moduleName == "FoundationEssentials")
    #expect(metadata.fields != nil)
    #expect(TypeDescriptor(ContextDescriptor(pointer: try #require(metadata.nominal).descriptor.pointer)) != nil)
  }

  @Test func actors() throws {
    let descriptor = try #require(NominalMetadata(TypeMetadata(Worker.self))).descriptor
    #expect(descriptor.isActor && descriptor.isDefaultActor)
    let plain = try #require(NominalMetadata(TypeMetadata(Node.self))).descriptor
    #expect(!plain.isActor && !plain.isDefaultActor)
  }

  @Test func names() throws {
    #expect(TypeMetadata([Int].self).name == "Array<Int>")
    #expect(TypeMetadata([Int].self).fullName == "Swift.Array<Swift.Int>")
    let descriptor = try #require(NominalMetadata(TypeMetadata([Int].Index.self))).descriptor
    #expect(descriptor.context.fullName == "Swift.Int")
    let nested = try #require(NominalMetadata(TypeMetadata(DateFormatter.Style.self))).descriptor
    #expect(nested.context.fullName == "Foundation.DateFormatter.Style")
    #expect(nested.context.module?.kind == .module)
  }

  @Test func metadataFromDescriptor() throws {
    let plain = try #require(NominalMetadata(TypeMetadata(Plain.self))).descriptor
    #expect(plain.metadata() == TypeMetadata(Plain.self))
    let array = try #require(NominalMetadata(TypeMetadata([Int].self))).descriptor
    #expect(array.metadata() == nil)
    #expect(array.metadata(arguments: [TypeMetadata(String.self).pointer]) == TypeMetadata([String].self))
    let pair = try #require(NominalMetadata(TypeMetadata(Pair<Int8, String>.self)))
    #expect(pair.descriptor.metadata(arguments: pair.genericArgumentWords.map { $0! }) == pair.type)
  }

  @Test func fixedArray() throws {
    guard #available(macOS 26, *) else { return }
    let fields = try #require(StructMetadata(TypeMetadata(InlineArray<3, Int16>.self))?.fields)
    guard case .type(let storage) = fields[0].type, let array = FixedArrayMetadata(storage) else {
      Issue.record("\(fields)")
      return
    }
    #expect(array.count == 3)
    #expect(array.elementType == TypeMetadata(Int16.self))
  }
}
