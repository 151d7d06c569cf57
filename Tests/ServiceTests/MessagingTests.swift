import Foundation
import ServiceProtocols
import Testing
import Understudy

@Suite struct MessagingTests {
  @Test func `Mail is sent`() async throws {
    let stub = try Stub<any Mailer>()
    let mail = Mail(to: ["a@b.c"], subject: "Hello", attachments: [URL(string: "file:///x")!: Data([1])])
    let id = UUID()
    let sent = await stub.when { try await $0.send(Match.any()) }.thenReturn(id).thenThrow(ServiceError.notFound)
    let mailing = await stub.when { await $0.send(Match.any(), atMost: Match.any()) }
      .then { (mails: [Mail], _: Double?) async in
        await Task.yield()
        return mails.map { $0.to.isEmpty ? .failure(ServiceError.notFound) : .success(id) }
      }
    var scratch = mail
    stub.when { try $0.preview(&scratch) }.then { (mail: inout Mail) in
      guard mail.body.isEmpty else { throw ServiceError.refused(code: 1, text: mail.body) }
      mail.body = "<\(mail.subject)>"
    }
    await stub.when { try await $0.sender }.thenReturn((name: "N", address: "n@b.c"), nil)
      .thenThrow(CancellationError())

    let mailer = stub()
    #expect(try await mailer.send(mail) == id)
    await #expect(throws: ServiceError.notFound) { try await mailer.send(mail) }
    let results = await mailer.send([mail, Mail(to: [], subject: "")], atMost: 0.5)
    #expect(results.count == 2)
    #expect(try results[0].get() == id)
    #expect(throws: ServiceError.notFound) { try results[1].get() }
    var draft = mail
    try mailer.preview(&draft)
    #expect(draft.body == "<Hello>" && scratch.body == "")
    #expect(throws: ServiceError.refused(code: 1, text: "<Hello>")) { try mailer.preview(&draft) }
    let sender = try await mailer.sender
    #expect(sender?.name == "N" && sender?.address == "n@b.c")
    #expect(try await mailer.sender == nil)
    await #expect(throws: CancellationError.self) { _ = try await mailer.sender }

    let mails: [Mail] = sent.arguments()
    #expect(mails == [mail, mail])
    let mailings: [([Mail], Double?)] = mailing.arguments()
    #expect(mailings.count == 1 && mailings[0] == ([mail, Mail(to: [], subject: "")], 0.5))
    await stub.verify(2...2) { try await $0.send(mail) }
    stub.verify(2...2) { try $0.preview(&scratch) }
    await stub.verify(3...3) { try await $0.sender }
    stub.verifyNoMoreInteractions()
  }

  @Test func `Subscribers and buses are doubles of each other`() throws {
    let bus = try Stub<any EventBus>()
    let one = try Stub<any Subscriber>()
    let other = try Stub<any Subscriber>()
    for subscriber in [one, other] {
      subscriber.when { $0.receive(Match.any(), from: Match.any()) }.thenDoNothing()
    }
    var subscribers: [any Subscriber] = []
    bus.when { $0.add(Match.any()) }.then { (subscriber: any Subscriber) in subscribers.append(subscriber) }
    bus.when { $0.remove(Match.any()) }.then { (subscriber: any Subscriber) in
      let count = subscribers.count
      subscribers.removeAll { $0 === subscriber }
      return subscribers.count < count
    }
    bus.when { $0.subscribers }.then { subscribers }
    let published = bus.when { $0.publish(Match.any(), to: Match.any()) }
      .then { [unowned bus] (event: any AnalyticsEvent & Equatable, topics: Set<String>) in
        for subscriber in subscribers { subscriber.receive(event, from: bus()) }
        return topics.count
      }
    let last = Stored<(any AnalyticsEvent)?>(nil, in: bus, get: { $0.last }, set: { $0.last = $1 })

    bus().add(one())
    bus().add(other())
    #expect(bus().publish(ScreenView(name: "s"), to: ["a", "b"]) == 2)
    #expect(bus().remove(one()))
    #expect(!bus().remove(one()))
    #expect(bus().subscribers.map { $0 === other() } == [true])
    #expect(bus().publish(Purchase(amount: Money(1)), to: []) == 0)
    bus().last = ScreenView(name: "l")
    #expect(bus().last?.name == "l" && last.sets == 1)

    one.verify { $0.receive(ScreenView(name: "s"), from: bus()) }
    let received: [(any AnalyticsEvent, any EventBus)] =
      other
      .when { $0.receive(Match.any(), from: Match.any()) }.arguments()
    #expect(received.map(\.0.name) == ["s", "purchase"])
    #expect(received.allSatisfy { $0.1 === bus() })
    let events: [(any AnalyticsEvent & Equatable, Set<String>)] = published.arguments()
    #expect(events.map(\.1) == [["a", "b"], []])
    bus.verify(2...2) { $0.remove(one()) }
    bus.verify { $0.add(other()) }
    // The handlers keep the doubles, and the other way round.
    bus.reset()
  }

  /// Code under test: works off a queue.
  func drain(_ queue: any MessageQueue) async throws -> Int {
    var count = 0
    while await queue.depth > 0 {
      var messages = try await queue.pop(upTo: 2)
      for index in messages.indices where messages[index].body.isEmpty {
        if try await queue.retry(&messages[index]) { try await queue.push(messages[index], delay: .seconds(1)) }
      }
      guard let first = messages.first, let last = messages.last else { break }
      await queue.acknowledge(first.id...last.id)
      count += messages.count
    }
    return count
  }

  @Test func `A queue is drained`() async throws {
    let stub = try Stub<any MessageQueue>()
    await stub.when { await $0.depth }.thenReturn(3, 1, 0)
    let popped = await stub.when { try await $0.pop(upTo: Match.any()) }
      .thenReturn([Message(.min, Data([1])), Message(2)], [Message(.max, Data([3]))])
    var scratch = Message(0)
    await stub.when { try await $0.retry(&scratch) }.then { (message: inout Message) async in
      await Task.yield()
      message.attempts += 200
      return true
    }
    let pushed = await stub.when { try await $0.push(Match.any(), delay: Match.any()) }.thenDoNothing()
    let acknowledged = await stub.when { await $0.acknowledge(Match.any()) }.thenDoNothing()
    #expect(try await drain(stub()) == 3)
    let counts: [Int] = popped.arguments()
    #expect(counts == [2, 2])
    let pushes: [(Message, Duration?)] = pushed.arguments()
    #expect(pushes.count == 1 && pushes[0] == (Message(2, attempts: 200), .seconds(1)))
    let ranges: [ClosedRange<Int64>] = acknowledged.arguments()
    #expect(ranges == [.min...2, .max ... .max])
    await stub.verify { try await $0.retry(&scratch) }
    await stub.verify(3...3) { await $0.depth }
    stub.verifyNoMoreInteractions()
  }

  @Test func `Pushes have results, channels and badges`() async throws {
    let stub = try Stub<any PushService>()
    let pushed = await stub.when { await $0.push(Match.any(), to: Match.any()) }
      .thenReturn(.success("id"), .failure(.throttled(until: .distantFuture)), .failure(.unregistered))
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    stub.when { $0.channel() }.thenReturn(stream)
    var scratch: Int32 = 0
    await stub.when { try await $0.badge(for: Match.any(), default: &scratch) }
      .then { (device: Data, count: inout Int32) async throws in
        await Task.yield()
        if device.isEmpty { throw PushError.unregistered }
        count -= 1
        return count < 0 ? nil : UInt16(count)
      }
    let push = stub()
    #expect(await push.push(["a": 1], to: Data([1])) == .success("id"))
    #expect(await push.push([:], to: Data([2])) == .failure(.throttled(until: .distantFuture)))
    #expect(await push.push([:], to: Data([2])) == .failure(.unregistered))
    continuation.yield("one")
    continuation.yield("two")
    continuation.finish()
    var texts: [String] = []
    for await text in push.channel() { texts.append(text) }
    #expect(texts == ["one", "two"])
    var count: Int32 = 1
    #expect(try await push.badge(for: Data([1]), default: &count) == 0)
    #expect(try await push.badge(for: Data([1]), default: &count) == nil)
    await #expect(throws: PushError.unregistered) {
      var count: Int32 = 0
      return try await push.badge(for: Data(), default: &count)
    }
    #expect(count == -1)
    let pushes: [([String: any Sendable], Data)] = pushed.arguments()
    #expect(pushes.map(\.1) == [Data([1]), Data([2]), Data([2])] && pushes[0].0["a"] as? Int == 1)
    stub.verify { $0.channel() }
    await stub.verify(3...3) { try await $0.badge(for: Match.any(), default: &scratch) }
  }

  // MARK: On the main actor

  /// Code under test, isolated.
  @MainActor final class CartController {
    let presenter: any Presenter
    init(_ presenter: any Presenter) { self.presenter = presenter }

    func buy(_ items: [CartItem], as user: User) async throws -> CartItem? {
      presenter.show(user, animated: true)
      presenter.title += "…"
      guard await presenter.confirm("Buy \(items.count)?") else { return nil }
      return try await presenter.pick(from: items)
    }
  }

  @Test @MainActor func `A presenter stays on the main actor`() async throws {
    let stub = try Stub<any Presenter>()
    let items = [CartItem("a", count: 1, price: Money(1)), CartItem("b", count: 2, price: Money(2))]
    let user = User("Ann")
    let title = Stored("Cart", in: stub, get: { $0.title }, set: { $0.title = $1 })
    let shown = stub.when { $0.show(Match.any(), animated: Match.any()) }.thenDoNothing()
    await stub.when { await $0.confirm(Match.any()) }.thenReturn(false, true)
    await stub.when { try await $0.pick(from: Match.any()) }
      .then { (items: [CartItem]) async throws in
        await Task.yield()
        return items[1]
      }
      .thenThrow(ServiceError.notFound)
    let controller = CartController(stub())
    #expect(try await controller.buy(items, as: user) == nil)
    #expect(try await controller.buy(items, as: user) == items[1])
    await #expect(throws: ServiceError.notFound) { try await controller.buy([], as: user) }
    #expect(title.value == "Cart………")
    let shows: [(User, Bool)] = shown.arguments()
    #expect(shows.count == 3 && shows.allSatisfy { $0 == (user, true) })
    await stub.verify(2...2) { await $0.confirm("Buy 2?") }
    await stub.verify { try await $0.pick(from: items) }
    stub.verify { $0.title = "Cart……" }
  }
}
