import Testing
import UnderstudyMetadata

@testable import UnderstudySignatures

private protocol PrivatelyCalled { func call() }

protocol InternallyCalled { func call() }

private struct Callee: PrivatelyCalled, InternallyCalled { func call() {} }

@Suite("Direct calls of the only conformer") struct DirectCallTests {
  @Test("a module tells who sees its protocols")
  func visibility() throws {
    #expect(try ModuleSignatures.read(descriptor(of: (any PrivatelyCalled).self)).visibility == .hidden(.private))
    #expect(try ModuleSignatures.read(descriptor(of: (any Sequence).self)).visibility == .visible)
    // SwiftPM builds for testing in debug configuration.
    #if DEBUG
      #expect(try ModuleSignatures.read(descriptor(of: (any InternallyCalled).self)).visibility == .visible)
    #endif
  }

  @Test("what wasn't optimised makes none")
  func unoptimised() throws {
    for visibility in [.visible, .hidden(.private), .hidden(.internal), .unknown] as [ProtocolVisibility] {
      #expect(DirectCalls.refusal(of: try descriptor(of: (any PrivatelyCalled).self), visibility: visibility) == nil)
      #expect(DirectCalls.refusal(of: try descriptor(of: (any InternallyCalled).self), visibility: visibility) == nil)
    }
  }
}
