public protocol Geocoder: Sendable {
  func locate(_ address: Address) async throws -> Coordinate?
  func distance(from start: Coordinate, to end: Coordinate) -> Double
  func area(_ corners: Coordinate..., scale: Float) -> (Double, Float)
  func region(around center: Coordinate, radius: Float, zoom: Int8) throws -> Region
  func route(
    _ a: Coordinate,
    _ b: Coordinate,
    _ c: Coordinate,
    _ d: Coordinate,
    _ e: Coordinate,
    speed: Int,
    name: String,
    tolls: Bool,
    weight: Float,
    lanes: Int16
  ) async -> [Coordinate]
}

public struct OSMGeocoder: Geocoder {
  public func locate(_ address: Address) async throws -> Coordinate? { unused() }
  public func distance(from start: Coordinate, to end: Coordinate) -> Double { unused() }
  public func area(_ corners: Coordinate..., scale: Float) -> (Double, Float) { unused() }
  public func region(around center: Coordinate, radius: Float, zoom: Int8) throws -> Region { unused() }
  public func route(
    _ a: Coordinate,
    _ b: Coordinate,
    _ c: Coordinate,
    _ d: Coordinate,
    _ e: Coordinate,
    speed: Int,
    name: String,
    tolls: Bool,
    weight: Float,
    lanes: Int16
  ) async -> [Coordinate] { unused() }
}

public protocol LocationDelegate: AnyObject {
  func source(_ source: any LocationSource, didMoveTo coordinate: Coordinate, accuracy: Float16)
  func source(_ source: any LocationSource, didFail error: any Error)
}

public protocol LocationSource: AnyObject {
  var delegate: (any LocationDelegate)? { get set }
  var last: Coordinate? { get }
  func start(_ interval: Duration) throws
  func stop()
}

public final class GPSSource: LocationSource {
  public var delegate: (any LocationDelegate)? {
    get { unused() }
    set { unused() }
  }
  public var last: Coordinate? { unused() }
  public func start(_ interval: Duration) throws { unused() }
  public func stop() { unused() }
}

public final class MapView: LocationDelegate {
  public func source(_ source: any LocationSource, didMoveTo coordinate: Coordinate, accuracy: Float16) { unused() }
  public func source(_ source: any LocationSource, didFail error: any Error) { unused() }
}

public protocol ElevationModel: Sendable {
  func height(at coordinate: Coordinate) -> Float16
  func profile(_ heights: [Float16], step: Float) -> (min: Float16, max: Float16, mean: Double)
  func normal(at coordinate: Coordinate, _ hint: SIMD3<Float>) -> SIMD3<Float>
  func blend(_ one: SIMD2<Double>, _ other: SIMD2<Double>, by weight: Double) async throws -> SIMD2<Double>
}

public struct SRTMModel: ElevationModel {
  public func height(at coordinate: Coordinate) -> Float16 { unused() }
  public func profile(_ heights: [Float16], step: Float) -> (min: Float16, max: Float16, mean: Double) { unused() }
  public func normal(at coordinate: Coordinate, _ hint: SIMD3<Float>) -> SIMD3<Float> { unused() }
  public func blend(_ one: SIMD2<Double>, _ other: SIMD2<Double>, by weight: Double) async throws -> SIMD2<Double> {
    unused()
  }
}
