// A table of pointers by two addresses, behind a lock. It is in C since the library's users run it unoptimised, where a table in
// Swift asks its keys for hashes by way of their witness tables.
#pragma once

#include <stddef.h>

#pragma clang assume_nonnull begin

typedef struct us_pair_table us_pair_table;

/// Makes a table with nothing in it.
us_pair_table *us_pair_table_create(void);

void us_pair_table_destroy(us_pair_table *table);

/// What two addresses, or numbers in their place, have; NULL if that is nothing. The three lowest bits count less than the others.
const void *_Nullable us_pair_table_get(us_pair_table *table, const void *_Nullable first,
                                        const void *_Nullable second);

/// Gives two addresses a value, unless they have one: the first stays.
///
/// Returns whether it did.
_Bool us_pair_table_add(us_pair_table *table, const void *_Nullable first, const void *_Nullable second,
                        const void *value);

/// The number of places, full and empty.
size_t us_pair_table_capacity(const us_pair_table *table);

/// The value in a place; NULL in an empty one.
const void *_Nullable us_pair_table_value(const us_pair_table *table, size_t place);

#pragma clang assume_nonnull end
