import Figures

/// Something that is done many times over to see what it costs.
struct Work {
  /// Does it so many times.
  typealias Run = (Int) async throws -> Void

  var figure: Figure
  /// How often it is done for one look at the clock.
  var count: Int
  /// How often it is done first.
  var warmUp = 16
  /// Whether each round gets one of its own from `prepare`.
  var isFresh = true
  var prepare: () async throws -> Run
}

extension Work {
  /// Measures both in turn, so that whatever else the machine does falls on both, and prints the medians.
  static func compare(_ unit: Work, _ works: [Work], rounds: Int) async throws {
    let all = [unit] + works
    var kept: [Run?] = all.map { _ in nil }
    var times: [[Double]] = all.map { _ in [] }
    for _ in 0..<rounds {
      for (index, work) in all.enumerated() {
        let run: Run
        if let known = kept[index] {
          run = known
        } else {
          run = try await work.prepare()
          try await run(work.warmUp)
        }
        if !work.isFresh { kept[index] = run }
        let start = Clock.processor()
        try await run(work.count)
        times[index].append(Double(Clock.processor() - start) / Double(work.count))
      }
    }
    for (index, work) in all.enumerated() {
      let ratios = zip(times[index], times[0]).map { $0 / $1 }
      let value = median(times[index]) / (work.figure.unit == "us" ? 1000 : 1)
      output(work.figure, value, ratio: median(ratios))
    }
  }
}

/// The one in the middle.
func median(_ values: [Double]) -> Double {
  values.sorted()[values.count / 2]
}

/// A row for `Report`.
func output(_ figure: Figure, _ value: Double, ratio: Double? = nil) {
  #if DEBUG
    let configuration = Configuration.debug
  #else
    let configuration = Configuration.release
  #endif
  let columns = [figure.rawValue, configuration.rawValue, "\(value)", ratio.map { "\($0)" } ?? ""]
  print(columns.joined(separator: "\t"))
}
