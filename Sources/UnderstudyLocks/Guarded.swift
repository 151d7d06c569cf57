#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A value behind a lock.
///
/// The lock is a POSIX mutex, since the thread sanitizer understands those: `Synchronization.Mutex` on Linux makes it
/// report races that aren't there, in the test runs of everyone who uses a double.
package final class Guarded<Value>: @unchecked Sendable {
  // Sendable: the value is touched only under the lock.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let value: UnsafeMutablePointer<Value>

  package init(_ value: Value) {
    // One block: the mutex, then the value at the next address that is aligned for it.
    let mask = MemoryLayout<Value>.alignment - 1
    let offset = (MemoryLayout<pthread_mutex_t>.size + mask) & ~mask
    let block = UnsafeMutableRawPointer.allocate(
      byteCount: offset + MemoryLayout<Value>.size,
      alignment: max(MemoryLayout<pthread_mutex_t>.alignment, mask + 1)
    )
    mutex = block.initializeMemory(as: pthread_mutex_t.self, to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
    self.value = (block + offset).initializeMemory(as: Value.self, to: value)
  }

  deinit {
    value.deinitialize(count: 1)
    pthread_mutex_destroy(mutex)
    UnsafeMutableRawPointer(mutex).deallocate()
  }

  /// Runs a closure with the value, under the lock. The closure must not run users' code, nor release their values.
  package func withLock<R, E: Error>(_ body: (inout Value) throws(E) -> R) throws(E) -> R {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value.pointee)
  }
}
