#include "include/us_dummy.h"

#include <stdlib.h>
#include <string.h>

#include "include/us_dispatch.h"

// Defined in us_dummy_entries.S.
extern const uint8_t us_dummy_entries[], us_dummy_function_entry[];
extern const uint64_t us_async_records_dummy[], us_dummy_function_record[];

// swift/Runtime/HeapObject.h.
extern void swift_release(void *object);
extern void *swift_allocObject(const void *type, size_t size, size_t alignment_mask);
extern void swift_deallocObject(void *object, size_t size, size_t alignment_mask);
extern void swift_deallocClassInstance(void *object, size_t size, size_t alignment_mask);

static us_dummy_handlers handlers;

void us_install_dummy_handlers(us_dummy_handlers functions) { handlers = functions; }

const void *us_dummy_entry(unsigned index, bool is_async) {
  return is_async ? (const void *)(us_async_records_dummy + index)
                  : (const void *)(us_dummy_entries + index * US_ENTRY_SIZE);
}

const void *us_dummy_function(bool is_async) {
  return is_async ? (const void *)us_dummy_function_record : (const void *)us_dummy_function_entry;
}

// MARK: Objects

static size_t owner_offset(const us_class_metadata *type) {
  return (type->instance_size + sizeof(void *) - 1) & ~(sizeof(void *) - 1);
}

static void **owner_of(void *object) {
  const us_class_metadata *type = *(const us_class_metadata *const *)object;
  return (void **)((uint8_t *)object + owner_offset(type));
}

void *us_make_dummy_object(const void *type, void *owner) {
  const us_class_metadata *metadata = type;
  size_t size = owner_offset(metadata) + sizeof(void *);
  uint8_t *object = swift_allocObject(type, size, metadata->instance_alignment_mask);
  // Behind the header of two words.
  memset(object + 2 * sizeof(void *), 0, size - 2 * sizeof(void *));
  *owner_of(object) = owner;
  return object;
}

// The runtime passes the object in Swift's self register.
__attribute__((swiftcall)) static void destroy_object(__attribute__((swift_context)) void *object) {
  const us_class_metadata *type = *(const us_class_metadata *const *)object;
  swift_release(*owner_of(object));
  swift_deallocClassInstance(object, owner_offset(type) + sizeof(void *), type->instance_alignment_mask);
}

const void *us_dummy_destructor(void) { return (const void *)destroy_object; }

// MARK: Functions

typedef struct dummy_context {
  const void *metadata;
  uint64_t reference_count;
  // Where every `@isolated(any)` function has its actor: an optional `any Actor`, here `nil`.
  void *isolation[2];
  const void *type;
  void *owner;
} dummy_context;

__attribute__((swiftcall)) static void destroy_context(__attribute__((swift_context)) dummy_context *context) {
  swift_release(context->owner);
  swift_deallocObject(context, sizeof *context, _Alignof(dummy_context) - 1);
}

// As of a closure context: no value witnesses, kind HeapLocalVariable, no captures described.
static const struct {
  __attribute__((swiftcall)) void (*destroy)(__attribute__((swift_context)) dummy_context *);
  const void *value_witnesses;
  uintptr_t kind;
  uint32_t offset_to_first_capture;
  const void *capture_description;
} context_metadata = {destroy_context, NULL, 0x400, 16, NULL};

void *us_make_dummy_context(const void *type, void *owner) {
  dummy_context *context =
      swift_allocObject(&context_metadata.kind, sizeof *context, _Alignof(dummy_context) - 1);
  context->isolation[0] = context->isolation[1] = NULL;
  context->type = type;
  context->owner = owner;
  return context;
}

// MARK: Calls

// Called by the entries, with what is in the self register.
__attribute__((visibility("hidden"), noreturn)) void us_dummy_called(void *self, uint32_t index) {
  if (index < US_ENTRY_COUNT) {
    handlers.method_called(*(const void *const *)self, *owner_of(self), index);
  } else {
    const dummy_context *context = self;
    handlers.function_called(context->type, context->owner);
  }
  abort();
}
