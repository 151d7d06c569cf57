/// Lets the closures that name several calls drop what the calls return without saying so.
@resultBuilder
public enum CallSequence {
  public static func buildExpression<R>(_ result: R) {}
  public static func buildBlock(_ calls: Void...) {}
  public static func buildArray(_ calls: [Void]) {}
  public static func buildOptional(_ calls: Void?) {}
  public static func buildEither(first: Void) {}
  public static func buildEither(second: Void) {}
}
