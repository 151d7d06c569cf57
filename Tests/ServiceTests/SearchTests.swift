import Foundation
import ServiceProtocols
import Testing
import Understudy

@Suite struct SearchTests {
  @Test func `Queries that hold queries arrive and come back`() async throws {
    let stub = try Stub<any SearchIndex>()
    let query = Query.both(.not(.term("a")), .either(.all, .both(.term("b"), .term("a longer term than fits inline"))))
    let hits = [Hit("one", score: 0.5, ranges: [0..<3, 5..<5]), Hit("two", score: -1)]
    let searched = await stub.when { try await $0.search(Match.any(), in: Match.any()) }.thenReturn(hits, [])
      .thenThrow(ServiceError.notFound)
    stub.when { $0.explain(.all) }.thenReturn(.all)
    stub.when { $0.explain(Match.any()) }.then { (query: Query) in .not(query) }
    let id = UserID(rawValue: .init())
    stub.when { $0.best(Match.any(), Match.any()) }
      .then { (query: Query?, fallback: Hit<UserID>) in query == nil ? nil : fallback }
    let suggested = stub.when { $0.suggestions(for: Match.any(), limit: Match.any()) }
      .then { (prefix: Substring, limit: UInt8?) in Array(repeating: prefix, count: Int(limit ?? 1)) }
    stub.when { $0.documents }.thenReturn(0...UInt32.max)

    let index = stub()
    #expect(try await index.search(query, in: -1..<10) == hits)
    #expect(try await index.search(.all, in: 0..<0).isEmpty)
    await #expect(throws: ServiceError.notFound) { try await index.search(.term(""), in: 0..<1) }
    #expect(index.explain(.all) == .all)
    #expect(index.explain(query) == .not(query))
    let fallback = Hit(id, score: 3, ranges: [1..<2])
    #expect(index.best(query, fallback) == fallback)
    #expect(index.best(nil, fallback) == nil)
    #expect(index.suggestions(for: "abc".dropFirst(), limit: 2) == ["bc", "bc"])
    #expect(index.suggestions(for: "", limit: nil) == [""])
    #expect(index.documents == 0...UInt32.max)

    let searches: [(Query, Range<Int>)] = searched.arguments()
    #expect(searches.map(\.0) == [query, .all, .term("")])
    #expect(searches.map(\.1) == [-1..<10, 0..<0, 0..<1])
    let prefixes: [(Substring, UInt8?)] = suggested.arguments()
    #expect(prefixes.count == 2 && prefixes[0] == ("bc", 2) && prefixes[1] == ("", nil))
    await stub.verify { try await $0.search(query, in: -1..<10) }
    stub.verify { $0.explain(query) }
    stub.verify { $0.best(nil, fallback) }
    stub.verify { $0.documents }
  }

  @Test func `Texts, characters and indices arrive and come back`() throws {
    let stub = try Stub<any Tokenizer>()
    stub.when { $0.tokens(of: Match.any()) }.then { (text: String) in text.split(separator: " ") }
    stub.when { $0.isSeparator(Match.any()) }.then { (character: Character) in character == "🇩🇪" }
    let counted = stub.when { $0.frequency(of: Match.any(), in: Match.any()) }
      .then { (characters: Set<Character>, text: Substring.UnicodeScalarView) in
        Dictionary(uniqueKeysWithValues: characters.map { ($0, Double(text.count)) })
      }
    stub.when { $0.next(after: Match.any(), in: Match.any()) }
      .then { (index: String.Index, text: String) in text.index(index, offsetBy: 1, limitedBy: text.endIndex) }
    stub.when { try $0.classify("a") }.thenReturn(.lowercaseLetter)
    stub.when { try $0.classify(nil) }.thenThrow(ServiceError.notFound)
    let tokenizer = stub()
    let text = "one two  three"
    let tokens = tokenizer.tokens(of: text)
    #expect(tokens == ["one", "two", "three"] && tokens[1].startIndex == text.firstIndex(of: "t"))
    #expect(tokenizer.isSeparator("🇩🇪") && !tokenizer.isSeparator("d"))
    #expect(tokenizer.frequency(of: ["a", "é"], in: "xyz".dropFirst().unicodeScalars) == ["a": 2, "é": 2])
    #expect(tokenizer.next(after: "ab".startIndex, in: "ab") == "ab".index(after: "ab".startIndex))
    #expect(tokenizer.next(after: "ab".endIndex, in: "ab") == nil)
    #expect(try tokenizer.classify("a") == .lowercaseLetter)
    #expect(throws: ServiceError.notFound) { try tokenizer.classify(nil) }
    let counts: [(Set<Character>, Substring.UnicodeScalarView)] = counted.arguments()
    #expect(counts.count == 1 && counts[0].0 == ["a", "é"] && String(counts[0].1) == "yz")
    stub.verify { $0.tokens(of: text) }
    stub.verify { $0.isSeparator("d") }
    stub.verify { $0.next(after: "ab".endIndex, in: "ab") }
    stub.verify { try $0.classify(nil) }
  }
}
