internal import UnderstudyCalls
internal import UnderstudyMetadata
internal import UnderstudySignatures

/// What doubles do about the requirements of protocols that everybody knows, unless a test says otherwise: they are equal to
/// themselves only, hash and order by identity, and describe themselves by what they are doubles of.
enum StandardDefaults {
  /// The answer for a requirement; `nil` if it has none.
  static func answer(
    for signature: RequirementSignature,
    of descriptor: ProtocolDescriptor
  ) -> Requirement.DefaultAnswer? {
    switch descriptor.moduleName {
    case "Swift", "Foundation", "FoundationEssentials": break
    default: return nil
    }
    let name = "\(descriptor.name).\(signature.baseName)"
    if name == "Identifiable.id" { return identify }
    guard let answer = answers[name] else { return nil }
    return { call, double in
      answer(call, double)
      return true
    }
  }

  /// The protocols whose requirements only work together, and can't be answered one by one.
  static let refused: Set<String> = [
    "Sequence", "Collection", "IteratorProtocol", "AsyncSequence", "AsyncIteratorProtocol", "StringProtocol", "Numeric",
    "Strideable", "SIMDStorage",
  ]

  /// Identifies a double by the object, where the type of its `id` can tell objects apart.
  private static let identify: Requirement.DefaultAnswer = { call, double in
    let identity = ObjectIdentifier(double)
    let result = call.requirement.result
    if result == TypeMetadata(ObjectIdentifier.self) {
      call.initializeResult(to: identity)
    } else if result == TypeMetadata(Int.self) {
      call.initializeResult(to: Int(bitPattern: identity))
    } else if result == TypeMetadata(String.self) {
      call.initializeResult(to: "\(text(of: double)) \(UInt(bitPattern: identity))")
    } else {
      return false
    }
    return true
  }

  private typealias Answer = @Sendable (borrowing Call, AnyObject) -> Void

  private static let answers: [String: Answer] = [
    "CustomStringConvertible.description": { call, double in call.initializeResult(to: text(of: double)) },
    "CustomDebugStringConvertible.debugDescription": { call, double in
      call.initializeResult(to: text(of: double))
    },
    "Equatable.==": { call, _ in call.initializeResult(to: identity(0, of: call) == identity(1, of: call)) },
    "Comparable.<": { call, _ in call.initializeResult(to: identity(0, of: call) < identity(1, of: call)) },
    "Comparable.<=": { call, _ in call.initializeResult(to: identity(0, of: call) <= identity(1, of: call)) },
    "Comparable.>": { call, _ in call.initializeResult(to: identity(0, of: call) > identity(1, of: call)) },
    "Comparable.>=": { call, _ in call.initializeResult(to: identity(0, of: call) >= identity(1, of: call)) },
    "Hashable.hash": { call, double in
      // Invariant: the parameter of `hash(into:)` is an `inout Hasher`.
      let hasher = call.inoutAddress(of: 0)!.assumingMemoryBound(to: Hasher.self)
      hasher.pointee.combine(ObjectIdentifier(double))
      call.initializeResult(to: ())
    },
    "Hashable.hashValue": { call, double in call.initializeResult(to: ObjectIdentifier(double).hashValue) },
    "Hashable._rawHashValue": { call, double in
      call.initializeResult(to: ObjectIdentifier(double)._rawHashValue(seed: call.arguments.value(at: 0, as: Int.self)))
    },
    "Error._domain": { call, double in call.initializeResult(to: text(of: double)) },
    "Error._code": { call, _ in call.initializeResult(to: 1) },
    "Error._userInfo": { call, _ in call.initializeResult(to: AnyObject?.none) },
    "Error._getEmbeddedNSError": { call, _ in call.initializeResult(to: AnyObject?.none) },
    "LocalizedError.errorDescription": { call, double in
      call.initializeResult(to: Optional(text(of: double)))
    },
    "LocalizedError.failureReason": { call, _ in call.initializeResult(to: String?.none) },
    "LocalizedError.recoverySuggestion": { call, _ in call.initializeResult(to: String?.none) },
    "LocalizedError.helpAnchor": { call, _ in call.initializeResult(to: String?.none) },
    "Encodable.encode": { call, _ in call.initializeResult(to: ()) },
    "TextOutputStream._lock": { call, _ in call.initializeResult(to: ()) },
    "TextOutputStream._unlock": { call, _ in call.initializeResult(to: ()) },
    "TextOutputStream._writeASCII": { call, double in
      let text = String(decoding: call.arguments.value(at: 0, as: UnsafeBufferPointer<UInt8>.self), as: UTF8.self)
      // Invariant: the object behind a double of a protocol conforms to it.
      var stream = double as! any TextOutputStream
      stream.write(text)
      call.initializeResult(to: ())
    },
    "NSObjectProtocol.isEqual": { call, double in
      let other = call.arguments.value(at: 0, as: Any?.self)
      call.initializeResult(to: other.map { $0 as AnyObject === double } ?? false)
    },
    "NSObjectProtocol.hash": { call, double in call.initializeResult(to: ObjectIdentifier(double).hashValue) },
    "NSObjectProtocol.self": { call, double in call.initializeResult(to: double) },
    "NSObjectProtocol.isProxy": { call, _ in call.initializeResult(to: false) },
    "NSObjectProtocol.description": { call, double in call.initializeResult(to: text(of: double)) },
    "NSObjectProtocol.debugDescription": { call, double in call.initializeResult(to: text(of: double)) },
    "Actor.unownedExecutor": { call, double in
      call.initializeResult(to: unsafeDowncast(double, to: Payload.self).executor)
    },
  ]

  /// The double's own text, whatever its `description` is made to be.
  private static func text(of double: AnyObject) -> String {
    // Invariant: the object behind a double is a payload.
    unsafeDowncast(double, to: Payload.self).description
  }

  /// The address of the double that is an argument of a comparison.
  private static func identity(_ index: Int, of call: borrowing Call) -> ObjectIdentifier {
    // Invariant: both operands are `Self`, which is one reference to a payload.
    ObjectIdentifier(call.arguments.address(of: index).load(as: AnyObject.self))
  }
}

/// Conforms to the protocols above, so that their requirements' types are known in every process.
struct StandardConformer: Comparable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, Identifiable,
  Codable,
  Error
{
  var id: Int { 0 }
  var description: String { "" }
  var debugDescription: String { "" }
  static func < (one: Self, other: Self) -> Bool { false }
}

/// Runs the work of a double whose protocol inherits from `Actor`.
actor StandInActor {}
