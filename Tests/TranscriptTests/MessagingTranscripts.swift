import Foundation
import ServiceProtocols
import Testing

private let someUUID = UUID(uuidString: "6BA7B810-9DAD-11D1-80B4-00C04FD430C8")!

private actor Outbox {
  var mails: [Mail] = []
  func add(_ mail: Mail) -> Int {
    mails.append(mail)
    return mails.count
  }
}

private struct TestMailer: Mailer {
  let outbox = Outbox()
  func send(_ mail: Mail) async throws -> UUID {
    saw(mail, await outbox.add(mail))
    if mail.to.isEmpty { throw ServiceError.refused(code: 550, text: mail.subject) }
    return someUUID
  }
  func send(_ mails: [Mail], atMost perSecond: Double?) async -> [Result<UUID, any Error>] {
    saw(mails.count, perSecond)
    var results: [Result<UUID, any Error>] = []
    for mail in mails {
      do { results.append(.success(try await send(mail))) } catch { results.append(.failure(error)) }
    }
    return results
  }
  func preview(_ mail: inout Mail) throws {
    saw(mail)
    mail.body += "-- sent by a test"
    if mail.body.count > 40 { throw ServiceError.notFound }
  }
  var sender: (name: String, address: String)? {
    get async throws { await outbox.mails.isEmpty ? nil : ("Ann", "ann@example.org") }
  }
}

private final class TestSubscriber: Subscriber {
  func receive(_ event: any AnalyticsEvent, from bus: any EventBus) { saw(event, bus.subscribers.count) }
}

private final class TestBus: EventBus {
  private(set) var subscribers: [any Subscriber] = []
  var last: (any AnalyticsEvent)? { didSet { saw(oldValue?.name, last?.name) } }
  private let token = item()
  func add(_ subscriber: any Subscriber) {
    saw(subscribers.count)
    subscribers.append(subscriber)
  }
  func remove(_ subscriber: any Subscriber) -> Bool {
    saw(subscribers.count)
    guard let index = subscribers.firstIndex(where: { $0 === subscriber }) else { return false }
    subscribers.remove(at: index)
    return true
  }
  func publish(_ event: any AnalyticsEvent & Equatable, to topics: Set<String>) -> Int {
    saw(event, topics)
    for subscriber in subscribers { subscriber.receive(event, from: self) }
    last = event
    return subscribers.count
  }
}

private actor Pending {
  var messages: [Message] = []
  func change<R: Sendable>(_ body: @Sendable (inout [Message]) -> R) -> R { body(&messages) }
}

private struct TestQueue: MessageQueue {
  let pending = Pending()
  func push(_ message: Message, delay: Duration?) async throws {
    saw(message, delay)
    if delay == .zero { throw ServiceError.refused(code: 0, text: "delay") }
    await pending.change { $0.append(message) }
  }
  func pop(upTo count: Int) async throws -> [Message] {
    saw(count)
    if count < 0 { throw ServiceError.notFound }
    return await pending.change { messages in
      defer { messages.removeFirst(min(count, messages.count)) }
      return Array(messages.prefix(count))
    }
  }
  func acknowledge(_ ids: ClosedRange<Int64>) async {
    saw(ids)
    await pending.change { $0.removeAll { ids.contains($0.id) } }
  }
  func retry(_ message: inout Message) async throws -> Bool {
    saw(message)
    message.attempts += 1
    await Task.yield()
    message.body.append(message.attempts)
    if message.attempts > 2 { throw ServiceError.refused(code: Int(message.id), text: "gave up") }
    return message.attempts == 2
  }
  var depth: Int { get async { await pending.messages.count } }
}

private struct TestPush: PushService {
  func push(_ payload: [String: any Sendable], to device: Data) async -> Result<String, PushError> {
    saw(payload, device)
    await Task.yield()
    return device.isEmpty ? .failure(.throttled(until: Date(timeIntervalSince1970: 3))) : .success("sent")
  }
  func channel() -> AsyncStream<String> {
    AsyncStream { continuation in
      for text in ["a", "b"] { continuation.yield(text) }
      continuation.finish()
    }
  }
  func badge(for device: Data, default count: inout Int32) async throws -> UInt16? {
    saw(device, count)
    count *= 2
    if device.isEmpty { throw PushError.unregistered }
    return count > 10 ? nil : UInt16(count)
  }
}

private final class TestSocket: WebSocket {
  private let frames = Frames()
  private let token = item()
  private actor Frames {
    var frames: [Frame] = []
    var isOpen = true
    func add(_ frame: Frame) { frames.append(frame) }
    func next() -> Frame? { frames.isEmpty ? nil : frames.removeFirst() }
    func close() { isOpen = false }
  }
  var isConnected: Bool { get async { await frames.isOpen } }
  func send(_ frame: Frame) async throws {
    saw(frame)
    guard await frames.isOpen else { throw ServiceError.refused(code: 1006, text: "closed") }
    await frames.add(frame)
  }
  func receive() async throws -> Frame {
    guard let frame = await frames.next() else { throw ServiceError.notFound }
    return frame
  }
  func close(code: UInt16) async {
    saw(code)
    await frames.close()
  }
}

private final class TestDownloads: DownloadDelegate {
  var priority: Float = 0.5
  private var received: Int64 = 0
  func download(_ download: Download, didReceive count: Int64, of total: Int64?) {
    received += count
    saw(download.url, count, total, received)
  }
  func downloadShouldContinue(_ download: Download, after error: any Error) -> Bool {
    saw(error, received)
    return error is CancellationError
  }
  func download(_ download: Download, didFinishWith result: Result<Data, any Error>) { saw(result, priority) }
}

@Suite struct MessagingTranscripts {
  @Test func `A mailer`() async throws {
    try await compare({ TestMailer() as any Mailer }, requirements: 4) { mailer in
      got(try await mailer.sender)
      let mail = Mail(to: ["bob"], subject: "hi", attachments: [URL(fileURLWithPath: "/a"): Data([1])])
      got(try await mailer.send(mail))
      await attempt { [mailer] in try await mailer.send(Mail(to: [], subject: "nobody")) }
      got(await mailer.send([mail, Mail(to: [], subject: "nobody")], atMost: 2.5), await mailer.send([], atMost: nil))
      var draft = mail
      try mailer.preview(&draft)
      draft.body += "0123456789"
      attempt { try mailer.preview(&draft) }
      do { try mailer.preview(&draft) } catch { got(error, draft) }
      got(try await mailer.sender)
    }
  }

  @Test func `An event bus`() async throws {
    try await compare({ TestBus() as any EventBus }, requirements: 5) { bus in
      let subscriber = TestSubscriber()
      bus.add(subscriber)
      bus.add(TestSubscriber())
      got(bus.publish(Purchase(amount: Money(3)), to: ["shop"]), bus.subscribers.count, bus.last)
      got(bus.remove(subscriber), bus.remove(subscriber), bus.subscribers.count)
      bus.last = nil
      got(bus.publish(ScreenView(name: "home"), to: []), bus.last?.name)
    }
  }

  @Test func `A message queue`() async throws {
    try await compare({ TestQueue() as any MessageQueue }, requirements: 5) { queue in
      for id: Int64 in 1...4 { try await queue.push(Message(id, Data([UInt8(id)])), delay: .seconds(id)) }
      await attempt { [queue] in try await queue.push(Message(5), delay: .zero) }
      await queue.acknowledge(2...3)
      got(await queue.depth, try await queue.pop(upTo: 1), await queue.depth)
      await attempt { [queue] in try await queue.pop(upTo: -1) }
      var message = Message(9)
      got(try await queue.retry(&message), try await queue.retry(&message), message)
      do { got(try await queue.retry(&message)) } catch { got(error, message) }
    }
  }

  @Test func `A push service`() async throws {
    try await compare({ TestPush() as any PushService }, requirements: 3) { push in
      got(await push.push(["n": 1, "item": item(2)], to: Data([1])), await push.push([:], to: Data()))
      for await text in push.channel() { got(text) }
      var count: Int32 = 4
      got(try await push.badge(for: Data([1]), default: &count), count)
      got(try await push.badge(for: Data([1]), default: &count), count)
      do { _ = try await push.badge(for: Data(), default: &count) } catch { got(error, count) }
    }
  }

  @Test func `A web socket`() async throws {
    try await compare({ TestSocket() as any WebSocket }, requirements: 4) { socket in
      for frame in [Frame.text("hi"), .binary(Data([1, 2])), .ping, .close(code: 1, reason: "bye")] {
        try await socket.send(frame)
      }
      for _ in 1...5 { await attempt { [socket] in try await socket.receive() } }
      got(await socket.isConnected)
      await socket.close(code: 1000)
      got(await socket.isConnected)
      await attempt { [socket] in try await socket.send(.ping) }
    }
  }

  @Test func `A download delegate`() async throws {
    try await compare({ TestDownloads() as any DownloadDelegate }, requirements: 4) { delegate in
      let download = Download(url: URL(fileURLWithPath: "/file"))
      delegate.download(download, didReceive: 5, of: nil)
      delegate.download(download, didReceive: 1 << 33, of: 1 << 34)
      got(delegate.downloadShouldContinue(download, after: CancellationError()))
      got(delegate.downloadShouldContinue(download, after: TrackedError(item(3))))
      delegate.priority /= 4
      delegate.download(download, didFinishWith: .success(Data([1])))
      delegate.download(download, didFinishWith: .failure(TrackedError(item(4))))
      got(delegate.priority)
    }
  }
}
