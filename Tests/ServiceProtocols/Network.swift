public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

// MARK: - HTTP

public struct HTTPResponse: Hashable, Sendable {
  public var status: Int
  public var headers: [String: String]
  public var url: URL

  public init(status: Int, headers: [String: String] = [:], url: URL) {
    self.status = status
    self.headers = headers
    self.url = url
  }
}

public protocol HTTPClient: Sendable {
  var timeout: Duration { get }
  func send(_ request: URLRequest) async throws -> (Data, HTTPResponse)
  func upload(_ body: Data, with request: URLRequest) async throws -> HTTPURLResponse
}

public struct CurlClient: HTTPClient {
  public var timeout: Duration { unused() }
  public func send(_ request: URLRequest) async throws -> (Data, HTTPResponse) { unused() }
  public func upload(_ body: Data, with request: URLRequest) async throws -> HTTPURLResponse { unused() }
}

public struct Credentials: Hashable, Sendable {
  public var key: String
  public var secret: [UInt8]

  public init(key: String, secret: [UInt8]) {
    self.key = key
    self.secret = secret
  }
}

public protocol RequestSigner {
  func sign(_ request: inout URLRequest, with credentials: Credentials) throws -> String
  func headers(for url: URL?, at date: Date) -> [String: String]?
}

public struct HMACSigner: RequestSigner {
  public func sign(_ request: inout URLRequest, with credentials: Credentials) throws -> String { unused() }
  public func headers(for url: URL?, at date: Date) -> [String: String]? { unused() }
}

// MARK: - Sockets

public enum Frame: Hashable, Sendable {
  case text(String)
  case binary(Data)
  case ping
  case close(code: UInt16, reason: String?)
}

public protocol WebSocket: AnyObject, Sendable {
  var isConnected: Bool { get async }
  func send(_ frame: Frame) async throws
  func receive() async throws -> Frame
  func close(code: UInt16) async
}

public final class NIOWebSocket: WebSocket {
  public var isConnected: Bool { get async { unused() } }
  public func send(_ frame: Frame) async throws { unused() }
  public func receive() async throws -> Frame { unused() }
  public func close(code: UInt16) async { unused() }
}

protocol NameResolver {
  typealias IPv4 = (UInt8, UInt8, UInt8, UInt8)
  func addresses(of host: String) async throws -> [IPv4]
  func canonical(_ address: IPv4) -> (name: String, alias: (String?, ttl: UInt32))
  var servers: [(host: String, port: UInt16)] { get }
}

struct SystemResolver: NameResolver {
  func addresses(of host: String) async throws -> [IPv4] { unused() }
  func canonical(_ address: IPv4) -> (name: String, alias: (String?, ttl: UInt32)) { unused() }
  var servers: [(host: String, port: UInt16)] { unused() }
}

// MARK: - Downloads

public final class Download: Sendable {
  public let url: URL
  public init(url: URL) { self.url = url }
}

public protocol DownloadDelegate: AnyObject {
  func download(_ download: Download, didReceive count: Int64, of total: Int64?)
  func downloadShouldContinue(_ download: Download, after error: any Error) -> Bool
  func download(_ download: Download, didFinishWith result: Result<Data, any Error>)
  var priority: Float { get set }
}

public final class DownloadController: DownloadDelegate {
  public func download(_ download: Download, didReceive count: Int64, of total: Int64?) { unused() }
  public func downloadShouldContinue(_ download: Download, after error: any Error) -> Bool { unused() }
  public func download(_ download: Download, didFinishWith result: Result<Data, any Error>) { unused() }
  public var priority: Float {
    get { unused() }
    set { unused() }
  }
}
