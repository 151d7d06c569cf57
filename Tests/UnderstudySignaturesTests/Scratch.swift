import Testing
@testable import UnderstudySignatures
@testable import UnderstudyMetadata
private protocol Hid { func a(_ x: Int) -> String }
enum Ns {
  protocol Nest { func a(_ x: [Ns.E]) }; private protocol PN { func q() throws }; enum E {}
  static let pn = ExistentialMetadata(TypeMetadata((any PN).self))!.protocols.first!
}
@Test func scratch() throws {
  print(Canary.outcome)
  protocol Loc { func l(_ y: Double) async }
  for d in [
    ExistentialMetadata(TypeMetadata((any Hid).self))!.protocols.first!,
    ExistentialMetadata(TypeMetadata((any Ns.Nest).self))!.protocols.first!, Ns.pn,
    ExistentialMetadata(TypeMetadata((any SampleProtocol).self))!.protocols.first!,
    ExistentialMetadata(TypeMetadata((any Loc).self))!.protocols.first!,
  ] {
    do {
      let p = try ModuleSignatures.read(d);
      print(try p.name.canonicalName()); print(p.slots.map(\.record).joined(separator: "\n"))
    } catch { print(error) }
  }
  let c = ContinuousClock()
  let d = ExistentialMetadata(TypeMetadata((any SampleProtocol).self))!.protocols.first!
  let m = ModuleSignatures.modules(named: "UnderstudySignaturesTests", of: d).found[0]
  for _ in 0..<3 {
    print(c.measure { _ = try! Canary.read(d, in: m) })
  }
  var dec = try ModuleDecoder(m)
  for _ in 0..<3 {
    print("new", c.measure { dec = try! ModuleDecoder(m) })
    print("find", c.measure { _ = try! dec.find(ProtocolPath(d)) })
    let id = try dec.find(ProtocolPath(d))!
    print("read", c.measure { _ = try! dec.readProtocol(id) })
    print("read", c.measure { _ = try! dec.readProtocol(id) })
    print("conf", c.measure { _ = try! ConformerSignatures.read(d, slots: Array(1..<18)) })
  }
}
