internal import UnderstudyLocks
internal import UnderstudyMetadata

/// How dummies of some types are made in one test.
final class DummyRegistry: Sendable {
  /// That of the running test: of its scope if it has one, else of the test as the test library knows it.
  static var current: DummyRegistry {
    if let scope = TestScope.current { return scope.dummies }
    let test = TestRun.currentTest
    return byTest.withLock { registries in
      if let known = registries[test] { return known }
      let new = DummyRegistry()
      registries[test] = new
      return new
    }
  }

  /// Lets go of what a test has registered.
  static func forget(_ test: String) {
    let old = byTest.withLock { $0.removeValue(forKey: test) }
    withExtendedLifetime(old) {}
  }

  private static let byTest = Guarded<[String: DummyRegistry]>([:])

  private struct Maker: @unchecked Sendable {
    // Sendable: unchecked, so that a maker may capture a test's own variables, as documented at `Dummy.register`.
    /// A `() -> T`, under the metadata of `T`.
    let make: Any
  }

  private let makers = Guarded<[TypeMetadata: Maker]>([:])

  func register<T>(_ make: @escaping () -> T) {
    let maker = Maker(make: make)
    let old = makers.withLock { makers in exchange(&makers[TypeMetadata(T.self)], with: maker) }
    withExtendedLifetime(old) {}
  }

  func maker<T>(of type: T.Type) -> (() -> T)? {
    makers.withLock { $0[TypeMetadata(T.self)] }?.make as? () -> T
  }
}
