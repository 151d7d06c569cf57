public import Foundation

public final class Image: Sendable {
  public let pixels: [Pixel]
  public let size: (width: Int, height: Int)
  public init(_ pixels: [Pixel], size: (width: Int, height: Int)) {
    self.pixels = pixels
    self.size = size
  }
}

public enum ImageFormat: Hashable, Sendable { case png, jpeg(quality: Float), raw(depth: UInt8, order: Character) }

public protocol ImageStore: Sendable {
  func image(at url: URL, size: (width: Int, height: Int)?) async throws -> Image
  func encode(_ image: Image, as format: ImageFormat) throws -> Data
  func average(_ image: Image) -> Pixel
  func pixel(_ x: UInt32, _ y: UInt32, of image: Image?) -> Pixel?
  func palette(of image: Image) async -> (Pixel, Pixel, Pixel, Pixel)
}

public struct MemoryImageStore: ImageStore {
  public func image(at url: URL, size: (width: Int, height: Int)?) async throws -> Image { unused() }
  public func encode(_ image: Image, as format: ImageFormat) throws -> Data { unused() }
  public func average(_ image: Image) -> Pixel { unused() }
  public func pixel(_ x: UInt32, _ y: UInt32, of image: Image?) -> Pixel? { unused() }
  public func palette(of image: Image) async -> (Pixel, Pixel, Pixel, Pixel) { unused() }
}

protocol Renderer: AnyObject {
  var transform: Matrix { get set }
  func draw(_ image: Image, _ matrix: Matrix, at origin: (Float, Float), tint: Pixel?, alpha: Float) -> Matrix
  func clear(_ color: Pixel)
  func flush(_ pointer: UnsafePointer<UInt8>?, count: Int) throws -> UnsafeRawBufferPointer
  func fence() async -> OpaquePointer?
}

final class SoftwareRenderer: Renderer {
  var transform: Matrix {
    get { unused() }
    set { unused() }
  }
  func draw(_ image: Image, _ matrix: Matrix, at origin: (Float, Float), tint: Pixel?, alpha: Float) -> Matrix {
    unused()
  }
  func clear(_ color: Pixel) { unused() }
  func flush(_ pointer: UnsafePointer<UInt8>?, count: Int) throws -> UnsafeRawBufferPointer { unused() }
  func fence() async -> OpaquePointer? { unused() }
}

public protocol AudioMixer {
  var volumes: [Float] { get set }
  func mix(_ left: UnsafeBufferPointer<Float>, _ right: [Float], gain: Float, into out: inout [Float]) -> Int
  func level(_ channel: Int8) -> (left: Float, right: Float)
  mutating func mute(_ channels: IndexSet) -> Bool
}

public struct DesktopMixer: AudioMixer {
  public var volumes: [Float] {
    get { unused() }
    set { unused() }
  }
  public func mix(
    _ left: UnsafeBufferPointer<Float>,
    _ right: [Float],
    gain: Float,
    into out: inout [Float]
  ) -> Int { unused() }
  public func level(_ channel: Int8) -> (left: Float, right: Float) { unused() }
  public mutating func mute(_ channels: IndexSet) -> Bool { unused() }
}
