internal import Synchronization

/// An object that is counted, so that what is released too rarely or too often is found out.
open class Counted: @unchecked Sendable, Hashable {
  // Sendable: nothing changes after it is made.

  private static let count = Atomic(0)
  /// How many objects there are.
  public static var live: Int { count.load(ordering: .relaxed) }

  private static let mark: UInt64 = 0x5AFE_0B1E_C75A_FE00
  private let mark = Counted.mark
  public let number: UInt64

  public required init(_ source: inout Source) {
    number = source.next()
    Counted.count.add(1, ordering: .relaxed)
  }

  deinit {
    Counted.count.subtract(1, ordering: .relaxed)
  }

  public func feed(_ digest: inout Digest) {
    guard mark == Counted.mark else { fatalError("a reference to something that is no object any more") }
    digest.add(self)
    digest.add(number)
  }

  public static func == (left: Counted, right: Counted) -> Bool { left === right }
  public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

public final class CountedChild: Counted, @unchecked Sendable {}

/// A class of the program's own.
public func objectKit<T: Counted>(_ type: T.Type = T.self) -> Kit<T> {
  Kit({ T(&$0) }, { $0.feed(&$1) })
}

public let kCounted: Kit<Counted> = objectKit()
public let kCountedChild: Kit<CountedChild> = objectKit()

/// A generic class.
public final class Box<T>: Counted, @unchecked Sendable {
  public var value: T?
}

public func boxKit<T>(_ content: Kit<T>) -> Kit<Box<T>> {
  Kit(
    { source in
      let box = Box<T>(&source)
      box.value = content.make(&source)
      return box
    },
    { box, digest in
      box.feed(&digest)
      content.feed(box.value!, &digest)
    }
  )
}

// MARK: Weak and unowned references

/// A value whose reference can't be moved without the runtime's help.
public struct WeakHolder {
  public weak var object: Counted?
  public var number: Int8

  public init(object: Counted?, number: Int8) {
    self.object = object
    self.number = number
  }
}

public let kWeakHolder = Kit<WeakHolder>(
  { WeakHolder(object: eternal, number: kInt8.make(&$0)) },
  { value, digest in
    value.object?.feed(&digest)
    digest.add(Int(value.number))
  }
)

/// A value with references that don't own.
public struct UnownedHolder {
  public unowned var object: Counted
  public unowned(unsafe) var other: Counted
  public unowned var third: Counted?
}

public let kUnownedHolder = Kit<UnownedHolder>(
  { source in UnownedHolder(object: eternal, other: eternal, third: source.once(in: 2) ? nil : eternal) },
  { value, digest in
    value.object.feed(&digest)
    value.other.feed(&digest)
    digest.add(value.third == nil ? 0 : 1)
  }
)

let eternal: Counted = {
  var source = Source(seed: 1)
  return Counted(&source)
}()

// MARK: Existentials

/// A protocol that values of all sizes conform to.
public protocol Marked {
  func feedMark(_ digest: inout Digest)
}
/// A protocol that is class-bound.
public protocol MarkedObject: AnyObject {
  func feedObject(_ digest: inout Digest)
}
extension Counted: Marked, MarkedObject {
  public func feedMark(_ digest: inout Digest) { feed(&digest) }
  public func feedObject(_ digest: inout Digest) { feed(&digest) }
}
extension Int: Marked {
  public func feedMark(_ digest: inout Digest) { digest.add(self) }
}
extension String: Marked {
  public func feedMark(_ digest: inout Digest) { digest.add(self) }
}
/// A value that doesn't fit into an existential container.
public struct Large: Marked, Error {
  public var text: String
  public var numbers: (Int, Int)
  public var object: Counted

  public init(_ source: inout Source) {
    text = kString.make(&source)
    numbers = (source.below(1000), source.below(1000))
    object = Counted(&source)
  }

  public func feedMark(_ digest: inout Digest) {
    digest.add(text)
    digest.add(numbers.0)
    digest.add(numbers.1)
    object.feed(&digest)
  }
}
/// An error without a value of its own.
public enum Empty: Error { case only }
extension Empty: Marked {
  public func feedMark(_ digest: inout Digest) { digest.add("empty") }
}

private func marked(_ source: inout Source) -> any Marked {
  switch source.below(5) {
  case 0: source.below(1000)
  case 1: kString.make(&source)
  case 2: Large(&source)
  case 3: Empty.only
  default: Counted(&source)
  }
}

public let kMarked = Kit<any Marked>(
  { marked(&$0) },
  { value, digest in
    digest.add(Swift.type(of: value))
    value.feedMark(&digest)
  }
)
public let kMarkedObject = Kit<any MarkedObject>({ Counted(&$0) }, { $0.feedObject(&$1) })
public let kMarkedBoth = Kit<any Marked & MarkedObject>(
  { CountedChild(&$0) },
  {
    $0.feedMark(&$1)
    $0.feedObject(&$1)
  }
)
public let kCountedMarked = Kit<any Counted & Marked>({ CountedChild(&$0) }, { $0.feedMark(&$1) })
public let kMarkedSendable = Kit<any Marked & Sendable>(
  { source in if source.once(in: 2) { source.below(1000) } else { Counted(&source) } },
  { $0.feedMark(&$1) }
)
public let kAny = Kit<Any>({ marked(&$0) }, { kMarked.feed($0 as! any Marked, &$1) })
public let kAnyObject = Kit<AnyObject>({ Counted(&$0) }, { ($0 as! Counted).feed(&$1) })
public let kError = Kit<any Error>(
  { source in if source.once(in: 3) { Empty.only } else { Large(&source) } },
  { kMarked.feed($0 as! any Marked, &$1) }
)

// MARK: Metatypes

public let kAnyType = Kit<Any.Type>(
  { [Int.self, Counted.self, (any Marked).self, [String].self][$0.below(4)] },
  { $1.add($0) }
)
public let kCountedType = Kit<Counted.Type>(
  { $0.once(in: 2) ? Counted.self : CountedChild.self },
  { $1.add($0) }
)
public let kMarkedType = Kit<any Marked.Type>(
  { source in source.once(in: 2) ? Int.self : Large.self },
  { value, digest in digest.add(value as Any.Type) }
)
public let kAnyObjectType = Kit<AnyObject.Type>({ _ in Counted.self }, { $1.add($0) })
public let kIntType = Kit<Int.Type>({ _ in Int.self }, { $1.add($0) })
public let kLargeType = Kit<Large.Type>({ _ in Large.self }, { $1.add($0) })
public let kProtocolType = Kit<(any Marked).Type>({ _ in (any Marked).self }, { $1.add($0) })
