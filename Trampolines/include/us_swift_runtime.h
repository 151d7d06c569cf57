// Functions of the Swift runtime (swift/Runtime/Metadata.h, swift/Runtime/Casting.h) that Swift source can't name.
//
// Some use Swift's calling convention, which for pointer and integer arguments and at most two result words is the C
// convention on x86_64 and arm64.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

extern void *swift_allocObject(const void *type, size_t size, size_t alignment_mask);

/// Allocates an object of a class, with room behind its fields; see swift/Runtime/HeapObject.h. Nothing but the header is
/// initialized. The class's own deallocation gives all of it back: it frees by address, whatever the size.
static inline void *us_allocate_object(const void *type, size_t size, size_t alignment_mask) {
  return swift_allocObject(type, size, alignment_mask);
}

/// Whether nobody but the one who asks has a reference (swift/Runtime/HeapObject.h).
extern bool swift_isUniquelyReferenced_nonNull_native(const void *object);

/// What a metadata accessor returns: the record and how complete it is.
typedef struct us_metadata_response {
  const void *_Nullable metadata;
  size_t state;
} us_metadata_response;

/// A string of the runtime's own, which lives as long as the process.
typedef struct us_type_name {
  const char *_Nullable bytes;
  size_t length;
} us_type_name;

/// The type a mangled name spells, or NULL. `arguments` is the generic argument vector of a type declared by `context`.
extern const void *_Nullable swift_getTypeByMangledNameInContext(const char *name, size_t length,
                                                                 const void *_Nullable context,
                                                                 const void *const _Nullable *_Nullable arguments);

/// How complete a type's metadata is. A request of 0 waits until it is complete, and does what there is to do for it.
extern us_metadata_response swift_checkMetadataState(size_t request, const void *metadata);

/// A type that another type's metadata names, ready to be used. The records of functions and metatypes, and of protocol types with
/// arguments, may be there before those of the types they are made of are finished: another thread, or nobody, may be at work on
/// them (`MetadataState::Abstract` in stdlib/public/runtime/MetadataLookup.cpp).
static inline const void *us_completed_type(const void *metadata) {
  return swift_checkMetadataState(0, metadata).metadata;
}

/// The name of a type, bare or with its module and enclosing types.
extern us_type_name swift_getTypeName(const void *metadata, bool qualified);

/// The witness table of a type's conformance to a protocol, or NULL.
extern const void *_Nullable swift_conformsToProtocol(const void *metadata, const void *protocol);

/// The witness of an associated type. `requirement_base` lies one requirement before the protocol's first.
extern us_metadata_response swift_getAssociatedTypeWitness(size_t request, const void *witness_table,
                                                           const void *conforming_type, const void *requirement_base,
                                                           const void *requirement);

/// The type with a shape and arguments, where other modules may hold the same shape.
extern const void *swift_getExtendedExistentialTypeMetadata(const void *shape,
                                                            const void *_Nullable const *_Nonnull arguments);

/// The type with a shape and arguments, where no other module holds the shape.
extern const void *swift_getExtendedExistentialTypeMetadata_unique(const void *shape,
                                                                   const void *_Nullable const *_Nonnull arguments);

/// The metatype of a type.
extern const void *swift_getMetatypeMetadata(const void *instance_type);

/// The function type with the given parameters (`TargetFunctionTypeFlags` and `ExtendedFunctionTypeFlags` in
/// swift/ABI/MetadataValues.h).
extern const void *swift_getExtendedFunctionTypeMetadata(size_t flags, size_t differentiability,
                                                         const void *_Nullable const *_Nullable parameters,
                                                         const uint32_t *_Nullable parameter_flags, const void *result,
                                                         const void *_Nullable global_actor, uint32_t extended_flags,
                                                         const void *_Nullable thrown_error);

extern us_metadata_response swift_getTupleTypeMetadata(size_t request, size_t flags,
                                                       const void *_Nullable const *_Nullable elements,
                                                       const char *_Nullable labels,
                                                       const void *_Nullable proposed_witnesses);

/// The tuple type with the given elements. The labels, each followed by a space, are copied.
static inline const void *us_tuple_type(size_t count, const void *_Nullable const *_Nullable elements,
                                        const char *_Nullable labels) {
  const size_t labels_are_not_constant = 0x10000;
  return swift_getTupleTypeMetadata(0, count | (labels ? labels_are_not_constant : 0), elements, labels, NULL).metadata;
}

/// Calls a type's metadata accessor. Up to three generic arguments are passed directly, more in a block that the accessor
/// may write to (swift/ABI/MetadataValues.h, NumDirectGenericTypeMetadataAccessFunctionArgs). Request 0 is complete
/// metadata, waited for.
static inline const void *_Nullable us_call_metadata_accessor(const void *accessor,
                                                              const void *_Nullable *_Nonnull arguments,
                                                              size_t count) {
  uintptr_t entry = (uintptr_t)accessor;
  switch (count) {
  case 0:
    return ((us_metadata_response(*)(size_t))entry)(0).metadata;
  case 1:
    return ((us_metadata_response(*)(size_t, const void *_Nullable))entry)(0, arguments[0]).metadata;
  case 2:
    return ((us_metadata_response(*)(size_t, const void *_Nullable, const void *_Nullable))entry)(0, arguments[0],
                                                                                                  arguments[1])
        .metadata;
  case 3:
    return ((us_metadata_response(*)(size_t, const void *_Nullable, const void *_Nullable,
                                     const void *_Nullable))entry)(0, arguments[0], arguments[1], arguments[2])
        .metadata;
  default:
    return ((us_metadata_response(*)(size_t, const void *_Nullable *_Nonnull))entry)(0, arguments).metadata;
  }
}

#pragma clang assume_nonnull end

// MARK: Conformances

void swift_registerProtocolConformances(const void *_Nonnull begin, const void *_Nonnull end);

/// Makes conformance records, given by a list of 32-bit relative pointers, known to the runtime.
static inline void us_register_conformances(const void *_Nonnull begin, const void *_Nonnull end) {
  swift_registerProtocolConformances(begin, end);
}
