internal import Foundation
internal import Testing
internal import UnderstudyImages
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

private struct Four<A, B, C, D> {
  var all: (A, B, C, D)
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

private class Buffer: ManagedBuffer<Int, Int8> {}

private struct Unique: ~Copyable {
  var small: Int8
  var wide: Int
}

private struct Wrapper: ~Copyable {
  var unique: Unique
  var nothing: Void
}

private struct Packed<each Item> {
  var items: (repeat each Item)
  var last: Int8
}

private struct Counted<let count: Int, Item> {
  var item: Item
}

private struct WithBlocks {
  var block: @convention(block) () -> Void
  var optional: (@convention(block) (Int) -> Int)?
  var number: Int
}

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

  @Test func classes() throws {
    let metadata = try #require(ClassMetadata(TypeMetadata(Leaf<Int>.self)))
    #expect(metadata.superclass == TypeMetadata(Node.self))
    #expect(metadata.isSwiftNative)
    let parent = try #require(ClassMetadata(TypeMetadata(Node.self)))
    #expect(parent.superclass == nil)
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
    #expect(TypeDescriptor(ContextDescriptor(pointer: try #require(metadata.nominal).descriptor.pointer)) != nil)
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
    let words = [Int8.self, Int16.self, Int32.self, String.self].map { TypeMetadata($0).pointer }
    let four = try #require(NominalMetadata(TypeMetadata(Four<Int, Int, Int, Int>.self))).descriptor
    #expect(four.metadata(arguments: words) == TypeMetadata(Four<Int8, Int16, Int32, String>.self))
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

  @Test func inheritedLayout() throws {
    // The superclass is of a resilient library: the layout of the metadata is known at run time only.
    let buffer = try #require(ClassMetadata(TypeMetadata(Buffer.self)))
    let descriptor = try #require(buffer.nominal).descriptor
    #expect(descriptor.hasResilientSuperclass)
    #expect(descriptor.immediateMembersOffset.map { $0 > 0 } == true)
    let generic = try #require(buffer.superclass.flatMap(NominalMetadata.init))
    #expect(generic.genericArguments == [TypeMetadata(Int.self), TypeMetadata(Int8.self)])
  }

  @Test func noncopyable() throws {
    let type = TypeMetadata(Unique.self)
    #expect(!type.isCopyable)
    let fields = try #require(StructMetadata(type)?.fields)
    #expect(fields.map(\.type) == [.type(TypeMetadata(Int8.self)), .type(TypeMetadata(Int.self))])
    // The compiler doesn't tell the type of a noncopyable field.
    let wrapped = try #require(StructMetadata(TypeMetadata(Wrapper.self))?.fields)
    guard case .unresolved = wrapped[0].type else {
      Issue.record("\(wrapped[0].type)")
      return
    }
    #expect(wrapped[1].type == .type(TypeMetadata(Void.self)))
  }

  @Test func packsAndValues() throws {
    let packed = try #require(StructMetadata(TypeMetadata(Packed<Int, String>.self)))
    #expect(packed.fields?.map(\.type) == [.type(TypeMetadata((Int, String).self)), .type(TypeMetadata(Int8.self))])
    #expect(packed.fields?.map(\.offset) == [0, 24])
    #expect(packed.nominal.genericArguments == nil)
    let counted = try #require(StructMetadata(TypeMetadata(Counted<5, Int8>.self)))
    #expect(counted.fields?.map(\.type) == [.type(TypeMetadata(Int8.self))])
    #expect(counted.nominal.genericArguments == nil)
    #expect(counted.descriptor.context.genericSignature?.parameter(0).kind == .value)
  }

  #if !canImport(ObjectiveC)
    @Test func blocksAreNotResolved() throws {
      // Resolving an optional block would stop the process. The metadata accessor isn't asked either: it would too.
      let descriptor = try #require(
        SectionRecords.types(named: "WithBlocks", inModule: "UnderstudyMetadataTests").first
      )
      let fields = try #require(TypeDescriptor(descriptor)?.fields)
      #expect(fields[0].typeName?.resolve(in: descriptor) == nil)
      #expect(fields[1].typeName?.resolve(in: descriptor) == nil)
      #expect(fields[2].typeName?.resolve(in: descriptor) == TypeMetadata(Int.self))
    }
  #endif

  @Test func importedStructs() throws {
    let time = try #require(StructMetadata(TypeMetadata(timespec.self)))
    #expect(time.isImported)
    #expect(time.fields?.map(\.name) == ["tv_sec", "tv_nsec"])
    #expect(time.fields?.map(\.offset) == [0, 8])
    // A union's members, and bit-fields in what looks like padding, aren't to be seen.
    let address = try #require(StructMetadata(TypeMetadata(in6_addr.self))?.fields?.first)
    guard case .type(let union) = address.type else {
      Issue.record("\(address)")
      return
    }
    #expect(StructMetadata(union)?.fields == nil)
    #expect(StructMetadata(TypeMetadata(group.self))?.fields == nil)
  }

  /// Every type of the standard library and of this module that isn't generic: fields lie within values, aligned, apart.
  @Test func fieldsFitTheirTypes() throws {
    var checked = 0
    for module in ["Swift", "UnderstudyMetadataTests"] {
      for section in LoadedImages.sections(named: "swift5_type_metadata") {
        for index in 0..<section.count / 4 {
          guard let pointer = RelativePointer.indirectable(at: section.baseAddress! + index * 4) else { continue }
          let context = ContextDescriptor(pointer: pointer)
          guard !context.isGeneric, context.kind == .struct, context.moduleName == module, context.name != "WithBlocks",
            let type = TypeDescriptor(context)?.metadata(), let fields = StructMetadata(type)?.fields
          else { continue }
          var end = 0
          for field in fields {
            #expect(field.offset >= end, "\(context.fullName).\(field.name)")
            guard case .type(let fieldType) = field.type else { continue }
            #expect(field.offset % fieldType.alignment == 0, "\(context.fullName).\(field.name)")
            end = field.offset + fieldType.size
          }
          #expect(end <= type.size, "\(context.fullName)")
          checked += 1
        }
      }
    }
    #expect(checked > 100)
  }
}
