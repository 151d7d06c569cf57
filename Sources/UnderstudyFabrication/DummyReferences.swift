package import UnderstudyCalls
package import UnderstudyMetadata
internal import UnderstudyTrampolines

/// Who hears of the use of a dummy.
package protocol DummyOwner: AnyObject, Sendable {
  /// Who answers the calls of a protocol's double.
  ///
  /// - Parameter subject: The protocol type as it is written.
  func receiver(of subject: String) -> any DummyReceiver
  /// Ends the process: what was used can't go on.
  ///
  /// - Parameter use: What was done: `lock() of Door was called`.
  func stop(_ use: String) -> Never
}

/// Answers the calls of a dummy of a protocol.
package protocol DummyReceiver: CallReceiver {
  /// Ends the process, since nothing is known of the call but its name.
  func stop(_ requirement: String) -> Never
}

/// Makes values that must not be used, and say so when they are.
package enum Dummies {
  /// Initializes memory with a dummy.
  ///
  /// - Returns: Whether it did: a type without values has no dummy.
  package static func initialize(_ type: TypeMetadata, at memory: UnsafeMutableRawPointer, owner: any DummyOwner)
    -> Bool
  {
    DummyReferences.install
    return ValueSynthesis(references: DummyReferences(owner: owner)).initialize(type, at: memory)
  }
}

extension Dummies {
  /// A type as it is written.
  package static func name(of type: TypeMetadata) -> String {
    existentialName(of: type) ?? "\(type.type)"
  }

  /// The same, for a type of values with requirements.
  fileprivate static func existentialName(of type: TypeMetadata) -> String? {
    do throws(Refusal) {
      return try ExistentialShape(type).description
    } catch {
      return nil
    }
  }
}

/// What dummies refer to: objects, functions and doubles that tell their owner of every use.
struct DummyReferences: SynthesizedReferences {
  let owner: any DummyOwner

  /// Makes the entries of objects and functions call here.
  static let install: Void = {
    us_install_dummy_handlers(
      us_dummy_handlers(
        method_called: { type, owner, index in
          let method = DummyClass.nameOfMethod(Int(index), of: TypeMetadata(pointer: type))
          DummyReferences.owner(owner).stop("\(method) was called")
        },
        function_called: { type, owner in
          DummyReferences.owner(owner).stop("a function of type \(TypeMetadata(pointer: type).name) was called")
        }
      )
    )
  }()

  private static func owner(_ reference: UnsafeRawPointer) -> any DummyOwner {
    // Invariant: `retainedOwner` made it.
    Unmanaged<AnyObject>.fromOpaque(reference).takeUnretainedValue() as! any DummyOwner
  }

  private func retainedOwner() -> UnsafeMutableRawPointer {
    Unmanaged<AnyObject>.passRetained(owner).toOpaque()
  }

  func object(of type: TypeMetadata) -> UnsafeRawPointer? {
    guard let dummy = DummyClass.of(type) else { return nil }
    return UnsafeRawPointer(us_make_dummy_object(dummy.pointer, retainedOwner()))
  }

  func initializeFunction(_ type: TypeMetadata, at memory: UnsafeMutableRawPointer) -> Bool {
    guard let function = FunctionMetadata(type), function.convention == .swift else { return false }
    memory.storeBytes(of: us_dummy_function(function.isAsync), as: UnsafeRawPointer.self)
    (memory + MemoryLayout<UnsafeRawPointer>.size).storeBytes(
      of: us_make_dummy_context(type.pointer, retainedOwner()),
      as: UnsafeMutableRawPointer.self
    )
    return true
  }

  func initializeExistential(_ type: TypeMetadata, at memory: UnsafeMutableRawPointer) -> Bool {
    if let existential = ExistentialMetadata(type) {
      if existential.isError {
        memory.initializeMemory(as: (any Error).self, to: DummyError())
        return true
      }
      if existential.superclass != nil { return false }
    }
    do throws(Refusal) {
      let double = try DoubleType.ofDummies(type.type)
      double.initializeValue(at: memory, receiver: owner.receiver(of: double.description))
      return true
    } catch {
      // `Any` and `AnyObject`: there's nothing to call.
      guard Dummies.existentialName(of: type) == nil else { return false }
      return Placeholder().initializeExistential(type, at: memory)
    }
  }
}

private struct DummyError: Error, CustomStringConvertible {
  var description: String { "a dummy error" }
}
