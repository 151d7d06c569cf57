/// The mangling's variant of RFC 3492: `_` delimits, and `A`…`J` stand for the digits 26 to 35.
///
/// ASCII characters that can't stand in a symbol are moved to the code points 0xD800 + character
/// (`lib/Demangling/Punycode.cpp`).
enum Punycode {
  private static let base = 36
  private static let firstBias = 72
  private static let firstCodePoint: UInt32 = 0x80
  private static let escape: UInt32 = 0xD800
  private static let delimiter: UInt8 = 0x5F
  /// Decoding is quadratic; no real identifier is longer.
  static let longest = 4096

  private static func bias(_ delta: Int, count: Int, isFirst: Bool) -> Int {
    var delta = delta / (isFirst ? 700 : 2)
    delta += delta / count
    var k = 0
    while delta > 455 {
      delta /= 35
      k += base
    }
    return k + 36 * delta / (delta + 38)
  }

  private static func threshold(_ k: Int, _ bias: Int) -> Int { min(max(k - bias, 1), 26) }

  /// The UTF-8 text of an encoded identifier, or `nil` if it's no encoding.
  static func decode(_ input: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard input.count <= longest else { return nil }
    var points: [UInt32] = []
    var position = 0
    var end = input.count
    while end > 0, input[end - 1] != delimiter { end -= 1 }
    if end > 0 {
      while position < end - 1 {
        guard input[position] < 0x80 else { return nil }
        points.append(UInt32(input[position]))
        position += 1
      }
      position = end
    }
    var point = Int(firstCodePoint)
    var index = 0
    var currentBias = firstBias
    while position < input.count {
      let start = index
      var weight = 1
      var k = base
      while true {
        guard position < input.count else { return nil }
        let byte = input[position]
        position += 1
        let digit: Int
        if byte.isLower {
          digit = Int(byte) - 0x61
        } else if byte >= 0x41 && byte <= 0x4A {
          digit = Int(byte) - 0x41 + 26
        } else {
          return nil
        }
        let (step, overflow) = digit.multipliedReportingOverflow(by: weight)
        guard !overflow, step < 1 << 40 else { return nil }
        index += step
        let limit = threshold(k, currentBias)
        if digit < limit { break }
        weight *= base - limit
        guard weight < 1 << 40 else { return nil }
        k += base
      }
      currentBias = bias(index - start, count: points.count + 1, isFirst: start == 0)
      point += index / (points.count + 1)
      index %= points.count + 1
      guard point <= 0x10FFFF else { return nil }
      points.insert(UInt32(point), at: index)
      index += 1
    }
    var output: [UInt8] = []
    for point in points {
      if point >= escape, point < escape + 0x80 {
        output.append(UInt8(point - escape))
      } else if let scalar = Unicode.Scalar(point) {
        output.append(contentsOf: UTF8.encode(scalar)!)
      } else {
        return nil
      }
    }
    return output
  }

  /// The encoding of an identifier.
  static func encode(_ identifier: String) -> [UInt8] {
    var points: [UInt32] = []
    var output: [UInt8] = []
    for scalar in identifier.unicodeScalars {
      if scalar.value < 0x80, !UInt8(scalar.value).isSymbolByte {
        points.append(escape + scalar.value)
      } else {
        points.append(scalar.value)
        if scalar.value < 0x80 { output.append(UInt8(scalar.value)) }
      }
    }
    var handled = output.count
    let basicCount = handled
    if basicCount > 0 { output.append(delimiter) }
    var next = firstCodePoint
    var delta = 0
    var currentBias = firstBias
    while handled < points.count {
      var smallest = UInt32.max
      for point in points where point >= next && point < smallest { smallest = point }
      delta += Int(smallest - next) * (handled + 1)
      next = smallest
      for point in points {
        if point < next { delta += 1 }
        guard point == next else { continue }
        var rest = delta
        var k = base
        while true {
          let limit = threshold(k, currentBias)
          if rest < limit { break }
          output.append(digit(limit + (rest - limit) % (base - limit)))
          rest = (rest - limit) / (base - limit)
          k += base
        }
        output.append(digit(rest))
        currentBias = bias(delta, count: handled + 1, isFirst: handled == basicCount)
        delta = 0
        handled += 1
      }
      delta += 1
      next += 1
    }
    return output
  }

  private static func digit(_ value: Int) -> UInt8 {
    UInt8(value < 26 ? 0x61 + value : 0x41 + value - 26)
  }
}
