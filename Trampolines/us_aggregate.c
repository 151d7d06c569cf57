#include "include/us_aggregate.h"

#include <stdlib.h>
#include <string.h>

#include "us_memory.h"

// A scalar of known kind, or bytes without one.
typedef struct piece {
  size_t begin, end;
  int16_t kind;
  bool is_single_bit;
} piece;

#define NO_KIND -1

// Integers are merged within units of this many bytes.
#define UNIT sizeof(void *)

struct us_aggregate {
  piece *pieces;
  size_t count, capacity;
  us_placed_scalar *scalars;
  size_t scalar_count, scalar_capacity;
  // Most values have few pieces.
  piece first_pieces[4];
  us_placed_scalar first_scalars[4];
};

us_aggregate *us_aggregate_create(void) {
  us_aggregate *aggregate = us_allocate(sizeof *aggregate, _Alignof(us_aggregate));
  aggregate->pieces = aggregate->first_pieces;
  aggregate->scalars = aggregate->first_scalars;
  aggregate->count = aggregate->scalar_count = 0;
  aggregate->capacity = sizeof aggregate->first_pieces / sizeof *aggregate->pieces;
  aggregate->scalar_capacity = sizeof aggregate->first_scalars / sizeof *aggregate->scalars;
  return aggregate;
}

void us_aggregate_destroy(us_aggregate *aggregate) {
  if (aggregate->pieces != aggregate->first_pieces) free(aggregate->pieces);
  if (aggregate->scalars != aggregate->first_scalars) free(aggregate->scalars);
  free(aggregate);
}

// A list with room for one more.
static void *with_room(void *list, void *first, size_t size, size_t count, size_t *capacity) {
  if (count < *capacity) return list;
  *capacity *= 2;
  void *larger = us_reallocate(list == first ? NULL : list, *capacity * size);
  if (list == first) memcpy(larger, first, count * size);
  return larger;
}

static void add(us_aggregate *aggregate, piece added) {
  piece *last = aggregate->count == 0 ? NULL : &aggregate->pieces[aggregate->count - 1];
  if (last != NULL && last->end > added.begin) {
    // An enum's tag in its payload, say.
    if (added.begin < last->begin) last->begin = added.begin;
    if (added.end > last->end) last->end = added.end;
    last->kind = NO_KIND;
    last->is_single_bit = false;
    return;
  }
  aggregate->pieces = with_room(aggregate->pieces, aggregate->first_pieces, sizeof added, aggregate->count,
                                &aggregate->capacity);
  aggregate->pieces[aggregate->count++] = added;
}

void us_aggregate_add(us_aggregate *aggregate, us_scalar kind, size_t offset, bool is_single_bit) {
  size_t size = us_scalar_size(kind);
  // What isn't aligned by nature is only bytes.
  if (offset % size != 0) return us_aggregate_add_bytes(aggregate, offset, offset + size);
  add(aggregate, (piece){offset, offset + size, (int16_t)kind, is_single_bit});
}

void us_aggregate_add_bytes(us_aggregate *aggregate, size_t begin, size_t end) {
  if (begin < end) add(aggregate, (piece){begin, end, NO_KIND, false});
}

void us_aggregate_add_all(us_aggregate *aggregate, const us_aggregate *part, size_t offset) {
  for (size_t i = 0; i < part->count; i++) {
    piece added = part->pieces[i];
    if (added.kind == NO_KIND) {
      us_aggregate_add_bytes(aggregate, offset + added.begin, offset + added.end);
    } else {
      us_aggregate_add(aggregate, (us_scalar)added.kind, offset + added.begin, added.is_single_bit);
    }
  }
}

static void append(us_aggregate *aggregate, us_scalar kind, size_t offset, bool is_single_bit) {
  aggregate->scalars = with_room(aggregate->scalars, aggregate->first_scalars, sizeof *aggregate->scalars,
                                 aggregate->scalar_count, &aggregate->scalar_capacity);
  aggregate->scalars[aggregate->scalar_count++] = (us_placed_scalar){offset, kind, is_single_bit};
}

// Splits bytes into integers: in each unit, the smallest aligned one that covers them.
static void append_units(us_aggregate *aggregate, size_t begin, size_t range_end) {
  static const us_scalar kinds[] = {US_SCALAR_I8, US_SCALAR_I16, US_SCALAR_I32, US_SCALAR_I64};
  while (begin < range_end) {
    size_t end = (begin / UNIT + 1) * UNIT;
    if (end > range_end) end = range_end;
    for (unsigned power = 0; power < 4; power++) {
      size_t size = (size_t)1 << power;
      size_t start = begin / size * size;
      if (start + size < end) continue;
      append(aggregate, kinds[power], start, false);
      break;
    }
    begin = end;
  }
}

static bool is_mergeable(const piece *piece) { return piece->kind < US_SCALAR_F16; }

size_t us_aggregate_scalars(us_aggregate *aggregate, const us_placed_scalar **scalars) {
  size_t count = aggregate->count;
  piece few[8];
  piece *merged = count <= 8 ? few : us_allocate(count * sizeof *merged, _Alignof(piece));
  memcpy(merged, aggregate->pieces, count * sizeof *merged);
  for (size_t i = 1; i < count; i++) {
    piece *last = &merged[i - 1];
    bool share_unit = (last->end - 1) / UNIT == merged[i].begin / UNIT;
    if (share_unit && is_mergeable(last) && is_mergeable(&merged[i])) {
      last->kind = merged[i].kind = NO_KIND;
      last->end = merged[i].begin;
    }
  }

  aggregate->scalar_count = 0;
  for (size_t i = 0; i < count;) {
    piece *first = &merged[i++];
    if (first->kind != NO_KIND) {
      append(aggregate, (us_scalar)first->kind, first->begin, first->is_single_bit);
      continue;
    }
    size_t end = first->end;
    for (; i < count && merged[i].kind == NO_KIND && merged[i].begin == end; i++) end = merged[i].end;
    append_units(aggregate, first->begin, end);
  }
  if (merged != few) free(merged);
  *scalars = aggregate->scalars;
  return aggregate->scalar_count;
}

bool us_exceed_registers(const us_placed_scalar *scalars, size_t count) {
  size_t registers = 0;
  for (size_t i = 0; i < count; i++) {
    us_scalar kind = scalars[i].kind;
    registers += us_scalar_is_float(kind) ? 1 : (us_scalar_size(kind) + UNIT - 1) / UNIT;
  }
  return registers > US_MAXIMUM_SCALARS;
}

bool us_overlap(const us_placed_scalar *scalars, size_t count) {
  size_t end = 0;
  for (size_t i = 0; i < count; i++) {
    if (scalars[i].offset < end) return true;
    end = scalars[i].offset + us_scalar_size(scalars[i].kind);
  }
  return false;
}

bool us_carry(const us_placed_scalar *scalars, size_t count, const us_placed_scalar *others, size_t other_count) {
  bool exceed = us_exceed_registers(scalars, count), others_exceed = us_exceed_registers(others, other_count);
  if (exceed || others_exceed) return exceed && others_exceed;
  if (count != other_count) return false;
  for (size_t i = 0; i < count; i++) {
    us_scalar wide = scalars[i].kind, narrow = others[i].kind;
    if (scalars[i].offset != others[i].offset) return false;
    if (wide == narrow) continue;
    bool are_integers = !us_scalar_is_float(wide) && !us_scalar_is_float(narrow) && us_scalar_size(wide) <= UNIT;
    if (!are_integers || us_scalar_size(wide) <= us_scalar_size(narrow)) return false;
  }
  return true;
}
