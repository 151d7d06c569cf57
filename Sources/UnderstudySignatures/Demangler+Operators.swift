extension Demangler {
  /// Reads one operator with its operands' letters and does what it says.
  mutating func readOperator() throws(DemanglingError) {
    if peeked.isDigit { return try readIdentifier() }
    switch try readLetter() {
    case .A: try readSubstitutions()
    case .B: try readBuiltin()
    case .C: try makeNominal(.class)
    case .D: try push(.global(.metadata(popType(), "D")))
    case .E: try makeExtension()
    case .F: try makeFunction()
    case .G: try makeBoundGeneric()
    case .H: try readConformanceOperator()
    case .K: try push(.effect(.throwing(.anyError)))
    case .L: try readDiscriminator()
    case .M: try readMetadataOperator()
    case .N: try push(.global(.metadata(popType(), "N")))
    case .O: try makeNominal(.enumeration)
    case .P: try makeNominal(.protocol)
    case .Q: try readDependentType()
    case .R: try readRequirement()
    case .S: try readStandardSubstitution()
    case .T: try readThunkOperator()
    case .V: try makeNominal(.structure)
    case .W: try readWitnessOperator()
    case .X: try readSpecialType()
    case .Y: try readAnnotation()
    case .Z: try makeStatic()
    case .a: try makeNominal(.typeAlias)
    case .c: try makeFunctionType(.escaping)
    case .d: try push(.variadic)
    case .f: try readFunctionEntity()
    case .g: try makeRetroactiveConformance()
    case .h: try qualify(.shared)
    case .i: try makeSubscript()
    case .l: try makeSignature(parameterCounts: [1])
    case .m: try push(.type(.metatype(popType(), nil)))
    case .n: try qualify(.owned)
    case .o: try makeOperatorName()
    case .p: try makeExistential()
    case .q: try push(.type(readParameter()))
    case .r: try makeSignature(parameterCounts: readParameterCounts())
    case .s: try push(.module("Swift"))
    case .t: try makeTuple()
    case .u: try makeGenericType()
    case .v: try makeVariable()
    case .x: try push(.type(.parameter(depth: 0, index: 0)))
    case .y: try push(.emptyList)
    case .z: try qualify(.inout)
    case .underscore: try push(.firstElement)
    case .dollar: try readInteger()
    case .I, .J, .U, .b, .e, .j, .k, .w, .period: throw unsupported()
    }
  }

  mutating func qualify(_ qualifier: TypeQualifier) throws(DemanglingError) {
    try push(.type(.qualified(qualifier, popType())))
  }

  /// `Y`: what is said of functions and of parameters.
  private mutating func readAnnotation() throws(DemanglingError) {
    switch try readLetter() {
    case .a: try push(.effect(.async))
    case .b: try push(.effect(.sendable))
    case .c: try push(.effect(.isolation(.globalActor(popType()))))
    case .A: try push(.effect(.isolation(.any)))
    case .C: try push(.effect(.isolation(.caller)))
    case .K: try push(.effect(.throwing(.typed(popType()))))
    case .T: try push(.effect(.sendingResult))
    case .j: try push(.effect(.differentiable(readByte())))
    case .i: try qualify(.isolated)
    case .u: try qualify(.sending)
    case .k: try qualify(.noDerivative)
    case .t: try qualify(.compileTimeLiteral)
    case .g: try qualify(.compileTimeValue)
    default: throw unsupported(length: 2)
    }
  }

  /// `X`: function types with a convention, metatypes and existentials with more to say.
  private mutating func readSpecialType() throws(DemanglingError) {
    switch try readLetter() {
    case .E: try makeFunctionType(.nonescaping)
    case .A: try makeFunctionType(.escapingAutoclosure)
    case .K: try makeFunctionType(.autoclosure)
    case .f: try makeFunctionType(.thin)
    case .U: try makeFunctionType(.uncurried)
    case .B: try makeFunctionType(.block)
    case .L: try makeFunctionType(.escapingBlock)
    case .C: try makeFunctionType(.cFunction)
    case .z:
      switch try readLetter() {
      case .B: try makeFunctionType(.block, clangType: readClangType())
      case .C: try makeFunctionType(.cFunction, clangType: readClangType())
      default: throw unsupported(length: 3)
      }
    case .o: try qualify(.unowned)
    case .u: try qualify(.unmanaged)
    case .w: try qualify(.weak)
    case .D: try qualify(.dynamicSelf)
    case .M:
      let representation = try readRepresentation()
      try push(.type(.metatype(popType(), representation)))
    case .m:
      let representation = try readRepresentation()
      try push(.type(.existentialMetatype(popType(), representation)))
    case .p: try push(.type(.existentialMetatype(popType(), nil)))
    case .P: try makeConstrainedExistential()
    case .c:
      let superclass = try popType()
      try push(.type(.existential(ExistentialNode(protocols: popProtocols(), superclass: superclass))))
    case .l: try push(.type(.existential(ExistentialNode(protocols: popProtocols(), isAnyObject: true))))
    case .Y: try makeNominal(.other)
    default: throw unsupported(length: 2)
    }
  }

  private mutating func readRepresentation() throws(DemanglingError) -> MetatypeRepresentation {
    let start = position
    _ = try readLetter()
    guard let found = MetatypeRepresentation(rawValue: readText(from: start)) else { throw unsupported(length: 3) }
    return found
  }

  /// `M`: metadata of a type, a protocol or a conformance.
  private mutating func readMetadataOperator() throws(DemanglingError) {
    switch try readLetter() {
    case .p: try push(.global(.protocolDescriptor(popProtocol())))
    case .c: try push(.global(.conformance(popConformanceDeclaration(), "Mc")))
    case .A: try push(.global(.conformance(popConformanceDeclaration(), "MA")))
    case .a, .b, .B, .D, .d, .f, .F, .i, .I, .l, .L, .m, .M, .n, .N, .o, .P, .r, .R, .s, .u:
      try push(.global(.metadata(popType(), readText(from: position - 2))))
    default: throw unsupported(length: 2)
    }
  }

  /// `W`: witness tables.
  private mutating func readWitnessOperator() throws(DemanglingError) {
    switch try readLetter() {
    case .P, .p, .G, .I, .r, .a:
      try push(.global(.conformance(popConformanceDeclaration(), readText(from: position - 2))))
    case .V: try push(.global(.metadata(popType(), "WV")))
    default: throw unsupported(length: 2)
    }
  }

  /// `T`: functions that lead to other functions.
  private mutating func readThunkOperator() throws(DemanglingError) {
    switch try readLetter() {
    case .W:
      let entity = try popEntity()
      try push(.global(.witnessThunk(popConformanceDeclaration(), entity)))
    case .q: try push(.global(.methodDescriptor(popEntity())))
    case .j: try push(.global(.dispatchThunk(popEntity())))
    case .u: try push(.asyncFunctionPointer)
    case .w:
      guard readIf(.c) else { throw unsupported(length: 2) }
      try push(.coroutineFunctionPointer)
    default: throw unsupported(length: 2)
    }
  }

  /// What the whole symbol stands for, once its text is used up.
  mutating func finishSymbol() throws(DemanglingError) -> SymbolNode {
    var isAsync = false
    var isCoroutine = false
    while true {
      if case .asyncFunctionPointer? = stack.last?.value, !isAsync {
        isAsync = true
      } else if case .coroutineFunctionPointer? = stack.last?.value, !isCoroutine {
        isCoroutine = true
      } else {
        break
      }
      take()
    }
    guard stack.count == 1 else { throw DemanglingError(.malformed) }
    let form: SymbolNode.Form
    switch stack[0].value {
    case .global(let global): form = global
    case .entity(let entity): form = .entity(entity)
    case .type(let type): form = .metadata(type, "")
    default: throw DemanglingError(.malformed)
    }
    return SymbolNode(form: form, isAsyncFunctionPointer: isAsync)
  }
}
