/// What a test says of one requirement.
package struct GivenRequirement: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case method
    case initializer
    case property
    case `subscript`
  }

  package var kind: Kind
  package var isStatic: Bool
  /// The name with its labels: `signIn(user:password:)`.
  package var name: String
  /// The type of a method, an initializer or a subscript as a function; of a property as it is.
  package var type: TypeMetadata
  /// Whether a property or subscript can be set.
  package var isSettable: Bool

  package init(_ kind: Kind, isStatic: Bool, name: String, type: TypeMetadata, isSettable: Bool = false) {
    self.kind = kind
    self.isStatic = isStatic
    self.name = name
    self.type = type
    self.isSettable = isSettable
  }
}
