internal import UnderstudyMetadata

/// One requirement of a protocol, for the rare case that nothing in the process tells what it is.
///
/// The closures only refer to a member; they never run, and the compiler infers all types from them.
///
/// ```swift
/// let store = try Stub<any Store>(requirements: [
///   .method("load(id:)", signatureOf: { $0.load(id:) }),
///   .property("count", signatureOf: { $0.count }),
///   .property("title", settable: true, signatureOf: { $0.title }),
/// ])
/// ```
///
/// All requirements of the protocol have to be given, in the order of their declarations. Where another source tells what they are, it
/// has to say the same. Requirements that mention `Self` or associated types, or have generic parameters, can't be given: a reference
/// to one looks like a reference to another requirement, which is called differently.
public struct StubRequirement<P> {
  let given: GivenRequirement

  private init(
    _ kind: GivenRequirement.Kind,
    _ name: String,
    _ type: Any.Type,
    isStatic: Bool,
    isSettable: Bool = false
  ) {
    given = GivenRequirement(
      kind,
      isStatic: isStatic,
      name: name,
      type: TypeMetadata(type),
      isSettable: isSettable
    )
  }

  /// A method.
  ///
  /// - Parameters:
  ///   - name: Its name with labels: `"load(id:)"`.
  ///   - reference: Refers to the method without calling it: `{ $0.load(id:) }`.
  public static func method<Function>(_ name: String, signatureOf reference: (P) -> Function) -> Self {
    Self(.method, name, Function.self, isStatic: false)
  }

  /// A method that can't be referred to, such as a mutating one.
  ///
  /// - Parameters:
  ///   - name: Its name with labels: `"append(_:)"`.
  ///   - type: Its type: `((Int) -> Void).self`.
  public static func method<Function>(_ name: String, type: Function.Type) -> Self {
    Self(.method, name, type, isStatic: false)
  }

  /// A static method.
  ///
  /// - Parameters:
  ///   - name: Its name with labels.
  ///   - reference: Refers to the method without calling it: `{ type(of: $0).make(count:) }`.
  public static func staticMethod<Function>(_ name: String, signatureOf reference: (P) -> Function) -> Self {
    Self(.method, name, Function.self, isStatic: true)
  }

  /// An initializer.
  ///
  /// - Parameters:
  ///   - name: Its name with labels: `"init(name:)"`.
  ///   - reference: Refers to the initializer without calling it: `{ type(of: $0).init(name:) }`.
  public static func initializer<Function>(_ name: String, signatureOf reference: (P) -> Function) -> Self {
    Self(.initializer, name, Function.self, isStatic: false)
  }

  /// A property.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - isSettable: Whether it is declared `{ get set }`.
  ///   - reference: Reads the property: `{ $0.count }`, with `try` and `await` where it needs them.
  public static func property<Value>(
    _ name: String,
    settable isSettable: Bool = false,
    signatureOf reference: (P) async throws -> Value
  ) -> Self {
    Self(.property, name, Value.self, isStatic: false, isSettable: isSettable)
  }

  /// A static property.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - isSettable: Whether it is declared `{ get set }`.
  ///   - reference: Reads the property: `{ type(of: $0).standard }`.
  public static func staticProperty<Value>(
    _ name: String,
    settable isSettable: Bool = false,
    signatureOf reference: (P) async throws -> Value
  ) -> Self {
    Self(.property, name, Value.self, isStatic: true, isSettable: isSettable)
  }

  /// A subscript.
  ///
  /// - Parameters:
  ///   - name: `subscript` with labels: `"subscript(_:)"`.
  ///   - isSettable: Whether it is declared `{ get set }`.
  ///   - reference: Makes a closure that reads the subscript: `{ store in { (index: Int) in store[index] } }`.
  public static func `subscript`<Function>(
    _ name: String,
    settable isSettable: Bool = false,
    signatureOf reference: (P) -> Function
  ) -> Self {
    Self(.subscript, name, Function.self, isStatic: false, isSettable: isSettable)
  }
}
