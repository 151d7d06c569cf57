/// Values by key, in the order in which they were added: a dictionary that costs nothing to use for the first time.
///
/// Before a program uses `Dictionary` or `Set` with a type of keys, the runtime has to find the type's conformance to `Hashable`. For
/// that it looks at every conformance of every loaded image, once for each type: of some forty such searches, half of the first
/// double's time went by. This type demands nothing of its keys; its methods do, and to them the compiler hands the conformance.
///
/// All is inlinable, so that each room has optimised code for its own keys: the compiler does this for what is public only.
public struct Table<Key, Value> {
  public typealias Element = (key: Key, value: Value)

  @usableFromInline var elements: [Element] = []
  /// Where elements are, plus one, from the place that a key's hash tells on; 0 ends the search. The count is a power of two, and half
  /// of the places are free at least. Empty while there are so few elements that looking at them all is as good.
  @usableFromInline var places: [Int] = []

  @inlinable public init() {}

  @inlinable public var count: Int { elements.count }

  @inlinable public var isEmpty: Bool { elements.isEmpty }
}

extension Table where Key: Hashable {
  @inlinable public subscript(key: Key) -> Value? {
    get { position(of: key).map { elements[$0].value } }
    set {
      switch (position(of: key), newValue) {
      case (let position?, let value?): elements[position].value = value
      case (nil, let value?): append((key, value))
      case (let position?, nil):
        elements.remove(at: position)
        if !places.isEmpty { rebuild(places.count) }
      case (nil, nil): break
      }
    }
  }

  @inlinable public subscript(key: Key, default other: @autoclosure () -> Value) -> Value {
    get { self[key] ?? other() }
    set { self[key] = newValue }
  }

  @inlinable func position(of key: Key) -> Int? {
    if places.isEmpty {
      var position = 0
      while position < elements.count {
        if elements[position].key == key { return position }
        position += 1
      }
      return nil
    }
    var place = key.hashValue & (places.count - 1)
    while places[place] != 0 {
      let position = places[place] - 1
      if elements[position].key == key { return position }
      place = (place + 1) & (places.count - 1)
    }
    return nil
  }

  @inlinable mutating func append(_ element: Element) {
    elements.append(element)
    if elements.count <= 8 { return }
    if elements.count * 2 > places.count {
      rebuild(places.isEmpty ? 32 : places.count * 2)
    } else {
      enter(elements.count - 1)
    }
  }

  @inlinable mutating func rebuild(_ count: Int) {
    places = Array(repeating: 0, count: count)
    var position = 0
    while position < elements.count {
      enter(position)
      position += 1
    }
  }

  @inlinable mutating func enter(_ position: Int) {
    var place = elements[position].key.hashValue & (places.count - 1)
    while places[place] != 0 { place = (place + 1) & (places.count - 1) }
    places[place] = position + 1
  }
}

extension Table: ExpressibleByDictionaryLiteral where Key: Hashable {
  @inlinable public init(dictionaryLiteral elements: (Key, Value)...) {
    for (key, value) in elements { self[key] = value }
  }
}

extension Table: Sequence {
  @inlinable public func makeIterator() -> IndexingIterator<[Element]> { elements.makeIterator() }
}

extension Table: Sendable where Key: Sendable, Value: Sendable {}
