#include "include/us_locations.h"

#include <ffi.h>
#include <stdlib.h>
#include <string.h>

#include "include/us_frame.h"
#include "us_memory.h"

// How the finding works: every scalar gets a number from 1 up. For each byte of the numbers (there is one, except where a
// call has very many scalars), libffi makes two calls in which all bytes of a scalar are that byte of its number: first as
// it is, then with its bits flipped. A byte of the arriving frame that was flipped with every pair of calls belongs to the
// scalar whose number it spells; a byte that wasn't belongs to none.

void us_capture(void);

typedef struct capture {
  size_t stack_size;
  uint8_t bytes[];  // the frame's argument registers, then the stack arguments
} capture;

#define REGISTER_BYTES US_FRAME_INDIRECT_RESULT

static _Thread_local capture *current_capture;

// Called by us_capture.
__attribute__((visibility("hidden"))) void us_captured(us_frame *frame) {
  memcpy(current_capture->bytes, frame, REGISTER_BYTES);
  memcpy(current_capture->bytes + REGISTER_BYTES, frame->stack, current_capture->stack_size);
}

unsigned us_scalar_size(us_scalar scalar) {
  static const uint8_t sizes[] = {1, 2, 4, 8, 16, 2, 4, 8, 16, 8, 16};
  return sizes[scalar];
}

static ffi_type *pair_elements[] = {&ffi_type_uint64, &ffi_type_uint64, NULL};
// A 128-bit integer: two words that stay together, aligned as one on the stack.
static ffi_type int128_type = {.size = 16, .alignment = 16, .type = FFI_TYPE_STRUCT, .elements = pair_elements};

static ffi_type *type_of(us_scalar scalar, bool vector_is_on_stack) {
  switch (scalar) {
    case US_SCALAR_I8: return &ffi_type_uint8;
    case US_SCALAR_I16: return &ffi_type_uint16;
    case US_SCALAR_I32: return &ffi_type_uint32;
    case US_SCALAR_I64: return &ffi_type_uint64;
    case US_SCALAR_I128: return &int128_type;
    // A half travels like a float: one vector register, or one stack slot.
    case US_SCALAR_F16:
    case US_SCALAR_F32: return &ffi_type_float;
    // So does a vector of 8 bytes, where there are any, like a double.
    case US_SCALAR_V64:
    case US_SCALAR_F64: return &ffi_type_double;
    case US_SCALAR_F80: return &ffi_type_longdouble;
    case US_SCALAR_V128:
#if defined(__x86_64__)
      // libffi has no vectors. In a register one travels like a double, on the stack like a long double.
      return vector_is_on_stack ? &ffi_type_longdouble : &ffi_type_double;
#else
      return &ffi_type_longdouble;  // a 128-bit quantity in a vector register or a 16-byte slot
#endif
  }
  return NULL;
}

typedef struct search {
  size_t count;
  const uint8_t *scalars;
  ffi_cif cif;
  ffi_type **types;
  uint8_t (*bytes)[16];  // what libffi passes
  void **values;         // where each of these is
  uint16_t *codes;       // per captured byte, the number spelled so far
  bool *steady;          // per captured byte, whether it has followed every pair so far
  capture *first, *second;
} search;

// libffi loads all argument registers from a block on its stack, of which it fills only what it needs. What an earlier call
// left there would look like an argument: this overwrites it. The block is the arguments' and the registers', below some frames of
// libffi's own.
__attribute__((noinline)) static void clear_stack(size_t argument_size) {
  size_t size = argument_size + 1536;
  uint8_t *below = __builtin_alloca(size);
  memset(below, 0xA5, size);
  // As far as the compiler knows, somebody reads it.
  __asm__ volatile("" : : "r"(below) : "memory");
}

static void capture_digit(search *s, unsigned shift, uint8_t flip, capture *into) {
  for (size_t i = 0; i < s->count; i++) memset(s->bytes[i], (uint8_t)((i + 1) >> shift) ^ flip, sizeof s->bytes[i]);
  current_capture = into;
  clear_stack(s->cif.bytes);
  ffi_call(&s->cif, us_capture, NULL, s->values);
  current_capture = NULL;
}

static bool run(search *s, us_location *locations, size_t *stack_size) {
  if (ffi_prep_cif(&s->cif, FFI_DEFAULT_ABI, (unsigned)s->count, &ffi_type_void, s->types) != FFI_OK) return false;

  size_t room = s->count * 16;
  size_t total = REGISTER_BYTES + room;
  memset(s->codes, 0, total * sizeof *s->codes);
  // More than the arguments is never read: beyond them lies our own stack, which is only compared.
  s->first->stack_size = s->second->stack_size = room < s->cif.bytes ? room : s->cif.bytes;
  total = REGISTER_BYTES + s->first->stack_size;
  memset(s->steady, 1, total);

  for (unsigned shift = 0; (s->count >> shift) != 0; shift += 8) {
    capture_digit(s, shift, 0, s->first);
    capture_digit(s, shift, 0xFF, s->second);
    for (size_t at = 0; at < total; at++) {
      // Most words belong to no argument.
      if (at % 8 == 0 && at + 8 <= total && memcmp(s->first->bytes + at, s->second->bytes + at, 8) == 0) {
        memset(s->steady + at, 0, 8 * sizeof *s->steady);
        at += 7;
        continue;
      }
      uint8_t digit = s->first->bytes[at];
      if ((digit ^ s->second->bytes[at]) == 0xFF) {
        s->codes[at] |= (uint16_t)(digit << shift);
      } else {
        s->steady[at] = false;
      }
    }
  }

  for (size_t i = 0; i < s->count; i++) locations[i] = -1;
  *stack_size = 0;
  for (size_t at = 0; at < total; at++) {
    static const bool none[8];
    if (at % 8 == 0 && at + 8 <= total && memcmp(s->steady + at, none, sizeof none) == 0) {
      at += 7;
      continue;
    }
    if (!s->steady[at] || s->codes[at] == 0 || s->codes[at] > s->count) continue;
    size_t i = s->codes[at] - 1u;
    bool on_stack = at >= REGISTER_BYTES;
    // libffi copies some arguments through registers of the other class and leaves their bytes there.
    if (!on_stack && (at >= US_FRAME_VEC) != us_scalar_is_float(s->scalars[i])) continue;
    // What passes in memory only was copied there through a vector register.
    if (!on_stack && s->scalars[i] == US_SCALAR_F80) continue;
    us_location here = (us_location)(on_stack ? at - REGISTER_BYTES + US_LOCATION_STACK : at);
    size_t width = s->types[i]->size;
    if (width < us_scalar_size(s->scalars[i])) width = us_scalar_size(s->scalars[i]);
    if (locations[i] < 0) {
      locations[i] = here;
    } else if (here - locations[i] >= (us_location)width) {
      return false;  // in two places
    }
    if (on_stack) {
      size_t end = (at - REGISTER_BYTES + 8) & ~(size_t)7;
      if (end > *stack_size) *stack_size = end;
    }
  }
  for (size_t i = 0; i < s->count; i++) {
    if (locations[i] < 0) return false;
  }
  return true;
}

static bool find(const uint8_t *scalars, size_t count, us_location *locations, size_t *stack_size) {
  size_t total = REGISTER_BYTES + count * 16;
  search s = {
      .count = count,
      .scalars = scalars,
      .types = us_allocate(count * sizeof *s.types, _Alignof(ffi_type *)),
      .values = us_allocate(count * sizeof *s.values, _Alignof(void *)),
      .bytes = us_allocate(count * sizeof *s.bytes, 16),
      .codes = us_allocate(total * sizeof *s.codes, _Alignof(uint16_t)),
      .steady = us_allocate(total * sizeof *s.steady, _Alignof(bool)),
      .first = us_allocate(sizeof *s.first + total, _Alignof(capture)),
      .second = us_allocate(sizeof *s.second + total, _Alignof(capture)),
  };
  for (size_t i = 0; i < count; i++) {
    s.types[i] = type_of((us_scalar)scalars[i], false);
    s.values[i] = s.bytes[i];
  }
  bool found = run(&s, locations, stack_size);
  bool again = false;
  for (size_t i = 0; found && i < count; i++) {
    if (scalars[i] == US_SCALAR_V128 && locations[i] >= US_LOCATION_STACK) {
      s.types[i] = type_of(US_SCALAR_V128, true);
      again = true;
    }
  }
  if (again) found = run(&s, locations, stack_size);
  free(s.types), free(s.values), free(s.bytes), free(s.codes), free(s.steady), free(s.first), free(s.second);
  return found;
}

// Whether a 128-bit integer arrived where the architecture wouldn't pass it: libffi knows none, and passes two words.
static bool is_misplaced(us_scalar scalar, us_location location) {
#if defined(__aarch64__) && !defined(__APPLE__)
  // It begins at an even register (AAPCS64, stage C, rule 10: the next register's number is rounded up).
  return scalar == US_SCALAR_I128 && location < US_FRAME_VEC && (location - US_FRAME_GPR) / 8 % 2 != 0;
#else
  (void)scalar, (void)location;
  return false;
#endif
}

bool us_find_locations(const uint8_t *scalars, size_t count, us_location *locations, size_t *stack_size) {
  *stack_size = 0;
  if (count == 0) return true;
  if (count > 2048) return false;

  // Fillers come in front of what is misplaced.
  size_t total = count;
  uint8_t *all = us_allocate(2 * count, 1);
  bool *is_filler = memset(us_allocate(2 * count * sizeof *is_filler, _Alignof(bool)), 0, 2 * count * sizeof *is_filler);
  us_location *found = us_allocate(2 * count * sizeof *found, _Alignof(us_location));
  memcpy(all, scalars, count);
  bool are_found;
  while ((are_found = find(all, total, found, stack_size))) {
    size_t at = 0;
    while (at < total && !is_misplaced((us_scalar)all[at], found[at])) at++;
    if (at == total) break;
    memmove(all + at + 1, all + at, total - at);
    memmove(is_filler + at + 1, is_filler + at, (total - at) * sizeof *is_filler);
    all[at] = US_SCALAR_I64;
    is_filler[at] = true;
    total++;
  }
  for (size_t i = 0; are_found && i < total; i++) {
    if (!is_filler[i]) *locations++ = found[i];
  }
  free(all), free(is_filler), free(found);
  return are_found;
}
