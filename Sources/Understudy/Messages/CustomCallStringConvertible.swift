/// A type whose values say themselves how they look in messages about calls.
///
/// For types whose values shouldn't be shown, or are easier to read in another form:
///
/// ```swift
/// extension Password: CustomCallStringConvertible {
///   var callDescription: String { "•••" }
/// }
/// ```
///
/// It counts wherever such a value is found: as an argument, a result or an error, in optionals and collections, and in the
/// fields of values that don't describe themselves. It goes before `description`.
public protocol CustomCallStringConvertible {
  /// The value's text in messages; a long one is cut.
  var callDescription: String { get }
}
