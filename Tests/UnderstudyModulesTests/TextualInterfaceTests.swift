import Testing
import UnderstudyModules

@Suite struct TextualInterfaceTests {
  private func interface(_ body: String, flags: String = "-enable-library-evolution -module-name M") throws
    -> TextualInterface
  {
    let head = "// swift-interface-format-version: 1.0\n// swift-module-flags: \(flags)\n"
    return try TextualInterface(ModuleBytes(copying: Array((head + body).utf8)))
  }

  @Test func flags() throws {
    let plain = try interface("", flags: "-module-name M -module-abi-name N")
    #expect(plain.name == "M")
    #expect(plain.abiName == "N")
    #expect(!plain.isResilient)
    #expect(try interface("").isResilient)
    #expect(throws: ModuleError.missing("line of module flags")) {
      try TextualInterface(ModuleBytes(copying: Array("import Swift\n".utf8)))
    }
  }

  /// Each name would be in the paths of all that is inside.
  @Test func declarationsInsideMany() throws {
    let nest = { (depth: Int) in
      String(repeating: "public struct A {", count: depth) + String(repeating: "}", count: depth)
    }
    #expect(try interface(nest(200)).nominals(at: Array(repeating: "A", count: 200)).count == 1)
    #expect(throws: ModuleError.self) { try interface(nest(201)).types.count }
    #expect(throws: ModuleError.self) {
      try interface("extension M" + String(repeating: ".A", count: 201) + " { public struct B {} }").types.count
    }
  }

  @Test func attributesBelongToTheirDeclaration() throws {
    let interface = try interface(
      """
      @frozen public struct A { public var x: Swift.Int }
      public struct B {}
      @available(macOS 10, *)
      @frozen
      public enum C<T> : Swift.Sendable where T : Swift.Hashable { case struct_(T); case `enum` }
      @frozen public func f()
      public struct D {}
      @_fixed_layout @usableFromInline
      internal class E { class func make() -> M.E; class var shared: M.E { get } }
      """
    )
    #expect(interface.nominals(at: ["A"]).map(\.isFrozen) == [true])
    #expect(interface.nominals(at: ["B"]).map(\.isFrozen) == [false])
    #expect(interface.nominals(at: ["C"]).map(\.isFrozen) == [true])
    #expect(interface.nominals(at: ["C"]).map(\.kind) == [.enumeration])
    #expect(interface.nominals(at: ["D"]).map(\.isFrozen) == [false])
    let e = try #require(interface.nominals(at: ["E"]).first)
    #expect(e.isFixedLayout && e.isVisibleOutside && e.access == .internal)
    #expect(interface.types.count == 5)
  }

  @Test func scopes() throws {
    let interface = try interface(
      ##"""
      public struct Outer {
        @inlinable public func f(_ s: Swift.String = "}") -> Swift.String {
          let text = """
            struct Fake { "
            """
          if text == "\(s.map { "}" }) {" { struct Local {} }
          return #"} \#(text) { ""# // }
        }
        public struct Inner { @frozen public enum Innermost {} }
        /* } /* } */ } */
      }
      extension M.Outer.Inner {
        public struct Late {}
      }
      extension Swift.String { public struct `Type` {} }
      """##
    )
    #expect(
      Set(interface.types.keys) == [
        ["Outer"], ["Outer", "Inner"], ["Outer", "Inner", "Innermost"], ["Outer", "Inner", "Late"],
        ["String", "Type"],
      ]
    )
    #expect(interface.nominals(at: ["Outer", "Inner", "Innermost"]).map(\.isFrozen) == [true])
  }

  @Test(arguments: ["struct A {", "}", "struct A { \" }", "struct A", "/* "])
  func unfinishedTextIsRefused(body: String) {
    #expect(throws: ModuleError.self) { try interface(body) }
  }

  @Test func theTestingLibrary() throws {
    let facts = ModuleFacts(locator: .forThisProcess())
    #expect(facts.isFrozen(module: "Testing", path: ["Test"]) == .no)
    #expect(facts.hasKnownLayout(module: "Testing", path: ["Test", "Case"]) == .no)
  }

  /// Both forms of a module come from one compiler run, so they must agree on every type.
  @Test(arguments: ["_Concurrency", "Synchronization", "Observation", "Distributed", "Runtime", "Cxx"])
  func agreesWithTheSerializedForm(module: String) throws {
    let text = try TextualInterface(file: try SystemModules.interface(module))
    let serialized = try SerializedModule(file: try SystemModules.serialized(module))
    #expect(text.isResilient == serialized.control.isResilient)
    #expect(text.abiName == serialized.control.abiName)
    #expect(text.types.count > 2)
    for path in text.types.keys {
      let read = try serialized.nominals(at: path)
      #expect(read.contains(try #require(text.nominals(at: path).first)), "\(path): \(read)")
    }
  }
}
