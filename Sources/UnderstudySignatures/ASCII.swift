/// The letters of the mangling as an enumeration, so that an unoptimised build dispatches on them without a call per letter.
// swift-format-ignore: AlwaysUseLowerCamelCase
enum ASCII: UInt8 {
  case dollar = 0x24
  case period = 0x2E
  case A = 0x41
  case B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q, R, S, T, U, V, W, X, Y, Z
  case underscore = 0x5F
  case a = 0x61
  case b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z
}

extension UInt8 {
  var isDigit: Bool { self >= 0x30 && self <= 0x39 }
  var isLower: Bool { self >= 0x61 && self <= 0x7A }
  var isUpper: Bool { self >= 0x41 && self <= 0x5A }

  /// Whether the byte may stand in a symbol's identifier as it is: `[_$a-zA-Z0-9]`.
  var isSymbolByte: Bool { isLower || isUpper || isDigit || self == 0x5F || self == 0x24 }
}
