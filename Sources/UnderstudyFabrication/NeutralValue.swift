package import UnderstudyMetadata

// A stand-in until fabrication is merged.

/// Values that mean nothing in particular.
package enum NeutralValue {
  package static func initialize(_ type: TypeMetadata, at address: UnsafeMutableRawPointer) -> Bool {
    func initialize<T>(_ value: T) -> Bool {
      address.initializeMemory(as: T.self, to: value)
      return true
    }
    let type = type.type
    if type == Void.self { return true }
    if type == Int.self { return initialize(0) }
    if type == Double.self { return initialize(0.0) }
    if type == Bool.self { return initialize(false) }
    if let type = type as? any Neutral.Type { return initialize(type.neutral) }
    return false
  }
}

private protocol Neutral { static var neutral: Self { get } }
extension String: Neutral { fileprivate static var neutral: String { "" } }
extension Array: Neutral { fileprivate static var neutral: [Element] { [] } }
extension Optional: Neutral { fileprivate static var neutral: Wrapped? { nil } }
