// The dynamic loader's list of images: dl_iterate_phdr(3), which Swift's Glibc module doesn't show.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// Elf64_Phdr (System V ABI, "Program Header").
typedef struct us_program_header {
  uint32_t type;
  uint32_t flags;
  uint64_t file_offset;
  uint64_t address;
  uint64_t physical_address;
  uint64_t file_size;
  uint64_t memory_size;
  uint64_t alignment;
} us_program_header;

enum {
  US_PROGRAM_HEADER_LOAD = 1,
  US_PROGRAM_HEADER_EXECUTABLE = 1,
};

/// One image, valid during the visit.
typedef struct us_loaded_image {
  const char *_Nullable path;
  uintptr_t load_bias;
  const us_program_header *_Nullable headers;
  size_t header_count;
  /// How many images have been opened and closed since the process began.
  uint64_t opened;
  uint64_t closed;
} us_loaded_image;

/// Visits the loaded images, the main executable first, until `visit` returns false.
///
/// The loader holds a lock during the visits: they must not open or close images.
extern void us_visit_loaded_images(bool (*visit)(const us_loaded_image *image, void *context), void *context);

/// Makes the image that an address lies in stay in the process, whoever closes it.
extern void us_keep_image(const void *address);

#pragma clang assume_nonnull end
