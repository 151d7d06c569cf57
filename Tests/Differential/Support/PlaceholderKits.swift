// Kits of what a declaration doesn't know.

/// `T.Type`, which means something else where `T` is written out as a protocol.
public typealias Metatype<T> = T.Type

public func metatypeKit<T>(_ kit: Kit<T>) -> Kit<T.Type> {
  Kit({ _ in T.self }, { $1.add($0) })
}

/// `Self`: the value that is called.
public func selfKit<T>(_ value: T) -> Kit<T> {
  Kit({ _ in value }, { if T.self is AnyObject.Type { $1.add($0 as AnyObject) } else { $1.add("\($0)") } })
}

/// `Self` as the result of an initializer, which may be a new object.
public func newSelfKit<T>(_ value: T) -> Kit<T> {
  Kit({ _ in value }, { _, _ in })
}

infix operator <+>
infix operator <->
prefix operator <~>

// MARK: Actors

public actor Keeper {
  public init() {}
}
private let keeper = Keeper()
public let kKeeper = Kit<Keeper>({ _ in keeper }, { $1.add($0 as AnyObject) })
public let kAnyActor = Kit<(any Actor)?>(
  { $0.once(in: 2) ? nil : keeper },
  { if let actor = $0 { $1.add(actor as AnyObject) } }
)
