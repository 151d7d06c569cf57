#include "include/us_returned.h"

#include "include/us_frame.h"

// How many words have integer registers. On arm64 there are more (`RetCC_AArch64_AAPCS` in `AArch64CallingConvention.td`), but a
// result and an error together never have.
#if defined(__x86_64__)
enum { REGISTER_COUNT = 4 };
#else
enum { REGISTER_COUNT = 6 };
#endif

// A place, and what shares it: numbers of scalars, or -1.
typedef struct slot {
  us_scalar kind;
  size_t size;
  int result, error;
} slot;

static size_t words(size_t size) { return (size + sizeof(void *) - 1) / sizeof(void *); }

static void place(const slot *slot, us_location location, us_returned *returned) {
  if (slot->result >= 0) returned->result[slot->result] = location;
  if (slot->error >= 0) returned->error[slot->error] = location;
}

// `as_arguments`: of the function that the caller goes on in. On arm64 an argument of two words begins at an even register.
static void place_in_registers(const slot *slots, size_t count, bool as_arguments, us_returned *returned) {
  size_t integers = 0, floats = 0;
  for (const slot *slot = slots; slot < slots + count; slot++) {
    if (slot->kind == US_SCALAR_F80) {
      place(slot, US_FRAME_RESULT_X87, returned);
    } else if (us_scalar_is_float(slot->kind)) {
      place(slot, (us_location)(US_FRAME_RESULT_VEC + 16 * floats++), returned);
    } else {
#if defined(__aarch64__) && !defined(__APPLE__)
      if (as_arguments && words(slot->size) == 2) integers += integers % 2;
#else
      (void)as_arguments;
#endif
      place(slot, (us_location)(US_FRAME_RESULT_GPR + 8 * integers), returned);
      integers += words(slot->size);
    }
  }
}

static void place_in_memory(const slot *slots, size_t count, us_returned *returned) {
  size_t end = 0;
  for (const slot *slot = slots; slot < slots + count; slot++) {
    size_t start = (end + slot->size - 1) / slot->size * slot->size;
    place(slot, (us_location)(US_LOCATION_RETURNED + start), returned);
    end = start + slot->size;
  }
  returned->memory_size = end;
}

// Counts the vector registers that scalars take; a half is only returned in one of the first three (`RetCC_X86Common` in
// `X86CallingConv.td`).
static bool has_register(us_scalar kind, unsigned *floats) {
#if defined(__x86_64__)
  if (!us_scalar_is_float(kind) || kind == US_SCALAR_F80) return true;
  return (*floats)++ < 3 || kind != US_SCALAR_F16;
#else
  (void)kind, (void)floats;
  return true;
#endif
}

bool us_exceed_result_registers(const us_placed_scalar *scalars, size_t count) {
  unsigned floats = 0;
  for (size_t i = 0; i < count; i++) {
    if (!has_register(scalars[i].kind, &floats)) return true;
  }
  return false;
}

bool us_place_returned(const us_placed_scalar *result, size_t result_count, const us_placed_scalar *error,
                       size_t error_count, bool is_async, us_returned *returned) {
  slot slots[2 * US_MAXIMUM_SCALARS];
  size_t count = 0, next_error = 0, word_count = 0;
  for (; count < result_count; count++) {
    slot *slot = &slots[count];
    slot->kind = result[count].kind;
    slot->size = us_scalar_size(slot->kind);
    slot->result = (int)count;
    slot->error = -1;
    if (us_scalar_is_float(slot->kind)) continue;
    if (next_error < error_count) {
      size_t size = us_scalar_size(error[next_error].kind);
      if (size > slot->size) slot->size = size;
      slot->error = (int)next_error++;
    }
    word_count += words(slot->size);
  }
  for (; next_error < error_count; next_error++, count++) {
    us_scalar kind = error[next_error].kind;
    slots[count] = (slot){kind, us_scalar_size(kind), -1, (int)next_error};
    word_count += words(slots[count].size);
  }

  returned->memory_size = 0;
  // The error's scalars are integers, which take no vector registers.
  if (!is_async && (word_count > REGISTER_COUNT || us_exceed_result_registers(result, result_count))) {
    place_in_memory(slots, count, returned);
    return true;
  }
  if (word_count > REGISTER_COUNT) return false;
  place_in_registers(slots, count, is_async, returned);
  return true;
}
