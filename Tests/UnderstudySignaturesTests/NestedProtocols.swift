// Protocols that lie in types, those of other modules too, some of them of one name; and protocols that speak of them.

enum Road {
  protocol Vehicle: Actor {}
  protocol Part: ~Copyable {}
  protocol Base {}
  protocol Heir: Base {}
}

enum Rail {
  protocol Vehicle {}
  protocol Part {}
  protocol Base {}
  protocol Heir {}
}

extension String {
  protocol Vehicle: Actor {}
  protocol Part: ~Copyable {}
  protocol Base {}
  protocol Heir: Base {}
  protocol Box<Content, Lid> {
    associatedtype Content
    associatedtype Lid
  }
}

extension Int { protocol Part: ~Escapable {} }

protocol DeclaredCar: Road.Vehicle { func go() }
protocol DeclaredTrain: Rail.Vehicle { func go() }
protocol DeclaredText: String.Vehicle { func go() }

protocol DeclaredSuppression {
  func road<T: Road.Part & ~Copyable>(_ value: borrowing T)
  func rail<T: Rail.Part>(_ value: T)
  func text<T: String.Part & ~Copyable>(_ value: borrowing T)
  func number<T: Int.Part & ~Escapable>(_ value: borrowing T)
  func sendable<T: Sendable & ~Copyable>(_ value: borrowing T)
  func metatype<T: SendableMetatype & ~Copyable & ~Escapable>(_ value: borrowing T)
  func bits<T: BitwiseCopyable & ~Escapable>(_ value: borrowing T)
}

struct SuppressionConformer: DeclaredSuppression {
  func road<T: Road.Part & ~Copyable>(_ value: borrowing T) {}
  func rail<T: Rail.Part>(_ value: T) {}
  func text<T: String.Part & ~Copyable>(_ value: borrowing T) {}
  func number<T: Int.Part & ~Escapable>(_ value: borrowing T) {}
  func sendable<T: Sendable & ~Copyable>(_ value: borrowing T) {}
  func metatype<T: SendableMetatype & ~Copyable & ~Escapable>(_ value: borrowing T) {}
  func bits<T: BitwiseCopyable & ~Escapable>(_ value: borrowing T) {}
}

protocol DeclaredInheritance {
  func road(_ value: any Road.Heir & Road.Base)
  func rail(_ value: any Rail.Heir & Rail.Base)
  func text(_ value: any String.Heir & String.Base)
  func others(_ value: any String.Base & Int.Part)
}

struct InheritanceConformer: DeclaredInheritance {
  func road(_ value: any Road.Heir & Road.Base) {}
  func rail(_ value: any Rail.Heir & Rail.Base) {}
  func text(_ value: any String.Heir & String.Base) {}
  func others(_ value: any String.Base & Int.Part) {}
}
