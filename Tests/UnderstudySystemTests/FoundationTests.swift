import Foundation
import Testing
import Understudy

/// Doubles of Foundation's protocols, called by Foundation's own code. None has a conformer of ours.
@Suite("Protocols of Foundation")
struct FoundationTests {
  @Test func `copy() copies a double as it is told to`() throws {
    let stub = try Stub<any NSCopying>()
    stub.when { $0.copy(with: Match.any()) }.thenReturn("copied")
    #expect(stub().copy(with: nil) as? String == "copied")
    let mutable = try Stub<any NSMutableCopying>()
    mutable.when { $0.mutableCopy(with: Match.any()) }.thenReturn(7)
    #expect(mutable().mutableCopy(with: nil) as? Int == 7)
  }

  @Test func `Objects that are doubles are equal to themselves`() throws {
    let one = try Stub<any NSObjectProtocol>()
    let other = try Stub<any NSObjectProtocol>()
    #expect(one().isEqual(one()))
    #expect(!one().isEqual(other()))
    #expect(one().hash == one().hash)
    #expect(!one().isProxy())
    #expect(one().description == "Stub<any NSObjectProtocol>")
  }

  @Test func `withLock locks and unlocks a double`() throws {
    let stub = try Stub<any NSLocking>()
    stub.when { $0.lock() }.thenDoNothing()
    stub.when { $0.unlock() }.thenDoNothing()
    #expect(stub().withLock { 5 } == 5)
    #expect(stub.history.timeline.map(\.name) == ["lock()", "unlock()"])
  }

  @Test func `Sorting uses a double to compare`() throws {
    let stub = try Stub<any SortComparator<String>>()
    stub.when { $0.compare(Match.any(), Match.any()) }
      .then { (one: String, other: String) in
        one.count < other.count ? ComparisonResult.orderedAscending : .orderedDescending
      }
    func sort<C: SortComparator<String>>(_ texts: [String], _ comparator: C) -> [String] {
      texts.sorted(using: comparator)
    }
    let sorted = sort(["three", "a", "two"], stub())
    #expect(sorted == ["a", "two", "three"])
  }

  @Test func `formatted(_:) formats with a double`() throws {
    let stub = try Stub<any FormatStyle>(binding: ["FormatInput": Int.self, "FormatOutput": String.self])
    stub.when { try $0.text(of: 3) }.thenReturn("three")
    func formatted(_ number: Int, _ style: some FormatStyle) throws -> String {
      func format<S: FormatStyle>(_ style: S) -> String? {
        (number as? S.FormatInput).flatMap { style.format($0) as? String }
      }
      let text = format(style)
      return try #require(text)
    }
    let text = try formatted(3, stub())
    #expect(text == "three")
  }

  @Test func `A localized error that is a double says what it is told`() throws {
    let stub = try Stub<any LocalizedError>()
    stub.when { $0.errorDescription }.thenReturn("No tea left.")
    let error: any Error = stub()
    #expect(error.localizedDescription == "No tea left.")
  }

  @Test func `A bridged error has the domain and code of a double`() throws {
    let stub = try Stub<any CustomNSError>()
    stub.when { $0.errorCode }.thenReturn(418)
    stub.when { $0.errorUserInfo }.thenReturn(["pot": "short"])
    stub.when { type(of: $0).errorDomain }.thenReturn("Teapot")
    let error = stub() as any Error as NSError
    #expect(error.domain == "Teapot")
    #expect(error.code == 418)
    #expect(error.userInfo["pot"] as? String == "short")
  }

  @Test func `A recoverable error that is a double recovers`() throws {
    let stub = try Stub<any RecoverableError>()
    stub.when { $0.recoveryOptions }.thenReturn(["Buy some"])
    stub.when { $0.attemptRecovery(optionIndex: 0) }.thenReturn(true)
    let error = stub() as any Error as NSError
    #expect(error.localizedRecoveryOptions == ["Buy some"])
    #expect((error as? any RecoverableError)?.attemptRecovery(optionIndex: 0) ?? stub().attemptRecovery(optionIndex: 0))
  }

  @Test func `A cache tells a double what it throws out`() throws {
    let stub = try Stub<any NSCacheDelegate>()
    stub.when { $0.cache(Match.any(), willEvictObject: Match.any()) }.thenDoNothing()
    let cache = NSCache<NSString, NSNumber>()
    let delegate = stub()
    cache.delegate = delegate
    cache.countLimit = 1
    cache.setObject(1, forKey: "a")
    cache.setObject(2, forKey: "b")
    #expect(stub.history.callCount == 1)
    #expect(stub.history.timeline.first?.arguments.first as? NSCache<AnyObject, AnyObject> != nil)
  }

  @Test func `The file manager asks a double whether to remove a file`() throws {
    let stub = try Stub<any FileManagerDelegate>()
    stub.when { $0.fileManager(Match.any(), shouldRemoveItemAtPath: Match.any()) }.thenReturn(false)
    stub.when { $0.fileManager(Match.any(), shouldRemoveItemAt: Match.any()) }.thenReturn(false)
    let delegate = stub()
    let manager = FileManager()
    manager.delegate = delegate
    let file = manager.temporaryDirectory.appending(component: "understudy-\(UUID())")
    try Data().write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try manager.removeItem(at: file)
    #expect(manager.fileExists(atPath: file.path))
    #expect(stub.history.callCount == 1)
  }

  @Test func `An archiver lets a double encode itself`() throws {
    let stub = try Stub<any NSCoding>()
    stub.when { $0.encode(with: Match.any()) }.thenDoNothing()
    let archiver = NSKeyedArchiver(requiringSecureCoding: false)
    stub().encode(with: archiver)
    archiver.finishEncoding()
    stub.verify { $0.encode(with: Match.any()) }
  }

  @Test func `An archiver tells a double that it is done`() throws {
    let stub = try Stub<any NSKeyedArchiverDelegate>()
    stub.when { $0.archiverWillFinish(Match.any()) }.thenDoNothing()
    stub.when { $0.archiverDidFinish(Match.any()) }.thenDoNothing()
    let archiver = NSKeyedArchiver(requiringSecureCoding: false)
    let delegate = stub()
    archiver.delegate = delegate
    archiver.finishEncoding()
    #expect(stub.history.timeline.map(\.name) == ["archiverWillFinish(_:)", "archiverDidFinish(_:)"])
  }

  @Test func `Data is made from the bytes that a double lends`() throws {
    let stub = try Stub<any ContiguousBytes>()
    stub.when { try $0.withUnsafeBytes(Match.any() as (UnsafeRawBufferPointer) throws -> Int) }
      .then { (body: @escaping (UnsafeRawBufferPointer) throws -> Int) in
        try [UInt8(1), 2, 3].withUnsafeBytes { try body($0) }
      }
    #expect(stub().withUnsafeBytes { $0.count } == 3)
  }
}

extension FormatStyle {
  /// The text for a number, where the style is for numbers.
  fileprivate func text(of number: Int) throws -> String {
    let input = try #require(number as? FormatInput)
    return try #require(format(input) as? String)
  }
}
