public struct Hit<Item: Hashable & Sendable>: Hashable, Sendable {
  public var item: Item
  public var score: Float
  public var ranges: [Range<Int>]

  public init(_ item: Item, score: Float, ranges: [Range<Int>] = []) {
    self.item = item
    self.score = score
    self.ranges = ranges
  }
}

public protocol SearchIndex: Sendable {
  func search(_ query: Query, in range: Range<Int>) async throws -> [Hit<String>]
  func explain(_ query: Query) -> Query
  func best(_ query: Query?, _ fallback: Hit<UserID>) -> Hit<UserID>?
  func suggestions(for prefix: Substring, limit: UInt8?) -> [Substring]
  var documents: ClosedRange<UInt32> { get }
}

public struct TrigramIndex: SearchIndex {
  public func search(_ query: Query, in range: Range<Int>) async throws -> [Hit<String>] { unused() }
  public func explain(_ query: Query) -> Query { unused() }
  public func best(_ query: Query?, _ fallback: Hit<UserID>) -> Hit<UserID>? { unused() }
  public func suggestions(for prefix: Substring, limit: UInt8?) -> [Substring] { unused() }
  public var documents: ClosedRange<UInt32> { unused() }
}

public protocol Tokenizer {
  func tokens(of text: String) -> [Substring]
  func isSeparator(_ character: Character) -> Bool
  func frequency(of characters: Set<Character>, in text: Substring.UnicodeScalarView) -> [Character: Double]
  func next(after index: String.Index, in text: String) -> String.Index?
  func classify(_ scalar: Unicode.Scalar?) throws -> Unicode.GeneralCategory
}

public struct WordTokenizer: Tokenizer {
  public func tokens(of text: String) -> [Substring] { unused() }
  public func isSeparator(_ character: Character) -> Bool { unused() }
  public func frequency(
    of characters: Set<Character>,
    in text: Substring.UnicodeScalarView
  ) -> [Character: Double] { unused() }
  public func next(after index: String.Index, in text: String) -> String.Index? { unused() }
  public func classify(_ scalar: Unicode.Scalar?) throws -> Unicode.GeneralCategory { unused() }
}
