internal import UnderstudyLocks
internal import UnderstudyImages
internal import UnderstudyMetadata
internal import UnderstudyModules

/// Tells whether modules mean what this library takes them to mean.
///
/// Records that change shape are recognized, but numbers inside them have been given new meanings without one. So a protocol of
/// our own is read first, and what comes out has to be what it was written as. This proves the reader for the compiler that built
/// this library; modules that another one wrote are refused.
enum Canary {
  /// Who wrote a module.
  struct Compiler: Hashable, CustomStringConvertible {
    let version: String
    private let format: Int

    init(_ control: ModuleControl) {
      // In front of the slash is the language mode, as in `6.3.1(5.10)/Swift version 6.3.1 (…)`.
      let text = control.compiler
      version = text.firstIndex(of: "/").map { String(text[text.index(after: $0)...]) } ?? text
      format = control.formatMinor
    }

    var description: String { "\(version) (module format \(format))" }
  }

  /// The compiler for which the reader is proven, or why there is none.
  static let outcome: Attempt<Compiler, ModuleSignatures.Failure> = Attempt { () throws(ModuleSignatures.Failure) in
    guard let descriptor = ExistentialMetadata(TypeMetadata((any CanaryProtocol).self))?.protocols.first else {
      throw ModuleSignatures.Failure(
        reason: "the runtime's description of this library's own protocol isn't understood"
      )
    }
    let (modules, troubles) = ModuleSignatures.modules(named: "UnderstudySignatures", of: descriptor)
    guard let module = modules.first else {
      throw ModuleSignatures.Failure(
        reason: "the module of this library isn't found: \(troubles.joined(separator: "; "))"
      )
    }
    do throws(ModuleError) {
      let found = try read(descriptor, in: module)
      if let mismatch = found.mismatch(with: descriptor) {
        throw ModuleError.unsupported("this library's own protocol (\(mismatch))")
      }
      if let difference = difference(found) {
        throw ModuleError.unsupported("this library's own protocol (\(difference))")
      }
      return Compiler(module.control)
    } catch {
      throw ModuleSignatures.Failure(reason: "\(error), written by \(module.control.compiler)")
    }
  }

  static func read(_ descriptor: ProtocolDescriptor, in module: SerializedModule) throws(ModuleError) -> ModuleProtocol
  {
    try module.bytes.reading { () throws(ModuleError) in
      var decoder = try ModuleDecoder(module)
      guard let id = try decoder.find(ProtocolPath(descriptor)) else { throw .missing("protocol CanaryProtocol") }
      return try decoder.readProtocol(id)
    }
  }

  /// The first thing that was read wrongly.
  static func difference(_ read: ModuleProtocol) -> String? {
    let records = read.slots.map(\.record)
    for (position, record) in expected.enumerated() {
      guard position < records.count else { return "`\(record)` is missing" }
      if records[position] != record { return "`\(record)` is read as `\(records[position])`" }
    }
    return records.count > expected.count ? "`\(records[expected.count])` isn't there" : nil
  }

  /// How the protocol below is to be read: its types' manglings are those that the compiler gives them in symbols.
  private static let expected: [String] =
    [
      "base CustomStringConvertible",
      "conformance of Self.Item to Hashable",
      "conformance of Self.Items to Sequence",
      "associated type Item",
      "associated type Items",
      "method ownership(_: inout Si, b: shared SS, c: owned SS, d: shared SS, e: owned SS) -> yt",
      "method sending(_: sending owned yXl) -> sending yXl",
      "method mark(rest: variadic SaySdG, test: autoclosure SbyXK, later: autoclosure escaping SbyXA) "
        + "throws(20UnderstudySignatures11CanaryErrorO) -> yt",
      "method functions(a: escaping ySiz_SidtYaYbKc, b: yyYb20UnderstudySignatures11CanaryActorCYcXE, c: yyYaYAXE, d: yyYaYCXE, "
        + "e: s5Int32Vs5Int32VXC, f: yXlyXlnYu20UnderstudySignatures11CanaryErrorOYKYTXE) -> yt",
      "method types(_: SiSg1x_SDySSSiGt, _: s23CustomStringConvertible_s8Sendablep, _: yXl, _: ypXp, _: "
        + "Sim, _: 4ItemQz) -> x",
      "method generic(_: qd__, _: qd_0_qd_0_Qp) -> qd__Sg "
        + "<ytRvd_0_Rld__Cs12IdentifiableRd__SHRd_0_2IDQyd__4ItemRtzr0_lu>",
      "method isolated(to: isolated 20UnderstudySignatures11CanaryActorC) -> yt on its parameter",
      "method on() async -> yt on 20UnderstudySignatures11CanaryActorC",
      "method caller() async -> yt on its caller",
      "method concurrent() async -> yt",
      "method nowhere() -> yt",
      "method static shared() async throws -> Si",
      "method static +(_: x, _: x) -> x",
      "method change() -> yt mutating",
      "method end() -> yt consuming",
      "method oldEnd() -> yt consuming",
      "method look() -> yt borrowing",
      "initializer init(name: SS) throws -> xSg",
      "getter of property both() -> Si mutating",
      "setter of property both(_: Si) -> yt",
      "modify of property both() -> Si mutating",
      "getter of property remote() async throws -> Si",
      "getter of property typed() throws(20UnderstudySignatures11CanaryErrorO) -> Si",
      "read of property lent() -> SS",
      "setter of property lent(_: SS) -> yt mutating",
      "modify of property lent() -> SS mutating",
      "getter of property static total() -> Si",
      "getter of subscript(_: qd__, column: Si) -> Sd <ytlu> on 20UnderstudySignatures11CanaryActorC",
      "setter of subscript(_: Sd, _: qd__, column: Si) -> yt <ytlu> on 20UnderstudySignatures11CanaryActorC mutating",
      "modify of subscript(_: qd__, column: Si) -> Sd <ytlu> on 20UnderstudySignatures11CanaryActorC mutating",
    ] + expectedOfNewerLibraries

  #if canImport(Runtime)
    private static let expectedOfNewerLibraries = ["method array(_: s11InlineArrayVy$2_SiG) -> yt"]
  #else
    private static let expectedOfNewerLibraries: [String] = []
  #endif
}

extension ModuleProtocol.Slot {
  /// Everything the slot says, in one line.
  var record: String {
    switch self {
    case .baseProtocol(let base): "base \(base.spelling)"
    case .associatedType(let name): "associated type \(name)"
    case .associatedConformance(let subject, let proto): "conformance of \(subject.spelling) to \(proto.spelling)"
    case .member(let signature): signature.record
    }
  }
}

enum CanaryError: Error { case chirp }

@globalActor actor CanaryActor { static let shared = CanaryActor() }

/// What each requirement is for is what `Canary` would otherwise have to guess: each number that stands for one of several
/// things in a module occurs here with all the meanings that the language lets a protocol give it.
protocol CanaryProtocol: CustomStringConvertible {
  associatedtype Item: Hashable
  associatedtype Items: Sequence where Items.Element == Item

  func ownership(_ a: inout Int, b: borrowing String, c: consuming String, d: __shared String, e: __owned String)
  func sending(_ value: sending AnyObject) -> sending AnyObject
  func mark(rest: Double..., test: @autoclosure () -> Bool, later: @autoclosure @escaping () -> Bool)
    throws(CanaryError)
  func functions(
    a: @escaping @Sendable (inout Int, Int...) async throws -> Void,
    b: @CanaryActor () -> Void,
    c: @isolated(any) () async -> Void,
    d: nonisolated(nonsending) () async -> Void,
    e: @convention(c) (Int32) -> Int32,
    f: (sending AnyObject) throws(CanaryError) -> sending AnyObject
  )
  func types(
    _ a: (x: Int?, [String: Int]),
    _ b: any Sendable & CustomStringConvertible,
    _ c: AnyObject,
    _ d: Any.Type,
    _ e: Int.Type,
    _ f: Self.Items.Element
  ) -> Self
  func generic<T: AnyObject, each U: Hashable>(_ a: T, _ b: repeat each U) -> T? where T: Identifiable, T.ID == Item
  func isolated(to actor: isolated CanaryActor)
  @CanaryActor func on() async
  nonisolated(nonsending) func caller() async
  @concurrent func concurrent() async
  nonisolated func nowhere()
  static func shared() async throws -> Int
  static func + (left: Self, right: Self) -> Self
  mutating func change()
  consuming func end()
  __consuming func oldEnd()
  borrowing func look()
  init?(name: String) throws
  var both: Int { mutating get nonmutating set }
  var remote: Int { get async throws }
  var typed: Int { get throws(CanaryError) }
  @_borrowed var lent: String { get set }
  static var total: Int { get }
  @CanaryActor subscript<T>(row: T, column column: Int) -> Double { get set }
  // The standard library has inline arrays for as long as it comes with this module: since Swift 6.2.
  #if canImport(Runtime)
    func array(_ elements: [3 of Int])
  #endif
}
