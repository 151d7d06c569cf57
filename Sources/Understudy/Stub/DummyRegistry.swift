internal import UnderstudyLocks
internal import UnderstudyMetadata

/// How dummies of some types are made in one test.
final class DummyRegistry: Sendable {
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
