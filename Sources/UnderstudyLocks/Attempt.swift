/// What came of something that was tried once: a `Result` that costs nothing to use for the first time, as `Table` explains.
package enum Attempt<Value, Failure> {
  case success(Value)
  case failure(Failure)
}

extension Attempt where Failure: Error {
  package init(catching body: () throws(Failure) -> Value) {
    do throws(Failure) {
      self = .success(try body())
    } catch {
      self = .failure(error)
    }
  }

  package func get() throws(Failure) -> Value {
    switch self {
    case .success(let value): return value
    case .failure(let error): throw error
    }
  }
}

extension Attempt: Sendable where Value: Sendable, Failure: Sendable {}
