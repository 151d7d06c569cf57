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

extension Row {
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
