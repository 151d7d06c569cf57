internal import Understudy

extension Kind {
  static let stubs = [
    Kind("a stub") {
      let stub = try Stub<any Plain>()
      let (entry, handle) = (Entry(), Handle(1))
      stub.when { $0.scalars(Match.any(), Match.equal(2.5), Match.any(), Match.equal(true)) }.thenReturn(1).thenReturn(
        2
      )
      stub.when { $0.values(Match.any(), Match.any(), Match.isNil()) }
        .then { (entry: Entry, _: Handle, _: String?) in entry }
      stub.when { $0.many(1, 2, 3, 4, 5, 6, 7, 8, 9) }.thenReturn((1, 2, 3, 4))
      stub.when { try $0.fail(Match.any()) }.thenThrow(Broken()).thenReturn(handle)
      stub.when { try $0.failTyped(Match.any()) }.thenThrow(Broken(code: 8))
      var scratch = entry
      stub.when { $0.change(&scratch) }
        .then { (entry: inout Entry) in
          entry.numbers.append(4)
          return 5
        }
      stub.when { $0.take(Match.any()) }.then { (handle: Handle) in handle }
      stub.backing(\.title, initial: "t")
      stub.when { $0[Match.equal("k"), Match.any()] }.thenReturn(entry)
      stub.when { $0[Match.equal("k"), Match.any()] = Match.any() }.thenDoNothing()
      var plain = stub()
      try expect(plain.scalars(1, 2.5, 3, true) == 1 && plain.scalars(1, 2.5, 3, true) == 2)
      try expect(plain.values(entry, handle, nil) == entry)
      try expect(plain.many(1, 2, 3, 4, 5, 6, 7, 8, 9) == (1, 2, 3, 4))
      try expect(thrown(Broken.self) { _ = try plain.fail(1) } == Broken())
      try expect(try plain.fail(1) === handle)
      try expect(thrown(Broken.self) { _ = try plain.failTyped(1) } == Broken(code: 8))
      var changed = entry
      try expect(plain.change(&changed) == 5 && changed.numbers == [1, 2, 3, 4])
      try expect(plain.take(handle) === handle)
      plain.title += "!"
      try expect(plain.title == "t!")
      plain["k", 1]?.note = "n"
      stub.verify(2...2) { $0.scalars(Match.equal(1), Match.any(), Match.any(), Match.equal(true)) }
      stub.verifyInOrder {
        $0.title = "t!"
        _ = $0["k", 1]
      }
      try expect(!stub.describeInteractions().isEmpty && stub.history.completions.count == stub.history.callCount)
    },
    Kind("a stub of a protocol of classes") {
      let stub = try Stub<any Bound>()
      let handle = Handle(3)
      stub.when { $0.call(Match.any()) }.thenReturn(handle)
      stub.when { $0.last }.thenReturn(nil)
      let bound = stub()
      try expect(bound.call(Handle(1)) === handle && bound.last == nil)
    },
    Kind("a stub with requirements of its type") {
      let stub = try Stub<any Typed>()
      stub.when { type(of: $0).make(Match.any()) }.thenReturn(Handle(4))
      stub.when { type(of: $0).limit }.thenReturn(5)
      stub.when { type(of: $0).limit = Match.any() }.thenDoNothing()
      let made = type(of: stub())
      made.limit += 1
      try expect(made.make(Entry()).number == 4 && made.init(text: "") != nil)
      _ = made.init(3)
      // The log has the double that the initializers made.
      defer { stub.reset() }
      stub.verify { type(of: $0).limit = 6 }
    },
    Kind("a stub with associated types") {
      let stub = try Stub<any Shelf<String>>(binding: ["Index": Int.self])
      stub.when { $0.items }.thenReturn(["a"])
      try expect(stub().items == ["a"])
    },
    Kind("a stub of two protocols") {
      let stub = try Stub<any Callbacks & Generic>()
      stub.when { $0.convert(Match.any(), Match.any()) }.thenReturn(7)
      stub.when { $0.lazily(Match.any()) }.thenReturn(true)
      try expect(stub().convert(1, [2]) == 7 && stub().lazily("x"))
    },
    Kind("a stub of generic requirements") {
      let stub = try Stub<any Generic>()
      stub.when { $0.convert("a", ["b"]) }.thenReturn("c")
      stub.when { $0.convert(Match.any(Int.self), Match.any()) }.then { (value: Int, _: [Int]) in value + 1 }
      stub.when { $0.all(1, "x", 2.5) }.thenReturn((2, "y", 3.5))
      try expect(
        stub().convert("a", ["b"]) == "c" && stub().convert(1, []) == 2 && stub().all(1, "x", 2.5) == (2, "y", 3.5)
      )
    },
    Kind("a stub with functions") {
      let stub = try Stub<any Callbacks>()
      stub.when { $0.each(Match.any()) }.then { (body: @escaping (Int, String) throws -> Int) in
        (try? body(2, "b")) ?? 0
      }
      stub.when { $0.keep(Match.any()) }
        .then { (body: @escaping (Entry) -> Handle) in { $0 + body(Entry()).number } }
      stub.when { $0.lazily(Match.any()) }.thenReturn(true)
      let callbacks = stub()
      try expect(callbacks.each { $0 + $1.count } == 3)
      try expect(callbacks.keep { _ in Handle(40) }(2) == 42)
      try expect(callbacks.lazily("te" + "xt"))
    },
    Kind("stubs that are compared") {
      let (one, other) = (try Stub<any Comparing>(), try Stub<any Comparing>())
      one.when { $0.rank }.thenReturn(1)
      other.when { $0.rank }.thenReturn(2)
      func compare<C: Comparing>(_ first: C) -> Bool {
        first == first && first.hashValue == first.hashValue && first.rank == 1
      }
      // The log has what the double was compared with: itself.
      defer { one.reset() }
      try expect(compare(one()) && Set([AnyHashable(one()), AnyHashable(other())]).count == 2)
    },
    Kind("a stub of a protocol of the toolchain's") {
      let stub = try Stub<any RandomNumberGenerator>()
      stub.when { $0.next() }.thenReturn(.max)
      var generator = stub()
      try expect(Int.random(in: 1...6, using: &generator) == 6)
    },
    Kind("a stub that keeps call stacks") {
      try TestDoubles.withCallStacks {
        let stub = try Stub<any Bound>()
        stub.when { $0.last }.thenReturn(nil)
        _ = stub().last
        // To turn them into names is slow, and changes nothing in doubles.
        try expect(stub.history.callCount == 1)
      }
    },
  ]
}
