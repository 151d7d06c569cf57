// The Swift runtime's value witness table: how any value is copied, moved and destroyed.
//
// Layout and order: swift/ABI/ValueWitness.def. The functions use Swift's calling convention, which for pointer and
// integer arguments and one pointer or integer result is the C convention on x86_64 and arm64.
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef struct us_value_witness_table us_value_witness_table;

struct us_value_witness_table {
  void *_Nonnull (*_Nonnull initialize_buffer_with_copy_of_buffer)(void *_Nonnull dest, void *_Nonnull src,
                                                                   const void *_Nonnull type);
  void (*_Nonnull destroy)(void *_Nonnull object, const void *_Nonnull type);
  void *_Nonnull (*_Nonnull initialize_with_copy)(void *_Nonnull dest, const void *_Nonnull src,
                                                  const void *_Nonnull type);
  void *_Nonnull (*_Nonnull assign_with_copy)(void *_Nonnull dest, const void *_Nonnull src,
                                              const void *_Nonnull type);
  void *_Nonnull (*_Nonnull initialize_with_take)(void *_Nonnull dest, void *_Nonnull src, const void *_Nonnull type);
  void *_Nonnull (*_Nonnull assign_with_take)(void *_Nonnull dest, void *_Nonnull src, const void *_Nonnull type);
  unsigned (*_Nonnull get_enum_tag_single_payload)(const void *_Nonnull object, unsigned empty_cases,
                                                   const void *_Nonnull type);
  void (*_Nonnull store_enum_tag_single_payload)(void *_Nonnull object, unsigned which, unsigned empty_cases,
                                                 const void *_Nonnull type);
  size_t size;
  size_t stride;
  uint32_t flags;
  uint32_t extra_inhabitant_count;
  // Present only when flags has US_VALUE_WITNESS_HAS_ENUM_WITNESSES.
  unsigned (*_Nonnull get_enum_tag)(const void *_Nonnull object, const void *_Nonnull type);
  void (*_Nonnull destructive_project_enum_data)(void *_Nonnull object, const void *_Nonnull type);
  void (*_Nonnull destructive_inject_enum_tag)(void *_Nonnull object, unsigned tag, const void *_Nonnull type);
};

enum {
  US_VALUE_WITNESS_ALIGNMENT_MASK = 0x000000FF,
  US_VALUE_WITNESS_IS_NON_POD = 0x00010000,
  US_VALUE_WITNESS_IS_NON_INLINE = 0x00020000,
  US_VALUE_WITNESS_HAS_SPARE_BITS = 0x00080000,
  US_VALUE_WITNESS_IS_NON_BITWISE_TAKABLE = 0x00100000,
  US_VALUE_WITNESS_HAS_ENUM_WITNESSES = 0x00200000,
  US_VALUE_WITNESS_INCOMPLETE = 0x00400000,
  US_VALUE_WITNESS_IS_NON_COPYABLE = 0x00800000,
};

/// The value witness table of a type: the word before its metadata.
static inline const us_value_witness_table *_Nonnull us_value_witnesses(const void *_Nonnull type) {
  return ((const us_value_witness_table *const *)type)[-1];
}
/// Initializes `dest` with a copy of the value at `src`.
static inline void us_value_copy(void *_Nonnull dest, const void *_Nonnull src, const void *_Nonnull type) {
  us_value_witnesses(type)->initialize_with_copy(dest, src, type);
}
/// Initializes `dest` with the value at `src`, which is left uninitialized.
static inline void us_value_take(void *_Nonnull dest, void *_Nonnull src, const void *_Nonnull type) {
  us_value_witnesses(type)->initialize_with_take(dest, src, type);
}
/// Ends the life of the value at `object`.
static inline void us_value_destroy(void *_Nonnull object, const void *_Nonnull type) {
  us_value_witnesses(type)->destroy(object, type);
}
/// The tag of the case of an enum's value: cases with a payload first, in declaration order.
static inline unsigned us_enum_tag(const void *_Nonnull object, const void *_Nonnull type) {
  return us_value_witnesses(type)->get_enum_tag(object, type);
}
/// Makes the payload at `object` a value of the enum's case with a tag: cases with a payload first, in declaration order.
static inline void us_enum_inject_tag(void *_Nonnull object, unsigned tag, const void *_Nonnull type) {
  us_value_witnesses(type)->destructive_inject_enum_tag(object, tag, type);
}
