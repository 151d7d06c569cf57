/// A value behind a lock. Copies of this guard the same value.
///
/// The lock is a POSIX mutex, since the thread sanitizer understands those: `Synchronization.Mutex` on Linux makes it
/// report races that aren't there, in the test runs of everyone who uses a double.
///
/// All is inlinable, and there is no generic class, so that the runtime needn't make types for each kind of value: see `Table`.
public struct Guarded<Value>: @unchecked Sendable {
  // Sendable: the value is touched only under the lock.
  @usableFromInline let lock: Lock

  @inlinable public init(_ value: Value) {
    lock = Lock(size: MemoryLayout<Value>.size, alignment: MemoryLayout<Value>.alignment) {
      $0.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
    }
    lock.value.initializeMemory(as: Value.self, to: value)
  }

  /// Runs a closure with the value, under the lock. The closure must not run users' code, nor release their values.
  @inlinable public func withLock<R, E: Error>(_ body: (inout Value) throws(E) -> R) throws(E) -> R {
    lock.acquire()
    defer { lock.release() }
    // Invariant: the initializer has put a value there, and `lock` destroys it when nobody has this any more.
    return try body(&lock.value.assumingMemoryBound(to: Value.self).pointee)
  }
}
