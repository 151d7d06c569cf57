import Foundation
import ServiceProtocols
import Synchronization
import Testing
import Understudy

@Suite struct CallbackTests {
  let url = URL(string: "https://example.org/a.png")!

  /// Code under test: keeps what was loaded last.
  final class Gallery: Sendable {
    let state = Mutex<(data: Data?, failures: Int)>((nil, 0))

    func show(_ url: URL, from loader: any ImageLoader) -> any Cancellable {
      loader.load(url) { [self] result in
        state.withLock { state in
          switch result {
          case .success(let data): state.data = data
          case .failure: state.failures += 1
          }
        }
      }
    }
  }

  @Test func `A completion is called at once, later, or twice`() throws {
    let stub = try Stub<any ImageLoader>()
    let cancellable = try Stub<any Cancellable>()
    cancellable.when { $0.cancel() }.thenDoNothing()
    var pending: [@Sendable (Result<Data, any Error>) -> Void] = []
    stub.when { $0.load(Match.any(), completion: Match.any()) }
      .then { (url: URL, completion: @escaping @Sendable (Result<Data, any Error>) -> Void) in
        if url.pathExtension == "png" { completion(.success(Data([1]))) } else { pending.append(completion) }
        return cancellable()
      }
    let gallery = Gallery()
    #expect(gallery.show(url, from: stub()) === cancellable())
    #expect(gallery.state.withLock { $0.data } == Data([1]))
    gallery.show(URL(string: "file:///b")!, from: stub()).cancel()
    #expect(pending.count == 1)
    pending[0](.failure(ServiceError.notFound))
    pending[0](.success(Data([2])))
    #expect(gallery.state.withLock { $0.failures } == 1)
    #expect(gallery.state.withLock { $0.data } == Data([2]))
    stub.verify(2...2) { $0.load(Match.any(), completion: Match.any()) }
    cancellable.verify { $0.cancel() }
    let urls: [URL] = stub.when { $0.load(Match.any(), completion: Match.any()) }.arguments()
    #expect(urls == [url, URL(string: "file:///b")!])
    stub.reset()
  }

  @Test func `Closures that don't escape are called during the call`() throws {
    let stub = try Stub<any ImageLoader>()
    let image = Image([], size: (1, 2))
    stub.when { $0.load(Match.any(), progress: Match.any(), done: Match.any()) }
      .then { (urls: [URL], progress: @escaping (Double, Int) -> Void, done: @escaping (Data?, (any Error)?) -> Void) in
        for index in urls.indices { progress(Double(index) / 2, index) }
        done(urls.isEmpty ? nil : Data([7]), urls.isEmpty ? ServiceError.notFound : nil)
      }
    stub.when { try $0.decode(Match.any(), with: Match.any()) }
      .then { (data: Data, decoder: @escaping (Data) throws -> Image?) in
        guard let image = try decoder(data) else { throw ServiceError.refused(code: 0, text: "") }
        return image
      }
    let loader = stub()
    var steps: [(Double, Int)] = []
    var ends: [(Data?, (any Error)?)] = []
    loader.load([url, url], progress: { steps.append(($0, $1)) }, done: { ends.append(($0, $1)) })
    loader.load([], progress: { steps.append(($0, $1)) }, done: { ends.append(($0, $1)) })
    #expect(steps.map(\.0) == [0, 0.5] && steps.map(\.1) == [0, 1])
    #expect(ends.count == 2 && ends[0].0 == Data([7]) && ends[0].1 == nil)
    #expect(ends[1].0 == nil && ends[1].1 as? ServiceError == .notFound)
    #expect(try loader.decode(Data([3])) { $0 == Data([3]) ? image : nil } === image)
    #expect(throws: ServiceError.refused(code: 0, text: "")) { try loader.decode(Data()) { _ in nil } }
    #expect(throws: CancellationError.self) { try loader.decode(Data()) { _ in throw CancellationError() } }
    stub.verify(3...3) { try $0.decode(Match.any(), with: Match.any()) }
  }

  @Test func `A closure is a property`() throws {
    let stub = try Stub<any ImageLoader>()
    let onError = Stored<((any Error) -> Void)?>(nil, in: stub, get: { $0.onError }, set: { $0.onError = $1 })
    var errors: [any Error] = []
    let loader = stub()
    #expect(loader.onError == nil)
    loader.onError = { errors.append($0) }
    loader.onError?(ServiceError.notFound)
    onError.value?(CancellationError())
    #expect(errors.count == 2 && errors[0] as? ServiceError == .notFound && errors[1] is CancellationError)
    loader.onError = nil
    #expect(onError.value == nil && onError.sets == 2)
  }

  @Test func `Middleware calls the next one, and gives functions`() async throws {
    let stub = try Stub<any Middleware>()
    await stub.when { try await $0.handle(Match.any(), next: Match.any()) }
      .then { (request: String, next: @escaping @Sendable (String) async throws -> Int) async throws in
        if request.isEmpty { throw ServiceError.notFound }
        return try await next(request + "!") + 1
      }
    stub.when { $0.validator(for: "name") }.thenReturn { $0.count > 2 }
    stub.when { $0.validator(for: Match.any()) }.thenReturn { _ in true }
    let logged = stub.when { $0.log(Match.any(), level: Match.any()) }.thenDoNothing()
    let middleware = stub()
    let next: @Sendable (String) async throws -> Int = { request in
      await Task.yield()
      if request == "fail!" { throw CancellationError() }
      return request.count
    }
    #expect(try await middleware.handle("abc", next: next) == 5)
    await #expect(throws: ServiceError.notFound) { try await middleware.handle("", next: next) }
    await #expect(throws: CancellationError.self) { try await middleware.handle("fail", next: next) }
    #expect(middleware.validator(for: "name")("abc") && !middleware.validator(for: "name")("a"))
    #expect(middleware.validator(for: "x")(""))
    middleware.log("text", level: .info)
    logged.verify()
    await stub.verify(3...3) { try await $0.handle(Match.any(), next: Match.any()) }
    stub.verify(2...2) { $0.validator(for: "name") }
    stub.verify { $0.log(Match.any(), level: Match.equal(.info)) }
  }
}
