#define _GNU_SOURCE
#include "include/us_loaded_images.h"

#if defined(__linux__)
#include <dlfcn.h>
#include <link.h>

_Static_assert(sizeof(us_program_header) == sizeof(ElfW(Phdr)), "program headers of 64-bit images");

typedef struct visitor {
  bool (*visit)(const us_loaded_image *, void *);
  void *context;
} visitor;

static int visit_image(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  const visitor *visitor = context;
  us_loaded_image image = {
      .path = info->dlpi_name,
      .load_bias = info->dlpi_addr,
      .headers = (const us_program_header *)info->dlpi_phdr,
      .header_count = info->dlpi_phnum,
      .opened = info->dlpi_adds,
      .closed = info->dlpi_subs,
  };
  return !visitor->visit(&image, visitor->context);
}

void us_visit_loaded_images(bool (*visit)(const us_loaded_image *, void *), void *context) {
  visitor visitor = {visit, context};
  dl_iterate_phdr(visit_image, &visitor);
}

struct search {
  uintptr_t address;
  const char *path;
};

static int find_image(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  struct search *search = context;
  for (size_t i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *header = &info->dlpi_phdr[i];
    if (header->p_type != PT_LOAD || search->address - (info->dlpi_addr + header->p_vaddr) >= header->p_memsz) continue;
    search->path = info->dlpi_name;
    return 1;
  }
  return 0;
}

void us_keep_image(const void *address) {
  // `dladdr` would also look through the image's symbols for one near the address.
  struct search search = {(uintptr_t)address, NULL};
  dl_iterate_phdr(find_image, &search);
  // The main executable has no name, and can't be closed.
  if (search.path && *search.path) dlopen(search.path, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}
#else
void us_keep_image(const void *address) { (void)address; }

void us_visit_loaded_images(bool (*visit)(const us_loaded_image *, void *), void *context) {
  (void)visit;
  (void)context;
}
#endif
