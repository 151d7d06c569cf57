#define _GNU_SOURCE
#include "include/us_image_path.h"

#include <dlfcn.h>
#include <stddef.h>

const char *us_image_path(const void *address) {
  Dl_info info;
  return dladdr(address, &info) != 0 ? info.dli_fname : NULL;
}
