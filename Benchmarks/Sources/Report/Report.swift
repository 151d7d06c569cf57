import Figures
import Foundation

/// Makes a table and files of the rows on the standard input.
///
///     Report [--json FILE] [--svg FILE] [--page FILE] [--check BASELINE] [--write-baseline BASELINE]
@main struct Report {
  private var rows: [Row] = []

  static func main() {
    do {
      try run()
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(2)
    }
  }

  private static func run() throws {
    var report = Report()
    try report.read()
    let arguments = CommandLine.arguments.dropFirst()
    for (option, file) in zip(arguments, arguments.dropFirst()) where option == "--check" {
      try report.compare(with: Report.rows(in: file))
    }
    report.rows.printTable()
    for (option, file) in zip(arguments, arguments.dropFirst()) where ["--json", "--write-baseline"].contains(option) {
      try report.write(to: file)
    }
    for (option, file) in zip(arguments, arguments.dropFirst()) where option == "--svg" {
      try Data(Chart(report.rows).svg.utf8).write(to: URL(filePath: file))
    }
    for (option, file) in zip(arguments, arguments.dropFirst()) where option == "--page" {
      try report.putTable(into: file)
    }
    if !report.rows.allSatisfy(\.ok) { exit(1) }
  }

  private mutating func read() throws {
    while let line = readLine() {
      guard let row = Row(line) else { throw ReportError(description: "Not a row: \(line)") }
      rows.append(row)
    }
    // Counts come without ratios.
    for (index, row) in rows.enumerated() where row.unit == Row.instructions {
      let reference = Figure(rawValue: row.name)?.reference?.rawValue
      let other = rows.first { $0.name == reference && $0.configuration == row.configuration && $0.unit == row.unit }
      if let other { rows[index].ratio = row.value / other.value }
    }
    let order = Figure.allCases.map(\.rawValue)
    rows = rows.enumerated().sorted { one, other in
      let keys = [one, other].map {
        (
          $0.element.unit == Row.instructions ? 1 : 0, $0.element.configuration,
          order.firstIndex(of: $0.element.name) ?? 0, $0.offset
        )
      }
      return keys[0] < keys[1]
    }.map(\.element)
  }

  /// Makes the counts of a baseline the bars, with 10 % more.
  private mutating func compare(with baseline: [Row]) throws {
    for index in rows.indices where rows[index].unit == Row.instructions {
      guard let old = baseline.first(where: { $0.measuresSame(as: rows[index]) }) else { continue }
      let limit = old.value * 1.1
      rows[index].bar = "<= \(short(limit))"
      rows[index].ok = rows[index].value <= limit
    }
    for old in baseline where !rows.contains(where: { $0.measuresSame(as: old) }) {
      throw ReportError(description: "The baseline has what wasn't measured: \(old.name), \(old.configuration)")
    }
  }

  private static func rows(in file: String) throws -> [Row] {
    try JSONDecoder().decode([Row].self, from: Data(contentsOf: URL(filePath: file)))
  }

  /// Exchanges the table of a page, which lies between two comments.
  private func putTable(into file: String) throws {
    let page = try String(contentsOfFile: file, encoding: .utf8)
    guard let start = page.range(of: "<!-- table -->\n"),
      let end = page.range(of: "<!-- end of table -->", range: start.upperBound..<page.endIndex)
    else { throw ReportError(description: "\(file) has no place for a table.") }
    let table = "\n\(rows.markdown)\n"
    let whole = page.replacingCharacters(in: start.upperBound..<end.lowerBound, with: table)
    try Data(whole.utf8).write(to: URL(filePath: file))
  }

  private func write(to file: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try (encoder.encode(rows) + Data("\n".utf8)).write(to: URL(filePath: file))
  }
}

struct ReportError: Error, CustomStringConvertible {
  var description: String
}
