#include "include/us_placeholder.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "include/us_frame.h"
#include "us_memory.h"

static us_placeholder_story *_Atomic teller;

void us_tell_placeholder_story(us_placeholder_story *story) { atomic_store_explicit(&teller, story, memory_order_release); }

__attribute__((noreturn)) static void placeholder_used(void) {
  fputs("Understudy: a placeholder was used as if it were a value. The closure of `when` and `verify` is run to see which "
        "call is meant: make that one call, and don't use what it returns.\n",
        stderr);
  us_placeholder_story *story = atomic_load_explicit(&teller, memory_order_acquire);
  char *text = story ? story() : NULL;
  if (text) fputs(text, stderr);
  abort();
}

const void *us_placeholder_function(void) { return (const void *)placeholder_used; }

// An async function pointer record is relative, so its code has to be near: this one lies in the image's own data, and is
// filled when the image is loaded, since C can't write it as a constant.
static struct {
  int32_t code;
  uint32_t context_size;
} async_record;

__attribute__((constructor)) static void fill_async_record(void) {
  async_record.code = (int32_t)((intptr_t)placeholder_used - (intptr_t)&async_record);
  async_record.context_size = 64;
}

const void *us_placeholder_async_function(void) { return &async_record; }

const void *us_placeholder_witness_table(void) {
  // The first word is the conformance, which isn't called.
  static const void *const table[1 + US_ENTRY_COUNT] = {[1 ... US_ENTRY_COUNT] = (const void *)placeholder_used};
  return table;
}

// An object that the runtime itself never counts: its reference count word is the one to use.
extern struct {
  const void *type;
  uint64_t reference_count;
} _swiftEmptyArrayStorage;

void *us_make_immortal_object(const void *type, size_t size, size_t alignment) {
  if (size < 16) size = 16;
  uint64_t *object = us_allocate(size, alignment);
  memset(object, 0, size);
  object[0] = (uint64_t)type;
  object[1] = _swiftEmptyArrayStorage.reference_count;
  return object;
}

typedef struct box_pair {
  void *object;
  void *value;
} box_pair;

// swift/Runtime/HeapObject.h. Two pointers come back in registers, as in C.
extern box_pair swift_allocBox(const void *type);

void *us_make_box(const void *payload_type, void **value) {
  box_pair box = swift_allocBox(payload_type);
  *value = box.value;
  return box.object;
}
