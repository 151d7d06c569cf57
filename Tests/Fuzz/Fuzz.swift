internal import UnderstudyImages
import UnderstudyLocks
internal import UnderstudyModules
internal import UnderstudySignatures

// What libFuzzer calls with inputs that it makes up: docs of LLVM, "libFuzzer – a library for coverage-guided fuzz testing".

typealias Entry = @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32

@_silgen_name("LLVMFuzzerRunDriver")
private func run(
  _ argc: UnsafeMutablePointer<Int32>,
  _ argv: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ entry: Entry
) -> Int32

@_cdecl("LLVMFuzzerTestOneInput") public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 { 0 }

/// The program's entry, as SwiftPM names it: the first argument says what is to be read, after two dashes, so that libFuzzer hands it
/// on to the processes it starts and makes nothing else of it.
@_cdecl("Fuzz_main") public func fuzz(
  _ argc: Int32,
  _ argv: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> Int32 {
  let entries: [String: Entry] = [
    "--elf": readELF, "--symbols": readSymbol, "--modules": readModule, "--interfaces": readInterface,
  ]
  guard argc > 1, let name = argv[1], let entry = entries[String(cString: name)] else {
    print("What to read: \(entries.keys.sorted().joined(separator: ", "))")
    return 2
  }
  var (count, arguments) = (argc, argv)
  return run(&count, &arguments, entry)
}

private func readELF(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let buffer = UnsafeRawBufferPointer(start: bytes, count: count)
  guard let file = try? ELFFile(bytes: buffer, path: "fuzzed") else { return 0 }
  for index in 0..<min(file.sectionCount, 1000) {
    let section = file.section(index)
    _ = file.name(of: section)
    _ = try? file.contents(of: section)
  }
  _ = try? file.optimization(at: nil)
  _ = try? file.optimization(at: 0x1000)
  guard let table = try? file.symbolTable() else { return 0 }
  _ = try? table.names(at: [0, 0x1000, 1 << 63])
  try? table.search([0, 0x1000, 1 << 63]) { _ in false }
  _ = table.symbols(prefix: "$s", suffix: "Mp")
  return 0
}

private func readSymbol(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let text = String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  if let node = try? TypeNode(mangledName: text) {
    _ = node.spelling
    _ = try? node.canonicalName()
    _ = try? node.runtimeName()
  }
  _ = (try? RequirementSignature(methodDescriptor: "$s" + text))?.record
  _ = (try? RequirementSignature(witnessThunk: "$s" + text))?.record
  return 0
}

private func readModule(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let copy = Array(UnsafeBufferPointer(start: bytes, count: count))
  for part in (try? SerializedModule.modules(inSection: ModuleBytes(copying: copy))) ?? [] {
    guard let module = try? SerializedModule(part) else { continue }
    _ = try? module.nominals(at: ["Seed", "Inner"])
    _ = ModuleReader.read(module, protocols: [["Seed"], ["SeedTypes"], ["Outer", "Nested"]])
  }
  return 0
}

private func readInterface(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let copy = Array(UnsafeBufferPointer(start: bytes, count: count))
  guard let interface = try? TextualInterface(ModuleBytes(copying: copy)) else { return 0 }
  _ = interface.nominals(at: ["Seed", "Inner"])
  for path in interface.types.keys { _ = interface.nominals(at: path) }
  return 0
}
