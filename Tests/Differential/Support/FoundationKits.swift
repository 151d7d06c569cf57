#if canImport(Foundation)
  @_exported public import Foundation

  public let kData = Kit<Data>(
    { source in Data((0..<source.below(40)).map { _ in UInt8(source.below(256)) }) },
    { value, digest in
      digest.add(value.count)
      for byte in value { digest.add(UInt64(byte)) }
    }
  )
  public let kDate = Kit<Date>(
    { Date(timeIntervalSinceReferenceDate: Double($0.below(1 << 40)) / 4) },
    { $1.add($0.timeIntervalSinceReferenceDate.bitPattern) }
  )
  public let kURL = Kit<URL>(
    { URL(string: "https://example.org/\(kString.make(&$0))")! },
    { $1.add($0.absoluteString) }
  )
  public let kUUID = Kit<UUID>(
    { source in
      let (high, low) = (source.next(), source.next())
      return withUnsafeBytes(of: (high, low)) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    },
    { $1.add($0.uuidString) }
  )
  public let kDecimal = Kit<Decimal>(
    { Decimal($0.below(1 << 50)) / 1000 },
    { $1.add("\($0)") }
  )
  public let kDateComponents = Kit<DateComponents>(
    { DateComponents(year: $0.below(3000), month: $0.below(12)) },
    { $1.add("\($0.year ?? 0) \($0.month ?? 0)") }
  )
  public let kIndexPath = Kit<IndexPath>(
    { IndexPath(indexes: (0..<$0.below(5)).map { $0 }) },
    { $1.add("\(Array($0))") }
  )
  public let kLocale = Kit<Locale>(
    { Locale(identifier: ["de_CH", "en_US", "fr_FR"][$0.below(3)]) },
    { $1.add($0.identifier) }
  )
#endif
