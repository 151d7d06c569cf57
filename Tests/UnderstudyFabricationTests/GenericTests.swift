import Testing
import UnderstudyCalls
import UnderstudyFabrication
import UnderstudyMetadata

private struct User: Codable, Equatable, Hashable {
  var name = "Ann, with a name that is too long for a small string"
}
private struct Box<T> {
  var value: T
  var count = 1
}
private final class Node: Sendable {}

private protocol Coder {
  func decode<T: Decodable>(_ type: T.Type, from text: String) -> T
  func encode<T>(_ value: T, _ more: [T], _ maybe: T?) -> String where T: Encodable, T: Hashable
  func box<T>(_ value: T) -> Box<T>
  func object<T: AnyObject>(_ object: T) -> T?
  func each<T>(_ values: [T], _ body: (T, Int) -> T) -> [T]
  func fetch<T: Sendable, E: Error>(_ value: T, _ error: E.Type) async throws -> Result<T, E>
  func opaque(_ value: some Collection<Int>) -> Int
  static func make<T>(_ value: T) -> (T, Int)
}
private struct RealCoder: Coder {
  func decode<T: Decodable>(_ type: T.Type, from text: String) -> T { fatalError() }
  func encode<T>(_ value: T, _ more: [T], _ maybe: T?) -> String where T: Encodable, T: Hashable { "" }
  func box<T>(_ value: T) -> Box<T> { Box(value: value) }
  func object<T: AnyObject>(_ object: T) -> T? { nil }
  func each<T>(_ values: [T], _ body: (T, Int) -> T) -> [T] { [] }
  func fetch<T: Sendable, E: Error>(_ value: T, _ error: E.Type) async throws -> Result<T, E> { .success(value) }
  func opaque(_ value: some Collection<Int>) -> Int { 0 }
  static func make<T>(_ value: T) -> (T, Int) { (value, 0) }
}

private final class Reactions: CallReceiver, @unchecked Sendable {
  var react: (borrowing Call) -> Outcome = { _ in .returned }
  var requirements: [Requirement] = []
  func receive(_ call: borrowing Call) -> Outcome {
    requirements.append(call.requirement)
    return react(call)
  }
}

@Suite private struct GenericTests {
  let reactions = Reactions()
  let coder: any Coder

  init() throws {
    coder = try DoubleType.of((any Coder).self).makeValue(as: (any Coder).self, receiver: reactions)
  }

  @Test func `Each list of types is a requirement of its own`() {
    reactions.react = { call in
      if call.requirement.result.type == User.self {
        call.initializeResult(to: User(name: call.arguments.value(at: 1, as: String.self)))
      } else {
        call.initializeResult(to: call.arguments.value(at: 1, as: String.self).count)
      }
      return .returned
    }
    let name = "a name that is too long for a small string"
    #expect(coder.decode(User.self, from: name) == User(name: name))
    #expect(coder.decode(Int.self, from: "four") == 4)
    #expect(coder.decode(User.self, from: "b") == User(name: "b"))
    #expect(reactions.requirements[0] === reactions.requirements[2])
    #expect(reactions.requirements[0] !== reactions.requirements[1])
    #expect(reactions.requirements[0].index == reactions.requirements[1].index)
    let passed = reactions.requirements[0].parameters[0].type
    #expect(passed == TypeMetadata(User.Type.self))
  }

  @Test func `Generic arguments in every position`() {
    reactions.react = { call in
      let user = call.arguments.value(at: 0, as: User.self)
      let more = call.arguments.value(at: 1, as: [User].self)
      let maybe = call.arguments.value(at: 2, as: User?.self)
      call.initializeResult(to: "\(user.name) \(more.count) \(maybe?.name ?? "-")")
      return .returned
    }
    #expect(coder.encode(User(name: "a"), [User(), User()], nil) == "a 2 -")
    #expect(coder.encode(User(name: "a"), [], User(name: "b")) == "a 0 b")
  }

  @Test func `Generic types that hold their parameter`() {
    reactions.react = { call in
      if call.requirement.parameters[0].type.type == String.self {
        call.initializeResult(to: Box(value: call.arguments.value(at: 0, as: String.self), count: 7))
      } else {
        call.initializeResult(to: Box(value: call.arguments.value(at: 0, as: Int8.self), count: 8))
      }
      return .returned
    }
    let text = coder.box("text, and on the heap, please")
    #expect(text.value == "text, and on the heap, please")
    #expect(text.count == 7)
    #expect(coder.box(Int8(3)).value == 3)
  }

  @Test func `Parameters that are classes`() {
    let node = Node()
    reactions.react = { call in
      call.initializeResult(to: Optional(call.arguments.value(at: 0, as: Node.self)))
      return .returned
    }
    #expect(coder.object(node) === node)
  }

  @Test func `Closures over generic parameters`() {
    reactions.react = { call in
      let values = call.arguments.value(at: 0, as: [String].self)
      let body = call.arguments.value(at: 1, as: ((String, Int) -> String).self)
      call.initializeResult(to: values.map { body($0, 2) })
      return .returned
    }
    #expect(coder.each(["a", "b"]) { $0 + "\($1)" } == ["a2", "b2"])
  }

  @Test func `Generic async requirements`() async throws {
    reactions.react = { _ in
      .pending { call in
        await Task.yield()
        call.initializeResult(
          to: Result<String, CancellationError>.success(call.arguments.value(at: 0, as: String.self) + "!")
        )
        return .returned
      }
    }
    let result = try await coder.fetch("a", CancellationError.self)
    #expect(try result.get() == "a!")
  }

  @Test func `Opaque parameters and static requirements`() {
    reactions.react = { call in
      if call.requirement.baseName == "make" {
        call.initializeResult(to: (call.arguments.value(at: 0, as: String.self), 5))
      } else {
        call.initializeResult(to: call.arguments.value(at: 0, as: Set<Int>.self).count)
      }
      return .returned
    }
    #expect(coder.opaque([1, 2, 3] as Set) == 3)
    let made = type(of: coder).make("x")
    #expect(made.0 == "x")
    #expect(made.1 == 5)
  }
}

private protocol Shape: Equatable {
  init(size: Int)
  init?(name: String) throws
  func copy() -> Self
  func maybe(_ is: Bool) -> Self?
  func all() -> [Self]
  func isLike(_ other: Self) -> Bool
}
private struct Square: Shape {
  init(size: Int) {}
  init?(name: String) throws { nil }
  func copy() -> Self { self }
  func maybe(_ is: Bool) -> Self? { nil }
  func all() -> [Self] { [] }
  func isLike(_ other: Self) -> Bool { true }
}
private protocol Twin: AnyObject {
  func twin() -> Self
  init()
}
private final class RealTwin: Twin {
  func twin() -> Self { self }
  init() {}
}

private func exercise<S: Shape>(_ shape: S) -> (Bool, Bool, Int, Bool, Bool) {
  let made = S(size: 4)
  return (
    shape.copy() == shape, shape.maybe(true) == shape, shape.all().count, shape.isLike(made),
    made.copy() == shape
  )
}

@Suite private struct SelfTests {
  @Test func `Self as result, argument and in containers, and initializers`() throws {
    let reactions = Reactions()
    reactions.react = { call in
      switch call.requirement.baseName {
      case "isLike":
        call.initializeResult(to: true)
      case "all":
        // An array of the double's own type.
        let type = call.requirement.result
        #expect(type.name == "Array<Stub<any Shape>>")
        call.initializeResult(to: [Any]())
      case "==":
        let done = call.answerByDefault()
        #expect(done)
      default:
        let done = call.returnDouble()
        #expect(done)
      }
      return .returned
    }
    let shape = try DoubleType.of((any Shape).self).makeValue(as: (any Shape).self, receiver: reactions)
    #expect(exercise(shape) == (true, true, 0, true, true))
    #expect(try type(of: shape).init(name: "n") != nil)
  }

  @Test func `Self of a class-bound protocol`() throws {
    let reactions = Reactions()
    reactions.react = { call in
      let done = call.returnDouble()
      #expect(done)
      return .returned
    }
    let twin = try DoubleType.of((any Twin).self).makeValue(as: (any Twin).self, receiver: reactions)
    #expect(twin.twin() === twin)
    #expect(type(of: twin).init() === twin)
  }
}

private protocol Repository<Element> {
  associatedtype Element: Hashable
  associatedtype Failure: Error = Never
  func find(_ id: Int) async throws -> Element?
  func save(_ element: Element, _ more: [Element], _ done: (Element) -> Void)
  var all: Set<Element> { get set }
  func outcome() -> Result<Element, Failure>
}
private struct Users: Repository {
  func find(_ id: Int) async throws -> User? { nil }
  func save(_ element: User, _ more: [User], _ done: (User) -> Void) {}
  var all: Set<User> = []
  func outcome() -> Result<User, Never> { .success(User()) }
}
private func saveAll<R: Repository>(_ repository: inout R, _ elements: [R.Element]) async throws -> [R.Element?] {
  var seen: [R.Element?] = []
  for element in elements {
    repository.save(element, elements) { seen.append($0) }
    repository.all.insert(element)
  }
  seen.append(try await repository.find(1))
  return seen
}

@Suite private struct AssociatedTypeTests {
  private func receiver() -> Reactions {
    let reactions = Reactions()
    var stored: Set<User> = []
    reactions.react = { call in
      switch (call.requirement.baseName, call.requirement.kind) {
      case ("find", _): call.initializeResult(to: Optional(User(name: "found")))
      case ("save", _):
        let done = call.arguments.value(at: 2, as: ((User) -> Void).self)
        done(call.arguments.value(at: 0, as: User.self))
        #expect(call.arguments.value(at: 1, as: [User].self).count == 2)
      case ("all", .getter): call.initializeResult(to: stored)
      case ("all", _): stored = call.arguments.value(at: 0, as: Set<User>.self)
      default: call.initializeResult(to: Result<User, Never>.success(User()))
      }
      return .returned
    }
    return reactions
  }

  @Test func `Bound by the type, in generic code and out of it`() async throws {
    var repository = try DoubleType.of((any Repository<User>).self)
      .makeValue(as: (any Repository<User>).self, receiver: receiver())
    #expect(try await repository.find(3) == User(name: "found"))
    repository.all = [User(name: "x")]
    #expect(repository.all == [User(name: "x")])
    func open(_ repository: inout some Repository<User>) async throws -> [User?] {
      try await saveAll(&repository, [User(name: "a"), User(name: "b")])
    }
    #expect(try await open(&repository) == [User(name: "a"), User(name: "b"), User(name: "found")])
    #expect(repository.all.count == 3)
  }

  @Test func `Found in the only conformer`() async throws {
    let repository = try DoubleType.of((any Repository).self)
      .makeValue(as: (any Repository).self, receiver: receiver())
    #expect(try await repository.find(3) as? User == User(name: "found"))
  }
}
