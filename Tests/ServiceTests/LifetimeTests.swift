import ServiceProtocols
import Testing
import Understudy

/// Nothing is released too early, and nothing is left: counted for every way a value can be passed.
@Suite struct LifetimeTests {
  /// Runs a test with a stub; when it is over, and the stub and what it recorded is gone, no instance is left.
  func withVault(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: (Stub<any Vault>, Census) throws -> Void
  ) throws {
    let census = Census()
    try { try body(try Stub<any Vault>(), census) }()
    #expect(census.live == 0, sourceLocation: sourceLocation)
  }

  /// The same for asynchronous requirements.
  func withRemoteVault(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: (Stub<any RemoteVault>, Census) async throws -> Void
  ) async throws {
    let census = Census()
    func run() async throws { try await body(try Stub<any RemoteVault>(), census) }
    try await run()
    #expect(census.live == 0, sourceLocation: sourceLocation)
  }

  @Test func `Borrowed arguments are kept by the log only`() throws {
    try withVault { stub, census in
      stub.when { $0.keep(Match.any(), Match.any(), Match.any()) }.thenDoNothing()
      #expect(census.live == 0)
      for count in 1...20 {
        stub().keep(Tracked(census), Ticket(Tracked(census), 1), Crate { Tracked(census) })
        #expect(census.live == 6 * count)
      }
      stub.reset()
      #expect(census.live == 0)
    }
  }

  @Test func `Borrowed arguments still belong to the caller`() throws {
    try withVault { stub, census in
      let item = Tracked(census)
      let crate = Crate { Tracked(census) }
      stub.when { $0.keep(Match.any(), Match.any(), Match.any()) }.thenDoNothing()
      for _ in 1...20 { stub().keep(item, Ticket(item, 1), crate) }
      let seen: [(Tracked, Ticket, Crate)] = stub.when { $0.keep(Match.any(), Match.any(), Match.any()) }.arguments()
      #expect(seen.count == 20 && seen.allSatisfy { $0 == (item, Ticket(item, 1), crate) })
      stub.verify(20...20) { $0.keep(item, Ticket(item, 1), crate) }
      #expect(census.live == 5)
      stub.reset()
      #expect(census.live == 5)
      withExtendedLifetime((item, crate, seen)) {}
    }
  }

  @Test func `Owned arguments are taken over`() throws {
    try withVault { stub, census in
      let item = Tracked(census)
      stub.when { $0.take(Match.any(), Match.any(), Match.any()) }
        .then { (item: Tracked, tag: Ticket, crate: Crate) in #expect(item == tag.item && crate.rest.count == 2) }
      for count in 1...20 {
        stub().take(item, Ticket(item, 2), Crate { Tracked(census) })
        #expect(census.live == 1 + 4 * count)
      }
      stub.reset()
      #expect(census.live == 1)
      withExtendedLifetime(item) {}
    }
  }

  @Test func `Consumed arguments come back, or are thrown back`() throws {
    try withVault { stub, census in
      stub.when { try $0.consume(Match.any(), Match.any()) }
        .thenForEachCall { (attempt, item: Tracked, parcel: Parcel) in
          if attempt.isMultiple(of: 3) { throw TrackedError(item) }
          return .wrapped(.two(item, Ticket(item, 1)))
        }
      for count in 1...21 {
        let item = Tracked(census)
        do {
          let parcel = try stub().consume(item, .wrapped(.one(Tracked(census))))
          #expect(parcel == .wrapped(.two(item, Ticket(item, 1))))
        } catch {
          #expect((error as? TrackedError)?.item === item && count.isMultiple(of: 3))
        }
      }
      #expect(census.live == 42)
      stub.reset()
      #expect(census.live == 0)
    }
  }

  @Test func `Changed arguments replace what was there`() throws {
    try withVault { stub, census in
      var scratch = Tracked(census)
      var scratchCrate = Crate { Tracked(census) }
      stub.when { $0.exchange(&scratch, &scratchCrate) }
        .then { (item: inout Tracked, crate: inout Crate) in
          let old = item
          item = Tracked(census, old.number + 1)
          crate.rest.append(old)
          crate.second = nil
          return item
        }
      var item = Tracked(census)
      var crate = Crate { Tracked(census) }
      for count in 1...10 {
        let result = stub().exchange(&item, &crate)
        #expect(result === item && item.number == count)
        #expect(crate.rest.count == 2 + count && crate.rest.last?.number == count - 1 && crate.second == nil)
      }
      stub.reset()
      // The item and what the crate holds; and the scratch values.
      #expect(census.live == 1 + 3 + 10 + 5)
      withExtendedLifetime((item, crate, scratch, scratchCrate)) {}
    }
  }

  @Test func `Results are handed over, again and again`() throws {
    try withVault { stub, census in
      let crate = Crate { Tracked(census) }
      let item = Tracked(census)
      stub.when { $0.open() }.thenReturn((item, Ticket(item, 3)))
      stub.when { try $0.unpack(.none) }.thenThrow(TrackedError(Tracked(census)))
      stub.when { try $0.unpack(Match.any()) }.thenReturn(crate)
      for _ in 1...20 {
        #expect(stub().open() == (item, Ticket(item, 3)))
        let unpacked = try stub().unpack(.one(Tracked(census)))
        #expect(unpacked == crate)
        #expect(throws: TrackedError.self) { try stub().unpack(.none) }
      }
      #expect(census.live == 4 + 1 + 1 + 20)
      stub.reset()
      #expect(census.live == 5)
      withExtendedLifetime((item, crate)) {}
    }
  }

  @Test func `Fresh results belong to the caller and the log`() throws {
    try withVault { stub, census in
      stub.when { $0.open() }.then { (Tracked(census), Ticket(Tracked(census), 1)) }
      stub.when { try $0.unpack(Match.any()) }.then { Crate { Tracked(census) } }
      for count in 1...20 {
        _ = stub().open()
        _ = try stub().unpack(.none)
        #expect(census.live == 6 * count)
      }
      let kept = (stub().open(), try stub().unpack(.none))
      stub.reset()
      #expect(census.live == 6)
      withExtendedLifetime(kept) {}
    }
  }

  @Test func `Boxes of any type are balanced`() throws {
    try withVault { stub, census in
      let item = Tracked(census)
      stub.when { $0.any(Match.any(), Match.any(), Match.any()) }
        .then { (value: Any, error: any Error, object: AnyObject) in
          #expect(value as? Crate != nil && (error as? TrackedError)?.item === object)
          return value
        }
      for _ in 1...20 {
        let crate = Crate { item }
        #expect(stub().any(crate, TrackedError(item), item) as? Crate == crate)
      }
      #expect(census.live == 1)
      stub.reset()
      #expect(census.live == 1)
      withExtendedLifetime(item) {}
    }
  }

  @Test func `Properties and subscripts are balanced`() throws {
    try withVault { stub, census in
      let current = Stored<Tracked?>(nil, in: stub, get: { $0.current }, set: { $0.current = $1 })
      let crate = Stored(Crate { Tracked(census) }, in: stub, get: { $0.crate }, set: { $0.crate = $1 })
      var tags: [ObjectIdentifier: Ticket] = [:]
      stub.when { $0[Match.any()] }.then { (item: Tracked) in tags[ObjectIdentifier(item)] ?? Ticket(item, 0) }
      stub.when { $0[Match.any()] = Match.any() }
        .then { (new: Ticket, item: Tracked) in tags[ObjectIdentifier(item)] = new }
      var vault = stub()
      let key = Tracked(census)
      for count in 1...10 {
        vault.current = Tracked(census, count)
        vault.crate.rest.append(key)
        vault.crate.second = nil
        vault[key].number += 1
        vault[key].item = Tracked(census)
      }
      #expect(current.value?.number == 10 && crate.value.rest.count == 12)
      #expect(tags[ObjectIdentifier(key)]?.number == 10)
      stub.reset()
      tags = [:]
      // The current item, the first and two of the crate's rest, and the key.
      #expect(census.live == 1 + 3 + 1)
      withExtendedLifetime((current, crate, key)) {}
    }
  }

  // MARK: Asynchronous

  @Test func `Asynchronous arguments are balanced`() async throws {
    try await withRemoteVault { stub, census in
      let item = Tracked(census)
      await stub.when { await $0.keep(Match.any(), Match.any(), Match.any()) }.thenDoNothing()
      await stub.when { await $0.take(Match.any(), Match.any(), Match.any()) }
        .then { (item: Tracked, tag: Ticket, crate: Crate) async in
          await Task.yield()
          #expect(item == tag.item && crate.rest.count == 2)
        }
      for count in 1...20 {
        await stub().keep(item, Ticket(item, 1), Crate { Tracked(census) })
        await stub().take(item, Ticket(item, 1), Crate { Tracked(census) })
        #expect(census.live == 1 + 8 * count)
      }
      stub.reset()
      #expect(census.live == 1)
      withExtendedLifetime(item) {}
    }
  }

  @Test func `Asynchronous results and errors are balanced`() async throws {
    try await withRemoteVault { stub, census in
      await stub.when { try await $0.consume(Match.any(), Match.any()) }
        .thenForEachCall { (attempt, item: Tracked, parcel: Parcel) async throws in
          await Task.yield()
          if attempt.isMultiple(of: 3) { throw TrackedError(item) }
          return .two(item, Ticket(item, 1))
        }
      await stub.when { await $0.open() }.then { () async in
        await Task.yield()
        return (Tracked(census), Ticket(Tracked(census), 1))
      }
      let crate = Crate { Tracked(census) }
      await stub.when { try await $0.unpack(Match.any()) }.thenReturn(crate)
      await stub.when { try await $0.current }.thenReturn(nil, crate.first).thenThrow(TrackedError(crate.first))
      for count in 1...21 {
        let item = Tracked(census)
        do {
          #expect(try await stub().consume(item, .wrapped(.one(Tracked(census)))) == .two(item, Ticket(item, 1)))
        } catch {
          #expect((error as? TrackedError)?.item === item && count.isMultiple(of: 3))
        }
        _ = await stub().open()
        let unpacked = try await stub().unpack(.none)
        #expect(unpacked == crate)
        do {
          let current = try await stub().current
          #expect(current == (count == 1 ? nil : crate.first))
        } catch {
          #expect((error as? TrackedError)?.item === crate.first && count > 2)
        }
      }
      // The arguments, and what open() returned.
      #expect(census.live == 42 + 42 + 4)
      stub.reset()
      #expect(census.live == 4)
      withExtendedLifetime(crate) {}
    }
  }

  @Test func `Asynchronously changed arguments replace what was there`() async throws {
    try await withRemoteVault { stub, census in
      var scratch = Tracked(census)
      var scratchCrate = Crate { Tracked(census) }
      await stub.when { await $0.exchange(&scratch, &scratchCrate) }
        .then { (item: inout Tracked, crate: inout Crate) async in
          let old = item
          await Task.yield()
          item = Tracked(census, old.number + 1)
          await Task.yield()
          crate.rest = [old]
          return old
        }
      var item = Tracked(census)
      var crate = Crate { Tracked(census) }
      for count in 1...10 {
        let result = await stub().exchange(&item, &crate)
        #expect(item.number == count && result.number == count - 1 && crate.rest == [result])
      }
      stub.reset()
      #expect(census.live == 1 + 3 + 5)
      withExtendedLifetime((item, crate, scratch, scratchCrate)) {}
    }
  }

  @Test func `A call whose task is cancelled is balanced`() async throws {
    try await withRemoteVault { stub, census in
      await stub.when { try await $0.unpack(Match.any()) }.then { (_: Parcel) async throws in
        while !Task.isCancelled { await Task.yield() }
        throw CancellationError()
      }
      let vault = stub()
      let task = Task { try await vault.unpack(.one(Tracked(census))) }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(census.live == 1)
    }
  }

  // MARK: Stubs and values

  @Test func `Values outlive their stub`() async throws {
    let census = Census()
    func make(_ number: Int) throws -> any Vault {
      let stub = try Stub<any Vault>()
      stub.when { $0.current }.thenReturn(Tracked(census, number))
      return stub()
    }
    var vaults: [String: any Vault] = [:]
    for number in 1...10 { vaults["\(number)"] = try make(number) }
    #expect(census.live == 10)
    for (key, vault) in vaults { #expect(vault.current?.number == Int(key)) }
    let copies = vaults.values.map { $0 }
    vaults = [:]
    #expect(copies.map { $0.current!.number }.sorted() == Array(1...10))
    #expect(census.live == 10)
    withExtendedLifetime(copies) {}
  }

  @Test func `A stub that goes takes what it holds along`() throws {
    let census = Census()
    for _ in 0..<10 {
      let stub = try Stub<any Vault>()
      let item = Tracked(census)
      stub.when { $0.current }.then { item }
      stub.when { $0.keep(Match.equal(item), Match.any(), Match.any()) }.then { (kept: Tracked) in #expect(kept == item)
      }
      stub().keep(item, Ticket(item, 1), Crate { Tracked(census) })
      #expect(stub().current == item)
    }
    #expect(census.live == 0)
  }

  @Test func `Placeholders of a recording are never deinitialized`() throws {
    try withVault { stub, census in
      for _ in 0..<50 {
        stub.verify(.never) { $0.keep(Match.any(), Match.any(), Match.any()) }
        stub.verify(.never) { try $0.consume(Match.any(), Match.any()) }
        stub.verify(.never) { $0.any(Match.any(), Match.any(), Match.any()) }
        stub.verify(.never) { $0[Match.any()] = Match.any() }
      }
      #expect(census.live == 0)
    }
  }
}
