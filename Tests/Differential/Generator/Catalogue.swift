internal import DifferentialRandom

/// Protocols that have every known type in every position, and those that once got a wrong double.
struct Catalogue {
  private var pool = TypePool(source: Source(seed: 1), platform: .host, modelCount: 0)
  private var protocols: [GeneratedProtocol] = []

  init() {
    var known: [GeneratedType] = []
    for family in Menu.Family.allCases {
      let types = (pool.platform.knownTypes(of: family) ?? []).map { pool.named($0) }
      // There are many vectors, and few ways in which they travel.
      known += family == .vector ? types.enumerated().filter { $0.offset % 3 == 0 }.map(\.element) : types
    }
    for (number, type) in known.enumerated() {
      let name = "Echo\(number)_" + String(type.spelling.map { $0.isLetter || $0.isNumber ? $0 : "_" })
      var shape = GeneratedProtocol.Shape()
      shape.isClassBound = number % 3 == 0
      shape.conformerIsClass = number % 2 == 0 || shape.isClassBound
      protocols.append(GeneratedProtocol(name: name, members: echoes(of: type), shape: shape, pool: &pool))
    }
    addRegressions()
  }

  // MARK: Every type in every position

  private mutating func echoes(of type: GeneratedType) -> [Member] {
    func parameter(_ type: GeneratedType, _ ownership: String = "") -> Member.Parameter {
      Member.Parameter(type: type, ownership: ownership)
    }
    let (int, byte, double) = (known("Int"), known("Int8"), known("Double"))
    let fiveInts = Array(repeating: parameter(int), count: 5)
    let sevenDoubles = Array(repeating: parameter(double), count: 7)
    var members: [Member] = []
    func add(_ member: Member) {
      var member = member
      member.name = "m\(members.count)"
      members.append(member)
    }
    if !type.isFirstClass {
      add(Member(name: "", parameters: [parameter(type)]))
      add(Member(name: "", canThrow: true, parameters: fiveInts + [parameter(type), parameter(byte)]))
      return members
    }
    add(Member(name: "", parameters: [parameter(type)], result: type))
    add(
      Member(
        name: "",
        canThrow: true,
        parameters: fiveInts + sevenDoubles + [parameter(type), parameter(byte), parameter(type)],
        result: pool.optional(type)
      )
    )
    // The compiler itself gets optionals of more aligned types wrong as parameters.
    let optional = type.alignment > 8 ? type : pool.optional(type)
    add(Member(name: "", parameters: [parameter(optional), parameter(type, "consuming ")]))
    add(
      Member(
        name: "",
        kind: .staticMethod,
        parameters: [parameter(pool.tuple([byte, type, byte])), parameter(type, "inout ")],
        // Two 80-bit numbers are more than a call returns.
        result: pool.tuple(type.holdsX87 ? [type, byte] : [type, byte, type])
      )
    )
    add(Member(name: "", kind: .property, result: type))
    add(Member(name: "", kind: .subscriptProperty, parameters: [parameter(type), parameter(byte)], result: type))
    guard pool.platform.isSafeAsyncResult(type) else { return members }
    if pool.platform.isSafeInAsync(type, at: 0, of: 1) {
      add(Member(name: "", isAsync: true, canThrow: true, parameters: [parameter(type)], result: type))
    }
    if pool.platform.isSafeInAsync(type, at: 0, of: 2) {
      add(
        Member(
          name: "",
          isAsync: true,
          parameters: fiveInts + [parameter(type, "consuming "), parameter(type, "inout "), parameter(type)],
          result: pool.tuple([byte, type, byte])
        )
      )
    }
    return members
  }

  // MARK: What was wrong once

  private mutating func addRegressions() {
    func regression(_ name: String, _ members: [Member]) {
      let numbered = members.enumerated().map { number, member in
        var member = member
        member.name = "m\(number)"
        return member
      }
      protocols.append(GeneratedProtocol(name: name, members: numbered, pool: &pool))
    }
    let (object, byte, any, half) = (known("Counted"), known("Int8"), known("Any"), known("Float16"))
    let range = pool.named(GeneratedType(spelling: "Range<Substring>", kit: "rangeKit(kSubstring)"))
    regression(
      "SettersOwnTheirIndices",
      [
        Member(
          name: "",
          kind: .subscriptProperty,
          parameters: [Member.Parameter(type: object, ownership: ""), Member.Parameter(type: any, ownership: "")],
          result: byte
        )
      ]
    )
    regression(
      "SuspendedCallsKeepTheAddressesOfResults",
      [
        Member(name: "", isAsync: true, result: pool.tuple([byte, any])),
        Member(name: "", isAsync: true, canThrow: true, result: pool.tuple([range, byte])),
      ]
    )
    regression(
      "LargeElementsOfResultsTravelWithTheOthers",
      [
        Member(name: "", result: pool.tuple([byte, range, byte])),
        Member(name: "", result: pool.tuple([any, range])),
        Member(name: "", result: pool.tuple([any, byte, range, any])),
      ]
    )
    regression(
      "VariablesWithoutSizeHaveNoAddress",
      [
        Member(
          name: "",
          parameters: [
            Member.Parameter(type: known("Void"), ownership: "inout "),
            Member.Parameter(type: byte, ownership: "inout "),
          ]
        )
      ]
    )
    regression(
      "FourHalvesAreReturnedInMemory",
      [
        Member(name: "", result: pool.tuple([half, half, half])),
        Member(name: "", result: pool.tuple([half, half, half, half])),
        Member(name: "", result: pool.tuple([known("Double"), known("Float"), known("Double"), half])),
        Member(name: "", result: pool.tuple([half, half, half, known("Double")])),
        Member(name: "", result: pool.tuple([any, pool.tuple([half, half, half]), half])),
      ]
    )
  }

  private func known(_ spelling: String) -> GeneratedType {
    KnownTypes.families.values.joined().first { $0.spelling == spelling }!
  }

  // MARK: Text

  /// Source texts of about the same size, for a module of their own.
  func texts(count: Int) -> [String] {
    let imports = "import DifferentialSupport\n"
    var texts = Array(repeating: imports, count: count)
    for (number, item) in protocols.enumerated() {
      texts[number % count] += item.declarations + item.drivers
    }
    texts[0] += pool.models + pool.kits
    texts[0] += "let catalogue: [AnySuite] = [\n"
    for item in protocols { texts[0] += "  AnySuite(suite\(item.name)()),\n" }
    texts[0] += "]\n"
    return texts
  }
}
