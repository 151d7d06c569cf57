import Testing
import UnderstudyMetadata
import UnderstudyTrampolines

// Another module may declare the same.
extension Mirror: @retroactive Equatable, @retroactive Hashable {
  public static func == (left: Mirror, right: Mirror) -> Bool { left.subjectType == right.subjectType }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(subjectType)) }
}

/// Types of fields are found from their names without the runtime's help, where that is quicker: they are the same types.
@Suite struct NamedTypeTests {
  fileprivate struct Key: Hashable { var id = 1 }
  fileprivate enum Choice: Own { case one, two }
  fileprivate protocol Own {}
  fileprivate protocol OwnObject: AnyObject {}
  fileprivate final class Thing {}
  fileprivate struct Owned<Value: Own> { var value: Value }
  fileprivate struct Box<Value: AnyObject> { unowned var value: Value }
  fileprivate struct Constrained<Value: Comparable> { var value: Value }
  fileprivate struct Outer<Value> {
    struct Inner { var value: Value }
    struct Middle<Other> {
      var pair: (Value, Other)
      struct Innermost { var other: Other? }
    }
  }
  fileprivate struct Same<Value: Sequence, Element> where Value.Element == Element { var value: Value }

  private struct Plain {
    var choice: Choice
    var text: String
    var letter: Character?
    var list: [Key]
    var table: [String: [Int?]]
    var keys: Set<Key>
    var range: Range<Int>
    var bounds: ClosedRange<String>?
    var slice: Slice<String>
    var part: Substring
    var constrained: Constrained<Double>
    var inner: Outer<Bool>.Inner
    var same: Same<[Int], Int>
    var result: Result<Int, any Error>
    var pair: (Int, String?)
    var action: @Sendable (Int) -> [String]
    var small: UInt8
    var bytes: UnsafeRawBufferPointer?
    var pointer: UnsafeMutablePointer<UnsafeRawPointer>
    var view: UnsafeBufferPointer<ObjectIdentifier>
    var error: (any Error)?
    var described: any CustomStringConvertible
    var own: any Own
    var object: any OwnObject
    var owned: Owned<Choice>
    var box: Box<Thing>
    var letters: [Character: ClosedRange<Int>]
    var weights: Range<Double>
    var numbers: Set<Int>
    var deep: Outer<Int>.Middle<String>.Innermost
    var deeper: [Outer<Int>.Middle<Set<Choice>>]

    static let types: [Any.Type] = [
      Choice.self, String.self, Character?.self, [Key].self, [String: [Int?]].self, Set<Key>.self, Range<Int>.self,
      ClosedRange<String>?.self, Slice<String>.self, Substring.self, Constrained<Double>.self, Outer<Bool>.Inner.self,
      Same<[Int], Int>.self, Result<Int, any Error>.self, (Int, String?).self, (@Sendable (Int) -> [String]).self,
      UInt8.self, UnsafeRawBufferPointer?.self, UnsafeMutablePointer<UnsafeRawPointer>.self,
      UnsafeBufferPointer<ObjectIdentifier>.self, (any Error)?.self, (any CustomStringConvertible).self, (any Own).self,
      (any OwnObject).self, Owned<Choice>.self, Box<Thing>.self,
      [Character: ClosedRange<Int>].self, Range<Double>.self, Set<Int>.self, Outer<Int>.Middle<String>.Innermost.self,
      [Outer<Int>.Middle<Set<Choice>>].self,
    ]
  }

  private struct Generic<Base: Collection, Other: Hashable> where Base.Index: Hashable {
    var base: Base
    var other: Other?
    var index: Base.Index
    var element: Base.Element
    var indices: [Base.Index]
    var others: Set<Other>
    var slice: Slice<Base>
    var ranges: [Range<Base.Index>: [Other]]

    static var types: [Any.Type] {
      [
        Base.self, Other?.self, Base.Index.self, Base.Element.self, [Base.Index].self, Set<Other>.self,
        Slice<Base>.self, [Range<Base.Index>: [Other]].self,
      ]
    }
  }

  private struct Retroactive {
    var mirrors: Set<Mirror>
    static let types: [Any.Type] = [Set<Mirror>.self]
  }

  private func types(_ type: Any.Type) throws -> [FieldType] {
    try #require(StructMetadata(TypeMetadata(type))?.fields).map(\.type)
  }

  @Test func `Fields of known types`() throws {
    #expect(try types(Plain.self) == Plain.types.map { .type(TypeMetadata($0)) })
  }

  @Test func `Fields whose types depend on parameters`() throws {
    let numbers = Generic<[Int], Key>.self
    #expect(try types(numbers) == numbers.types.map { .type(TypeMetadata($0)) })
    let texts = Generic<String, Double>.self
    #expect(try types(texts) == texts.types.map { .type(TypeMetadata($0)) })
  }

  /// The fields of a type whose types the runtime is asked for.
  private func fieldsLeft(of type: Any.Type) throws -> [String] {
    let records = try #require(StructMetadata(TypeMetadata(type))?.descriptor.fields)
    var left: [String] = []
    for record in (0..<records.count).map({ records[$0] }) {
      let name = try #require(record.typeName)
      let start = name.start.assumingMemoryBound(to: CChar.self)
      if us_named_type(start, name.length, nil, nil) == nil { left.append(record.name) }
    }
    return left
  }

  @Test func `The runtime is asked for few of them`() throws {
    #expect(try fieldsLeft(of: Plain.self) == ["same", "result", "pair", "action"])
  }

  @Test func `The runtime chooses among retroactive conformances`() throws {
    #expect(try fieldsLeft(of: Retroactive.self) == ["mirrors"])
    #expect(try types(Retroactive.self) == Retroactive.types.map { .type(TypeMetadata($0)) })
  }

  @Test func `Names that aren't known are left to the runtime`() {
    for name in [
      "", "Sg", "G", "SayG", "SaySiSiG", "Say", "Si_", "SSSi", "x", "5IndexQz", "5IndexSlQz", "99Index", "SZ", "_",
      "_p", "_G", "Si_p",
    ] {
      #expect(name.withCString { us_named_type($0, name.utf8.count, nil, nil) } == nil, "\(name)")
    }
    #expect("SaySiG".withCString { us_named_type($0, 6, nil, nil) } == TypeMetadata([Int].self).pointer)
  }
}
