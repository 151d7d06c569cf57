/// Registrations with a name, to be applied to stubs and spies in several tests.
///
/// ```swift
/// extension StubScenario where P == any Shop {
///   static var soldOut: StubScenario {
///     StubScenario("sold out") { $0.when { try $0.buy(Match.any(), count: Match.any()) }.thenThrow(ShopError.soldOut) }
///   }
/// }
///
/// shop.apply(.soldOut)
/// ```
///
/// Failures that have to do with a scenario's registrations name it. A scenario counts as used when one of its registrations
/// has served a call: where unused registrations are a failure, the others of the same scenario aren't.
public struct StubScenario<P>: Sendable {
  /// The name, as in messages.
  public let name: String
  /// The closures hold what a test has captured, unchecked: they run where the scenario is applied.
  fileprivate nonisolated(unsafe) let configure: (TestDouble<P>) -> Void

  /// Makes a scenario of registrations.
  ///
  /// - Parameters:
  ///   - name: The name, as in messages.
  ///   - configure: Makes the registrations on the double it gets. It runs each time the scenario is applied, there.
  public init(_ name: String, _ configure: @escaping (TestDouble<P>) -> Void) {
    self.name = name
    self.configure = configure
  }

  /// Makes a scenario of others.
  ///
  /// Of registrations that match the same call, those of the scenario that comes first take it.
  ///
  /// - Parameters:
  ///   - name: The name of the whole; in messages it comes before that of the part.
  ///   - parts: The scenarios, in order.
  public init(_ name: String, combining parts: StubScenario<P>...) {
    self.init(name) { stub in for part in parts { part.apply(to: stub, at: .unknown) } }
  }

  fileprivate func apply(to stub: TestDouble<P>, at location: SourceLocation) {
    ScenarioUse.$current.withValue(ScenarioUse(of: name, at: location)) { configure(stub) }
  }
}

/// Registrations with a name, of calls that have to be awaited: the asynchronous form of ``StubScenario``.
///
/// ```swift
/// let signedIn = AsyncStubScenario<any AuthService>("signed in") {
///   await $0.when { try await $0.signIn(user: Match.any(), password: Match.any()) }.thenReturn("session")
/// }
/// await auth.apply(signedIn)
/// ```
public struct AsyncStubScenario<P>: Sendable {
  /// The name, as in messages.
  public let name: String
  private let configure: @Sendable (TestDouble<P>) async -> Void

  /// Makes a scenario of registrations.
  ///
  /// - Parameters:
  ///   - name: The name, as in messages.
  ///   - configure: Makes the registrations on the double it gets. It runs each time the scenario is applied, there.
  public init(_ name: String, _ configure: @escaping @Sendable (TestDouble<P>) async -> Void) {
    self.name = name
    self.configure = configure
  }

  /// Makes a scenario of others.
  ///
  /// Of registrations that match the same call, those of the scenario that comes first take it.
  ///
  /// - Parameters:
  ///   - name: The name of the whole; in messages it comes before that of the part.
  ///   - parts: The scenarios, in order.
  public init(_ name: String, combining parts: AsyncStubScenario<P>...) {
    self.init(name) { stub in for part in parts { await part.apply(to: stub, at: .unknown) } }
  }

  /// Makes an asynchronous scenario of one that isn't, to combine it with others.
  ///
  /// - Parameter scenario: The scenario, whose name this one has too.
  public init(_ scenario: StubScenario<P>) {
    name = scenario.name
    configure = { scenario.configure($0) }
  }

  fileprivate func apply(
    to stub: TestDouble<P>,
    at location: SourceLocation,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    await ScenarioUse.$current.withValue(
      ScenarioUse(of: name, at: location),
      operation: { await configure(stub) },
      isolation: isolation
    )
  }
}

extension TestDouble {
  /// Makes the registrations of scenarios on this double.
  ///
  /// ```swift
  /// shop.apply(.open, .soldOut)
  /// ```
  ///
  /// - Parameters:
  ///   - scenarios: The scenarios, in order: the first registration that matches takes a call.
  ///   - fileID: The file that mistakes in the registrations name.
  ///   - filePath: The path of the same file.
  ///   - line: The line that mistakes in the registrations name.
  ///   - column: The column of the same place.
  public func apply(
    _ scenarios: StubScenario<P>...,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    for scenario in scenarios { scenario.apply(to: self, at: SourceLocation(fileID, filePath, line, column)) }
  }

  /// Makes the registrations of asynchronous scenarios on this double.
  ///
  /// - Parameters:
  ///   - scenarios: The scenarios, in order: the first registration that matches takes a call.
  ///   - fileID: The file that mistakes in the registrations name.
  ///   - filePath: The path of the same file.
  ///   - line: The line that mistakes in the registrations name.
  ///   - column: The column of the same place.
  ///   - isolation: The caller's actor.
  public func apply(
    _ scenarios: AsyncStubScenario<P>...,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    for scenario in scenarios { await scenario.apply(to: self, at: SourceLocation(fileID, filePath, line, column)) }
  }
}
