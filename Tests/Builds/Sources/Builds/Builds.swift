import Prices
import Understudy

// Each has one conformer with a value in it, which a direct call would take the double's value for.

protocol Counter { func count(from start: Int) -> Int }

private protocol Secret { func reveal() -> Int }

/// Has two conformers, so that no call can be direct.
protocol Shape { func area() -> Int }

struct FixedCounter: Counter, Secret, Shape {
  var step = 5
  func count(from start: Int) -> Int { start + step }
  func reveal() -> Int { step }
  func area() -> Int { step }
}

struct Square: Shape {
  var side = 3
  func area() -> Int { side * side }
}

@inline(never) func next(_ counter: any Counter) -> Int { counter.count(from: 1) }
@inline(never) private func told(_ secret: any Secret) -> Int { secret.reveal() }
@inline(never) func size(_ shape: any Shape) -> Int { shape.area() }

@main enum Builds {
  static func main() async {
    // The conformers are used, so that the optimiser keeps them.
    precondition(next(FixedCounter()) == 6 && told(FixedCounter()) == 5 && size(FixedCounter()) + size(Square()) == 14)
    precondition(total(FixedPricing(price: 1)) == 11)

    report("internal") {
      let stub = try Stub<any Counter>()
      stub.when { $0.count(from: Match.any()) }.thenReturn(40)
      return next(stub()) == 40
    }
    report("private") {
      let stub = try Stub<any Secret>()
      stub.when { $0.reveal() }.thenReturn(41)
      return told(stub()) == 41
    }
    report("two conformers") {
      let stub = try Stub<any Shape>()
      stub.when { $0.area() }.thenReturn(42)
      return size(stub()) == 42
    }
    report("public") {
      let stub = try Stub<any Pricing>()
      stub.when { $0.price(of: Match.equal("tea")) }.thenReturn(43)
      stub.when { $0.discounted(Match.any(), by: Match.any()) }
        .then { (price: Price, percentage: Double) in Price(price.amount - Int(percentage) / 10, price.currency) }
      return total(stub()) == 48
        && stub().discounted(Price(7, "another one that isn't kept inline"), by: 20)
          == Price(5, "another one that isn't kept inline")
    }
    report("toolchain") {
      let stub = try Stub<any RandomNumberGenerator>()
      stub.when { $0.next() }.thenReturn(.max)
      var generator = stub()
      return Int.random(in: 1...6, using: &generator) == 6
    }
  }

  private static func report(_ name: String, _ body: () throws -> Bool) {
    do {
      print("\(name): \(try body() ? "works" : "WRONG")")
    } catch {
      print("\(name): \(error)")
    }
  }
}
