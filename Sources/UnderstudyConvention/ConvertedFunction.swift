#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif
internal import UnderstudyMetadata
internal import UnderstudyTrampolines

// A function in a value is called otherwise where its type is known than where it isn't, and so has to be converted.
//
// Where a type is known, so are the functions in it as far as tuples and optionals go (`AbstractionPattern` in `lib/SIL`). What lies
// in a struct, a class or another enum lies there as the declaration of that says, wherever the value is.

extension FormalType {
  /// Whether there are functions in a value that have to be converted. Where the declaration doesn't know that there is one, nothing
  /// has.
  var holdsConvertedFunction: Bool {
    guard type.kind == pattern.kind else { return false }
    switch type.kind {
    case .function:
      // Functions of the C convention are the same everywhere.
      return FunctionMetadata(type)?.convention == .swift
    case .tuple:
      guard let elements = TupleElements(self) else { return false }
      var index = 0
      while index < elements.count {
        if elements.type(index).holdsConvertedFunction { return true }
        index += 1
      }
      return false
    case .optional:
      return FormalType(type: type.unwrapped, pattern: pattern.unwrapped).holdsConvertedFunction
    default:
      return false
    }
  }
}

/// A search for functions in a value, and what is the same for all of them.
struct FunctionSearch {
  let ownership: us_ownership
  /// Whether they may be kept.
  let isEscaping: Bool
  /// Their parameter, where it lies in the block of arguments, and its size; zeros for a result.
  var parameter = 0, blockOffset = 0, valueSize = 0
  /// The optionals (`us_guard`) around the place, without an optional of the function itself.
  fileprivate var optionals = us_list()

  init(ownership: us_ownership, isEscaping: Bool) {
    self.ownership = ownership
    self.isEscaping = isEscaping
  }
}

extension CallPlanner {
  /// Notes the functions in a value of a parameter, or of the result.
  func addConversions(
    of type: FormalType,
    _ search: FunctionSearch,
    to conversions: inout us_list
  ) throws(UnsupportedType) {
    if !type.holdsConvertedFunction { return }
    var search = search
    defer { free(search.optionals.elements) }
    try add(type, at: 0, &search, to: &conversions)
  }

  private func add(
    _ formal: FormalType,
    at offset: Int,
    _ search: inout FunctionSearch,
    to conversions: inout us_list
  ) throws(UnsupportedType) {
    guard formal.holdsConvertedFunction else { return }
    let type = formal.type
    switch type.kind {
    case .function:
      let function = try FunctionConvention.of(formal, isEscaping: search.isEscaping, planner: self)
      // The plan keeps a copy for ever.
      var guards = us_list()
      us_list_add_all(&guards, &search.optionals, MemoryLayout<us_guard>.stride)
      let conversion = us_conversion(
        type: function,
        offset: UInt32(offset),
        guard_count: guards.count,
        guards: UnsafePointer(guards.elements?.assumingMemoryBound(to: us_guard.self)),
        block_offset: UInt32(search.blockOffset),
        value_size: UInt32(search.valueSize),
        parameter: UInt16(search.parameter),
        ownership: UInt8(search.ownership.rawValue)
      )
      us_list_add(&conversions, MemoryLayout<us_conversion>.stride)
        .initializeMemory(as: us_conversion.self, to: conversion)
    case .tuple:
      guard let elements = TupleElements(formal) else { return }
      var index = 0
      while index < elements.count {
        try add(elements.type(index), at: offset + elements.offset(index), &search, to: &conversions)
        index += 1
      }
    case .optional:
      let payload = FormalType(type: type.unwrapped, pattern: formal.pattern.unwrapped)
      // A function that isn't there has no code, which needs no looking into an optional.
      if payload.type.kind == .function { return try add(payload, at: offset, &search, to: &conversions) }
      us_list_add(&search.optionals, MemoryLayout<us_guard>.stride)
        .initializeMemory(as: us_guard.self, to: us_guard(offset: UInt32(offset), payload: payload.type.pointer))
      try add(payload, at: offset, &search, to: &conversions)
      search.optionals.count -= 1
    default:
      return
    }
  }
}

/// What a `nonisolated(nonsending)` function gets from its caller: an optional `any Actor`, borrowed.
struct CallersActor {
  var object: UInt
  var witnessTable: UInt
}
