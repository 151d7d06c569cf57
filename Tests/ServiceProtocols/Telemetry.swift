/// Every scalar type of the standard library, as a parameter and result.
public protocol Telemetry {
  func int(_ value: Int) -> Int
  func int8(_ value: Int8) -> Int8
  func int16(_ value: Int16) -> Int16
  func int32(_ value: Int32) -> Int32
  func int64(_ value: Int64) -> Int64
  func int128(_ value: Int128) -> Int128
  func uint(_ value: UInt) -> UInt
  func uint8(_ value: UInt8) -> UInt8
  func uint16(_ value: UInt16) -> UInt16
  func uint32(_ value: UInt32) -> UInt32
  func uint64(_ value: UInt64) -> UInt64
  func uint128(_ value: UInt128) -> UInt128
  func float16(_ value: Float16) -> Float16
  func float(_ value: Float) -> Float
  func double(_ value: Double) -> Double
  func bool(_ value: Bool) -> Bool
  func character(_ value: Character) -> Character
  func string(_ value: String) -> String
  func substring(_ value: Substring) -> Substring
  func scalar(_ value: Unicode.Scalar) -> Unicode.Scalar
  func id(_ value: ObjectIdentifier) -> ObjectIdentifier
  func vector(_ value: SIMD4<Float>) -> SIMD4<Float>
}

public struct SerialTelemetry: Telemetry {
  public func int(_ value: Int) -> Int { unused() }
  public func int8(_ value: Int8) -> Int8 { unused() }
  public func int16(_ value: Int16) -> Int16 { unused() }
  public func int32(_ value: Int32) -> Int32 { unused() }
  public func int64(_ value: Int64) -> Int64 { unused() }
  public func int128(_ value: Int128) -> Int128 { unused() }
  public func uint(_ value: UInt) -> UInt { unused() }
  public func uint8(_ value: UInt8) -> UInt8 { unused() }
  public func uint16(_ value: UInt16) -> UInt16 { unused() }
  public func uint32(_ value: UInt32) -> UInt32 { unused() }
  public func uint64(_ value: UInt64) -> UInt64 { unused() }
  public func uint128(_ value: UInt128) -> UInt128 { unused() }
  public func float16(_ value: Float16) -> Float16 { unused() }
  public func float(_ value: Float) -> Float { unused() }
  public func double(_ value: Double) -> Double { unused() }
  public func bool(_ value: Bool) -> Bool { unused() }
  public func character(_ value: Character) -> Character { unused() }
  public func string(_ value: String) -> String { unused() }
  public func substring(_ value: Substring) -> Substring { unused() }
  public func scalar(_ value: Unicode.Scalar) -> Unicode.Scalar { unused() }
  public func id(_ value: ObjectIdentifier) -> ObjectIdentifier { unused() }
  public func vector(_ value: SIMD4<Float>) -> SIMD4<Float> { unused() }
}

/// The same types again, all optional, asynchronous and throwing.
public protocol RemoteTelemetry: Sendable {
  func int(_ value: Int?) async throws -> Int?
  func int8(_ value: Int8?) async throws -> Int8?
  func int16(_ value: Int16?) async throws -> Int16?
  func int32(_ value: Int32?) async throws -> Int32?
  func int64(_ value: Int64?) async throws -> Int64?
  func int128(_ value: Int128?) async throws -> Int128?
  func uint8(_ value: UInt8?) async throws -> UInt8?
  func uint16(_ value: UInt16?) async throws -> UInt16?
  func uint32(_ value: UInt32?) async throws -> UInt32?
  func uint64(_ value: UInt64?) async throws -> UInt64?
  func float16(_ value: Float16?) async throws -> Float16?
  func float(_ value: Float?) async throws -> Float?
  func double(_ value: Double?) async throws -> Double?
  func bool(_ value: Bool?) async throws -> Bool?
  func nested(_ value: Bool??) async throws -> Bool??
  func character(_ value: Character?) async throws -> Character?
  func string(_ value: String?) async throws -> String?
  func substring(_ value: Substring?) async throws -> Substring?
  func array(_ value: [Int8]?) async throws -> [Int8]?
  func range(_ value: Range<Int>?) async throws -> Range<Int>?
}

public struct SatelliteTelemetry: RemoteTelemetry {
  public func int(_ value: Int?) async throws -> Int? { unused() }
  public func int8(_ value: Int8?) async throws -> Int8? { unused() }
  public func int16(_ value: Int16?) async throws -> Int16? { unused() }
  public func int32(_ value: Int32?) async throws -> Int32? { unused() }
  public func int64(_ value: Int64?) async throws -> Int64? { unused() }
  public func int128(_ value: Int128?) async throws -> Int128? { unused() }
  public func uint8(_ value: UInt8?) async throws -> UInt8? { unused() }
  public func uint16(_ value: UInt16?) async throws -> UInt16? { unused() }
  public func uint32(_ value: UInt32?) async throws -> UInt32? { unused() }
  public func uint64(_ value: UInt64?) async throws -> UInt64? { unused() }
  public func float16(_ value: Float16?) async throws -> Float16? { unused() }
  public func float(_ value: Float?) async throws -> Float? { unused() }
  public func double(_ value: Double?) async throws -> Double? { unused() }
  public func bool(_ value: Bool?) async throws -> Bool? { unused() }
  public func nested(_ value: Bool??) async throws -> Bool?? { unused() }
  public func character(_ value: Character?) async throws -> Character? { unused() }
  public func string(_ value: String?) async throws -> String? { unused() }
  public func substring(_ value: Substring?) async throws -> Substring? { unused() }
  public func array(_ value: [Int8]?) async throws -> [Int8]? { unused() }
  public func range(_ value: Range<Int>?) async throws -> Range<Int>? { unused() }
}

/// Properties of many types, all changeable in place.
public protocol Gauges: AnyObject {
  var count: Int8 { get set }
  var ratio: Float16 { get set }
  var level: Double { get set }
  var total: Int128 { get set }
  var title: String { get set }
  var mark: Character { get set }
  var flags: Set<UInt16> { get set }
  var bounds: (low: Float, high: Float) { get set }
  var limits: Range<Int>? { get set }
  var history: [Result<Int, ServiceError>] { get set }
  var matrix: Matrix { get set }
  subscript(row: Int, column: Int) -> Double { get set }
}

public final class DashboardGauges: Gauges {
  public var count: Int8 {
    get { unused() }
    set { unused() }
  }
  public var ratio: Float16 {
    get { unused() }
    set { unused() }
  }
  public var level: Double {
    get { unused() }
    set { unused() }
  }
  public var total: Int128 {
    get { unused() }
    set { unused() }
  }
  public var title: String {
    get { unused() }
    set { unused() }
  }
  public var mark: Character {
    get { unused() }
    set { unused() }
  }
  public var flags: Set<UInt16> {
    get { unused() }
    set { unused() }
  }
  public var bounds: (low: Float, high: Float) {
    get { unused() }
    set { unused() }
  }
  public var limits: Range<Int>? {
    get { unused() }
    set { unused() }
  }
  public var history: [Result<Int, ServiceError>] {
    get { unused() }
    set { unused() }
  }
  public var matrix: Matrix {
    get { unused() }
    set { unused() }
  }
  public subscript(row: Int, column: Int) -> Double {
    get { unused() }
    set { unused() }
  }
}

#if arch(x86_64)
  public protocol PrecisionMeter {
    var offset: Float80 { get set }
    func calibrate(_ value: Float80) -> Float80
    func refine(_ value: Float80?, _ step: Double) throws -> Float80?
    func settle(_ value: Float80) async throws -> Float80
    func pair(_ value: Float80) async -> (Float80, Int)
    func read(into value: inout Float80) -> Bool
  }

  public struct LabMeter: PrecisionMeter {
    public var offset: Float80 {
      get { unused() }
      set { unused() }
    }
    public func calibrate(_ value: Float80) -> Float80 { unused() }
    public func refine(_ value: Float80?, _ step: Double) throws -> Float80? { unused() }
    public func settle(_ value: Float80) async throws -> Float80 { unused() }
    public func pair(_ value: Float80) async -> (Float80, Int) { unused() }
    public func read(into value: inout Float80) -> Bool { unused() }
  }
#endif
