// Linear passes over an ELF symbol table. They are in C since the library's users run it unoptimised.
//
// Layout of a symbol: Elf64_Sym (System V ABI, "Symbol Table").
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

typedef struct us_elf_symbol {
  uint32_t name;
  uint8_t info;
  uint8_t other;
  uint16_t section;
  uint64_t value;
  uint64_t size;
} us_elf_symbol;

/// Whether a symbol is defined and stands for an address.
extern bool us_symbol_has_address(const us_elf_symbol *symbol);

/// Writes the lower halves of the symbols' addresses, which are enough to look for them.
extern void us_symbol_addresses(const us_elf_symbol *symbols, size_t count, uint32_t *addresses);

/// Finds those of `count` numbers that are among `wanted_count` others, which must be sorted and distinct.
///
/// Writes the positions of up to `capacity` of them and returns the number of all.
extern size_t us_addresses_among(const uint32_t *addresses, size_t count, const uint32_t *wanted, size_t wanted_count,
                                 uint32_t *_Nullable found, size_t capacity);

/// Orders the parts of a table by how near one of their samples is to one of `wanted_count` addresses, which must be sorted.
///
/// Writes for each part the distance, and in the lower half its number.
extern void us_parts_by_distance(const uint32_t *samples, size_t samples_per_part, size_t count, const uint32_t *wanted,
                                 size_t wanted_count, uint64_t *parts);

/// Finds the functions that one of `wanted_count` addresses lies in, which must be sorted and distinct.
///
/// Writes to `found`, for each address, the index of the last such symbol in the table, or UINT32_MAX if there is none.
extern void us_functions_at_addresses(const us_elf_symbol *symbols, size_t count, const uint64_t *wanted,
                                      size_t wanted_count, uint32_t *found);

/// Finds the defined symbols whose name begins and ends with the given bytes, which may overlap in it.
///
/// `strings` must end with a zero byte. Writes the indices of up to `capacity` of them and returns the number of all.
extern size_t us_symbols_matching(const us_elf_symbol *symbols, size_t count, const char *strings, size_t strings_size,
                                  const char *prefix, size_t prefix_length, const char *suffix, size_t suffix_length,
                                  uint32_t *_Nullable matches, size_t capacity);

#pragma clang assume_nonnull end
