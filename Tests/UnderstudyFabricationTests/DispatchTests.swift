import Foundation
import Testing
import UnderstudyCalls
import UnderstudyFabrication

private protocol Small {
  func add(_ a: Int, to b: String) -> String
  var name: String { get set }
  func fetch(id: Int) async throws -> [String]
  func fail() throws
  func later(_ a: Int, _ b: Int, _ c: Int, _ d: Int, _ e: Int, _ f: Int, _ g: Int, _ h: String) async -> String
  func date(_ d: Date, _ u: URL) -> Data
}
private struct Real: Small {
  func add(_ a: Int, to b: String) -> String { "" }
  var name = ""
  func fetch(id: Int) async throws -> [String] { [] }
  func fail() throws {}
  func later(_ a: Int, _ b: Int, _ c: Int, _ d: Int, _ e: Int, _ f: Int, _ g: Int, _ h: String) async -> String { h }
  func date(_ d: Date, _ u: URL) -> Data { Data() }
}

private struct Oops: Error {}

private final class Answers: CallReceiver, @unchecked Sendable {
  var log: [String] = []
  func receive(_ call: borrowing Call) -> Outcome {
    let arguments = call.arguments
    log.append(
      call.requirement.baseName + "("
        + (0..<arguments.count).map { "\(arguments.boxedValue(at: $0))" }.joined(separator: ",") + ")"
    )
    switch call.requirement.baseName {
    case "add":
      call.initializeResult(to: "answer \(arguments.value(at: 0, as: Int.self))")
    case "name" where call.requirement.kind == .getter:
      call.initializeResult(to: "the name, which is long enough")
    case "fail":
      return .threw(Oops())
    case "date":
      call.initializeResult(to: Data([1, 2, 3]))
    case "fetch":
      return .pending { call in
        await Task.yield()
        if call.arguments.value(at: 0, as: Int.self) == 99 { return .threw(Oops()) }
        call.initializeResult(to: ["a", "b"])
        return .returned
      }
    case "later": call.initializeResult(to: arguments.value(at: 7, as: String.self))
    default: break
    }
    return .returned
  }
}

@Test private func `Calls of every kind arrive with their arguments and go back with their results`() async throws {
  let type = try DoubleType.of((any Small).self)
  let answers = Answers()
  var small = type.makeValue(as: (any Small).self, receiver: answers)
  #expect(small.add(7, to: "x") == "answer 7")
  #expect(small.name == "the name, which is long enough")
  small.name = "new"
  small.name += "!"
  #expect(throws: Oops.self) { try small.fail() }
  #expect(try await small.fetch(id: 3) == ["a", "b"])
  await #expect(throws: Oops.self) { try await small.fetch(id: 99) }
  #expect(
    await small.later(1, 2, 3, 4, 5, 6, 7, "eight, and long enough for the heap")
      == "eight, and long enough for the heap"
  )
  #expect(small.date(Date(timeIntervalSince1970: 0), URL(string: "a://b")!) == Data([1, 2, 3]))
  #expect("\(small)" == "Stub<any Small>")
  #expect("\(Swift.type(of: small))" == "Stub<any Small>")
  #expect(small as Any is any Small)
  #expect(
    answers.log == [
      "add(7,x)", "name()", "name(new)", "name()", "name(the name, which is long enough!)", "fail()", "fetch(3)",
      "fetch(99)", "later(1,2,3,4,5,6,7,eight, and long enough for the heap)",
      "date(1970-01-01 00:00:00 +0000,a://b)",
    ]
  )
}

private protocol Slow {
  func words() async -> (String, String, Int)
  func boxes() async throws -> (Any, Int)
}
private struct RealSlow: Slow {
  func words() async -> (String, String, Int) { ("", "", 0) }
  func boxes() async throws -> (Any, Int) { (0, 0) }
}

private final class LateAnswers: CallReceiver {
  func receive(_ call: borrowing Call) -> Outcome {
    .pending { call in
      await Task.yield()
      if call.requirement.baseName == "words" {
        call.initializeResult(to: ("one, long enough for the heap", "two, long enough for the heap", 3))
      } else {
        call.initializeResult(to: ("boxed" as Any, 4))
      }
      return .returned
    }
  }
}

@Test private func `Results that the caller wants in memory arrive after a call has suspended`() async throws {
  let slow = try DoubleType.of((any Slow).self).makeValue(as: (any Slow).self, receiver: LateAnswers())
  #expect(await slow.words() == ("one, long enough for the heap", "two, long enough for the heap", 3))
  let (box, number) = try await slow.boxes()
  #expect(box as? String == "boxed")
  #expect(number == 4)
}

@Test private func `A fabricated class inherits no conformance that it may have of its own`() {
  // The runtime would warn on the standard error, and take either.
  let superclass: Any.Type = Payload.self
  #expect(!(superclass is any CustomStringConvertible.Type))
  #expect(!(superclass is any Hashable.Type))
}
