internal import DifferentialRandom

/// Picks types at random and writes the models and kits that they need.
struct TypePool {
  var source: Source
  let platform: Platform
  /// The source text of the models.
  private(set) var models = ""
  /// The source text of the kits.
  private(set) var kits = ""
  /// The types that the declaration being made doesn't know.
  var placeholders: [Placeholder] = []
  private var functionCount = 0
  private var kitNames: [String: String] = [:]
  private var modelTypes: [GeneratedType] = []
  private var modelErrors: [GeneratedType] = []
  private var genericModels: [String] = []
  private var modelCount = 0

  init(source: Source, platform: Platform, modelCount: Int) {
    self.source = source
    self.platform = platform
    for _ in 0..<4 { addGenericModel() }
    for _ in 0..<modelCount { addModel() }
  }

  // MARK: Picking

  /// A type.
  ///
  /// - Parameters:
  ///   - depth: How many more levels it may be made of.
  ///   - isParameter: Whether it may be one that is only good as a parameter.
  ///   - mayBeFunction: Whether it may be a function's, or hold a function where the library supports that.
  mutating func type(
    depth: Int = 2,
    isParameter: Bool = false,
    mayBeFunction: Bool = false,
    families: [Menu.Family] = Menu.Family.allCases
  ) -> GeneratedType {
    let leaves = placeholders.filter { !$0.isOpaque }
    if !leaves.isEmpty, source.once(in: 4) { return source.pick(leaves).type }
    while true {
      let family = source.pick(families) { family in
        if family == .closure { return mayBeFunction ? family.weight : 0 }
        return family.isMadeOfOthers && depth == 0 ? 0 : platform.weight(of: family)
      }
      if let known = platform.knownTypes(of: family) {
        let type = source.pick(known)
        if type.isFirstClass || isParameter { return named(type) }
      } else if family == .model {
        if !modelTypes.isEmpty { return source.pick(modelTypes) }
      } else if family == .closure {
        return function(depth: depth - 1)
      } else if let made = made(family, depth: depth - 1, mayHoldFunction: mayBeFunction) {
        return named(made)
      }
    }
  }

  /// A type for an enum's payload.
  ///
  /// Swift 6.3 reads an enum that is passed in registers from the stack as if it were aligned there, which it isn't, and
  /// crashes where more than 8 bytes matter.
  mutating func lessAlignedType(depth: Int) -> GeneratedType {
    while true {
      let type = type(depth: depth)
      if type.alignment <= 8, !type.holdsX87, type.half != .beforeSmall { return type }
    }
  }

  mutating func optional(_ type: GeneratedType) -> GeneratedType {
    named(
      wrapped(type) {
        "\($0)?"
      } kit: {
        "optionalKit(\($0))"
      }
    )
  }

  mutating func tuple(_ elements: [GeneratedType]) -> GeneratedType {
    named(
      GeneratedType(
        spelling: "(\(elements.map(\.spelling).joined(separator: ", ")))",
        kit: "tupleKit(\(elements.map(\.kit).joined(separator: ", ")))",
        alignment: elements.map(\.alignment).max()!,
        holdsX87: elements.contains { $0.holdsX87 },
        half: elements.half ?? .none,
        isTuple: true
      )
    )
  }

  /// Types whose values may lie behind each other.
  private mutating func neighbours(_ count: Int, _ make: (inout TypePool) -> GeneratedType) -> [GeneratedType] {
    while true {
      let types = (0..<count).map { _ in make(&self) }
      if types.half != nil { return types }
    }
  }

  private mutating func made(_ family: Menu.Family, depth: Int, mayHoldFunction: Bool) -> GeneratedType? {
    switch family {
    case .optional:
      let holdsFunction = mayHoldFunction && source.once(in: 8)
      return wrapped(holdsFunction ? function(depth: depth) : lessAlignedType(depth: depth)) {
        "\($0)?"
      } kit: {
        "optionalKit(\($0))"
      }
    case .array:
      return container("[\(0)]", "arrayKit", type(depth: depth, mayBeFunction: mayHoldFunction))
    case .slice:
      return container("ArraySlice<\(0)>", "sliceKit", type(depth: depth))
    case .set:
      return container("Set<\(0)>", "setKit", hashable())
    case .dictionary:
      let (key, value) = (hashable(), type(depth: depth))
      return GeneratedType(
        spelling: "[\(key.spelling): \(value.spelling)]",
        kit: "dictionaryKit(\(key.kit), \(value.kit))"
      )
    case .range:
      let bound = comparable()
      let isClosed = source.once(in: 2)
      return GeneratedType(
        spelling: "\(isClosed ? "ClosedRange" : "Range")<\(bound.spelling)>",
        kit: "\(isClosed ? "closedRangeKit" : "rangeKit")(\(bound.kit))",
        alignment: bound.alignment
      )
    case .result:
      return wrapped(lessAlignedType(depth: depth)) {
        "Result<\($0), any Error>"
      } kit: {
        "resultKit(\($0))"
      }
    case .tuple:
      return tuple(neighbours(source.below(3) + 2) { $0.type(depth: depth, mayBeFunction: mayHoldFunction) })
    case .pointerTo:
      let kind = source.pick([
        ("UnsafePointer", "pointerKit"), ("UnsafeMutablePointer", "mutablePointerKit"),
        ("UnsafeMutableBufferPointer", "bufferKit"),
      ])
      return container("\(kind.0)<\(0)>", kind.1, type(depth: depth))
    case .box:
      return container("Box<\(0)>", "boxKit", type(depth: depth, mayBeFunction: mayHoldFunction))
    case .holding:
      return container("(any Holding<\(0)>)", "holdingKit", type(depth: depth))
    case .holdingObject:
      return container("(any HoldingObject<\(0)>)", "holdingObjectKit", type(depth: depth))
    case .inlineArray:
      let (count, element) = (source.pick([0, 1, 2, 2, 3, 4, 5, 8]), lessAlignedType(depth: depth))
      // What lies behind a `Float16` isn't known of an array of them.
      if element.half != .none { return nil }
      let spelling = "InlineArray<\(count), \(element.spelling)>"
      return GeneratedType(
        spelling: spelling,
        kit: "inlineArrayKit(\(spelling).self, \(element.kit))",
        alignment: element.alignment
      )
    case .genericModel:
      if genericModels.isEmpty { return nil }
      let name = source.pick(genericModels)
      let argument = lessAlignedType(depth: depth)
      var type = wrapped(argument) {
        "\(name)<\($0)>"
      } kit: {
        "kit\(name)(\($0))"
      }
      // A byte comes behind the argument.
      if argument.half != .none { type.half = .beforeSmall }
      return type
    default:
      return nil
    }
  }

  private func wrapped(
    _ type: GeneratedType,
    _ spelling: (String) -> String,
    kit: (String) -> String
  ) -> GeneratedType {
    GeneratedType(
      spelling: spelling(type.spelling),
      kit: kit(type.kit),
      alignment: max(type.alignment, 8),
      holdsX87: type.holdsX87
    )
  }

  /// A type that refers to its elements; `0` stands for their type in the pattern.
  private func container(_ pattern: String, _ kit: String, _ element: GeneratedType) -> GeneratedType {
    let parts = pattern.split(separator: "0", omittingEmptySubsequences: false)
    return GeneratedType(spelling: parts.joined(separator: element.spelling), kit: "\(kit)(\(element.kit))")
  }

  /// A type of errors.
  mutating func errorType() -> GeneratedType {
    switch source.below(10) {
    case 0: return KnownTypes.errors[0]
    case 1...3 where !modelErrors.isEmpty: return source.pick(modelErrors)
    case 4:
      return named(
        wrapped(lessAlignedType(depth: 1)) {
          "GenericError<\($0)>"
        } kit: {
          "genericErrorKit(\($0))"
        }
      )
    default: return source.pick(KnownTypes.errors)
    }
  }

  /// A kit of functions, which is a function of the kits of the placeholders that the type mentions.
  ///
  /// - Returns: The expression of the kit.
  mutating func addFunctionKit(_ spelling: String, body: () -> String) -> String {
    if let name = kitNames[spelling] { return name }
    let used = placeholders.filter { spelling.contains($0.name) }
    let generics = used.isEmpty ? "" : "<\(used.map(\.declaration).joined(separator: ", "))>"
    let parameters = used.map { "_ k\($0.name): Kit<\($0.name)>" }.joined(separator: ", ")
    let name = "f\(functionCount)"
    functionCount += 1
    kits += "public func \(name)\(generics)(\(parameters)) -> Kit<\(spelling)> { Kit(\(body())) }\n"
    return "\(name)(\(used.map { "k\($0.name)" }.joined(separator: ", ")))"
  }

  func container(_ names: (pattern: String, kit: String), of element: GeneratedType) -> GeneratedType {
    container(names.pattern, names.kit, element)
  }

  mutating func hashable() -> GeneratedType {
    while true {
      let type = type(depth: 0)
      if type.isHashable { return type }
    }
  }

  mutating func comparable() -> GeneratedType {
    while true {
      let type = type(depth: 0)
      if type.isComparable { return type }
    }
  }

  /// The type with a kit that is a constant.
  mutating func named(_ type: GeneratedType) -> GeneratedType {
    guard type.kit.contains("("), !type.isOpen else { return type }
    var type = type
    if let name = kitNames[type.spelling] {
      type.kit = name
      return type
    }
    let name = "t\(kitNames.count)"
    kitNames[type.spelling] = name
    kits += "public let \(name): Kit<\(type.spelling)> = \(type.kit)\n"
    type.kit = name
    return type
  }

  // MARK: Models

  private mutating func addModel() {
    let number = modelCount
    modelCount += 1
    switch source.below(10) {
    case 0: addPlainEnum("E\(number)")
    case 1...3: addPayloadEnum("E\(number)")
    case 4: addClass("C\(number)")
    default: addStruct("S\(number)")
    }
    guard let type = modelTypes.last, type.alignment <= 8, !type.holdsX87, type.half != .beforeSmall else { return }
    let isClass = type.spelling.hasPrefix("C")
    models += "extension \(type.spelling): Error\(isClass ? "" : ", @unchecked Sendable") {}\n"
    modelErrors.append(type)
  }

  /// A field's type: more often small than a parameter's.
  private mutating func field() -> GeneratedType {
    if Menu.Family.closure.weight > 0, source.once(in: 20) { return function(depth: 0) }
    return source.once(in: 2)
      ? type(depth: 0, families: [.small, .number, .vector, .text, .reference]) : type(depth: 1)
  }

  private mutating func addStruct(_ name: String) {
    let fields = neighbours(source.pick([0, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 5, 6, 8])) { $0.field() }
    models += "public struct \(name) {\n"
    for (index, field) in fields.enumerated() { models += "  public var f\(index): \(field.spelling)\n" }
    models += "}\n"
    let makes = fields.indices.map { "f\($0): \(fields[$0].kit).make(&g)" }.joined(separator: ", ")
    let feeds = fields.indices.map { "\(fields[$0].kit).feed(v.f\($0), &d)" }.joined(separator: "; ")
    addKit(of: name, make: "\(name)(\(makes))", feed: feeds)
    modelTypes.append(
      GeneratedType(
        spelling: name,
        kit: "k\(name)",
        alignment: fields.map(\.alignment).max() ?? 1,
        holdsX87: fields.contains { $0.holdsX87 },
        half: fields.half ?? .none
      )
    )
  }

  private mutating func addKit(of name: String, make: String, feed: String) {
    kits += "public let k\(name): Kit<\(name)> = Kit({ g in \(make) }, { v, d in \(feed) })\n"
  }

  private mutating func addPlainEnum(_ name: String) {
    let count = source.pick([1, 2, 3, 17, 200, 300])
    models += "public enum \(name): Int {\n  case \((0..<count).map { "c\($0)" }.joined(separator: ", "))\n}\n"
    addKit(of: name, make: "\(name)(rawValue: g.below(\(count)))!", feed: "d.add(v.rawValue)")
    modelTypes.append(GeneratedType(spelling: name, kit: "k\(name)", alignment: 2, isHashable: true))
  }

  private mutating func addPayloadEnum(_ name: String) {
    let payloadCases = source.pick([1, 1, 1, 2, 2, 3, 4, 6])
    let isIndirect = source.once(in: 6)
    let emptyCases = source.pick(isIndirect ? [2, 3] : [0, 1, 1, 2, 3, 20])
    var payloads: [[GeneratedType]] = (0..<payloadCases).map { _ in
      (0..<(source.once(in: 4) ? 2 : 1)).map { _ in lessAlignedType(depth: 1) }
    }
    if isIndirect {
      payloads[0] = [GeneratedType(spelling: name, kit: "k\(name)", alignment: 1), type(depth: 0)]
    }
    payloads += Array(repeating: [], count: emptyCases)
    models += "public enum \(name) {\n"
    var make = "switch g.below(\(payloads.count)) {"
    var feed = "switch v {"
    for (index, payload) in payloads.enumerated() {
      let isLast = index == payloads.count - 1
      let types = payload.map(\.spelling).joined(separator: ", ")
      let marker = isIndirect && !payload.isEmpty && (index == 0 || source.once(in: 2)) ? "indirect " : ""
      models += "  \(marker)case c\(index)\(payload.isEmpty ? "" : "(\(types))")\n"
      let makes = payload.map { "\($0.kit).make(&g)" }.joined(separator: ", ")
      make += "\(isLast ? "default" : "case \(index)"): return .c\(index)\(payload.isEmpty ? "" : "(\(makes))");"
      let names = payload.indices.map { "p\($0)" }.joined(separator: ", ")
      feed +=
        "case .c\(index)\(payload.isEmpty ? "" : "(let \(names.replacing(", ", with: ", let ")))"): d.add(\(index));"
      feed += payload.indices.map { "\(payload[$0].kit).feed(p\($0), &d);" }.joined()
    }
    models += "}\n"
    addKit(of: name, make: make + "}", feed: feed + "}")
    let all = payloads.flatMap { $0 }
    modelTypes.append(
      GeneratedType(
        spelling: name,
        kit: "k\(name)",
        alignment: all.map(\.alignment).max() ?? 1,
        holdsX87: all.contains { $0.holdsX87 }
      )
    )
  }

  private mutating func addClass(_ name: String) {
    models += "public final class \(name): Counted, @unchecked Sendable { public var extra = 1 }\n"
    kits += "public let k\(name): Kit<\(name)> = objectKit()\n"
    modelTypes.append(GeneratedType(spelling: name, kit: "k\(name)", isHashable: true))
  }

  private mutating func addGenericModel() {
    let name = "G\(genericModels.count)"
    var other = field()
    // The type is said to be as aligned as its argument.
    while other.alignment > 8 || other.holdsX87 || other.half != .none { other = field() }
    if genericModels.count % 2 == 0 {
      models += "public struct \(name)<T> { public var a: \(other.spelling); public var b: T; public var c: UInt8 }\n"
      kits += "public func kit\(name)<T>(_ t: Kit<T>) -> Kit<\(name)<T>> { Kit({ g in "
      kits += "\(name)(a: \(other.kit).make(&g), b: t.make(&g), c: kUInt8.make(&g)) }, "
      kits += "{ v, d in \(other.kit).feed(v.a, &d); t.feed(v.b, &d); kUInt8.feed(v.c, &d) }) }\n"
    } else {
      models += "public enum \(name)<T> { case a(T), b(\(other.spelling)), c }\n"
      kits += "public func kit\(name)<T>(_ t: Kit<T>) -> Kit<\(name)<T>> { Kit({ g in switch g.below(3) { "
      kits += "case 0: return .a(t.make(&g)); case 1: return .b(\(other.kit).make(&g)); default: return .c } }, "
      kits += "{ v, d in switch v { case .a(let x): t.feed(x, &d); case .b(let x): \(other.kit).feed(x, &d); "
      kits += "case .c: d.add(2) } }) }\n"
    }
    genericModels.append(name)
  }
}
