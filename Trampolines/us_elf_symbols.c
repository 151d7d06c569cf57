#include "include/us_elf_symbols.h"

#include <stdlib.h>
#include <string.h>

// Symbols of these types name sections and source files, or offsets into thread-local storage: not addresses.
enum { US_STT_SECTION = 3, US_STT_FILE = 4, US_STT_TLS = 6, US_SHN_UNDEF = 0 };

bool us_symbol_has_address(const us_elf_symbol *symbol) {
  int type = symbol->info & 0xF;
  return symbol->section != US_SHN_UNDEF && type != US_STT_SECTION && type != US_STT_FILE && type != US_STT_TLS;
}

// The filter: one byte for each residue of the address. Most symbols fall through it with a single load.
enum { US_FILTER_SIZE = 4096 };
#define US_FILTER_INDEX(address) (((address) ^ ((address) >> 12)) & (US_FILTER_SIZE - 1))

void us_symbol_addresses(const us_elf_symbol *symbols, size_t count, uint32_t *addresses) {
  const us_elf_symbol *const end = symbols + count;
  // Four symbols a turn: unoptimised, the loop's own bookkeeping is what costs.
  for (; end - symbols >= 4; symbols += 4, addresses += 4) {
    addresses[0] = (uint32_t)symbols[0].value;
    addresses[1] = (uint32_t)symbols[1].value;
    addresses[2] = (uint32_t)symbols[2].value;
    addresses[3] = (uint32_t)symbols[3].value;
  }
  for (; symbols < end; symbols++) *addresses++ = (uint32_t)symbols->value;
}

size_t us_addresses_among(const uint32_t *addresses, size_t count, const uint32_t *wanted, size_t wanted_count,
                          uint32_t *found, size_t capacity) {
  if (wanted_count == 0) return 0;
  uint8_t filter[US_FILTER_SIZE];
  memset(filter, 0, sizeof filter);
  for (size_t i = 0; i < wanted_count; i++) filter[US_FILTER_INDEX(wanted[i])] = 1;

  size_t total = 0;
  const uint32_t *const end = addresses + count;
  const uint32_t *next = addresses;
  for (;;) {
    while (end - next >= 4 && !(filter[US_FILTER_INDEX(next[0])] | filter[US_FILTER_INDEX(next[1])] |
                                filter[US_FILTER_INDEX(next[2])] | filter[US_FILTER_INDEX(next[3])])) {
      next += 4;
    }
    const uint32_t *stop = end - next >= 4 ? next + 4 : end;
    for (; next < stop; next++) {
      if (!filter[US_FILTER_INDEX(*next)]) continue;
      size_t low = 0, high = wanted_count;
      while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (wanted[middle] < *next) low = middle + 1;
        else high = middle;
      }
      if (low == wanted_count || wanted[low] != *next) continue;
      if (total < capacity) found[total] = (uint32_t)(next - addresses);
      total++;
    }
    if (next == end) return total;
  }
}

static int compare(const void *left, const void *right) {
  uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
  return (a > b) - (a < b);
}

void us_parts_by_distance(const uint32_t *samples, size_t samples_per_part, size_t count, const uint32_t *wanted,
                          size_t wanted_count, uint64_t *parts) {
  for (size_t part = 0; part < count; part++) {
    uint32_t nearest = UINT32_MAX;
    for (const uint32_t *end = samples + samples_per_part; samples < end; samples++) {
      // The first one that isn't below the sample, and the one before it.
      size_t low = 0, high = wanted_count;
      while (low < high) {
        size_t middle = (low + high) / 2;
        if (wanted[middle] < *samples) low = middle + 1; else high = middle;
      }
      if (low < wanted_count && wanted[low] - *samples < nearest) nearest = wanted[low] - *samples;
      if (low > 0 && *samples - wanted[low - 1] < nearest) nearest = *samples - wanted[low - 1];
    }
    parts[part] = (uint64_t)nearest << 32 | part;
  }
  qsort(parts, count, sizeof *parts, compare);
}

size_t us_symbols_matching(const us_elf_symbol *symbols, size_t count, const char *strings, size_t strings_size,
                           const char *prefix, size_t prefix_length, const char *suffix, size_t suffix_length,
                           uint32_t *matches, size_t capacity) {
  size_t found = 0;
  for (size_t i = 0; i < count; i++) {
    uint32_t offset = symbols[i].name;
    if (offset == 0 || offset >= strings_size) continue;
    const char *name = strings + offset;
    if (prefix_length != 0 && strncmp(name, prefix, prefix_length) != 0) continue;
    if (suffix_length != 0) {
      size_t length = strlen(name);
      if (length < suffix_length || memcmp(name + length - suffix_length, suffix, suffix_length) != 0) continue;
    }
    if (!us_symbol_has_address(&symbols[i])) continue;
    if (found < capacity) matches[found] = (uint32_t)i;
    found++;
  }
  return found;
}

void us_functions_at_addresses(const us_elf_symbol *symbols, size_t count, const uint64_t *wanted, size_t wanted_count,
                               uint32_t *found) {
  for (size_t i = 0; i < wanted_count; i++) found[i] = UINT32_MAX;
  if (wanted_count == 0) return;
  const uint64_t last = wanted[wanted_count - 1];
  for (size_t i = 0; i < count; i++) {
    const us_elf_symbol *symbol = &symbols[i];
    const uint64_t start = symbol->value;
    // STT_FUNC, and defined.
    if (start > last || (symbol->info & 15) != 2 || symbol->section == 0) continue;
    size_t low = 0, high = wanted_count;
    while (low < high) {
      size_t middle = low + (high - low) / 2;
      if (wanted[middle] < start) low = middle + 1;
      else high = middle;
    }
    for (; low < wanted_count && wanted[low] - start < symbol->size; low++) found[low] = (uint32_t)i;
  }
}
