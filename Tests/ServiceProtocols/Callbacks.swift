public import Foundation

// Services of the time before async and await: they take closures, and give some.

public protocol Cancellable: AnyObject {
  func cancel()
}

public final class Subscription: Cancellable {
  public func cancel() { unused() }
}

public protocol ImageLoader: AnyObject {
  func load(_ url: URL, completion: @escaping @Sendable (Result<Data, any Error>) -> Void) -> any Cancellable
  func load(_ urls: [URL], progress: (Double, Int) -> Void, done: @escaping (Data?, (any Error)?) -> Void)
  func decode(_ data: Data, with decoder: (Data) throws -> Image?) throws -> Image
  var onError: ((any Error) -> Void)? { get set }
}

public final class URLSessionLoader: ImageLoader {
  public func load(
    _ url: URL,
    completion: @escaping @Sendable (Result<Data, any Error>) -> Void
  ) -> any Cancellable { unused() }
  public func load(_ urls: [URL], progress: (Double, Int) -> Void, done: @escaping (Data?, (any Error)?) -> Void) {
    unused()
  }
  public func decode(_ data: Data, with decoder: (Data) throws -> Image?) throws -> Image { unused() }
  public var onError: ((any Error) -> Void)? {
    get { unused() }
    set { unused() }
  }
}

public protocol Middleware: Sendable {
  func handle(_ request: String, next: @escaping @Sendable (String) async throws -> Int) async throws -> Int
  func validator(for field: String) -> @Sendable (String) -> Bool
  func log(_ message: @autoclosure () -> String, level: LogLevel)
}

public struct TracingMiddleware: Middleware {
  public func handle(
    _ request: String,
    next: @escaping @Sendable (String) async throws -> Int
  ) async throws -> Int { unused() }
  public func validator(for field: String) -> @Sendable (String) -> Bool { unused() }
  public func log(_ message: @autoclosure () -> String, level: LogLevel) { unused() }
}
