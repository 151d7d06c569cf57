import Figures
import Foundation

extension [Row] {
  /// Prints them as a table.
  func printTable() {
    let lines = [["", "", "value", "", "hand-written x", "bar", ""]] + map(\.columns)
    let widths = lines[0].indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    for line in lines {
      let cells = zip(line, widths).enumerated().map { column, cell in
        let padding = String(repeating: " ", count: cell.1 - cell.0.count)
        return [2, 4].contains(column) ? padding + cell.0 : cell.0 + padding
      }
      print(cells.joined(separator: "  ").replacing(/\ +$/, with: ""))
    }
  }
}

extension [Row] {
  /// The same in Markdown.
  var markdown: String {
    let head = "| | | value | hand-written × | bar | |\n|---|---|--:|--:|---|---|\n"
    return head
      + map { row in
        let columns = row.columns
        return "| \(columns[0]) | \(columns[1]) | \(row.quantity) | \(columns[4]) | \(columns[5]) | \(columns[6]) |\n"
      }.joined()
  }
}

extension Row {
  /// The value with its unit.
  var quantity: String { unit == "x" ? "\(short(value))×" : "\(short(value)) \(unit)" }

  /// What the bar is about: the value, or how many times the hand-written mock's it is.
  var amount: String {
    guard case .times = limit, let ratio else { return quantity }
    return "\(short(ratio))×, \(quantity)"
  }

  /// How much of what the bar allows.
  var share: Double? {
    switch limit {
    case .times(let most): ratio.map { $0 / most }
    case .atMost(let most): most == 0 ? nil : value / most
    case .atLeast(let least): least / value
    case nil: nil
    }
  }

  private var limit: Bar? {
    guard unit != Row.instructions, let configuration = Configuration(rawValue: configuration) else { return nil }
    return Figure(rawValue: name)?.bar(configuration)
  }

  fileprivate var columns: [String] {
    [
      name, configuration, short(value), unit, ratio.map(short) ?? "", bar ?? "",
      bar == nil ? "" : ok ? "ok" : "MISSED",
    ]
  }
}

/// A number with three digits that count.
func short(_ value: Double) -> String {
  let places = abs(value) >= 100 || value == 0 ? 0 : abs(value) >= 10 ? 1 : 2
  return String(format: "%.\(places)f", value)
}
