/// The generic parameters and requirements of a context, or of the requirement signature of an existential.
///
/// Layout: `swift/ABI/GenericContext.h` (`TargetGenericContextDescriptorHeader`, then parameters, padding, requirements).
package struct GenericSignature: @unchecked Sendable {
  // Sendable: points at constant data of a loaded image.
  private let header: UnsafeRawPointer
  private let parameterDescriptors: UnsafeRawPointer?
  private let requirementDescriptors: UnsafeRawPointer

  /// What a generic parameter stands for. Values: `GenericParamKind`.
  package enum ParameterKind: UInt8, Sendable {
    case type = 0
    case typePack = 1
    case value = 2
    /// The value that this library doesn't know.
    case unknown = 0x3F
  }

  package struct Parameter: Sendable {
    package let kind: ParameterKind
    /// Whether the parameter has a place in the argument vector of a bound type.
    package let hasKeyArgument: Bool
  }

  /// A signature whose parameters and requirements directly follow its header.
  init(header: UnsafeRawPointer) {
    let parameters = header + Offset.end
    let parameterCount = Int((header + Offset.parameterCount).load(as: UInt16.self))
    self.init(
      header: header,
      parameters: parameters,
      requirements: parameters + (parameterCount + 3) & ~3
    )
  }

  /// - Parameter parameters: `nil` where all parameters are types with a key argument and not spelled out.
  init(header: UnsafeRawPointer, parameters: UnsafeRawPointer?, requirements: UnsafeRawPointer) {
    self.header = header
    parameterDescriptors = parameters
    requirementDescriptors = requirements
  }

  private enum Offset {
    static let parameterCount = 0
    static let requirementCount = 2
    static let keyArgumentCount = 4
    static let flags = 6
    static let end = 8
  }

  package var parameterCount: Int { Int((header + Offset.parameterCount).load(as: UInt16.self)) }

  package var requirementCount: Int { Int((header + Offset.requirementCount).load(as: UInt16.self)) }

  /// The number of words in the argument vector of a bound type.
  package var keyArgumentCount: Int { Int((header + Offset.keyArgumentCount).load(as: UInt16.self)) }

  /// Whether the type conforms to what its declaration leaves out (`~Copyable`) if its arguments do, as `Optional` does.
  var hasConditionalInverses: Bool { (header + Offset.flags).load(as: UInt16.self) & 2 != 0 }

  /// The address of what follows the signature; `nil` where it has parts of kinds that are laid out after the requirements.
  var end: UnsafeRawPointer? {
    let flags = (header + Offset.flags).load(as: UInt16.self)
    return flags == 0 ? requirementDescriptors + requirementCount * GenericRequirement.size : nil
  }

  package func parameter(_ index: Int) -> Parameter {
    guard let parameterDescriptors else { return Parameter(kind: .type, hasKeyArgument: true) }
    let byte = parameterDescriptors.load(fromByteOffset: index, as: UInt8.self)
    return Parameter(kind: ParameterKind(rawValue: byte & 0x3F) ?? .unknown, hasKeyArgument: byte & 0x80 != 0)
  }

  package func requirement(_ index: Int) -> GenericRequirement {
    GenericRequirement(pointer: requirementDescriptors + index * GenericRequirement.size)
  }
}

extension ContextDescriptor {
  /// The generic signature of a type, with the parameters of the types around it; `nil` where there is none.
  package var genericSignature: GenericSignature? {
    guard isGeneric else { return nil }
    // A type's generic header follows two words of the runtime's own: cache and instantiation pattern.
    switch kind {
    case .class: return GenericSignature(header: pointer + TypeDescriptor.classSize + 8)
    case .struct, .enum: return GenericSignature(header: pointer + TypeDescriptor.valueTypeSize + 8)
    case .extension: return GenericSignature(header: pointer + 12)
    case .anonymous: return GenericSignature(header: pointer + 8)
    default: return nil
    }
  }

  /// Whether values of the type can't be copied, or can't outlive the call they are passed to, whatever its arguments.
  package var isInverted: Bool { hasInverses && !(genericSignature?.hasConditionalInverses ?? false) }
}
