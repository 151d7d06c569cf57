internal import DifferentialRandom

/// A requirement of a generated protocol.
struct Member {
  struct Parameter {
    var type: GeneratedType
    /// What is written before the type.
    var ownership: String
    /// How many elements the caller writes out, if it is variadic.
    var variadicCount: Int?
  }

  var name: String
  var kind = Menu.Member.method
  /// What it is called if it is an operator.
  var symbol: String?
  /// `nonisolated(nonsending)`, `@concurrent` or a global actor.
  var isolation = ""
  /// `mutating` before `get`, `nonmutating` before `set`.
  var getterAccess = ""
  var setterAccess = ""
  /// `sending` before the result.
  var resultAccess = ""
  /// Whether `throws(Never)` is written out.
  var throwsNever = false
  var isFailable = false
  var isAsync = false
  var canThrow = false
  /// What it throws, where that isn't any error.
  var error: GeneratedType?
  var generics: [Placeholder] = []
  var parameters: [Parameter] = []
  var pack: Pack?
  var result = GeneratedType(spelling: "Void", kit: "kVoid")

  /// What a protocol demands of its requirements.
  struct Surroundings {
    var isClassBound = false
    var isActor = false
    /// The operators that are still to be had.
    var operators = ["<+>", "<->", "<~>"]
  }

  /// A requirement made up at random.
  static func random(name: String, in surroundings: inout Surroundings, pool: inout TypePool) -> Member {
    var member = Member(name: name)
    let kind = pool.source.pick(Menu.Member.allCases) { kind in
      switch kind {
      case .mutatingMethod where surroundings.isClassBound, .consumingMethod where surroundings.isClassBound: 0
      case .operatorMethod where surroundings.operators.isEmpty: 0
      case .property, .subscriptProperty: surroundings.isActor ? 0 : kind.weight
      default: kind.weight
      }
    }
    let effects = kind.canBeSet ? .plain : pool.source.pick(Menu.Effects.allCases) { $0.weight }
    member.kind = kind
    member.isAsync = effects.isAsync
    member.canThrow = effects.canThrow
    if kind == .operatorMethod { member.symbol = surroundings.operators.removeFirst() }

    let outer = pool.placeholders
    defer { pool.placeholders = outer }
    if kind == .operatorMethod || !kind.isInitializer && pool.source.once(in: Menu.conformer) {
      pool.placeholders.append(.conformer)
    }
    member.addGenerics(pool: &pool)
    member.addParameters(pool: &pool)
    member.addPack(pool: &pool)
    member.addIsolation(in: surroundings, pool: &pool)
    member.addAccess(in: surroundings, pool: &pool)
    if kind.isInitializer {
      member.isFailable = pool.source.once(in: 3)
      member.result = member.isFailable ? pool.optional(Placeholder.conformer.type) : Placeholder.conformer.type
    } else if let pack = member.pack, pack.isReturned {
      member.result = pack.result
    } else if !kind.isMethod || !pool.source.once(in: 5) {
      repeat {
        member.result = pool.type(mayBeFunction: true)
      } while member.isAsync
        && !pool.platform.isSafeAsyncResult(member.result)
    }
    if effects.isTyped {
      // Doubles have classes of their own each, which types made of `Self` don't tell apart.
      pool.placeholders.removeAll { $0.name == Placeholder.conformer.name }
      member.error = pool.placeholderError() ?? pool.errorType()
      while !member.isSafe(error: member.error!, placeholders: pool.placeholders) { member.error = pool.errorType() }
    }
    member.throwsNever =
      effects == .plain && kind != .property && kind.isMethod && pool.source.once(in: Menu.throwsNever)
    if kind.isMethod, !kind.isInitializer, !member.result.spelling.contains("->"),
      pool.source.once(in: Menu.sendsResult)
    {
      member.resultAccess = "sending "
    }
    return member
  }

  /// Adds generic parameters, each with a parameter that its type follows from.
  private mutating func addGenerics(pool: inout TypePool) {
    guard kind.isMethod || kind.isSubscript, symbol == nil, pool.source.once(in: Menu.generic) else { return }
    for index in 0..<pool.source.pick([1, 1, 2, 3]) {
      let placeholder = Placeholder.random(name: "QT\(index)", mayBeOpaque: true, pool: &pool)
      generics.append(placeholder)
      pool.placeholders.append(placeholder)
      let type = placeholder.type
      var parameter = Parameter(type: type, ownership: "")
      if !placeholder.isOpaque {
        switch pool.source.below(8) {
        case 0: parameter.type = pool.container(("[0]", "arrayKit"), of: type)
        case 1: parameter.type = pool.optional(type)
        case 2: parameter.type = pool.tuple([type, KnownTypes.named("Int")])
        case 3: parameter.type = GeneratedType(spelling: "Metatype<\(type.spelling)>", kit: "metatypeKit(\(type.kit))")
        case 4 where kind.isMethod:
          let argument = Parameter(type: type, ownership: "")
          let result = pool.source.once(in: 2) ? type : KnownTypes.named("String")
          parameter.type = pool.function(
            [argument],
            result: result,
            isAsync: false,
            canThrow: pool.source.once(in: 2),
            isSendable: false
          )
          parameter.ownership = "@escaping "
        default: break
        }
      }
      parameters.append(parameter)
    }
  }

  private mutating func addParameters(pool: inout TypePool) {
    var count = 0
    if symbol != nil {
      parameters.append(Parameter(type: Placeholder.conformer.type, ownership: ""))
      count = symbol == "<~>" ? 0 : 1
    } else if kind.isMethod {
      let counts = Array(Menu.parameterCounts.indices)
      count = pool.source.pick(counts) { Menu.parameterCounts[$0] }
    } else if kind.isSubscript {
      count = pool.source.below(3) + (parameters.isEmpty ? 1 : 0)
    }
    let total = count + parameters.count
    for index in parameters.count..<total {
      if kind.isMethod, symbol == nil, pool.source.once(in: 60) {
        parameters.append(
          Parameter(
            type: pool.autoclosure(),
            ownership: pool.source.pick(["@autoclosure ", "@autoclosure @escaping "])
          )
        )
        continue
      }
      var ownership = ""
      if kind.isMethod, symbol == nil { ownership = pool.source.pick(Menu.ownerships) }
      while true {
        let type = pool.type(
          isParameter: ownership.isEmpty && kind.isMethod && !kind.isInitializer,
          mayBeFunction: ownership != "inout "
        )
        if isAsync, !pool.platform.isSafeInAsync(type, at: index, of: total) { continue }
        // Swift 6.3 crashes when it compiles functions that borrow a tuple.
        if ownership == "borrowing ", type.isTuple { continue }
        if type.isFunction { ownership = pool.source.once(in: 2) || kind.isSubscript ? "@escaping " : "" }
        parameters.append(Parameter(type: type, ownership: ownership))
        break
      }
    }
  }

  /// Adds a parameter for all that follow, or any number of one type.
  private mutating func addPack(pool: inout TypePool) {
    guard kind.isMethod, symbol == nil, !parameters.contains(where: { $0.ownership == "isolated " }) else { return }
    // A parameter without a label ends the list where it is variadic; an initializer's label is the first parameter's.
    if kind.isInitializer, parameters.isEmpty { return }
    if pool.source.once(in: Menu.pack) {
      pack = Pack.random(pool: &pool)
      // Swift 6.3 doesn't type-check calls on an existential's type that return a pack of one.
      if kind.isInitializer || kind.isStatic { pack?.isReturned = false }
    } else if pool.source.once(in: Menu.variadic) {
      let type = pool.lessAlignedType(depth: 1)
      parameters.append(Parameter(type: type, ownership: "", variadicCount: pool.source.pick([0, 1, 2, 3])))
    }
  }

  private mutating func addAccess(in surroundings: Surroundings, pool: inout TypePool) {
    guard !kind.isMethod, !kind.isStatic, !surroundings.isClassBound else { return }
    if pool.source.once(in: Menu.unusualAccessor) { getterAccess = "mutating " }
    if kind.canBeSet, pool.source.once(in: Menu.unusualAccessor) { setterAccess = "nonmutating " }
  }

  private mutating func addIsolation(in surroundings: Surroundings, pool: inout TypePool) {
    guard !surroundings.isActor, kind.isMethod, !kind.isInitializer, symbol == nil else { return }
    if pool.source.once(in: Menu.globalActor) {
      isolation = pool.source.pick(["@MainActor ", "@OtherActor "])
    } else if pool.source.once(in: Menu.isolatedParameter) {
      let type = pool.source.pick(KnownTypes.actors)
      // Swift 6.3 crashes when it compiles a call of a function that isn't async whose actor comes after a tuple.
      parameters.insert(Parameter(type: type, ownership: "isolated "), at: 0)
    } else if isAsync, pool.source.once(in: Menu.callersActor) {
      isolation = "nonisolated(nonsending) "
    } else if isAsync, pool.source.once(in: Menu.concurrent) {
      isolation = "@concurrent "
    }
  }

  /// Whether the compiler itself gets errors of a type right.
  ///
  /// In Swift 6.3, callers of an async function whose result is in memory read garbage for an error whose type depends on a
  /// parameter that stands for a class.
  private func isSafe(error: GeneratedType, placeholders: [Placeholder]) -> Bool {
    !isAsync || result.isScalar || result.spelling == "Void"
      || !placeholders.contains { $0.isClass && error.spelling.contains($0.name) }
  }

  /// Whether the compiler itself gets calls right whose pack has nothing in it.
  ///
  /// Optimised by Swift 6.3, an async call that returns such a pack has passed wrong arguments on the stack.
  var mayReturnNothing: Bool { !isAsync || pack?.isReturned != true || parameters.count < 2 }
}

extension Member.Parameter {
  var isInout: Bool { ownership == "inout " }
  /// The type of the value that the callee gets, and its kit.
  var received: (spelling: String, kit: String) {
    guard let variadicCount else { return (type.spelling, type.kit) }
    return ("[\(type.spelling)]", "fixedArrayKit(\(type.kit), \(variadicCount))")
  }
  /// Whether it is a function that the callee may call only until the call has ended.
  var isNonescaping: Bool { type.isFunction && !ownership.contains("@escaping") }
  var isAutoclosure: Bool { ownership.contains("@autoclosure") }
}

extension Menu.Member {
  var isMethod: Bool {
    [.method, .mutatingMethod, .consumingMethod, .staticMethod, .operatorMethod, .initializer].contains(self)
  }
  var isInitializer: Bool { self == .initializer }
  var isSubscript: Bool { [.subscriptGetter, .subscriptProperty, .staticSubscript].contains(self) }
  var isStatic: Bool {
    [.staticMethod, .staticGetter, .staticProperty, .staticSubscript, .operatorMethod].contains(self)
  }
  var canBeSet: Bool { [.property, .staticProperty, .subscriptProperty, .staticSubscript].contains(self) }
}
