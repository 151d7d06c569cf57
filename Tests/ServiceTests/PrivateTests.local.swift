import ServiceProtocols
import Testing
import Understudy

extension PrivateTests {
  @Test func `A protocol's conformer and its types may be local to a function`() async throws {
    struct Point: Equatable, Sendable {
      var x: Int32
      var y: Double
    }
    final class Pen {}
    enum Stroke: Equatable { case dot(Point), line(from: Point, to: Point), lift }
    protocol Canvas {
      func draw(_ stroke: Stroke, with pen: Pen?) -> Point?
      func flush() async throws -> [Stroke]
      var origin: Point { get set }
    }
    struct Screen: Canvas {
      func draw(_ stroke: Stroke, with pen: Pen?) -> Point? { nil }
      func flush() async throws -> [Stroke] { [] }
      var origin = Point(x: 0, y: 0)
    }

    let stub = try Stub<any Canvas>()
    let pen = Pen()
    let drawn = stub.when { $0.draw(Match.any(), with: Match.any()) }.then { (stroke: Stroke, _: Pen?) in
      if case .line(_, let end) = stroke { end } else { nil }
    }
    await stub.when { try await $0.flush() }.thenReturn([.lift]).thenThrow(ServiceError.notFound)
    let origin = Stored(Point(x: 1, y: 2), in: stub, get: { $0.origin }, set: { $0.origin = $1 })
    var canvas = stub()
    #expect(canvas.draw(.lift, with: pen) == nil)
    let line = Stroke.line(from: Point(x: -1, y: 0.5), to: Point(x: .max, y: -0.5))
    #expect(canvas.draw(line, with: nil) == Point(x: .max, y: -0.5))
    #expect(try await canvas.flush() == [.lift])
    await #expect(throws: ServiceError.notFound) { _ = try await canvas.flush() }
    canvas.origin.y *= 2
    #expect(origin.value == Point(x: 1, y: 4))
    let strokes: [(Stroke, Pen?)] = drawn.arguments()
    #expect(strokes.count == 2 && strokes[0].0 == .lift && strokes[0].1 === pen)
    #expect(strokes[1].0 == line && strokes[1].1 == nil)
    stub.verify { $0.draw(line, with: nil) }
    stub.verify { $0.draw(.lift, with: pen) }
  }
}
