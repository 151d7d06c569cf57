/// One application of a scenario to a stub. A task-local value connects it with what is registered meanwhile.
final class ScenarioUse: Sendable, CustomStringConvertible {
  @TaskLocal static var current: ScenarioUse?

  /// The scenario's name, after the names of those that it is a part of.
  let path: [String]
  /// The line where the outermost one was applied.
  let location: SourceLocation

  init(of name: String, at location: SourceLocation) {
    let outer = Self.current
    path = (outer?.path ?? []) + [name]
    self.location = outer?.location ?? location
  }

  /// In words: `scenario "checkout" › "sold out"`.
  var description: String { "scenario " + path.map { "\"\($0)\"" }.joined(separator: " › ") }
}
