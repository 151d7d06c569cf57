internal import UnderstudyMetadata

/// A value of an enum, taken apart.
struct EnumParts: @unchecked Sendable {
  // Sendable: the values came in as arguments, or as literals of the test, and are only compared.
  private let type: TypeMetadata
  private let tag: Int
  /// The payload as a whole, and its type.
  private let whole: (value: Any, type: TypeMetadata)?
  /// The case's name.
  let name: String
  /// What the case carries: one associated value after the other.
  let payload: [Part]

  struct Part {
    var label: String?
    var type: TypeMetadata
    var value: Any
  }

  /// The label of a payload of one associated value.
  var onlyLabel: String? { payload.count == 1 ? payload[0].label : nil }

  /// Takes a value apart; `nil` if it is no enum, or hides what it carries behind a mirror of its own.
  init?(_ value: Any) {
    func take<V>(_ value: V) -> (TypeMetadata, Int)? {
      let type = TypeMetadata(V.self)
      guard let metadata = EnumMetadata(type), metadata.hasTags else { return nil }
      return withUnsafePointer(to: value) { (type, metadata.tag(of: $0)) }
    }
    guard value is any OptionalShape || !(value is any CustomReflectable),
      let (type, tag) = _openExistential(value, do: take),
      let cases = EnumMetadata(type)?.cases, cases.indices.contains(tag)
    else { return nil }
    self.type = type
    self.tag = tag
    name = cases[tag].name
    guard let payload = cases[tag].payload else {
      self.payload = []
      whole = nil
      return
    }
    guard case .type(let payloadType) = payload, let child = Mirror(reflecting: value).children.first else {
      return nil
    }
    whole = (child.value, payloadType)
    if let tuple = TupleMetadata(payloadType) {
      let values = Mirror(reflecting: child.value).children.map(\.value)
      guard values.count == tuple.count else { return nil }
      self.payload = zip(tuple.elements, values).map { Part(label: $0.label, type: $0.type, value: $1) }
    } else {
      // A lone payload with a label is mirrored as a tuple of one element.
      let isLabelled = TupleMetadata(TypeMetadata(Swift.type(of: child.value)))?.count == 1
      let part = isLabelled ? Mirror(reflecting: child.value).children.first : nil
      self.payload = [Part(label: part?.label, type: payloadType, value: part?.value ?? child.value)]
    }
  }

  /// Takes the sample of a case apart, or what it is an optional of, unless a matcher stands for all of that.
  init?(sample: Any, made: [Collector.RecordedMatcher]) {
    guard let parts = EnumParts(sample) else { return nil }
    let isWhole = made.count == 1 && made[0].matcher.valueType == parts.whole?.type
    if !isWhole, let wrapped = (sample as? any OptionalShape)?.wrapped,
      let inner = EnumParts(sample: wrapped, made: made)
    {
      self = inner
    } else {
      self = parts
    }
  }

  /// The matchers for the associated values; `nil` if their number doesn't fit.
  func matchers(from made: [Collector.RecordedMatcher]) -> [Matcher<Any>]? {
    if made.isEmpty {
      guard !payload.contains(where: { $0.type.isFunction }) else { return nil }
      return payload.map { Match.literal($0.value) }
    }
    if made.count == payload.count {
      // A function lies in the enum as its declaration says, not as a value of its type does elsewhere.
      let fits = zip(payload, made).allSatisfy { !$0.type.isFunction || $1.matcher.acceptsEverything }
      return fits ? zip(payload, made).map { Self.matcher($1.matcher, for: $0.type) } : nil
    }
    guard let whole, made.count == 1, made[0].matcher.valueType == whole.type else { return nil }
    return [Self.matcher(made[0].matcher, for: whole.type)]
  }

  /// A matcher for what is of a type, though it is handed over as `Any`.
  private static func matcher(_ matcher: any AnyMatcher, for type: TypeMetadata) -> Matcher<Any> {
    matcher.acceptsEverything && (type.isFunction || matcher.valueType == type) ? .any : matcher.converted(to: Any.self)
  }

  /// What a value carries, for matchers of each associated value or of all together; `nil` if it is of another case.
  func values(ofSameCase value: Any, for matchers: [Matcher<Any>]) -> [Any]? {
    guard let other = EnumParts(value), other.type == type else {
      // A matcher of a wrapped value stands for an optional.
      return (value as? any OptionalShape)?.wrapped.flatMap { values(ofSameCase: $0, for: matchers) }
    }
    guard other.tag == tag else { return nil }
    return matchers.count == payload.count ? other.payload.map(\.value) : other.whole.map { [$0.value] } ?? []
  }
}
