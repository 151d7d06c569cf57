package import UnderstudyImages
package import UnderstudyLocks

/// What is known about the modules of this process and their types; each is looked up once.
///
/// Whether a value of another module's type travels directly or indirectly in a call depends on two facts that are
/// not in the binary's metadata: whether the module was built with library evolution, and whether the type is
/// `@frozen`.
package final class ModuleFacts: Sendable {
  package static let shared = ModuleFacts(locator: .forThisProcess())

  /// A module that was found, in either form.
  private enum Source: Sendable {
    case serialized(SerializedModule)
    case text(TextualInterface)

    var abiName: String {
      switch self {
      case .serialized(let module): module.control.abiName
      case .text(let interface): interface.abiName
      }
    }

    var name: String {
      switch self {
      case .serialized(let module): module.control.name
      case .text(let interface): interface.name
      }
    }

    /// Whether metadata, or a person, may call the module by a name.
    func answers(to name: String) -> Bool { abiName == name || self.name == name }

    var isResilient: Bool {
      switch self {
      case .serialized(let module): module.control.isResilient
      case .text(let interface): interface.isResilient
      }
    }

    func nominals(at path: [String]) throws(ModuleError) -> [NominalFacts] {
      switch self {
      case .serialized(let module): try module.nominals(at: path)
      case .text(let interface): interface.nominals(at: path)
      }
    }
  }

  /// What a look-up found, best first, and what went wrong on the way.
  private struct Found: Sendable {
    var sources: [Source] = []
    /// For each source, the module's other forms, should the source turn out unreadable further in.
    var others: [[ModuleLocator.Candidate]] = []
    var troubles: [String] = []
  }

  private struct State {
    var embedded: [SerializedModule] = []
    var embeddingTroubles: [String] = []
    /// What opening each file gave.
    var files: Table<String, Attempt<Source, ModuleError>> = [:]
    var modules: Table<Query, Found> = [:]
    var nominals: Table<Query, NominalAnswer> = [:]
  }

  private struct Query: Hashable {
    var module: String
    var path: [String] = []
    var image: String?
  }

  private enum NominalAnswer: Sendable {
    case found(NominalFacts, isModuleResilient: Bool)
    case unknown(String)
  }

  private let locator: ModuleLocator
  private let state = Guarded(State())
  /// The images whose embedded modules have been looked for. Held until they are there.
  private let images = Guarded<[String]>([])

  package init(locator: ModuleLocator) { self.locator = locator }

  /// Adds the modules embedded in an image, which come before any file.
  ///
  /// - Parameters:
  ///   - section: The bytes of the image's `.swift_ast` section.
  ///   - image: The image's path, for messages.
  package func addEmbedded(section: ModuleBytes, image: String) {
    var modules: [SerializedModule] = []
    var trouble: String?
    do {
      for bytes in try SerializedModule.modules(inSection: section) { modules.append(try SerializedModule(bytes)) }
    } catch {
      trouble = "\(image): \(error)"
    }
    state.withLock { state in
      state.embedded += modules
      if let trouble { state.embeddingTroubles.append(trouble) }
      // What was not found before may be found now.
      state.modules = [:]
      state.nominals = [:]
    }
  }

  /// Adds the modules that the linker put into an image, as SwiftPM has it do in debug builds.
  package func addEmbedded(in image: LoadedImage) {
    images.withLock { images in
      guard !images.contains(image.path) else { return }
      images.append(image.path)
      guard let section = try? image.file().pieces(ofSectionNamed: ".swift_ast") else { return }
      addEmbedded(section: ModuleBytes(section.file, section.range), image: image.path)
    }
  }

  /// Whether one of the images that were looked at has a module in it.
  package func hasEmbedded(_ name: String) -> Bool {
    state.withLock { state in state.embedded.contains { $0.control.abiName == name || $0.control.name == name } }
  }

  /// The serialized modules that a name may stand for, best first.
  ///
  /// - Parameters:
  ///   - name: The module's name, or the one its declarations are mangled with.
  ///   - image: The path of the image that contains the module's code.
  /// - Returns: The modules, and what went wrong on the way.
  package func modules(named name: String, image: String? = nil) -> (found: [SerializedModule], troubles: [String]) {
    let found = sources(of: Query(module: name, image: image))
    var modules: [SerializedModule] = []
    var troubles = found.troubles
    for source in found.sources {
      switch source {
      case .serialized(let module): modules.append(module)
      case .text(let interface): troubles.append("of \(interface.name) there is only a textual interface")
      }
    }
    return (modules, troubles)
  }

  /// Whether a module was built with library evolution.
  ///
  /// - Parameters:
  ///   - module: The module's name as metadata spells it; types of `_Concurrency` say `Swift`.
  ///   - image: The path of the image that contains the type in question, which tells such modules apart.
  package func isResilient(module: String, image: String? = nil) -> Fact {
    // What the linker put into a binary comes first, as in `sources`, and takes no look-up.
    if let isResilient = isEmbeddedResilient(module) { return isResilient ? .yes : .no }
    if Self.isImported(module) { return .no }
    let found = sources(of: Query(module: module, image: image))
    guard let source = found.sources.first else { return .unknown(reason: Self.reason(module, found)) }
    return Fact(source.isResilient)
  }

  /// Whether a module in one of the images that were looked at was built with library evolution; `nil` if there is none.
  private func isEmbeddedResilient(_ name: String) -> Bool? {
    state.withLock { state in
      var index = 0
      while index < state.embedded.count {
        let control = state.embedded[index].control
        if control.abiName == name || control.name == name { return control.isResilient }
        index += 1
      }
      return nil
    }
  }

  /// Whether a type is marked `@frozen`.
  ///
  /// - Parameter path: The type's name after those of the types around it.
  package func isFrozen(module: String, path: [String], image: String? = nil) -> Fact {
    switch nominal(module: module, path: path, image: image) {
    case .success(let facts): Fact(facts.isFrozen)
    case .failure(let missing): .unknown(reason: missing.reason)
    }
  }

  /// Whether code of every other module knows the type's layout, so that its values may travel directly.
  ///
  /// The module itself knows it in any case; to ask for types of the calling module is up to the caller.
  package func hasKnownLayout(module: String, path: [String], image: String? = nil) -> Fact {
    if module == "Swift", FrozenTypes.contains(path) { return .yes }
    if isResilient(module: module, image: image) == .no { return .yes }
    return switch answer(Query(module: module, path: path, image: image)) {
    case .found(let facts, let isModuleResilient): Fact(!isModuleResilient || !facts.hidesLayout)
    case .unknown(let reason): .unknown(reason: reason)
    }
  }

  /// Why a type was not found.
  package struct Missing: Error, Equatable {
    package let reason: String
  }

  /// Everything read about a type.
  package func nominal(module: String, path: [String], image: String? = nil) -> Attempt<NominalFacts, Missing> {
    switch answer(Query(module: module, path: path, image: image)) {
    case .found(let facts, _): .success(facts)
    case .unknown(let reason): .failure(Missing(reason: reason))
    }
  }

  /// Modules the compiler makes up for declarations imported from C, whose layout is always known.
  private static func isImported(_ module: String) -> Bool { module == "__C" || module == "__C_Synthesized" }

  private static func reason(_ module: String, _ found: Found) -> String {
    "no module \(module) could be read (" + found.troubles.joined(separator: "; ") + ")"
  }

  private func answer(_ query: Query) -> NominalAnswer {
    if let known = state.withLock({ $0.nominals[query] }) { return known }
    let answer = search(query)
    state.withLock { $0.nominals[query] = answer }
    return answer
  }

  private func search(_ query: Query) -> NominalAnswer {
    let name = query.path.joined(separator: ".")
    let found = sources(of: Query(module: query.module, image: query.image))
    if found.sources.isEmpty { return .unknown(Self.reason(query.module, found)) }
    var troubles: [String] = []
    for (source, others) in zip(found.sources, found.others) {
      guard let facts = nominals(at: query.path, of: source, or: others, &troubles) else { continue }
      guard let first = facts.first else {
        troubles.append("module \(source.name) has no type \(name)")
        continue
      }
      // Private types of several files may share a name; an answer needs them to agree.
      if facts.contains(where: { $0 != first }) {
        return .unknown("module \(source.name) has several types \(name) that differ")
      }
      return .found(first, isModuleResilient: source.isResilient)
    }
    return .unknown(troubles.joined(separator: "; "))
  }

  /// Reads a type from a module, or from one of the module's other forms where that fails.
  private func nominals(
    at path: [String],
    of source: Source,
    or others: [ModuleLocator.Candidate],
    _ troubles: inout [String]
  ) -> [NominalFacts]? {
    do {
      return try source.nominals(at: path)
    } catch {
      troubles.append("module \(source.name): \(error)")
    }
    for candidate in others {
      do {
        let other = try open(candidate)
        // Another build of the module would be another's facts.
        guard other.name == source.name, other.isResilient == source.isResilient else { continue }
        return try other.nominals(at: path)
      } catch {
        troubles.append("\(candidate.path): \(error)")
      }
    }
    return nil
  }

  /// The sources of a module and, best first, of modules that share its name in metadata.
  private func sources(of query: Query) -> Found {
    if let known = state.withLock({ $0.modules[query] }) { return known }
    let (embedded, embeddingTroubles) = state.withLock { ($0.embedded, $0.embeddingTroubles) }
    var found = Found(troubles: embeddingTroubles)
    for module in embedded {
      let source = Source.serialized(module)
      guard source.answers(to: query.module) else { continue }
      found.sources.append(source)
      found.others.append([])
    }
    // What the linker put into the binary is what the binary was built with: files could only say the same.
    if !found.sources.isEmpty {
      state.withLock { [found] in $0.modules[query] = found }
      return found
    }
    var names = [query.module]
    if query.module == "Swift" { names.append("_Concurrency") }
    if let image = query.image, let name = ModuleLocator.moduleName(ofLibrary: image) {
      // A library is named for its module: what is in it isn't in another one that shares the module's name in metadata.
      open(name, for: query, into: &found)
      if !found.sources.isEmpty { names = [] }
      names.removeAll { $0 == name }
    }
    for name in names { open(name, for: query, into: &found) }
    let result = found
    state.withLock { $0.modules[query] = result }
    return found
  }

  /// Opens the first readable file of a module, provided it is the module asked for.
  private func open(_ name: String, for query: Query, into found: inout Found) {
    let (candidates, lookedAt) = locator.candidates(for: name, image: query.image)
    if candidates.isEmpty { found.troubles.append("nothing at " + lookedAt.joined(separator: ", ")) }
    // By index: of the sequences that number and cut arrays, the first use costs as much as the reading.
    var position = 0
    while position < candidates.count {
      let candidate = candidates[position]
      position += 1
      do {
        let source = try open(candidate)
        guard source.answers(to: query.module) else {
          // Its other forms would say the same.
          found.troubles.append("\(candidate.path) is module \(source.abiName)")
          return
        }
        found.sources.append(source)
        var others: [ModuleLocator.Candidate] = []
        while position < candidates.count {
          others.append(candidates[position])
          position += 1
        }
        found.others.append(others)
        return
      } catch {
        found.troubles.append("\(candidate.path): \(error)")
      }
    }
  }

  /// Opens a file, once.
  private func open(_ candidate: ModuleLocator.Candidate) throws(ModuleError) -> Source {
    if let known = state.withLock({ $0.files[candidate.path] }) { return try known.get() }
    let result = Attempt { () throws(ModuleError) in
      switch candidate {
      case .serialized(let path): Source.serialized(try SerializedModule(file: path))
      case .interface(let path): Source.text(try TextualInterface(file: path))
      }
    }
    state.withLock { $0.files[candidate.path] = result }
    return try result.get()
  }
}
