import Foundation
import Testing
import Understudy

/// Doubles of protocols in an image that is opened and closed while the process runs. Swift's runtime doesn't support that: it looks
/// at the records of the image when it is gone. What was doubled stays.
@Suite(.enabled(if: !ChildProcess.isCurrent)) struct ClosedImageTests {
  private static let source = """
    public struct Part { public var number: Int, text: String }
    public protocol Plugged { func answer(_ part: Part) -> Part }
    public struct Plug: Plugged { public func answer(_ part: Part) -> Part { part } }

    @_cdecl("plugin_protocol") public func pluginProtocol() -> UnsafeRawPointer {
      unsafeBitCast((any Plugged).self as Any.Type, to: UnsafeRawPointer.self)
    }
    @_cdecl("plugin_call") public func pluginCall(_ value: UnsafeRawPointer, _ number: Int) -> Int {
      let part = value.load(as: (any Plugged).self).answer(Part(number: number, text: "a text that isn't kept inline"))
      return part.text.isEmpty ? -part.number : part.number
    }
    @_cdecl("plugin_real") public func pluginReal(_ value: UnsafeMutableRawPointer) {
      value.initializeMemory(as: (any Plugged).self, to: Plug())
    }
    """

  /// Compiles the image.
  ///
  /// - Returns: A folder to be removed, with the image in it.
  private func makeImage() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(component: "understudy-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(component: "Plugin.swift")
    try Self.source.write(to: file, atomically: true, encoding: .utf8)
    let compiler = try ChildProcess(
      program: URL(fileURLWithPath: "/usr/bin/env"),
      arguments: [
        "swiftc", "-emit-library", "-parse-as-library", "-module-name", "Plugin", file.path, "-emit-module-path",
        folder.appending(component: "Plugin.swiftmodule").path, "-o", folder.appending(component: "libPlugin.so").path,
      ]
    )
    try #require(compiler.status == 0, "\(compiler.output)")
    return folder
  }

  @Test func `An image whose protocol was doubled stays when it is closed`() async throws {
    let folder = try makeImage()
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(component: "libPlugin.so").path
    await #expect(processExitsWith: .success) { [path = path as String] in
      let image = try #require(dlopen(path, RTLD_NOW | RTLD_LOCAL), "\(String(cString: dlerror()))")
      let plugin = try Plugin(image)
      try plugin.beDoubled(closing: image)
      try #require(dlopen(path, RTLD_NOW | RTLD_NOLOAD) != nil)
      // The runtime looks at all images.
      #expect(!((plugin as Any) is any Sequence))
    }
  }

  /// The image's functions.
  private struct Plugin {
    let type: Any.Type
    private let callFunction: @convention(c) (UnsafeRawPointer, Int) -> Int
    private let realFunction: @convention(c) (UnsafeMutableRawPointer) -> Void

    init(_ image: UnsafeMutableRawPointer) throws {
      typealias TypeFunction = @convention(c) () -> UnsafeRawPointer
      typealias CallFunction = @convention(c) (UnsafeRawPointer, Int) -> Int
      typealias RealFunction = @convention(c) (UnsafeMutableRawPointer) -> Void
      let typeFunction = unsafeBitCast(try #require(dlsym(image, "plugin_protocol")), to: TypeFunction.self)
      type = unsafeBitCast(typeFunction(), to: Any.Type.self)
      callFunction = unsafeBitCast(try #require(dlsym(image, "plugin_call")), to: CallFunction.self)
      realFunction = unsafeBitCast(try #require(dlsym(image, "plugin_real")), to: RealFunction.self)
    }

    /// Makes doubles, closes the image, and uses them.
    func beDoubled(closing image: UnsafeMutableRawPointer) throws {
      func use<P>(_ type: P.Type) throws {
        let spy = try Spy<P>.make(forwardingTo: real())
        #expect(call(spy(), 3) == 3)
        dlclose(image)
        #expect(call(spy(), 4) == 4)
        #expect(spy.history.forwarded.callCount == 2)
        #expect(call(try Spy<P>.make(forwardingTo: real())(), 5) == 5)
      }
      try _openExistential(type, do: use)
    }

    private func call<P>(_ double: P, _ number: Int) -> Int {
      withUnsafePointer(to: double) { callFunction($0, number) }
    }

    private func real<P>() -> P {
      withUnsafeTemporaryAllocation(of: P.self, capacity: 1) { buffer in
        realFunction(buffer.baseAddress!)
        return buffer.baseAddress!.move()
      }
    }
  }
}
