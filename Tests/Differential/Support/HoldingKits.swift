// Existentials whose type says what an associated type is, inline arrays, key paths.

/// A protocol with a primary associated type.
public protocol Holding<Content> {
  associatedtype Content
  var content: Content { get }
  func feedMark(_ digest: inout Digest)
}
/// The same, for objects.
public protocol HoldingObject<Content>: AnyObject, Holding {}

/// A value that fits into an existential container, or doesn't, as its content has it.
public struct Holder<Content>: Holding {
  public let content: Content
  let object: Counted

  public func feedMark(_ digest: inout Digest) { object.feed(&digest) }
}
public final class ObjectHolder<Content>: HoldingObject {
  public let content: Content
  private let object: Counted

  init(content: Content, object: Counted) {
    self.content = content
    self.object = object
  }

  public func feedMark(_ digest: inout Digest) { object.feed(&digest) }
}

public func holdingKit<T>(_ content: Kit<T>) -> Kit<any Holding<T>> {
  Kit(
    { source in
      let (value, object) = (content.make(&source), Counted(&source))
      return source.once(in: 2)
        ? Holder(content: value, object: object) : ObjectHolder(content: value, object: object)
    },
    { value, digest in
      value.feedMark(&digest)
      content.feed(value.content, &digest)
    }
  )
}

public func holdingObjectKit<T>(_ content: Kit<T>) -> Kit<any HoldingObject<T>> {
  Kit(
    { source in ObjectHolder(content: content.make(&source), object: Counted(&source)) },
    { value, digest in
      value.feedMark(&digest)
      content.feed(value.content, &digest)
    }
  )
}

// The module came with inline arrays.
#if canImport(Runtime)
  public func inlineArrayKit<let count: Int, T>(
    _ type: InlineArray<count, T>.Type,
    _ element: Kit<T>
  ) -> Kit<InlineArray<count, T>> {
    Kit(
      { source in InlineArray { _ in element.make(&source) } },
      { value, digest in
        for index in value.indices { element.feed(value[index], &digest) }
      }
    )
  }
#endif

/// As many elements as are written out for a variadic parameter.
public func fixedArrayKit<T>(_ element: Kit<T>, _ count: Int) -> Kit<[T]> {
  Kit({ source in (0..<count).map { _ in element.make(&source) } }, { arrayKit(element).feed($0, &$1) })
}

private let toText = \Large.text
private let toObject = \Large.object
private let toNumber = \Large.numbers.0

public let kKeyPath = Kit<KeyPath<Large, String>>({ _ in toText }, { $1.add($0.hashValue) })
public let kWritableKeyPath = Kit<WritableKeyPath<Large, Counted>>({ _ in toObject }, { $1.add($0.hashValue) })
public let kPartialKeyPath = Kit<PartialKeyPath<Large>>(
  { $0.once(in: 2) ? toText : toNumber },
  { $1.add($0.hashValue) }
)
public let kAnyKeyPath = Kit<AnyKeyPath>({ $0.once(in: 2) ? toObject : toNumber }, { $1.add($0.hashValue) })

public let kUnmanaged = Kit<Unmanaged<Counted>>(
  { _ in .passUnretained(eternal) },
  { $0._withUnsafeGuaranteedRef { $0 }.feed(&$1) }
)

/// An actor for what isn't the main actor's.
@globalActor
public actor OtherActor {
  public static let shared = OtherActor()
}
