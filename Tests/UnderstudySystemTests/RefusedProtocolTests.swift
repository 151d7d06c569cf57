import Dispatch
import Foundation
import Testing
import Understudy

/// What of the toolchain can't be doubled says so by name.
@Suite("Protocols that are refused")
struct RefusedProtocolTests {
  private func refusal<P>(of type: P.Type) -> String? {
    do {
      _ = try Stub<P>()
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test func `Blocks can't be passed where there is no Objective-C`() {
    #expect(
      refusal(of: (any DispatchSourceProtocol).self) == """
        Can't make a double of any DispatchSourceProtocol: Its requirement `setEventHandler(qos: DispatchQoS, flags: \
        DispatchWorkItemFlags, handler: (@convention(block) () -> Void)?)` isn't supported: blocks (`@convention(block)`) can't \
        be passed: where there is no Objective-C, the runtime can't copy them.
          What to do: Write a conformer by hand, or put a protocol without this requirement in front of it.
        """
    )
  }

  @Test func `Jobs can't be copied`() {
    #expect(
      refusal(of: (any SerialExecutor).self) == """
        Can't make a double of any SerialExecutor: Its requirement `enqueue(_: consuming Job)` isn't supported: values of type \
        Job can't be passed: they can't be copied, so a double can't keep them.
          What to do: Write a conformer by hand, or put a protocol without this requirement in front of it.
        """
    )
  }

  @Test func `The requirements of sequences only work together`() {
    #expect(
      refusal(of: (any AsyncSequence<Int, Never>).self) == """
        Can't make a double of any AsyncSequence<Int, Never>: It inherits from AsyncSequence, whose requirements only work \
        together: a double that answers them one by one would be half of one.
          What to do: Use a real AsyncSequence, such as an array, or put a protocol of your own in front of it.
        """
    )
  }

  @Test func `Nothing says what the associated types of a protocol without conformers are`() {
    #expect(
      refusal(of: (any EncodableWithConfiguration).self) == """
        Can't make a double of any EncodableWithConfiguration: Nothing says what its associated types are (EncodingConfiguration).
          What to do: Name them: Stub<any EncodableWithConfiguration>(binding: ["EncodingConfiguration": Int.self]).
        """
    )
  }
}
