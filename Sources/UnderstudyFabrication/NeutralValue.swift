package import UnderstudyMetadata
internal import UnderstudyTrampolines

/// The obvious values: `()`, `nil`, `0`, `""`, `[]`, `false`.
package enum NeutralValue {
  /// Initializes memory with the type's neutral value.
  ///
  /// - Returns: Whether the type has one.
  package static func initialize(_ type: TypeMetadata, at memory: UnsafeMutableRawPointer) -> Bool {
    switch type.kind {
    case .optional:
      us_enum_inject_tag(memory, 1, type.pointer)
      return true
    case .tuple:
      return initializeTuple(type, at: memory)
    case .struct:
      guard let value = neutral(type.type) else { return false }
      func store<T>(_ value: T) { memory.initializeMemory(as: T.self, to: value) }
      _openExistential(value, do: store)
      return true
    default:
      return false
    }
  }

  private static func initializeTuple(_ type: TypeMetadata, at memory: UnsafeMutableRawPointer) -> Bool {
    guard let tuple = TupleMetadata(type) else { return false }
    let elements = tuple.elements
    for (index, element) in elements.enumerated() where !initialize(element.type, at: memory + element.offset) {
      for done in elements[..<index] { done.type.destroy(memory + done.offset) }
      return false
    }
    return true
  }

  private static func neutral(_ type: Any.Type) -> Any? {
    switch type {
    // The most common ones, to spare them the search for a conformance.
    case is Int.Type: 0
    case is String.Type: ""
    case is Bool.Type: false
    case let type as any RangeReplaceableCollection.Type: type.init()
    case let type as any AdditiveArithmetic.Type: type.zero
    case let type as any SetAlgebra.Type: type.init()
    case let type as any ExpressibleByDictionaryLiteral.Type: empty(type)
    default: nil
    }
  }

  private static func empty<T: ExpressibleByDictionaryLiteral>(_ type: T.Type) -> Any {
    [:] as T
  }
}
