/// Text that is sometimes short enough to be kept in the string itself, and mostly not.
public let kString = Kit<String>(
  { source in
    let length = source.once(in: 3) ? source.below(16) : 16 + source.below(20)
    return String((0..<length).map { _ in Character(Unicode.Scalar(UInt8(97 + source.below(26)))) })
  },
  { $1.add($0) }
)
public let kCharacter = Kit<Character>(
  { source in ["a", "é", "👩‍👩‍👧‍👦", "🇨🇭", "z"][source.below(5)] },
  { $1.add(String($0)) }
)
public let kSubstring = Kit<Substring>(
  { source in kString.make(&source).dropFirst(source.below(4)) },
  { $1.add(String($0)) }
)
public let kDuration = Kit<Duration>(
  { .nanoseconds(Int64($0.below(1 << 50))) },
  {
    $1.add(UInt64(bitPattern: $0.components.seconds))
    $1.add(UInt64(bitPattern: $0.components.attoseconds))
  }
)
public let kInstant = Kit<ContinuousClock.Instant>(
  { epoch.advanced(by: kDuration.make(&$0)) },
  { kDuration.feed(epoch.duration(to: $0), &$1) }
)
private let epoch = ContinuousClock.now
public let kAnyHashable = Kit<AnyHashable>(
  { source in source.once(in: 2) ? AnyHashable(kInt.make(&source)) : AnyHashable(kString.make(&source)) },
  { $1.add("\($0.base)") }
)
public let kObjectIdentifier = Kit<ObjectIdentifier>(
  { source in ObjectIdentifier(source.once(in: 2) ? Int.self : String.self) },
  { $1.add($0.hashValue) }
)

// MARK: Made of others

public func optionalKit<T>(_ wrapped: Kit<T>) -> Kit<T?> {
  Kit(
    { $0.once(in: 4) ? nil : .some(wrapped.make(&$0)) },
    { value, digest in
      digest.add(value == nil ? 0 : 1)
      if let value { wrapped.feed(value, &digest) }
    }
  )
}

public func arrayKit<T>(_ element: Kit<T>) -> Kit<[T]> {
  Kit(
    { source in (0..<source.below(4)).map { _ in element.make(&source) } },
    { value, digest in
      digest.add(value.count)
      for item in value { element.feed(item, &digest) }
    }
  )
}

public func sliceKit<T>(_ element: Kit<T>) -> Kit<ArraySlice<T>> {
  Kit(
    { source in arrayKit(element).make(&source).dropFirst(1) },
    { value, digest in
      digest.add(value.startIndex)
      arrayKit(element).feed(Array(value), &digest)
    }
  )
}

public func setKit<T: Hashable>(_ element: Kit<T>) -> Kit<Set<T>> {
  Kit(
    { Set(arrayKit(element).make(&$0)) },
    // The order is that of this very set, which doesn't change on the way.
    { value, digest in arrayKit(element).feed(Array(value), &digest) }
  )
}

public func dictionaryKit<K: Hashable, V>(_ key: Kit<K>, _ value: Kit<V>) -> Kit<[K: V]> {
  Kit(
    { source in
      Dictionary(arrayKit(tupleKit(key, value)).make(&source)) { first, _ in first }
    },
    { dictionary, digest in
      for (itsKey, itsValue) in dictionary {
        key.feed(itsKey, &digest)
        value.feed(itsValue, &digest)
      }
    }
  )
}

public func rangeKit<T: Comparable>(_ bound: Kit<T>) -> Kit<Range<T>> {
  Kit(
    { source in
      let bounds = [bound.make(&source), bound.make(&source)].sorted()
      return bounds[0]..<bounds[1]
    },
    { value, digest in
      bound.feed(value.lowerBound, &digest)
      bound.feed(value.upperBound, &digest)
    }
  )
}

public func closedRangeKit<T: Comparable>(_ bound: Kit<T>) -> Kit<ClosedRange<T>> {
  Kit(
    { source in
      let bounds = [bound.make(&source), bound.make(&source)].sorted()
      return bounds[0]...bounds[1]
    },
    { value, digest in
      bound.feed(value.lowerBound, &digest)
      bound.feed(value.upperBound, &digest)
    }
  )
}

public func resultKit<T>(_ success: Kit<T>) -> Kit<Result<T, any Error>> {
  Kit(
    { source in source.once(in: 3) ? .failure(kError.make(&source)) : .success(success.make(&source)) },
    { value, digest in
      switch value {
      case .success(let value): success.feed(value, &digest)
      case .failure(let error): kError.feed(error, &digest)
      }
    }
  )
}

public func tupleKit<A, B>(_ a: Kit<A>, _ b: Kit<B>) -> Kit<(A, B)> {
  Kit(
    { (a.make(&$0), b.make(&$0)) },
    { value, digest in
      a.feed(value.0, &digest)
      b.feed(value.1, &digest)
    }
  )
}

public func tupleKit<A, B, C>(_ a: Kit<A>, _ b: Kit<B>, _ c: Kit<C>) -> Kit<(A, B, C)> {
  Kit(
    { (a.make(&$0), b.make(&$0), c.make(&$0)) },
    { value, digest in
      a.feed(value.0, &digest)
      b.feed(value.1, &digest)
      c.feed(value.2, &digest)
    }
  )
}

public func tupleKit<A, B, C, D>(_ a: Kit<A>, _ b: Kit<B>, _ c: Kit<C>, _ d: Kit<D>) -> Kit<(A, B, C, D)> {
  Kit(
    { (a.make(&$0), b.make(&$0), c.make(&$0), d.make(&$0)) },
    { value, digest in
      a.feed(value.0, &digest)
      b.feed(value.1, &digest)
      c.feed(value.2, &digest)
      d.feed(value.3, &digest)
    }
  )
}
