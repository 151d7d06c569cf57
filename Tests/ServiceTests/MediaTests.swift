import Foundation
import Testing
import Understudy

@testable import ServiceProtocols

@Suite struct MediaTests {
  let image = Image([Pixel(1, 2, 3), Pixel(4, 5, 6)], size: (2, 1))

  @Test func `Images are loaded, encoded and measured`() async throws {
    let stub = try Stub<any ImageStore>()
    let url = URL(string: "https://example.org/a.png")!
    let image = image
    let loaded = await stub.when { try await $0.image(at: Match.any(), size: Match.any()) }.thenReturn(image)
      .thenThrow(ServiceError.notFound)
    stub.when { try $0.encode(Match.any(), as: Match.any()) }.then { (image: Image, format: ImageFormat) in
      switch format {
      case .png: Data([1])
      case .jpeg(let quality): Data([UInt8(quality * 100)])
      case .raw(let depth, let order): Data([depth] + "\(order)".utf8)
      }
    }
    stub.when { $0.average(Match.any()) }.then { (image: Image) in image.pixels[1] }
    stub.when { $0.pixel(1, 0, of: image) }.thenReturn(Pixel(9, 8, 7, 6))
    stub.when { $0.pixel(Match.any(), Match.any(), of: Match.any()) }.thenReturn(nil)
    await stub.when { await $0.palette(of: Match.any()) }
      .thenReturn((Pixel(1, 1, 1), Pixel(2, 2, 2), Pixel(3, 3, 3), Pixel(4, 4, 4)))
    let store = stub()
    #expect(try await store.image(at: url, size: (width: 3, height: -1)) === image)
    await #expect(throws: ServiceError.notFound) { _ = try await store.image(at: url, size: nil) }
    #expect(try store.encode(image, as: .png) == Data([1]))
    #expect(try store.encode(image, as: .jpeg(quality: 0.5)) == Data([50]))
    #expect(try store.encode(image, as: .raw(depth: 16, order: "x")) == Data([16, 120]))
    #expect(store.average(image) == Pixel(4, 5, 6))
    #expect(store.pixel(1, 0, of: image) == Pixel(9, 8, 7, 6))
    #expect(store.pixel(1, 0, of: nil) == nil)
    let palette = await store.palette(of: image)
    #expect(palette == (Pixel(1, 1, 1), Pixel(2, 2, 2), Pixel(3, 3, 3), Pixel(4, 4, 4)))
    let loads: [(URL, (width: Int, height: Int)?)] = loaded.arguments()
    #expect(loads.count == 2)
    #expect(loads[0].0 == url && loads[0].1?.width == 3 && loads[0].1?.height == -1 && loads[1].1 == nil)
    stub.verify { try $0.encode(image, as: .raw(depth: 16, order: "x")) }
    stub.verify { $0.pixel(1, 0, of: nil) }
    stub.verify { $0.average(image) }
    await stub.verify { await $0.palette(of: image) }
  }

  @Test func `A renderer takes matrices, pointers and pixels`() async throws {
    let stub = try Stub<any Renderer>()
    let transform = Stored(Matrix(1), in: stub, get: { $0.transform }, set: { $0.transform = $1 })
    let drawn = stub.when { $0.draw(Match.any(), Match.any(), at: Match.any(), tint: Match.any(), alpha: Match.any()) }
      .then { (_: Image, matrix: Matrix, origin: (Float, Float)) in
        var matrix = matrix
        matrix.rows.3[0] = origin.1
        return matrix
      }
    let cleared = stub.when { $0.clear(Match.any()) }.thenDoNothing()
    let bytes: [UInt8] = [1, 2, 3]
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 8, alignment: 8)
    defer { buffer.deallocate() }
    let flushed = stub.when { try $0.flush(Match.any(), count: Match.any()) }.thenReturn(UnsafeRawBufferPointer(buffer))
      .thenThrow(ServiceError.notFound)
    await stub.when { await $0.fence() }.thenReturn(nil, OpaquePointer(bitPattern: 64))

    let renderer = stub()
    renderer.transform.rows.0.x = 50
    #expect(transform.value.rows.0.x == 50 && transform.value.rows.3 == Matrix(1).rows.3)
    let result = renderer.draw(image, Matrix(7), at: (1.5, 2.5), tint: nil, alpha: 0.5)
    #expect(result.rows.3[0] == 2.5 && result.rows.0 == Matrix(7).rows.0)
    renderer.clear(Pixel(1, 2, 3, 4))
    bytes.withUnsafeBufferPointer { bytes in
      #expect(throws: Never.self) {
        let flushed = try renderer.flush(bytes.baseAddress, count: 3)
        #expect(flushed.baseAddress == UnsafeRawPointer(buffer.baseAddress) && flushed.count == 8)
      }
    }
    #expect(throws: ServiceError.notFound) { _ = try renderer.flush(nil, count: -1) }
    #expect(await renderer.fence() == nil)
    #expect(await renderer.fence() == OpaquePointer(bitPattern: 64))

    let draws: [(Image, Matrix, (Float, Float), Pixel?, Float)] = drawn.arguments()
    #expect(draws.count == 1 && draws[0].0 === image && draws[0].1 == Matrix(7))
    #expect(draws[0].2 == (1.5, 2.5) && draws[0].3 == nil && draws[0].4 == 0.5)
    let colors: [Pixel] = cleared.arguments()
    #expect(colors == [Pixel(1, 2, 3, 4)])
    let pointers: [(UnsafePointer<UInt8>?, Int)] = flushed.arguments()
    #expect(pointers.map(\.1) == [3, -1] && pointers[1].0 == nil)
    stub.verify { $0.draw(image, Matrix(7), at: (1.5, 2.5), tint: nil, alpha: 0.5) }
    await stub.verify(2...2) { await $0.fence() }
  }

  @Test func `A mixer mixes into the caller's buffer`() throws {
    let stub = try Stub<any AudioMixer>()
    let volumes = Stored<[Float]>([0.5, 1], in: stub, get: { $0.volumes }, set: { $0.volumes = $1 })
    var scratch: [Float] = []
    let mixed = stub.when { $0.mix(Match.any(), Match.any(), gain: Match.any(), into: &scratch) }
      .thenForEachCall { attempt in attempt }
    stub.when { $0.level(Match.any()) }.then { (channel: Int8) in (left: Float(channel), right: -Float(channel)) }
    let muted = stub.when { $0.mute(Match.any()) }.then { (channels: IndexSet) in channels.contains(3) }
    var mixer = stub()
    mixer.volumes[1] -= 0.25
    mixer.volumes.swapAt(0, 1)
    #expect(volumes.value == [0.75, 0.5])
    var out: [Float] = [9]
    let count = [1, 2, 3].withUnsafeBufferPointer { mixer.mix($0, [4], gain: 0.5, into: &out) }
    #expect(count == 1 && out == [9])
    #expect(mixer.level(-128) == (left: -128, right: 128))
    let answers = [mixer.mute(IndexSet([1, 3])), mixer.mute(IndexSet())]
    #expect(answers == [true, false])
    let mixes: [(UnsafeBufferPointer<Float>, [Float], Float, [Float])] = mixed.arguments()
    #expect(mixes.count == 1 && mixes[0].0.count == 3)
    #expect((mixes[0].1, mixes[0].2, mixes[0].3) == ([4], 0.5, [9]))
    let sets: [IndexSet] = muted.arguments()
    #expect(sets == [IndexSet([1, 3]), IndexSet()])
    stub.verify { $0.level(-128) }
    stub.verify(2...2) { $0.volumes }
  }
}
