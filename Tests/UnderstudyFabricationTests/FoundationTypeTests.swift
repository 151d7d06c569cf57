import Foundation
import FoundationNetworking
import Testing

/// Foundation's types.
@Suite struct FoundationTypeTests {
  @Test func `Arguments and results`() throws {
    try expectAlike((any FoundationTypes).self, Conformer(), CGRect(x: 1, y: 2, width: 3, height: 4) as CGRect) {
      $0.rect(1, $1, 2.5)
    }
    try expectAlike((any FoundationTypes).self, Conformer(), CGPoint(x: 1, y: 2) as CGPoint) { $0.point(1, $1, 2.5) }
    try expectAlike((any FoundationTypes).self, Conformer(), 2.5 as CGFloat) { $0.float(1, $1, 2.5) }
    try expectAlike((any FoundationTypes).self, Conformer(), CGSize(width: 1, height: 2) as CGSize) {
      $0.size(1, $1, 2.5)
    }
    try expectAlike(
      (any FoundationTypes).self,
      Conformer(),
      Notification.Name("a name, long enough for the heap") as Notification.Name
    ) { $0.notificationName(1, $1, 2.5) }
    try expectAlike((any FoundationTypes).self, Conformer(), Notification(name: Notification.Name("n")) as Notification)
    { $0.notification(1, $1, 2.5) }
    try expectAlike((any FoundationTypes).self, Conformer(), URLSession.shared as URLSession) { $0.session(1, $1, 2.5) }
    try expectAlike(
      (any FoundationTypes).self,
      Conformer(),
      URLRequest(url: URL(string: "https://swift.org/a/long/path")!) as URLRequest
    ) { $0.request(1, $1, 2.5) }
    try expectAlike(
      (any FoundationTypes).self,
      Conformer(),
      URLResponse(url: URL(string: "a://b")!, mimeType: "t", expectedContentLength: 3, textEncodingName: nil)
        as URLResponse
    ) { $0.response(1, $1, 2.5) }
    try expectAlike((any FoundationTypes).self, Conformer(), .never as HTTPCookie.AcceptPolicy) {
      $0.cookie(1, $1, 2.5)
    }
    try expectAlike((any FoundationTypes).self, Conformer(), .returnCacheDataDontLoad as URLRequest.CachePolicy) {
      $0.cachePolicy(1, $1, 2.5)
    }
    try expectAlike((any FoundationTypes).self, Conformer(), URLQueryItem(name: "n", value: "v") as URLQueryItem) {
      $0.queryItem(1, $1, 2.5)
    }
    try expectAlike(
      (any FoundationTypes).self,
      Conformer(),
      URLComponents(string: "https://a.b/c?d=e")! as URLComponents
    ) { $0.urlComponents(1, $1, 2.5) }
    try expectAlike((any FoundationTypes).self, Conformer(), URL(string: "https://swift.org/a/long/path")! as URL) {
      $0.url(1, $1, 2.5)
    }
    try expectAlike((any FoundationTypes).self, Conformer(), Date(timeIntervalSince1970: 5) as Date) {
      $0.date(1, $1, 2.5)
    }
    try expectAlike((any FoundationTypes).self, Conformer(), DateComponents(year: 2020, month: 3) as DateComponents) {
      $0.dateComponents(1, $1, 2.5)
    }
    try expectAlike((any FoundationTypes).self, Conformer(), Calendar(identifier: .gregorian) as Calendar) {
      $0.calendar(1, $1, 2.5)
    }
    try expectAlike((any FoundationTypes).self, Conformer(), TimeZone(secondsFromGMT: 3600)! as TimeZone) {
      $0.zone(1, $1, 2.5)
    }
    try expectAlike((any FoundationTypes).self, Conformer(), Locale(identifier: "de_DE") as Locale) {
      $0.locale(1, $1, 2.5)
    }
    try expectAlike(
      (any FoundationTypes).self,
      Conformer(),
      DateInterval(start: Date(timeIntervalSince1970: 1), duration: 5) as DateInterval
    ) { $0.dateInterval(1, $1, 2.5) }
    try expectAlike((any FoundationTypes).self, Conformer(), UUID() as UUID) { $0.uuid(1, $1, 2.5) }
    try expectAlike((any FoundationTypes).self, Conformer(), Decimal(string: "12.5")! as Decimal) {
      $0.decimal(1, $1, 2.5)
    }
    try expectAlike((any FoundationTypes).self, Conformer(), Data([1, 2, 3]) as Data, text: \.description) {
      $0.data(1, $1, 2.5)
    }
    try expectAlike((any FoundationTypes).self, Conformer(), IndexPath(indexes: [1, 2, 3]) as IndexPath) {
      $0.indexPath(1, $1, 2.5)
    }
    try expectAlike((any FoundationTypes).self, Conformer(), IndexSet([1, 5]) as IndexSet) { $0.indexSet(1, $1, 2.5) }
    try expectAlike((any FoundationTypes).self, Conformer(), CharacterSet.decimalDigits as CharacterSet) {
      $0.characters(1, $1, 2.5)
    }
    try expectAlike((any FoundationTypes).self, Conformer(), AttributedString("text") as AttributedString) {
      $0.attributed(1, $1, 2.5)
    }
    try expectAlike(
      (any FoundationTypes).self,
      Conformer(),
      Measurement(value: 3, unit: .meters) as Measurement<UnitLength>
    ) { $0.measurement(1, $1, 2.5) }
    try expectAlike(
      (any FoundationTypes).self,
      Conformer(),
      PersonNameComponents(givenName: "A", familyName: "B") as PersonNameComponents
    ) { $0.person(1, $1, 2.5) }
    try expectAlike((any FoundationTypes).self, Conformer(), CocoaError(.fileNoSuchFile) as CocoaError) {
      $0.cocoaError(1, $1, 2.5)
    }
    try expectAlike((any FoundationTypes).self, Conformer(), URLError(.badURL) as URLError) { $0.urlError(1, $1, 2.5) }
    try expectAlike((any FoundationTypes).self, Conformer(), POSIXError(.ENOENT) as POSIXError) { $0.posix(1, $1, 2.5) }
    try expectAlike((any FoundationTypes).self, Conformer(), [.mappedIfSafe, .uncached] as Data.ReadingOptions) {
      $0.readingOptions(1, $1, 2.5)
    }
    try expectAlike((any FoundationTypes).self, Conformer(), [.caseInsensitive] as String.CompareOptions) {
      $0.compareOptions(1, $1, 2.5)
    }
    try expectAlike((any FoundationTypes).self, Conformer(), .utf16 as String.Encoding) { $0.encoding(1, $1, 2.5) }
    try expectAlike((any FoundationTypes).self, Conformer(), .orderedAscending as ComparisonResult) {
      $0.comparison(1, $1, 2.5)
    }
    try expectAlike((any FoundationTypes).self, Conformer(), NSRange(location: 1, length: 2) as NSRange) {
      $0.nsRange(1, $1, 2.5)
    }
    try expectAlike((any FoundationTypes).self, Conformer(), ISO8601DateFormatter() as ISO8601DateFormatter) {
      $0.formatter(1, $1, 2.5)
    }
    try expectAlike((any FoundationTypes).self, Conformer(), .reverse as SortOrder) { $0.sort(1, $1, 2.5) }
    try expectAlike((any FoundationTypes).self, Conformer(), SortDescriptor(\Keyed.text) as SortDescriptor<Keyed>) {
      $0.comparator(1, $1, 2.5)
    }
    try expectAlike((any FoundationTypes).self, Conformer(), Date.FormatStyle().year() as Date.FormatStyle) {
      $0.dateStyle(1, $1, 2.5)
    }
    try expectAlike((any FoundationTypes).self, Conformer(), IntegerFormatStyle<Int>() as IntegerFormatStyle<Int>) {
      $0.integerStyle(1, $1, 2.5)
    }
    try expectAlike((any FoundationTypes).self, Conformer(), .day as Calendar.Component) {
      $0.calendarComponent(1, $1, 2.5)
    }
    try expectAlike((any FoundationTypes).self, Conformer(), [.day, .hour] as Set<Calendar.Component>) {
      $0.componentSet(1, $1, 2.5)
    }
    try expectAlike((any FoundationTypes).self, Conformer(), .typeDirectory as FileAttributeType) {
      $0.fileType(1, $1, 2.5)
    }
    try expectAlike((any FoundationTypes).self, Conformer(), [.size: 5] as [FileAttributeKey: Any]) {
      $0.attributes(1, $1, 2.5)
    }
    try expectAlike((any FoundationTypes).self, Conformer(), .cachesDirectory as FileManager.SearchPathDirectory) {
      $0.directory(1, $1, 2.5)
    }
    try expectAlike((any FoundationTypes).self, Conformer(), Process() as Process) { $0.process(1, $1, 2.5) }
    try expectAlike((any FoundationTypes).self, Conformer(), NSNull() as NSNull) { $0.null(1, $1, 2.5) }
    try expectAlike((any FoundationTypes).self, Conformer(), 5 as NSNumber) { $0.number(1, $1, 2.5) }
    try expectAlike((any FoundationTypes).self, Conformer(), Locale.Language(identifier: "de") as Locale.Language) {
      $0.language(1, $1, 2.5)
    }
    try expectAlike((any FoundationTypes).self, Conformer(), Locale.Currency("EUR") as Locale.Currency) {
      $0.currency(1, $1, 2.5)
    }
  }
}

private struct Keyed { var text = "" }

private protocol FoundationTypes {
  func rect(_ before: Int8, _ value: CGRect, _ after: Double) -> CGRect
  func point(_ before: Int8, _ value: CGPoint, _ after: Double) -> CGPoint
  func float(_ before: Int8, _ value: CGFloat, _ after: Double) -> CGFloat
  func size(_ before: Int8, _ value: CGSize, _ after: Double) -> CGSize
  func notificationName(_ before: Int8, _ value: Notification.Name, _ after: Double) -> Notification.Name
  func notification(_ before: Int8, _ value: Notification, _ after: Double) -> Notification
  func session(_ before: Int8, _ value: URLSession, _ after: Double) -> URLSession
  func request(_ before: Int8, _ value: URLRequest, _ after: Double) -> URLRequest
  func response(_ before: Int8, _ value: URLResponse, _ after: Double) -> URLResponse
  func cookie(_ before: Int8, _ value: HTTPCookie.AcceptPolicy, _ after: Double) -> HTTPCookie.AcceptPolicy
  func cachePolicy(_ before: Int8, _ value: URLRequest.CachePolicy, _ after: Double) -> URLRequest.CachePolicy
  func queryItem(_ before: Int8, _ value: URLQueryItem, _ after: Double) -> URLQueryItem
  func urlComponents(_ before: Int8, _ value: URLComponents, _ after: Double) -> URLComponents
  func url(_ before: Int8, _ value: URL, _ after: Double) -> URL
  func date(_ before: Int8, _ value: Date, _ after: Double) -> Date
  func dateComponents(_ before: Int8, _ value: DateComponents, _ after: Double) -> DateComponents
  func calendar(_ before: Int8, _ value: Calendar, _ after: Double) -> Calendar
  func zone(_ before: Int8, _ value: TimeZone, _ after: Double) -> TimeZone
  func locale(_ before: Int8, _ value: Locale, _ after: Double) -> Locale
  func dateInterval(_ before: Int8, _ value: DateInterval, _ after: Double) -> DateInterval
  func uuid(_ before: Int8, _ value: UUID, _ after: Double) -> UUID
  func decimal(_ before: Int8, _ value: Decimal, _ after: Double) -> Decimal
  func data(_ before: Int8, _ value: Data, _ after: Double) -> Data
  func indexPath(_ before: Int8, _ value: IndexPath, _ after: Double) -> IndexPath
  func indexSet(_ before: Int8, _ value: IndexSet, _ after: Double) -> IndexSet
  func characters(_ before: Int8, _ value: CharacterSet, _ after: Double) -> CharacterSet
  func attributed(_ before: Int8, _ value: AttributedString, _ after: Double) -> AttributedString
  func measurement(_ before: Int8, _ value: Measurement<UnitLength>, _ after: Double) -> Measurement<UnitLength>
  func person(_ before: Int8, _ value: PersonNameComponents, _ after: Double) -> PersonNameComponents
  func cocoaError(_ before: Int8, _ value: CocoaError, _ after: Double) -> CocoaError
  func urlError(_ before: Int8, _ value: URLError, _ after: Double) -> URLError
  func posix(_ before: Int8, _ value: POSIXError, _ after: Double) -> POSIXError
  func readingOptions(_ before: Int8, _ value: Data.ReadingOptions, _ after: Double) -> Data.ReadingOptions
  func compareOptions(_ before: Int8, _ value: String.CompareOptions, _ after: Double) -> String.CompareOptions
  func encoding(_ before: Int8, _ value: String.Encoding, _ after: Double) -> String.Encoding
  func comparison(_ before: Int8, _ value: ComparisonResult, _ after: Double) -> ComparisonResult
  func nsRange(_ before: Int8, _ value: NSRange, _ after: Double) -> NSRange
  func formatter(_ before: Int8, _ value: ISO8601DateFormatter, _ after: Double) -> ISO8601DateFormatter
  func sort(_ before: Int8, _ value: SortOrder, _ after: Double) -> SortOrder
  func comparator(_ before: Int8, _ value: SortDescriptor<Keyed>, _ after: Double) -> SortDescriptor<Keyed>
  func dateStyle(_ before: Int8, _ value: Date.FormatStyle, _ after: Double) -> Date.FormatStyle
  func integerStyle(_ before: Int8, _ value: IntegerFormatStyle<Int>, _ after: Double) -> IntegerFormatStyle<Int>
  func calendarComponent(_ before: Int8, _ value: Calendar.Component, _ after: Double) -> Calendar.Component
  func componentSet(_ before: Int8, _ value: Set<Calendar.Component>, _ after: Double) -> Set<Calendar.Component>
  func fileType(_ before: Int8, _ value: FileAttributeType, _ after: Double) -> FileAttributeType
  func attributes(_ before: Int8, _ value: [FileAttributeKey: Any], _ after: Double) -> [FileAttributeKey: Any]
  func directory(_ before: Int8, _ value: FileManager.SearchPathDirectory, _ after: Double)
    -> FileManager.SearchPathDirectory
  func process(_ before: Int8, _ value: Process, _ after: Double) -> Process
  func null(_ before: Int8, _ value: NSNull, _ after: Double) -> NSNull
  func number(_ before: Int8, _ value: NSNumber, _ after: Double) -> NSNumber
  func language(_ before: Int8, _ value: Locale.Language, _ after: Double) -> Locale.Language
  func currency(_ before: Int8, _ value: Locale.Currency, _ after: Double) -> Locale.Currency
}

private struct Conformer: FoundationTypes {
  func rect(_ before: Int8, _ value: CGRect, _ after: Double) -> CGRect { value }
  func point(_ before: Int8, _ value: CGPoint, _ after: Double) -> CGPoint { value }
  func float(_ before: Int8, _ value: CGFloat, _ after: Double) -> CGFloat { value }
  func size(_ before: Int8, _ value: CGSize, _ after: Double) -> CGSize { value }
  func notificationName(_ before: Int8, _ value: Notification.Name, _ after: Double) -> Notification.Name { value }
  func notification(_ before: Int8, _ value: Notification, _ after: Double) -> Notification { value }
  func session(_ before: Int8, _ value: URLSession, _ after: Double) -> URLSession { value }
  func request(_ before: Int8, _ value: URLRequest, _ after: Double) -> URLRequest { value }
  func response(_ before: Int8, _ value: URLResponse, _ after: Double) -> URLResponse { value }
  func cookie(_ before: Int8, _ value: HTTPCookie.AcceptPolicy, _ after: Double) -> HTTPCookie.AcceptPolicy { value }
  func cachePolicy(_ before: Int8, _ value: URLRequest.CachePolicy, _ after: Double) -> URLRequest.CachePolicy { value }
  func queryItem(_ before: Int8, _ value: URLQueryItem, _ after: Double) -> URLQueryItem { value }
  func urlComponents(_ before: Int8, _ value: URLComponents, _ after: Double) -> URLComponents { value }
  func url(_ before: Int8, _ value: URL, _ after: Double) -> URL { value }
  func date(_ before: Int8, _ value: Date, _ after: Double) -> Date { value }
  func dateComponents(_ before: Int8, _ value: DateComponents, _ after: Double) -> DateComponents { value }
  func calendar(_ before: Int8, _ value: Calendar, _ after: Double) -> Calendar { value }
  func zone(_ before: Int8, _ value: TimeZone, _ after: Double) -> TimeZone { value }
  func locale(_ before: Int8, _ value: Locale, _ after: Double) -> Locale { value }
  func dateInterval(_ before: Int8, _ value: DateInterval, _ after: Double) -> DateInterval { value }
  func uuid(_ before: Int8, _ value: UUID, _ after: Double) -> UUID { value }
  func decimal(_ before: Int8, _ value: Decimal, _ after: Double) -> Decimal { value }
  func data(_ before: Int8, _ value: Data, _ after: Double) -> Data { value }
  func indexPath(_ before: Int8, _ value: IndexPath, _ after: Double) -> IndexPath { value }
  func indexSet(_ before: Int8, _ value: IndexSet, _ after: Double) -> IndexSet { value }
  func characters(_ before: Int8, _ value: CharacterSet, _ after: Double) -> CharacterSet { value }
  func attributed(_ before: Int8, _ value: AttributedString, _ after: Double) -> AttributedString { value }
  func measurement(_ before: Int8, _ value: Measurement<UnitLength>, _ after: Double) -> Measurement<UnitLength> {
    value
  }
  func person(_ before: Int8, _ value: PersonNameComponents, _ after: Double) -> PersonNameComponents { value }
  func cocoaError(_ before: Int8, _ value: CocoaError, _ after: Double) -> CocoaError { value }
  func urlError(_ before: Int8, _ value: URLError, _ after: Double) -> URLError { value }
  func posix(_ before: Int8, _ value: POSIXError, _ after: Double) -> POSIXError { value }
  func readingOptions(_ before: Int8, _ value: Data.ReadingOptions, _ after: Double) -> Data.ReadingOptions { value }
  func compareOptions(_ before: Int8, _ value: String.CompareOptions, _ after: Double) -> String.CompareOptions {
    value
  }
  func encoding(_ before: Int8, _ value: String.Encoding, _ after: Double) -> String.Encoding { value }
  func comparison(_ before: Int8, _ value: ComparisonResult, _ after: Double) -> ComparisonResult { value }
  func nsRange(_ before: Int8, _ value: NSRange, _ after: Double) -> NSRange { value }
  func formatter(_ before: Int8, _ value: ISO8601DateFormatter, _ after: Double) -> ISO8601DateFormatter { value }
  func sort(_ before: Int8, _ value: SortOrder, _ after: Double) -> SortOrder { value }
  func comparator(_ before: Int8, _ value: SortDescriptor<Keyed>, _ after: Double) -> SortDescriptor<Keyed> { value }
  func dateStyle(_ before: Int8, _ value: Date.FormatStyle, _ after: Double) -> Date.FormatStyle { value }
  func integerStyle(_ before: Int8, _ value: IntegerFormatStyle<Int>, _ after: Double) -> IntegerFormatStyle<Int> {
    value
  }
  func calendarComponent(_ before: Int8, _ value: Calendar.Component, _ after: Double) -> Calendar.Component { value }
  func componentSet(_ before: Int8, _ value: Set<Calendar.Component>, _ after: Double) -> Set<Calendar.Component> {
    value
  }
  func fileType(_ before: Int8, _ value: FileAttributeType, _ after: Double) -> FileAttributeType { value }
  func attributes(_ before: Int8, _ value: [FileAttributeKey: Any], _ after: Double) -> [FileAttributeKey: Any] {
    value
  }
  func directory(_ before: Int8, _ value: FileManager.SearchPathDirectory, _ after: Double)
    -> FileManager.SearchPathDirectory
  { value }
  func process(_ before: Int8, _ value: Process, _ after: Double) -> Process { value }
  func null(_ before: Int8, _ value: NSNull, _ after: Double) -> NSNull { value }
  func number(_ before: Int8, _ value: NSNumber, _ after: Double) -> NSNumber { value }
  func language(_ before: Int8, _ value: Locale.Language, _ after: Double) -> Locale.Language { value }
  func currency(_ before: Int8, _ value: Locale.Currency, _ after: Double) -> Locale.Currency { value }
}
