#if canImport(Testing)
  public import Testing
  public import Understudy

  extension TestDoubles {
    /// Runs a closure of a helper function, and reports what fails in it at the helper's caller.
    ///
    /// Registrations and doubles made in the closure belong to that place too.
    ///
    /// ```swift
    /// func expectSale(of item: String, in shop: Stub<any Shop>, sourceLocation: SourceLocation = #_sourceLocation) {
    ///   TestDoubles.reporting(at: sourceLocation) {
    ///     shop.verify { try $0.buy(item, count: Match.any()) }
    ///   }
    /// }
    /// ```
    ///
    /// A helper may as well take `fileID`, `filePath`, `line` and `column`, and pass them on: every function of a double does.
    ///
    /// - Parameters:
    ///   - sourceLocation: The place.
    ///   - body: The closure to run.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws.
    public static func reporting<R>(at sourceLocation: Testing.SourceLocation, _ body: () throws -> R) rethrows -> R {
      try TestDoubleIssue.SourceLocation.$given.withValue(.init(sourceLocation), operation: body)
    }

    /// Runs an asynchronous closure of a helper function, and reports what fails in it at the helper's caller.
    ///
    /// - Parameters:
    ///   - sourceLocation: The place.
    ///   - isolation: The caller's actor; the closure runs on it.
    ///   - body: The closure to run.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws.
    @_disfavoredOverload
    public static func reporting<R>(
      at sourceLocation: Testing.SourceLocation,
      isolation: isolated (any Actor)? = #isolation,
      _ body: () async throws -> R
    ) async rethrows -> R {
      try await TestDoubleIssue.SourceLocation.$given.withValue(
        .init(sourceLocation),
        operation: body,
        isolation: isolation
      )
    }
  }

  extension TestDoubleIssue.SourceLocation {
    fileprivate init(_ location: Testing.SourceLocation) {
      #if compiler(>=6.3)
        let path = location.filePath
      #else
        let path = location._filePath
      #endif
      self.init(fileID: location.fileID, filePath: path, line: location.line, column: location.column)
    }
  }
#endif
