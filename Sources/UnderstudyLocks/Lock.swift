#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A mutex with room for a value, which is destroyed with it.
@usableFromInline final class Lock {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  @usableFromInline let value: UnsafeMutableRawPointer
  private let destroy: (UnsafeMutableRawPointer) -> Void

  @usableFromInline init(size: Int, alignment: Int, destroy: @escaping (UnsafeMutableRawPointer) -> Void) {
    // One block: the mutex, then the value at the next address that is aligned for it.
    let offset = (MemoryLayout<pthread_mutex_t>.size + alignment - 1) & ~(alignment - 1)
    let block = UnsafeMutableRawPointer.allocate(
      byteCount: offset + size,
      alignment: max(MemoryLayout<pthread_mutex_t>.alignment, alignment)
    )
    mutex = block.initializeMemory(as: pthread_mutex_t.self, to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
    value = block + offset
    self.destroy = destroy
  }

  deinit {
    destroy(value)
    pthread_mutex_destroy(mutex)
    UnsafeMutableRawPointer(mutex).deallocate()
  }

  @usableFromInline func acquire() { pthread_mutex_lock(mutex) }

  @usableFromInline func release() { pthread_mutex_unlock(mutex) }
}
