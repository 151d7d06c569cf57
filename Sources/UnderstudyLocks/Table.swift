/// Values by key, in the order in which they were added: a dictionary that costs nothing to use for the first time.
///
/// Before a program uses `Dictionary` or `Set` with a type of keys, the runtime has to find the type's conformance to `Hashable`. For
/// that it looks at every conformance of every loaded image, once for each type: of some forty such searches, half of the first
/// double's time went by. This type demands nothing of its keys; its methods do, and to them the compiler hands the conformance.
///
/// All is inlinable, so that each room has optimised code for its own keys: the compiler does this for what is public only. Keys and
/// values lie in arrays of their own, since for an array of pairs the runtime has to make two types more.
public struct Table<Key, Value> {
  public typealias Element = (key: Key, value: Value)

  @usableFromInline var keys: [Key] = []
  @usableFromInline var values: [Value] = []
  /// Where keys are, plus one, from the place that a key's hash tells on; 0 ends the search. The count is a power of two, and half
  /// of the places are free at least. Empty while there are so few keys that looking at them all is as good.
  @usableFromInline var places: [Int] = []

  @inlinable public init() {}

  @inlinable public var count: Int { keys.count }

  @inlinable public var isEmpty: Bool { keys.isEmpty }
}

extension Table where Key: Hashable {
  @inlinable public subscript(key: Key) -> Value? {
    get {
      let position = position(of: key)
      return position < 0 ? nil : values[position]
    }
    set {
      let position = position(of: key)
      if let newValue {
        if position < 0 {
          append(key, newValue)
        } else {
          values[position] = newValue
        }
      } else if position >= 0 {
        keys.remove(at: position)
        values.remove(at: position)
        if !places.isEmpty { rebuild(places.count) }
      }
    }
  }

  @inlinable public subscript(key: Key, default other: @autoclosure () -> Value) -> Value {
    get {
      let position = position(of: key)
      return position < 0 ? other() : values[position]
    }
    _modify {
      var position = position(of: key)
      if position < 0 {
        position = keys.count
        append(key, other())
      }
      yield &values[position]
    }
  }

  /// Where a key is; -1 if it isn't there.
  @inlinable func position(of key: Key) -> Int {
    if places.isEmpty {
      var position = 0
      let count = keys.count
      while position < count {
        if keys[position] == key { return position }
        position += 1
      }
      return -1
    }
    let mask = places.count - 1
    var place = key.hashValue & mask
    while places[place] != 0 {
      let position = places[place] - 1
      if keys[position] == key { return position }
      place = (place + 1) & mask
    }
    return -1
  }

  @inlinable mutating func append(_ key: Key, _ value: Value) {
    keys.append(key)
    values.append(value)
    if places.isEmpty, keys.count <= 8 { return }
    if keys.count * 2 > places.count {
      rebuild(places.isEmpty ? 32 : places.count * 2)
    } else {
      enter(keys.count - 1)
    }
  }

  @inlinable mutating func rebuild(_ count: Int) {
    places = Array(repeating: 0, count: count)
    var position = 0
    while position < keys.count {
      enter(position)
      position += 1
    }
  }

  @inlinable mutating func enter(_ position: Int) {
    let mask = places.count - 1
    var place = keys[position].hashValue & mask
    while places[place] != 0 { place = (place + 1) & mask }
    places[place] = position + 1
  }
}

extension Table: ExpressibleByDictionaryLiteral where Key: Hashable {
  @inlinable public init(dictionaryLiteral elements: (Key, Value)...) {
    for (key, value) in elements { self[key] = value }
  }
}

extension Table: Equatable where Key: Hashable, Value: Equatable {
  /// Whether the same keys have the same values, in whatever order.
  @inlinable public static func == (left: Self, right: Self) -> Bool {
    left.count == right.count && left.allSatisfy { right[$0.key] == $0.value }
  }
}

extension Table: Sequence {
  public struct Iterator: IteratorProtocol {
    @usableFromInline let table: Table
    @usableFromInline var position = 0

    @inlinable init(_ table: Table) { self.table = table }

    @inlinable public mutating func next() -> Element? {
      guard position < table.keys.count else { return nil }
      defer { position += 1 }
      return (table.keys[position], table.values[position])
    }
  }

  @inlinable public func makeIterator() -> Iterator { Iterator(self) }

  @inlinable public var underestimatedCount: Int { count }
}

extension Table: Sendable where Key: Sendable, Value: Sendable {}
