import Figures
import Foundation

/// A measured figure, as it stands in the table and in the JSON file.
struct Row: Codable {
  var name: String
  var configuration: String
  var value: Double
  var unit: String
  /// To the hand-written mock in the same run, where it does the same.
  var ratio: Double?
  /// What the value may be at most or has to be at least, or the ratio where it ends in `x`.
  var bar: String?
  var ok = true
}

extension Row {
  /// Reads a line of `Scripts/bench`: figure, configuration, value, and perhaps a ratio or `instructions`, with tabs in between.
  init?(_ line: String) {
    let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard columns.count >= 3, let figure = Figure(rawValue: columns[0]),
      let configuration = Configuration(rawValue: columns[1]), let value = Double(columns[2])
    else { return nil }
    let countsInstructions = columns.last == Row.instructions
    let ratio = columns.count > 3 ? Double(columns[3]) : nil
    let bar = countsInstructions ? nil : figure.bar(configuration)
    self.init(
      name: figure.rawValue,
      configuration: configuration.rawValue,
      value: value,
      unit: countsInstructions ? Row.instructions : figure.unit,
      ratio: ratio,
      bar: bar.map { "\($0)" },
      ok: bar?.allows(value: value, ratio: ratio) ?? true
    )
  }

  /// The unit of the second measure.
  static let instructions = "instructions"

  func measuresSame(as other: Row) -> Bool {
    name == other.name && configuration == other.configuration && unit == other.unit
  }
}
