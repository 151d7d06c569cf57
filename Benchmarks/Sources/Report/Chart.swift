import Figures
import Foundation

/// A chart of how much of its bar each figure takes.
struct Chart {
  private let rows: [Row]
  // In pixels.
  private let line = 15.0
  private let gap = 9.0
  private let nameWidth = 400.0
  private let barWidth = 300.0
  private let valueWidth = 170.0
  private let top = 46.0
  /// How much of the bar the longest bar stands for.
  private let longest = 1.5

  init(_ rows: [Row]) {
    self.rows = rows.filter { $0.share != nil }
  }

  var svg: String {
    var y = top
    var body = ""
    for figure in Figure.allCases {
      let own = rows.filter { $0.name == figure.rawValue }.sorted { $0.configuration > $1.configuration }
      if own.isEmpty { continue }
      let middle = y + line * Double(own.count) / 2 + 4
      body += text(nameWidth - 8, middle, figure.rawValue, "text-anchor=\"end\"")
      for row in own {
        let width = min(row.share ?? 0, longest) / longest * barWidth
        let kind = row.ok ? row.configuration : "missed"
        body += """
          <rect class="\(kind)" x="\(point(nameWidth))" y="\(point(y + 1))" width="\(point(max(width, 1)))" \
          height="\(point(line - 2))"/>\n
          """
        body += text(nameWidth + width + 6, y + line - 4, "\(row.configuration): \(row.amount)", "class=\"value\"")
        y += line
      }
      y += gap
    }
    let limit = nameWidth + barWidth / longest
    let width = nameWidth + barWidth + valueWidth
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(point(width))" height="\(point(y + 6))" \
      viewBox="0 0 \(point(width)) \(point(y + 6))" role="img" aria-label="How much of its bar each figure takes">
      <style>
        text { font: 12px sans-serif; fill: #24292f }
        .value { font-size: 11px; fill: #57606a }
        .release { fill: #2f6fb5 } .debug { fill: #93b8de } .missed { fill: #c2452d }
        line { stroke: #57606a; stroke-dasharray: 3 3 }
        @media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .value { fill: #9aa4ae } line { stroke: #9aa4ae } }
      </style>
      \(text(nameWidth, 16, "How much of its bar each figure takes; shorter is better"))\
      \(text(limit, top - 12, "the bar", "text-anchor=\"middle\" class=\"value\""))\
      <line x1="\(point(limit))" x2="\(point(limit))" y1="\(point(top - 8))" y2="\(point(y))"/>
      \(body)</svg>

      """
  }

  private func text(_ x: Double, _ y: Double, _ string: String, _ attributes: String = "") -> String {
    "<text x=\"\(point(x))\" y=\"\(point(y))\"\(attributes.isEmpty ? "" : " ")\(attributes)>\(string)</text>\n"
  }

  private func point(_ value: Double) -> String { String(format: "%.1f", value) }
}
