import Foundation
import Testing
import Understudy

/// Prints why a double can't be made. Only runs in the child process that `StrippedBinaryTests` starts.
@Test(.enabled(if: ChildProcess.isCurrent)) private func refusalOfAStrippedBinary() {
  do {
    _ = try Stub<any Till>()
    print("<made>")
  } catch {
    print("<refusal>\(error)</refusal>")
  }
  do {
    let till = try Stub<any Till>(requirements: [.method("charge(_:to:)", signatureOf: { $0.charge(_:to:) })])
    till.when { $0.charge(Match.any(), to: Match.any()) }.then { (cents: Int, card: String) in cents + card.count }
    print("<given>\(till().charge(5, to: "4242"))</given>")
  } catch {
    print("<given>\(error)</given>")
  }
  do {
    // The standard library is as it was.
    let generator = try Stub<any RandomNumberGenerator>()
    generator.when { $0.next() }.thenReturn(.max)
    var double = generator()
    print("<system>\(Int.random(in: 1...6, using: &double))</system>")
  } catch {
    print("<system>\(error)</system>")
  }
}

@Test(.enabled(if: ChildProcess.isCurrent)) private func refusalOfACall() { printRefusal(of: (any Clerk).self) }
@Test(.enabled(if: ChildProcess.isCurrent)) private func refusalOfALayout() { printRefusal(of: (any Cashier).self) }

private func printRefusal<P>(of type: P.Type) {
  do {
    _ = try Stub<P>()
    print("<made>")
  } catch {
    print("<refusal>\(error)</refusal>")
  }
}

protocol Clerk { func serve(_ number: Int) async }
struct BusyClerk: Clerk { func serve(_ number: Int) async {} }

struct Purse { var coins = 1 }
protocol Cashier { func open(_ purse: Purse) }
struct OpenCashier: Cashier { func open(_ purse: Purse) {} }

@Suite(.enabled(if: !ChildProcess.isCurrent)) struct StrippedBinaryTests {
  @Test func `Without symbols and modules a protocol is refused with what was looked at`() throws {
    let (refusal, output) = try refusal(hiding: [".symtab", ".swift_ast"], by: "refusalOfAStrippedBinary")
    #if DEBUG
      #expect(output.contains("<given>9</given>"), "\(output)")
    #else
      // Nothing tells any more that the module of these tests isn't optimised.
      #expect(
        output.contains(
          """
          <given>Can't make a double of any Till: Till is internal, and UnderstudyChildProcessTests may have been optimised \
          without `-enable-testing`, which its debug information doesn't tell. If it has one conformer, the compiler takes \
          that for the only one there can be, and calls it directly.
            What to do: Build with `-Xswiftc -enable-testing`, or make the protocol public.</given>
          """
        ),
        "\(output)"
      )
    #endif
    #expect(output.contains("<system>6</system>"), "\(output)")
    #expect(
      refusal == """
        Can't make a double of any Till: The types of Till's requirements aren't known. What was looked at:
          - the module that declares it: the module of this library isn't found: nothing at \
        FOLDER/Modules/UnderstudySignatures.swiftmodule, FOLDER/UnderstudySignatures.swiftmodule, \
        TOOLCHAIN/UnderstudySignatures.swiftmodule, /proc/self/Modules/UnderstudySignatures.swiftmodule, \
        /proc/self/UnderstudySignatures.swiftmodule;
          - types that conform to it: there are ClosedTill, but /proc/self/exe has no symbol table, or one without their functions;
          - symbols of its requirements: there are none, as it is from a module built without library evolution.
          What to do: Build the tests without stripping symbols (no `-Xlinker -s`, no `strip`). Or say what the requirements \
        are: Stub<any Till>(requirements: […]).
        """
    )
  }

  @Test func `Without modules an async requirement is refused`() throws {
    #expect(
      try refusal(hiding: [".swift_ast"], by: "refusalOfACall").text == """
        Can't make a double of any Clerk: Its requirement `serve(_: Int) async` isn't supported: its module can't be read, \
        and the symbols of a conformer don't tell whether the caller's actor is passed along.
          What to do: Write a conformer by hand, or put a protocol without this requirement in front of it.
        """
    )
  }

  @Test func `Without modules a requirement is refused with a type whose layout may be hidden`() throws {
    #expect(
      try refusal(hiding: [".swift_ast"], by: "refusalOfALayout").text == """
        Can't make a double of any Cashier: Its requirement `open(_: Purse)` isn't supported: values of type Purse can't be \
        passed: whether other modules know its layout can't be found out: no module UnderstudyChildProcessTests could be \
        read (nothing at FOLDER/Modules/UnderstudyChildProcessTests.swiftmodule, \
        FOLDER/UnderstudyChildProcessTests.swiftmodule, TOOLCHAIN/UnderstudyChildProcessTests.swiftmodule, \
        /proc/self/Modules/UnderstudyChildProcessTests.swiftmodule, /proc/self/UnderstudyChildProcessTests.swiftmodule).
          What to do: Write a conformer by hand, or put a protocol without this requirement in front of it.
        """
    )
  }

  /// The refusal that a test of a copy of this program prints, with names in place of paths, and all that it prints.
  private func refusal(hiding sections: Set<String>, by test: String) throws -> (text: String, output: String) {
    let folder = FileManager.default.temporaryDirectory.appending(component: "understudy-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let program = folder.appending(component: "Stripped.xctest")
    var file = try Data(contentsOf: URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath())
    try ELF.hideSections(sections, in: &file)
    let contents = folder.appending(component: "contents")
    try file.write(to: contents)
    // Another process copies it: one that a parallel test is just starting has this process's open files for a moment, and a
    // program that is open for writing can't be run.
    let copy = try Process.run(URL(fileURLWithPath: "/bin/cp"), arguments: [contents.path, program.path])
    copy.waitUntilExit()
    try #require(copy.terminationStatus == 0)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)

    let child = try ChildProcess(
      program: program,
      arguments: ["--testing-library", "swift-testing", "--filter", test]
    )
    let start = try #require(child.output.range(of: "<refusal>"), "\(child.output)")
    let end = try #require(child.output.range(of: "</refusal>"))
    let text = child.output[start.upperBound..<end.lowerBound]
      .replacingOccurrences(of: program.path, with: "PROGRAM")
      .replacingOccurrences(of: folder.path, with: "FOLDER")
      .replacingOccurrences(of: "/[^ ,]*/swift/linux", with: "TOOLCHAIN", options: .regularExpression)
    return (text, child.output)
  }
}

/// Just enough of an ELF file to make sections disappear from it.
private enum ELF {
  struct Malformed: Error {}

  /// Turns section headers into unused ones, as if a tool had removed the sections.
  static func hideSections(_ names: Set<String>, in file: inout Data) throws {
    func number<T: FixedWidthInteger>(_ offset: Int, as type: T.Type) -> Int {
      Int(file.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: type) })
    }
    let headers = number(0x28, as: UInt64.self)
    let size = number(0x3A, as: UInt16.self)
    let count = number(0x3C, as: UInt16.self)
    let namesHeader = headers + size * number(0x3E, as: UInt16.self)
    let texts = number(namesHeader + 0x18, as: UInt64.self)
    for index in 0..<count {
      let header = headers + size * index
      let text = texts + number(header, as: UInt32.self)
      guard let end = file[text...].firstIndex(of: 0) else { throw Malformed() }
      let name = String(decoding: file[text..<end], as: UTF8.self)
      guard names.contains(name) else { continue }
      file.replaceSubrange(header..<header + 8, with: repeatElement(0, count: 8))
    }
  }
}
