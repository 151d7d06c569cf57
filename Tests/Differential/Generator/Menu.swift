internal import DifferentialRandom

/// The switchboard: what is generated, and how often. A weight of 0 switches a thing off.
///
/// Add a shape here once the library supports it: give it a case, a weight, and a line where the switch over it is.
enum Menu {
  /// Kinds of requirement.
  enum Member: CaseIterable {
    case method, mutatingMethod, consumingMethod, staticMethod
    case getter, property, staticGetter, staticProperty
    case subscriptGetter, subscriptProperty, staticSubscript
    case initializer, operatorMethod

    var weight: Int {
      switch self {
      case .method: 50
      case .mutatingMethod: 5
      case .consumingMethod: 3
      case .staticMethod: 8
      case .getter: 8
      case .property: 8
      case .staticGetter: 2
      case .staticProperty: 2
      case .subscriptGetter: 5
      case .subscriptProperty: 6
      case .staticSubscript: 2
      case .initializer: 4
      case .operatorMethod: 3
      }
    }
  }

  /// How calls may end and whether they suspend.
  enum Effects: CaseIterable {
    case plain, throwing, async, asyncThrowing, typedThrowing, asyncTypedThrowing

    var weight: Int {
      switch self {
      case .plain: 40
      case .throwing: 20
      case .async: 20
      case .asyncThrowing: 20
      case .typedThrowing, .asyncTypedThrowing: 14
      }
    }

    var isAsync: Bool { [.async, .asyncThrowing, .asyncTypedThrowing].contains(self) }
    var canThrow: Bool { ![.plain, .async].contains(self) }
    var isTyped: Bool { [.typedThrowing, .asyncTypedThrowing].contains(self) }
  }

  /// Families of types.
  enum Family: CaseIterable {
    case small, number, vector, text, pointer, foundation, reference, existential, metatype, clock
    case keyPath, importedFromC
    case optional, array, slice, set, dictionary, range, result, tuple, pointerTo, box
    case inlineArray, holding, holdingObject
    case model, genericModel, closure

    var weight: Int {
      switch self {
      case .small: 14
      case .number: 10
      case .vector: 6
      case .text: 8
      case .pointer: 2
      case .foundation: 5
      case .reference: 5
      case .existential: 7
      case .metatype: 3
      case .clock: 2
      case .optional: 12
      case .array: 4
      case .slice: 1
      case .set: 1
      case .dictionary: 2
      case .range: 2
      case .result: 2
      case .tuple: 8
      case .pointerTo: 1
      case .box: 2
      case .model: 25
      case .genericModel: 5
      case .closure: 12
      case .importedFromC: 5
      case .keyPath: 1
      case .inlineArray: 3
      case .holding: 3
      case .holdingObject: 1
      }
    }

    /// Whether types of the family are made of others.
    var isMadeOfOthers: Bool {
      switch self {
      case .optional, .array, .slice, .set, .dictionary, .range, .result, .tuple, .pointerTo, .box, .inlineArray,
        .holding, .holdingObject, .genericModel:
        true
      default: false
      }
    }
  }

  /// Once in how many of those that may a member is generic, is isolated to the caller's actor, to none or to a global actor,
  /// has a parameter that is isolated, knows of `Self`, ends with a parameter pack or a variadic parameter, has an accessor
  /// that is `mutating` or a setter that isn't, says `throws(Never)`, sends its result; and a protocol has associated types,
  /// is for actors.
  static let generic = 6
  static let callersActor = 8
  static let concurrent = 8
  static let globalActor = 20
  static let isolatedParameter = 25
  static let conformer = 10
  static let associatedTypes = 3
  static let actor = 10
  static let pack = 14
  static let variadic = 20
  static let unusualAccessor = 5
  static let throwsNever = 15
  static let sendsResult = 20

  /// What parameters may have before their type.
  static let ownerships = [
    "", "", "", "", "", "", "", "", "", "", "consuming ", "consuming ", "inout ", "inout ", "borrowing ", "sending ",
  ]

  /// Weights of parameter counts 0, 1, 2, ….
  static let parameterCounts = [5, 20, 20, 15, 10, 6, 5, 4, 4, 3, 2, 2, 2, 1, 1]
}

extension Source {
  /// Picks by weight.
  mutating func pick<T>(_ items: [T], weight: (T) -> Int) -> T {
    var rest = below(items.reduce(0) { $0 + weight($1) })
    for item in items {
      rest -= weight(item)
      if rest < 0 { return item }
    }
    fatalError("no weights")
  }

  mutating func pick<T>(_ items: [T]) -> T { items[below(items.count)] }
}
