// A file's bytes in memory of our own, read piece by piece as they are asked for.
//
// A mapping would be simpler, but its pages disappear when somebody truncates the file, and touching them then ends the
// process. A file that has changed since it was opened counts as unreadable: two pieces of it may not fit together.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

typedef struct us_paged_file us_paged_file;

/// Opens a regular file; NULL if it can't be, and `errno` says why. An empty one can't.
extern us_paged_file *_Nullable us_paged_file_open(const char *path);

/// Room for all of the file: zeros where nothing has been read yet. Valid until the file is closed.
extern const uint8_t *us_paged_file_bytes(const us_paged_file *file);
extern size_t us_paged_file_size(const us_paged_file *file);

/// Makes sure that the bytes from `start` to `end` are there, whatever has been read of them before.
///
/// Returns false if they can't be read. May be called from any thread at once.
extern bool us_paged_file_load(us_paged_file *file, size_t start, size_t end);

/// How many bytes from `position` on are there already, in whole pieces: reads `position`'s piece if need be.
extern size_t us_paged_file_load_piece(us_paged_file *file, size_t position);

/// Reads a part of the file into other memory, and keeps none of it: for what is passed over once. Otherwise like
/// `us_paged_file_load`.
extern bool us_paged_file_copy(us_paged_file *file, size_t start, size_t end, void *memory);

/// Leaves the file open between reads, which otherwise open it each for itself, until as many releases. Only a release checks that
/// what was read since is of one version of the file: `us_paged_file_failure` tells.
extern void us_paged_file_hold(us_paged_file *file);
extern void us_paged_file_release(us_paged_file *file);

/// The error number of the first read that failed, or 0.
extern int us_paged_file_failure(const us_paged_file *file);

extern void us_paged_file_close(us_paged_file *file);

#pragma clang assume_nonnull end
