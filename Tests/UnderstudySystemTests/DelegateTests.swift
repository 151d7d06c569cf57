import Foundation
import Testing
import Understudy

#if canImport(FoundationXML)
  import FoundationXML
#endif
#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Doubles as the delegates of real parsers and sessions.
@Suite("Delegates")
struct DelegateTests {
  @Test func `An XML parser tells a double what it reads`() throws {
    let stub = try Stub<any XMLParserDelegate>()
    stub.when { $0.parserDidStartDocument(Match.any()) }.thenDoNothing()
    stub.when { $0.parserDidEndDocument(Match.any()) }.thenDoNothing()
    stub.when {
      $0.parser(
        Match.any(),
        didStartElement: Match.any(),
        namespaceURI: Match.any(),
        qualifiedName: Match.any(),
        attributes: Match.any()
      )
    }.thenDoNothing()
    stub.when {
      $0.parser(Match.any(), didEndElement: Match.any(), namespaceURI: Match.any(), qualifiedName: Match.any())
    }.thenDoNothing()
    stub.when { $0.parser(Match.any(), foundCharacters: Match.any()) }.thenDoNothing()
    let parser = XMLParser(data: Data("<tea kind=\"green\">hot<sugar/></tea>".utf8))
    let delegate = stub()
    parser.delegate = delegate

    #expect(parser.parse())

    let names = stub.history.timeline.compactMap { call in
      call.name.contains("didStartElement") ? call.arguments[1] as? String : nil
    }
    #expect(names == ["tea", "sugar"])
    stub.verify {
      $0.parser(
        Match.any(),
        didStartElement: Match.equal("tea"),
        namespaceURI: Match.any(),
        qualifiedName: Match.any(),
        attributes: Match.equal(["kind": "green"])
      )
    }
    stub.verify { $0.parser(Match.any(), foundCharacters: Match.equal("hot")) }
  }

  @Test func `A session tells a double of the data it gets`() async throws {
    let stub = try Stub<any URLSessionDataDelegate>()
    stub.when {
      $0.urlSession(Match.any(), dataTask: Match.any(), didReceive: Match.any(), completionHandler: Match.any())
    }
    .then {
      (_: URLSession, _: URLSessionDataTask, _: URLResponse, go: @escaping (URLSession.ResponseDisposition) -> Void) in
      go(.allow)
    }
    stub.when { $0.urlSession(Match.any(), dataTask: Match.any(), didReceive: Match.any() as Data) }.thenDoNothing()
    let (ends, end) = AsyncStream.makeStream(of: String?.self)
    stub.when { $0.urlSession(Match.any(), task: Match.any(), didCompleteWithError: Match.any()) }
      .then { (_: URLSession, _: URLSessionTask, error: (any Error)?) in end.yield(error.map { "\($0)" }) }
    stub.when { $0.urlSession(Match.any(), didBecomeInvalidWithError: Match.any()) }.thenDoNothing()
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [Answering.self]
    let session = URLSession(configuration: configuration, delegate: stub(), delegateQueue: nil)

    session.dataTask(with: try #require(URL(string: "tea://pot"))).resume()

    var iterator = ends.makeAsyncIterator()
    let error = await iterator.next()
    #expect(error == .some(nil))
    let data = stub.history.timeline.compactMap { $0.arguments.last as? Data }
    #expect(data == [Data("hot".utf8)])
    session.invalidateAndCancel()
  }
}

/// Answers requests in place of a server.
private final class Answering: URLProtocol {
  override class func canInit(with request: URLRequest) -> Bool { request.url?.scheme == "tea" }
  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
  override func startLoading() {
    guard let url = request.url else { return }
    let response = URLResponse(url: url, mimeType: "text/plain", expectedContentLength: 3, textEncodingName: nil)
    client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    client?.urlProtocol(self, didLoad: Data("hot".utf8))
    client?.urlProtocolDidFinishLoading(self)
  }
  override func stopLoading() {}
}
