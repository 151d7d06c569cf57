internal import Understudy

extension Kind {
  static let spies = [
    Kind("a spy of an object") {
      let spy = try Spy<any Bound>.make(forwardingTo: RealBound())
      let handle = Handle(1)
      spy.when { $0.call(Match.matching { $0.number == 2 }) }.thenReturn(handle)
      let bound = spy()
      try expect(bound.call(handle) === handle && bound.call(Handle(2)) === handle)
      bound.last = nil
      try expect(bound.last == nil && spy.history.forwarded.callCount == 3)
    },
    Kind("a spy of a struct") {
      let spy = try Spy<any Plain>.make(forwardingTo: RealPlain())
      var plain = spy()
      var entry = Entry()
      try expect(plain.scalars(1, 2, 3, true) == 6 && plain.values(entry, Handle(1), "n").note == "n")
      try expect(plain.many(1, 2, 3, 4, 5, 6, 7, 8, 9) == (1, 4, 8, 9))
      try expect(thrown(Broken.self) { _ = try plain.fail(3) }?.code == 3)
      try expect(thrown(Broken.self) { _ = try plain.failTyped(4) }?.code == 4)
      try expect(plain.change(&entry) == 4 && entry.numbers.count == 4)
      try expect(plain.take(Handle(6)).number == 6)
      plain.title += "!"
      plain["k", 1] = entry
      plain["k", 1]?.note = "m"
      try expect(plain.title == "real!" && plain["k", 1]?.note == "m")
    },
    Kind("a spy with associated types") {
      let spy = try Spy<any Shelf>.make(forwardingTo: RealShelf(items: ["x"]))
      func first<S: Shelf>(_ shelf: S) -> Any? { shelf.items.first }
      try expect(first(spy()) as? String == "x")
    },
    Kind("a spy with functions") {
      let spy = try Spy<any Callbacks>.make(forwardingTo: RealCallbacks())
      let callbacks = spy()
      try expect(callbacks.each { $0 + $1.count } == 4 && callbacks.keep { _ in Handle(40) }(2) == 42)
      try expect(callbacks.lazily(""))
    },
  ]

  static let dummies = [
    Kind("a dummy of a protocol") {
      let (plain, bound): (any Plain, any Bound) = (Dummy.make(), Dummy.make())
      let typed: any Typed = Dummy.make()
      withExtendedLifetime((plain, bound, typed)) {}
    },
    Kind("a dummy of a class") {
      let engine: Engine = Dummy.make()
      withExtendedLifetime(engine) {}
    },
    Kind("a dummy of a function") {
      let (function, later): ((Entry) -> Handle, @Sendable (Int) async throws -> Entry) = (Dummy.make(), Dummy.make())
      withExtendedLifetime((function, later)) {}
    },
    Kind("a dummy of a struct") {
      let entry: Entry = Dummy.make()
      try expect(entry.numbers.isEmpty && entry.note == nil)
    },
  ]
}
