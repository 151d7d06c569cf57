// Compiled without reflection metadata: nothing tells at run time what is in these types.

public struct Sealed {
  public var number: Int
  public init(number: Int) { self.number = number }
}

public enum Outcome {
  case count(Int)
  case text(String)
}
