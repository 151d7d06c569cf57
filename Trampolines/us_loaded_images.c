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

void us_keep_image(const void *address) {
  Dl_info image;
  // What isn't loaded under its name, such as the main executable, isn't loaded now and can't be closed either.
  if (dladdr(address, &image) && image.dli_fname) dlopen(image.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}
#else
void us_keep_image(const void *address) { (void)address; }

void us_visit_loaded_images(bool (*visit)(const us_loaded_image *, void *), void *context) {
  (void)visit;
  (void)context;
}
#endif
