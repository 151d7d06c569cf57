internal import UnderstudyCalls
internal import UnderstudyFabrication
internal import UnderstudyMetadata

/// Values for places that need one and must not use it.
///
/// ```swift
/// let clock: any Clock = Dummy.make()
/// let checkout = Checkout(shop: stub(), mailer: Dummy.make())
/// ```
///
/// The type follows from the place. A call of a dummy's protocol fails the test, with the call's name and the line where the
/// dummy was made. Functions and the methods of a class can't return, so that using one stops the process, with the same story.
/// Structs and enums are made of such values, with zeros for numbers and empty strings and collections.
///
/// Not told are uses of a class's `final` methods and stored properties: those aren't found through the object. Its properties are
/// all zeros. A dummy of a `final` class isn't recognized by `is` and `as?`.
public enum Dummy<T> {
  /// Makes a dummy.
  ///
  /// - Parameters:
  ///   - fileID: The file that its use is reported in.
  ///   - filePath: The path of the same file.
  ///   - line: The line that its use is reported at.
  ///   - column: The column of the same place.
  /// - Returns: The dummy. For a type without values, and for others that none can be made of, the process stops with an
  ///   explanation; see ``make(using:)``.
  public static func make(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> T {
    if let make = DummyRegistry.current.maker(of: T.self) { return make() }
    let location = SourceLocation(fileID, filePath, line, column)
    return withUnsafeTemporaryAllocation(of: T.self, capacity: 1) { buffer in
      let owner = DummyOrigin(of: T.self, at: location)
      guard Dummies.initialize(TypeMetadata(T.self), at: UnsafeMutableRawPointer(buffer.baseAddress!), owner: owner)
      else {
        Reporter.stop(
          "Can't make a dummy of \(Dummies.name(of: TypeMetadata(T.self))): it has no values, or some part of it has none that could be made.\n"
            + "  What to do: Say which value to use, with Dummy.make(using:) or Dummy<\(T.self)>.register { }.",
          at: location
        )
      }
      return buffer.baseAddress!.move()
    }
  }

  /// Makes a dummy of a value at hand, for types that have no other.
  ///
  /// ```swift
  /// let address: Address = Dummy.make(using: Address(host: "example.org"))
  /// ```
  ///
  /// - Parameter value: The value.
  public static func make(using value: @autoclosure () -> T) -> T {
    value()
  }

  /// Says how dummies of a type are made, for the rest of the test. Other tests don't see it.
  ///
  /// ```swift
  /// Dummy<Address>.register { Address(host: "example.org") }
  /// ```
  ///
  /// - Parameter make: Makes one. It may run on any thread.
  public static func register(_ make: @escaping () -> T) {
    DummyRegistry.current.register(make)
  }
}

/// Where a dummy was made, and for what.
final class DummyOrigin: DummyOwner {
  private let reporter: Reporter
  private let type: TypeMetadata

  init<T>(of type: T.Type, at location: SourceLocation) {
    self.type = TypeMetadata(type)
    reporter = Reporter(creation: location)
  }

  func receiver(of subject: String) -> any DummyReceiver {
    DummyCalls(subject: subject, origin: self)
  }

  func stop(_ use: String) -> Never {
    reporter.stop("\(use) on a dummy (\(Dummies.name(of: type))), made at \(reporter.creation.short). \(Self.remedy)")
  }

  /// Ends a call that can be answered.
  fileprivate func end(_ call: borrowing Call, of subject: String) -> Outcome {
    if call.answerByDefault() { return .returned }
    if call.requirement.kind == .initializer, call.returnDouble() { return .returned }
    let name = CallText.text(of: call.arguments, in: subject)
    let story = { (ending: String) in
      "\(name) was called on a dummy (\(subject)), made at \(self.reporter.creation.short): \(ending) \(Self.remedy)"
    }
    let error = UnstubbedCall(
      description: "\(name) was called on a dummy (\(subject)), as reported at \(reporter.creation.short)."
    )
    if call.requirement.mayThrow(error) {
      reporter.report(story("it threw an error."))
      return .threw(error)
    }
    return reporter.endWithoutBehaviour(call, message: story)
  }

  private static let remedy = "A dummy must not be used: pass a Stub or a Spy instead."
}

/// Answers the calls of a dummy of a protocol.
private final class DummyCalls: DummyReceiver {
  private let subject: String
  private let origin: DummyOrigin

  init(subject: String, origin: DummyOrigin) {
    self.subject = subject
    self.origin = origin
  }

  func receive(_ call: borrowing Call) -> Outcome {
    origin.end(call, of: subject)
  }

  func stop(_ requirement: String) -> Never {
    origin.stop("\(requirement) of \(subject) was called")
  }
}
