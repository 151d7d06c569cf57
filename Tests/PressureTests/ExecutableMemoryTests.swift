import Foundation
import PressureKinds
import PressureSupport
import Testing

/// The kernel watches that no memory becomes executable: it kills the process of an exit test that asks for some.
@Suite struct ExecutableMemoryTests {
  @Test func `No kind of double needs executable memory`() async {
    await #expect(processExitsWith: .success) {
      precondition(pressure_forbid_executable_memory())
      for kind in Kind.all {
        do { try await kind.useOnce() } catch { Issue.record("\(kind.name): \(error)") }
      }
    }
  }

  @Test(arguments: [CInt(0), 1, 2]) func `The kernel would have noticed`(call: CInt) async {
    await #expect(processExitsWith: .success) { [call] in
      precondition(pressure_make_executable_memory(call))
    }
    await #expect(processExitsWith: .signal(SIGSYS)) { [call] in
      precondition(pressure_forbid_executable_memory())
      _ = pressure_make_executable_memory(call)
    }
  }
}
