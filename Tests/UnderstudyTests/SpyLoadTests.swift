import Foundation
import Synchronization
import Testing
import Understudy
import UnderstudyLocks

/// Counts its instances, and how often it was asked.
private final class Meter: Sendable {
  let live = Atomic(0)
  let calls = Atomic(0)
}

private final class Sample: Sendable {
  let meter: Meter
  let value: Int
  init(_ meter: Meter, _ value: Int) {
    self.meter = meter
    self.value = value
    meter.live.add(1, ordering: .relaxed)
  }
  deinit { meter.live.subtract(1, ordering: .relaxed) }
}

private struct Rejected: Error { var sample: Sample }

private protocol Sensor: AnyObject, Sendable {
  func take(_ sample: Sample, _ note: String) -> Sample
  func check(_ sample: Sample) throws -> Int
  func send(_ sample: consuming Sample, _ body: @escaping @Sendable (Int) -> Int) async throws -> [Sample]
  var last: Sample? { get set }
}

private final class RealSensor: Sensor {
  private let meter: Meter
  private let token: Sample
  private let kept = Guarded<Sample?>(nil)
  init(_ meter: Meter) {
    self.meter = meter
    token = Sample(meter, -1)
  }
  func take(_ sample: Sample, _ note: String) -> Sample {
    meter.calls.add(1, ordering: .relaxed)
    return Sample(meter, sample.value + note.count)
  }
  func check(_ sample: Sample) throws -> Int {
    meter.calls.add(1, ordering: .relaxed)
    if sample.value.isMultiple(of: 3) { throw Rejected(sample: sample) }
    return sample.value
  }
  func send(_ sample: consuming Sample, _ body: @escaping @Sendable (Int) -> Int) async throws -> [Sample] {
    meter.calls.add(1, ordering: .relaxed)
    await Task.yield()
    if sample.value.isMultiple(of: 5) { throw Rejected(sample: sample) }
    let other = Sample(meter, body(sample.value))
    return [sample, other]
  }
  var last: Sample? {
    get { kept.withLock { $0 } }
    set { kept.withLock { $0 = newValue } }
  }
}

/// Waits for threads that aren't the pool's.
private func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
  await withTaskGroup(of: Void.self) { group in
    for number in 0..<count {
      group.addTask {
        await withCheckedContinuation { continuation in
          Thread {
            body(number)
            continuation.resume()
          }.start()
        }
      }
    }
  }
}

@Suite struct SpyLoadTests {
  @Test func `Eight threads and a thousand tasks go through one spy`() async throws {
    let meter = Meter()
    func run() async throws {
      let spy = try Spy<any Sensor>.make(forwardingTo: RealSensor(meter))
      let sensor = spy()
      spy.when { try $0.check(Match.matching { $0.value == 4 }) }.thenReturn(-4)
      async let threads: Void = onThreads(8) { thread in
        for number in 0..<100 {
          let sample = Sample(meter, number)
          let result = sensor.take(sample, "\(thread)")
          precondition(result.value == number + 1)
          do {
            let value = try sensor.check(sample)
            precondition(value == (number == 4 ? -4 : number))
          } catch {
            precondition((error as? Rejected)?.sample === sample && number.isMultiple(of: 3))
          }
          sensor.last = sample
          precondition(sensor.last != nil)
        }
      }
      await withTaskGroup(of: Void.self) { group in
        for number in 1...1000 {
          group.addTask {
            let sample = Sample(meter, number)
            do {
              let results = try await sensor.send(sample) { $0 * 2 }
              precondition(results[0] === sample && results[1].value == 2 * number)
            } catch {
              precondition((error as? Rejected)?.sample === sample && number.isMultiple(of: 5))
            }
          }
        }
      }
      await threads
      #expect(meter.calls.load(ordering: .relaxed) == 8 * 100 * 2 - 8 + 1000)
      #expect(spy.history.callCount == 8 * 100 * 4 + 1000)
      #expect(spy.history.stubbed.callCount == 8)
      #expect(spy.history.forwarded.callCount == spy.history.callCount - 8)
      #expect(spy.history.completions.count == spy.history.callCount)
      sensor.last = nil
      spy.reset()
      #expect(meter.live.load(ordering: .relaxed) == 1)
    }
    try await run()
    #expect(meter.live.load(ordering: .relaxed) == 0)
  }

  @Test func `A value that outlives its spy keeps the real object`() throws {
    let meter = Meter()
    var sensor: (any Sensor)?
    do {
      let spy = try Spy<any Sensor>.make(forwardingTo: RealSensor(meter))
      sensor = spy()
    }
    #expect(sensor?.take(Sample(meter, 3), "ab").value == 5)
    #expect(meter.live.load(ordering: .relaxed) == 3)  // The object's own, the argument and the result.
    sensor = nil
    #expect(meter.live.load(ordering: .relaxed) == 0)
  }

  @Test func `A spy alone keeps the real object, with a registration in front as well`() throws {
    let meter = Meter()
    var spy: Spy<any Sensor>? = try Spy<any Sensor>.make(forwardingTo: RealSensor(meter))
    spy!.when { $0.take(Match.any(), Match.any()) }.thenReturn(Sample(meter, 1)).thenForward()
    #expect(spy!().take(Sample(meter, 2), "").value == 1)
    #expect(spy!().take(Sample(meter, 2), "").value == 2)
    // The object's own, the answer, two arguments, and the second result; the first is the answer.
    #expect(meter.live.load(ordering: .relaxed) == 5)
    spy!.reset()
    #expect(meter.live.load(ordering: .relaxed) == 1)
    #expect(spy!().take(Sample(meter, 3), "").value == 3)
    spy = nil
    #expect(meter.live.load(ordering: .relaxed) == 0)
  }

  @Test func `A spy can go away on another thread, and in the midst of a call`() async throws {
    let meter = Meter()
    func run() async throws {
      let spy = try Spy<any Sensor>.make(forwardingTo: RealSensor(meter))
      nonisolated(unsafe) var sensor: (any Sensor)? = spy()
      async let sent = sensor!.send(Sample(meter, 1)) { $0 + 1 }
      #expect(try await sent.map(\.value) == [1, 2])
      await onThreads(1) { _ in sensor = nil }
    }
    try await run()
    #expect(meter.live.load(ordering: .relaxed) == 0)
    // The last reference is that of the call.
    let (values, made) = try {
      let sensor = try Spy<any Sensor>.make(forwardingTo: RealSensor(meter))()
      let task = Task { [sensor] in try await sensor.send(Sample(meter, 2)) { $0 + 1 }.map(\.value) }
      return (task, meter.live.load(ordering: .relaxed))
    }()
    #expect(made >= 1)
    #expect(try await values.value == [2, 3])
  }

  @Test func `Many spies come and go`() throws {
    let meter = Meter()
    for number in 1...1000 {
      let spy = try Spy<any Sensor>.make(forwardingTo: RealSensor(meter))
      #expect(spy().take(Sample(meter, number), "a").value == number + 1)
    }
    #expect(meter.live.load(ordering: .relaxed) == 0)
  }
}
