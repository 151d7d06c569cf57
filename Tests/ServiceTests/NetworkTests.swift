import Foundation
import Testing
import Understudy

@testable import ServiceProtocols

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct NetworkTests {
  let url = URL(string: "https://example.org/items?page=2")!

  // MARK: HTTP

  /// Code under test: fetches texts, with a second try.
  func text(at url: URL, over client: any HTTPClient) async throws -> String {
    var request = URLRequest(url: url)
    request.setValue("text/plain", forHTTPHeaderField: "Accept")
    let (data, response) = try await client.send(request)
    if response.status == 503 { return try await text(at: url, over: client) }
    guard response.status == 200 else { throw ServiceError.refused(code: response.status, text: "") }
    return String(decoding: data, as: UTF8.self)
  }

  @Test func `A client gets requests and gives data and responses`() async throws {
    let stub = try Stub<any HTTPClient>()
    let url = url
    let sent = await stub.when { try await $0.send(Match.any()) }
      .thenReturn((Data(), HTTPResponse(status: 503, url: url)))
      .thenReturn((Data("body".utf8), HTTPResponse(status: 200, headers: ["A": "b"], url: url)))
      .thenReturn((Data(), HTTPResponse(status: 404, url: url)))
      .thenThrow(URLError(.timedOut))
    #expect(try await text(at: url, over: stub()) == "body")
    await #expect(throws: ServiceError.refused(code: 404, text: "")) { try await self.text(at: url, over: stub()) }
    await #expect(throws: URLError.self) { try await self.text(at: url, over: stub()) }
    let requests: [URLRequest] = sent.arguments()
    #expect(requests.count == 4)
    #expect(requests.allSatisfy { $0.url == url && $0.value(forHTTPHeaderField: "Accept") == "text/plain" })
    sent.verify(4...4)
  }

  @Test func `A client uploads, and has a timeout`() async throws {
    let stub = try Stub<any HTTPClient>()
    stub.when { $0.timeout }.thenReturn(.seconds(30))
    let url = url
    let response = HTTPURLResponse(url: url, statusCode: 201, httpVersion: nil, headerFields: nil)!
    let uploaded = await stub.when { try await $0.upload(Match.any(), with: Match.any()) }.thenReturn(response)
    let client = stub()
    let request = URLRequest(url: url, timeoutInterval: 3)
    #expect(try await client.upload(Data([1, 2]), with: request) === response)
    #expect(client.timeout == .seconds(30))
    let uploads: [(Data, URLRequest)] = uploaded.arguments()
    #expect(uploads.count == 1)
    #expect(uploads.first.map { $0 == (Data([1, 2]), request) } == true)
    await stub.verify { try await $0.upload(Data([1, 2]), with: request) }
    stub.verify { $0.timeout }
    stub.verifyNoMoreInteractions()
  }

  @Test func `A signer changes the request it is given`() throws {
    let stub = try Stub<any RequestSigner>()
    var scratch = URLRequest(url: url)
    let credentials = Credentials(key: "k", secret: [1, 2, 3])
    var seen: [Credentials] = []
    stub.when { try $0.sign(&scratch, with: Match.any()) }
      .then { (request: inout URLRequest, credentials: Credentials) in
        seen.append(credentials)
        guard request.url?.host == "example.org" else { throw ServiceError.notFound }
        request.setValue("signed", forHTTPHeaderField: "Authorization")
        return credentials.key + "!"
      }
    stub.when { $0.headers(for: Match.any(), at: Match.any()) }
      .then { (url: URL?, date: Date) in url.map { [$0.path: "\(date.timeIntervalSince1970)"] } }
    let signer = stub()
    var request = URLRequest(url: url)
    #expect(try signer.sign(&request, with: credentials) == "k!")
    #expect(request.value(forHTTPHeaderField: "Authorization") == "signed")
    #expect(scratch.value(forHTTPHeaderField: "Authorization") == nil)
    var foreign = URLRequest(url: URL(string: "https://other.net")!)
    #expect(throws: ServiceError.notFound) { try signer.sign(&foreign, with: credentials) }
    #expect(seen == [credentials, credentials])
    #expect(signer.headers(for: url, at: Date(timeIntervalSince1970: 8)) == ["/items": "8.0"])
    #expect(signer.headers(for: nil, at: Date()) == nil)
    stub.verify { $0.headers(for: url, at: Date(timeIntervalSince1970: 8)) }
    stub.verify(2...2) { try $0.sign(&scratch, with: credentials) }
  }

  // MARK: Sockets

  /// Code under test: echoes what comes in.
  func echo(_ socket: any WebSocket) async throws -> Int {
    var count = 0
    while await socket.isConnected {
      switch try await socket.receive() {
      case .close(let code, _):
        await socket.close(code: code)
        return count
      case let frame:
        count += 1
        try await socket.send(frame)
      }
    }
    return count
  }

  @Test func `A socket receives and sends frames of all kinds`() async throws {
    let stub = try Stub<any WebSocket>()
    let frames: [Frame] = [.text("hello"), .ping, .binary(Data([1, 2])), .text(String(repeating: "long", count: 20))]
    await stub.when { await $0.isConnected }.thenReturn(true)
    await stub.when { try await $0.receive() }
      .thenForEachCall { attempt in attempt <= frames.count ? frames[attempt - 1] : .close(code: 4001, reason: "bye") }
    let sent = await stub.when { try await $0.send(Match.any()) }.thenDoNothing()
    let closed = await stub.when { await $0.close(code: Match.any()) }.thenDoNothing()
    #expect(try await echo(stub()) == 4)
    let echoed: [Frame] = sent.arguments()
    #expect(echoed == frames)
    let codes: [UInt16] = closed.arguments()
    #expect(codes == [4001])
    await stub.verify { try await $0.send(.ping) }
    await stub.verify(5...5) { await $0.isConnected }
    await stub.verify(5...5) { try await $0.receive() }
    stub.verifyNoMoreInteractions()
  }

  @Test func `A resolver takes and gives nested tuples`() async throws {
    let stub = try Stub<any NameResolver>()
    await stub.when { try await $0.addresses(of: "localhost") }.thenReturn([(127, 0, 0, 1), (10, 0, 0, 255)])
    let canonical = stub.when { $0.canonical(Match.any()) }
      .thenReturn((name: "localhost", alias: (nil, ttl: 60)))
      .thenReturn((name: "gateway", alias: ("gw", ttl: .max)))
    stub.when { $0.servers }.thenReturn([(host: "a", port: 53), (host: "b", port: 65535)])
    let resolver = stub()
    let addresses = try await resolver.addresses(of: "localhost")
    #expect(addresses.count == 2 && addresses[0] == (127, 0, 0, 1) && addresses[1] == (10, 0, 0, 255))
    let first = resolver.canonical((127, 0, 0, 1))
    #expect(first.name == "localhost" && first.alias == (nil, ttl: 60))
    let second = resolver.canonical((10, 0, 0, 255))
    #expect(second.name == "gateway" && second.alias == ("gw", ttl: .max))
    #expect(resolver.servers.count == 2 && resolver.servers[1] == (host: "b", port: 65535))
    let asked: [NameResolver.IPv4] = canonical.arguments()
    #expect(asked.count == 2 && asked[0] == (127, 0, 0, 1) && asked[1] == (10, 0, 0, 255))
    stub.verify { $0.canonical((10, 0, 0, 255)) }
    stub.verify(2...2) { $0.servers }
    await stub.verify { try await $0.addresses(of: "localhost") }
  }

  // MARK: Delegates

  /// Code under test: holds its delegate weakly, and tells it about a download.
  final class Downloader {
    weak var delegate: (any DownloadDelegate)?

    func run(_ download: Download, _ pieces: [Result<Data, any Error>]) {
      var all = Data()
      for piece in pieces {
        switch piece {
        case .success(let data):
          all.append(data)
          delegate?.download(download, didReceive: Int64(all.count), of: pieces.count == 1 ? nil : 1 << 40)
        case .failure(let error):
          if delegate?.downloadShouldContinue(download, after: error) != true {
            delegate?.download(download, didFinishWith: .failure(error))
            return
          }
          delegate?.priority *= 2
        }
      }
      delegate?.download(download, didFinishWith: .success(all))
    }
  }

  @Test func `A delegate is told what happens`() throws {
    let stub = try Stub<any DownloadDelegate>()
    let progress = stub.when { $0.download(Match.any(), didReceive: Match.any(), of: Match.any()) }.thenDoNothing()
    let finish = stub.when { $0.download(Match.any(), didFinishWith: Match.any()) }.thenDoNothing()
    var errors: [any Error] = []
    stub.when { $0.downloadShouldContinue(Match.any(), after: Match.any()) }
      .then { (_: Download, error: any Error) in
        errors.append(error)
        return errors.count == 1
      }
    stub.when { $0.priority }.thenReturn(0.25)
    let priority = stub.when { $0.priority = Match.any() }.thenDoNothing()

    let downloader = Downloader()
    downloader.delegate = stub()
    #expect(downloader.delegate === stub())
    let download = Download(url: url)
    downloader.run(download, [.success(Data([1])), .failure(ServiceError.notFound), .success(Data([2, 3]))])
    downloader.run(download, [.failure(URLError(.badURL))])

    let steps: [(Download, Int64, Int64?)] = progress.arguments()
    #expect(steps.map(\.1) == [1, 3])
    #expect(steps.allSatisfy { $0.0 === download && $0.2 == 1 << 40 })
    let results: [(Download, Result<Data, any Error>)] = finish.arguments()
    #expect(results.count == 2)
    #expect(try results.first?.1.get() == Data([1, 2, 3]))
    #expect(throws: URLError.self) { try results.last?.1.get() }
    #expect(errors.count == 2 && errors[0] as? ServiceError == .notFound && errors[1] is URLError)
    let priorities: [Float] = priority.arguments()
    #expect(priorities == [0.5])
    stub.verify { $0.download(download, didReceive: 3, of: 1 << 40) }
    stub.verify(2...2) { $0.downloadShouldContinue(Match.any(), after: Match.any()) }
    stub.verify { $0.priority }
    stub.verifyNoMoreInteractions()
  }

  @Test func `A delegate held weakly goes with its stub`() throws {
    let downloader = Downloader()
    try {
      let stub = try Stub<any DownloadDelegate>()
      downloader.delegate = stub()
      #expect(downloader.delegate != nil)
    }()
    #expect(downloader.delegate == nil)
  }
}
