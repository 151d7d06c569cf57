// Linear passes over an ELF symbol table. They are in C since the library's users run it unoptimised.
//
// Layout of a symbol: Elf64_Sym (System V ABI, "Symbol Table").
#pragma once

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

/// A symbol that was looked for.
typedef struct us_symbol_match {
  /// The symbol's index in its table.
  uint32_t symbol;
  /// The index of the wanted address or name.
  uint32_t wanted;
} us_symbol_match;

/// Finds the symbols that lie exactly at one of `wanted_count` addresses, which must be sorted and distinct.
///
/// Writes up to `capacity` matches in the order of the table and returns the number of all.
extern size_t us_symbols_at_addresses(const us_elf_symbol *symbols, size_t count, const uint64_t *wanted,
                                      size_t wanted_count, us_symbol_match *_Nullable matches, size_t capacity);

/// Finds the functions that one of `wanted_count` addresses lies in, which must be sorted and distinct.
///
/// Writes to `found`, for each address, the index of the last such symbol in the table, or UINT32_MAX if there is none.
extern void us_functions_at_addresses(const us_elf_symbol *symbols, size_t count, const uint64_t *wanted,
                                      size_t wanted_count, uint32_t *found);

/// Finds the defined symbols with one of `wanted_count` names.
///
/// `strings` must end with a zero byte. Writes up to `capacity` matches and returns the number of all.
extern size_t us_symbols_named(const us_elf_symbol *symbols, size_t count, const char *strings, size_t strings_size,
                               const char *_Nonnull const *_Nonnull wanted, const size_t *wanted_lengths,
                               size_t wanted_count, us_symbol_match *_Nullable matches, size_t capacity);

/// Finds the defined symbols whose name begins and ends with the given bytes, which may overlap in it.
///
/// `strings` must end with a zero byte. Writes up to `capacity` matches (`wanted` is 0) and returns the number of all.
extern size_t us_symbols_matching(const us_elf_symbol *symbols, size_t count, const char *strings, size_t strings_size,
                                  const char *prefix, size_t prefix_length, const char *suffix, size_t suffix_length,
                                  us_symbol_match *_Nullable matches, size_t capacity);

#pragma clang assume_nonnull end
