import Testing
import UnderstudyModules

@testable import UnderstudySignatures

/// Modules that say large numbers, or say little so often that it comes to much, are refused at once.
@Suite("Modules that say too much", .timeLimit(.minutes(1)))
struct ExcessiveModuleTests {
  /// Reads the protocol `P`.
  private func read(_ made: MadeModule) throws -> [String] {
    var decoder = try ModuleDecoder(try made.module())
    let path = ProtocolPath(names: ["P"], isHidden: false, nominal: { nil })
    let id = try #require(try decoder.find(path))
    return try decoder.readProtocol(id).slots.map(\.record)
  }

  private func made(_ change: (inout MadeModule) -> [Int]) -> MadeModule {
    var made = MadeModule()
    made.types.append([.init("TUPLE_TYPE")])
    made.addProtocol("P", members: change(&made))
    return made
  }

  /// A method with a generic parameter.
  private func generic(depth: UInt64) -> MadeModule {
    made { made in
      // As Swift 6.0 writes it: its depth has the most bits.
      made.types.append([.init("GENERIC_TYPE_PARAM_TYPE", [0, depth, 1], layout: "F1 F31 V4")])
      made.signatures.append([.init("GENERIC_SIGNATURE", list: [0, made.types.count])])
      return [made.addMethod("m", result: 1, signature: 1)]
    }
  }

  @Test("what is made can be read")
  func readable() throws {
    #expect(try read(made { [$0.addMethod("m", result: 1)] }) == ["method m() -> yt"])
    #expect(try read(generic(depth: 1)).first?.hasPrefix("method m() -> yt <yt") == true)
  }

  @Test("a generic parameter at a depth that nobody reaches", arguments: [65, 1_000_000])
  func depth(_ depth: UInt64) throws {
    #expect(throws: ModuleError.damaged("a generic parameter of depth \(depth) and index 0", bit: 0)) {
      try read(generic(depth: depth)).count
    }
  }

  /// A reference to another module's declaration with many pieces.
  private func addReference(to made: inout MadeModule, _ piece: MadeModule.Record) {
    let pieces = 5_000
    made.declarations.append(
      [.init("XREF", [made.identifier("Swift"), UInt64(pieces)])] + Array(repeating: piece, count: pieces)
    )
  }

  @Test("a reference through many declarations, of a type that is looked for")
  func longReferenceAround() throws {
    var made = MadeModule()
    addReference(to: &made, .init("XREF_EXTENSION_PATH_PIECE", [0, 0]))
    made.nested["Inner"] = (parent: 1, child: 1)
    let module = try made.module()
    let error = #expect(throws: ModuleError.self) { try module.nominals(at: ["Outer", "Inner"]) }
    #expect(error?.description.contains("a reference through 5000 declarations") == true)
  }

  @Test("a reference through many declarations, in a type")
  func longReference() throws {
    let module = made { made in
      addReference(to: &made, .init("XREF_TYPE_PATH_PIECE", [made.identifier("T"), 0, 0, 0]))
      made.types.append([.init("NOMINAL_TYPE", [UInt64(made.declarations.count), 0])])
      return [made.addMethod("m", result: made.types.count)]
    }
    let error = #expect(throws: ModuleError.self) { try read(module) }
    #expect(error?.description.contains("a reference through 5000 declarations") == true)
  }

  @Test("compositions of compositions")
  func compositions() throws {
    let module = made { made in
      let first = made.types.count + 1
      for next in first + 1..<first + 40 {
        made.types.append([.init("PROTOCOL_COMPOSITION_TYPE", [0, 0, 0], list: [next, next])])
      }
      made.types.append([.init("PROTOCOL_COMPOSITION_TYPE", [0, 0, 0], list: [])])
      return [made.addMethod("m", result: first)]
    }
    #expect(throws: ModuleError.unsupported("a type or a protocol of more than 100000 parts")) { try read(module) }
  }

  @Test("the same member and the same parameter, over and over")
  func parameters() throws {
    let module = made { made in
      var fields = [UInt64](repeating: 0, count: 17)
      fields[4] = 1
      made.declarations.append([.init("PARAM_DECL", fields)])
      let parameters = Array(repeating: made.declarations.count, count: 4_000)
      let method = made.addMethod("m", parameters: parameters, result: 1)
      return Array(repeating: method, count: 4_000)
    }
    #expect(throws: ModuleError.unsupported("a type or a protocol of more than 100000 parts")) { try read(module) }
  }
}
