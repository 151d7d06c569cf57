// Types of C that tests pass through doubles.
#pragma once

#include <stdbool.h>
#include <stdint.h>

/// Small numbers of several kinds, without gaps.
typedef struct ct_packed_numbers {
  uint8_t byte;
  uint8_t other;
  uint16_t half_word;
  float number;
} ct_packed_numbers;

/// Gaps between the fields and behind them.
typedef struct ct_gaps {
  uint8_t byte;
  uint32_t word;
  double number;
  uint8_t last;
} ct_gaps;

/// A gap before a number that nothing shares a register with.
typedef struct ct_float_gap {
  float number;
  double wide;
} ct_float_gap;

typedef struct ct_flag {
  bool value;
} ct_flag;

typedef struct ct_flags {
  bool first;
  bool second;
  int16_t third;
} ct_flags;

typedef struct ct_nested {
  ct_flags flags;
  int32_t number;
  const char *_Nullable text;
} ct_nested;

typedef struct ct_arrays {
  uint8_t bytes[5];
  uint16_t half_words[3];
} ct_arrays;

typedef struct ct_large {
  int64_t words[6];
} ct_large;

typedef struct ct_empty {
} ct_empty;

typedef struct ct_callback {
  int (*_Nullable body)(int);
  void *_Nullable context;
} ct_callback;

typedef struct __attribute__((packed)) ct_unaligned {
  uint8_t byte;
  uint32_t word;
  double number;
} ct_unaligned;

typedef struct ct_aligned {
  _Alignas(16) int32_t word;
} ct_aligned;

typedef enum ct_plain { ct_plain_one = 1, ct_plain_two = 2 } ct_plain;

typedef enum __attribute__((enum_extensibility(closed))) ct_closed : uint8_t {
  ct_closed_one = 1,
  ct_closed_two = 2
} ct_closed;

typedef struct ct_enums {
  ct_closed closed;
  ct_plain plain;
} ct_enums;

typedef float ct_vector __attribute__((ext_vector_type(4)));

typedef struct ct_vectors {
  ct_vector vector;
  double number;
  double other;
} ct_vectors;

typedef struct ct_bits {
  unsigned one : 3;
  unsigned two : 13;
} ct_bits;

/// The bit-field shares its register with the fields around it.
typedef struct ct_bits_between {
  uint8_t byte;
  unsigned bits : 5;
  int32_t word;
} ct_bits_between;

/// The bit-field has a register of its own.
typedef struct ct_bits_apart {
  double number;
  unsigned bits : 5;
} ct_bits_apart;

typedef union ct_union {
  int32_t word;
  float number;
} ct_union;

typedef struct ct_tagged {
  int32_t tag;
  ct_union value;
} ct_tagged;

typedef struct ct_complex {
  float _Complex value;
} ct_complex;

/// Exceeds the registers, whatever is in it.
typedef union ct_big_union {
  int64_t words[5];
  double number;
  char text[36];
} ct_big_union;
