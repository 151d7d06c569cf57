internal import UnderstudyImages
internal import UnderstudyLocks
internal import UnderstudyMetadata
internal import UnderstudyTrampolines

/// Forms the metadata of `any P<Int>`: a shape, which says what values have to conform to, and the types in the brackets.
///
/// The runtime finds these types by their shape only. Modules that use such a type's metadata hold its shape, and their
/// shapes of one type count as one (`TargetNonUniqueExtendedExistentialTypeShape` in `swift/ABI/Metadata.h`). Where no module
/// holds one, nobody else can have metadata of the type, and a shape of our own does.
enum ExistentialShapes {
  /// What tells the shapes apart.
  fileprivate struct Key: Hashable {
    var protocols: Set<NominalNode>
    var isAnyObject: Bool
    /// The associated types that the type binds.
    var names: Set<String>
  }

  /// A shape in constant memory, and the associated types in the order of its arguments.
  struct Shape: @unchecked Sendable {
    // Sendable: points at constant data of an image, or at memory that never changes again.
    var pointer: UnsafeRawPointer
    /// Whether only one module can have it.
    var isUnique: Bool
    var names: [String]

    /// The type of the shape with types as its arguments.
    func metadata(_ arguments: [String: TypeMetadata]) -> TypeMetadata? {
      var words: [UnsafeRawPointer?] = []
      for name in names {
        guard let argument = arguments[name] else { return nil }
        words.append(argument.pointer)
      }
      words.append(nil)  // so that there is an address without arguments too
      let form = isUnique ? swift_getExtendedExistentialTypeMetadata_unique : swift_getExtendedExistentialTypeMetadata
      return TypeMetadata(pointer: form(pointer, words))
    }
  }

  private static let known = Guarded<Table<Key, Shape>>([:])
  /// The shapes of images that have been searched, by the image's path.
  private static let found = Guarded<Table<String, Table<Key, Shape>>>([:])

  /// The shape of a type, and what its associated types are bound to.
  static func shape(
    of base: TypeNode,
    _ requirements: [GenericRequirementNode]
  ) throws(TypeResolver.Failure) -> (shape: Shape, arguments: [String: TypeNode]) {
    guard let (key, arguments) = Key.read(base, requirements) else {
      throw .unspeakable("it requires more than that associated types of its own are certain types")
    }
    if let shape = known.withLock({ $0[key] }) { return (shape, arguments) }
    let shape: Shape
    if let held = search(key) {
      shape = held
    } else {
      shape = try FabricatedShape.make(base, arguments.keys.sorted())
    }
    return (
      known.withLock { known in
        if let first = known[key] { return first }
        known[key] = shape
        return shape
      }, arguments
    )
  }

  /// Protocols without a run-time representation, such as `Sendable`, count for shapes that only one module can have; other
  /// shapes count as one with and without.
  private static func search(_ key: Key) -> Shape? {
    search { $0[key] } ?? search { $0[key.withoutMarkers].flatMap { $0.isUnique ? nil : $0 } }
  }

  private static func search(_ pick: (Table<Key, Shape>) -> Shape?) -> Shape? {
    for image in LoadedImages.all {
      let shapes: Table<Key, Shape>
      if let known = found.withLock({ $0[image.path] }) {
        shapes = known
      } else {
        let made = self.shapes(in: image)
        found.withLock { $0[image.path] = made }
        shapes = made
      }
      if let shape = pick(shapes) { return shape }
    }
    return nil
  }

  /// The shapes that an image holds, by their symbols: a generic signature, the type, `XG`, and `Mq` where other modules may
  /// hold the same shape.
  private static func shapes(in image: LoadedImage) -> Table<Key, Shape> {
    var result: Table<Key, Shape> = [:]
    guard let table = try? image.file().symbolTable() else { return result }
    for suffix in ["XGMq", "XG"] {
      for symbol in table.symbols(prefix: "$s", suffix: "XP" + suffix) {
        guard let (key, names) = read(symbol.name.dropFirst(2).dropLast(suffix.utf8.count)) else { continue }
        let shape = Shape(pointer: image.address(symbol.address), isUnique: suffix == "XG", names: names)
        result[key] = shape
        if !shape.isUnique { result[key.withoutMarkers] = shape }
      }
    }
    return result
  }

  /// Reads what a symbol says of a shape: what tells it apart, and the associated types in the order of its arguments.
  private static func read(_ text: Substring) -> (key: Key, names: [String])? {
    // The signature of one parameter is `l`, that of more is `r0_l`, `r1_l` and so on.
    guard let end = text.firstIndex(of: "l"), text[..<end].allSatisfy({ "r0123456789_".contains($0) }),
      let type = try? TypeNode(mangledName: String(text[text.index(after: end)...])),
      case .constrainedExistential(let base, let requirements) = type,
      let (key, arguments) = Key.read(base, requirements)
    else { return nil }
    let names = arguments.keys.sorted { parameter(arguments[$0]) < parameter(arguments[$1]) }
    guard names.enumerated().allSatisfy({ parameter(arguments[$1]) == $0 }) else { return nil }
    return (key, names)
  }

  /// Which of a shape's arguments a type is; -1 for other types.
  private static func parameter(_ type: TypeNode?) -> Int {
    if case .parameter(depth: 0, let index)? = type { index } else { -1 }
  }
}

extension ExistentialShapes.Key {
  fileprivate var withoutMarkers: Self {
    var key = self
    key.protocols = protocols.filter { !$0.isMarkerProtocol }
    return key
  }

  fileprivate static func read(
    _ base: TypeNode,
    _ requirements: [GenericRequirementNode]
  ) -> (key: Self, arguments: [String: TypeNode])? {
    guard case .existential(let existential) = base, existential.superclass == nil else { return nil }
    var arguments: [String: TypeNode] = [:]
    for requirement in requirements {
      guard case .member(.constrainedSelf, let name, _) = requirement.subject,
        case .sameType(let type) = requirement.constraint, arguments.updateValue(type, forKey: name) == nil
      else { return nil }
    }
    let key = Self(
      protocols: Set(existential.protocols),
      isAnyObject: existential.isAnyObject,
      names: Set(arguments.keys)
    )
    return (key, arguments)
  }
}

/// A shape that no module holds.
private enum FabricatedShape {
  /// The values of `ExtendedExistentialTypeShapeFlags` and `GenericRequirementFlags`.
  private enum Flag {
    static let isClass: Int32 = 1
    static let generalized: Int32 = 0x100 | 0x800 | 0x1000
    static let conformance: Int32 = 0x80
    static let sameType: Int32 = 1
  }

  /// Makes a shape whose arguments are associated types in the order of their names, in memory that is never released.
  static func make(_ base: TypeNode, _ names: [String]) throws(TypeResolver.Failure) -> ExistentialShapes.Shape {
    guard case .existential(let existential) = base, !existential.isAnyObject else {
      throw .unspeakable("no module holds the shape of such a type with AnyObject")
    }
    var protocols: [ProtocolDescriptor] = []
    for nominal in existential.protocols where !nominal.isMarkerProtocol {
      guard let descriptor = TypeResolver.protocolDescriptor(of: nominal) else { throw .unknown }
      protocols.append(descriptor)
    }
    var requirements: [GenericRequirementNode] = []
    for (index, name) in names.enumerated() {
      requirements.append(
        GenericRequirementNode(
          .member(of: .constrainedSelf, name: name, protocol: nil),
          .sameType(.parameter(depth: 0, index: index))
        )
      )
    }
    var remangler = Remangler(for: .comparison)
    do throws(DemanglingError) {
      try remangler.type(.constrainedExistential(base, requirements))
    } catch {
      throw .unspeakable(error.description)
    }

    var block = RelativeBlock()
    let cells = protocols.map { block.addPointer($0.pointer) }
    let cache = block.addPointer(nil)
    let start = block.count
    block.addReference(to: cache)
    block.add(Flag.generalized | (protocols.contains(where: \.isClassConstrained) ? Flag.isClass : 0))
    let type = block.addReference()
    // The requirement signature's parameters are the arguments, and then the value's type.
    block.add(halves: names.count + 1, names.count + protocols.count)
    block.add(halves: names.count + 1 + protocols.count, 0)
    block.add(halves: names.count, 0)
    block.add(halves: names.count, 0)
    var texts: [(Int, [UInt8], UnsafeRawPointer?)] = [(type, remangler.output, nil)]
    for (index, name) in names.enumerated() {
      guard let declaring = protocols.lazy.compactMap({ $0.declaring(name) }).first else { throw .unknown }
      block.add(Flag.sameType)
      texts.append((block.addReference(), Array((index == 0 ? "x" : index == 1 ? "q_" : "q\(index - 2)_").utf8), nil))
      texts.append((block.addReference(), Array("\(name.utf8.count)\(name)".utf8), declaring.pointer))
    }
    for cell in cells {
      block.add(Flag.conformance)
      texts.append((block.addReference(), Array("qd__".utf8), nil))
      // The lowest bit: the distance leads to a pointer.
      block.addReference(to: cell, bits: 1)
    }
    for (reference, bytes, descriptor) in texts {
      block.setReference(at: reference, to: block.addName(bytes, memberOf: descriptor))
    }
    return ExistentialShapes.Shape(pointer: block.keep() + start, isUnique: false, names: names)
  }
}

extension ProtocolDescriptor {
  /// The protocol that declares an associated type first: this one or one that it inherits from.
  fileprivate func declaring(_ name: String, depth: Int = 0) -> ProtocolDescriptor? {
    if depth < 32 {
      for base in baseProtocols {
        if let found = base.declaring(name, depth: depth + 1) { return found }
      }
    }
    return associatedTypeNames.contains(name) ? self : nil
  }
}

/// A block of memory with references as distances within it, in the making.
private struct RelativeBlock {
  private var bytes: [UInt8] = []

  var count: Int { bytes.count }

  mutating func add(_ value: Int32) {
    withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) }
  }

  mutating func add(halves first: Int, _ second: Int) {
    add(Int32(first | second << 16))
  }

  /// Adds a pointer and returns its place.
  mutating func addPointer(_ pointer: UnsafeRawPointer?) -> Int {
    while bytes.count % MemoryLayout<UnsafeRawPointer>.size != 0 { bytes.append(0) }
    withUnsafeBytes(of: pointer) { bytes.append(contentsOf: $0) }
    return bytes.count - MemoryLayout<UnsafeRawPointer>.size
  }

  mutating func addReference(to target: Int, bits: Int = 0) {
    add(Int32(target - bytes.count | bits))
  }

  /// Adds a reference to what comes later and returns its place.
  mutating func addReference() -> Int {
    add(0)
    return bytes.count - 4
  }

  mutating func setReference(at place: Int, to target: Int) {
    withUnsafeBytes(of: Int32(target - place)) { distance in
      for index in 0..<4 { bytes[place + index] = distance[index] }
    }
  }

  /// Adds a mangled name and returns its place. A member's name is followed by its protocol, and is one of the value's type.
  mutating func addName(_ text: [UInt8], memberOf proto: UnsafeRawPointer?) -> Int {
    let cell = proto.map { addPointer($0) }
    let place = bytes.count
    bytes += text
    if let cell {
      bytes.append(2)  // an indirect reference to a descriptor
      addReference(to: cell)
      bytes += Array("Qyd__".utf8)
    }
    bytes.append(0)
    return place
  }

  /// The block in memory that is never released.
  func keep() -> UnsafeRawPointer {
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: bytes.count,
      alignment: MemoryLayout<UnsafeRawPointer>.alignment
    )
    memory.copyMemory(from: bytes, byteCount: bytes.count)
    return UnsafeRawPointer(memory)
  }
}
