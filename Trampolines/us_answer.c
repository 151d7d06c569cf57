#include "include/us_answer.h"

#include <stdlib.h>
#include <string.h>

#include "us_memory.h"

us_call_filter *us_make_filter(const void *owner, us_ask ask, uint64_t room) {
  us_call_filter *filter = us_allocate(sizeof *filter + room * sizeof filter->tests[0], _Alignof(us_call_filter));
  filter->owner = owner;
  filter->ask = ask;
  filter->test_count = 0;
  return filter;
}

void us_free_filter(us_call_filter *filter) { free(filter); }

void us_add_test(us_call_filter *filter, us_test test) { filter->tests[filter->test_count++] = test; }

bool us_filters_exclude(const us_call_filter *one, const us_call_filter *other) {
  for (uint64_t i = 0; i < one->test_count; i++) {
    const us_test *test = &one->tests[i];
    for (uint64_t j = 0; j < other->test_count; j++) {
      const us_test *against = &other->tests[j];
      if (test->kind == US_TEST_BYTES && against->kind == US_TEST_BYTES && test->offset == against->offset &&
          test->size == against->size && memcmp(test->expected, against->expected, sizeof test->expected) != 0) {
        return true;
      }
    }
  }
  return false;
}

us_answer *us_make_answer(void) {
  us_answer *answer = us_allocate(sizeof *answer, _Alignof(us_answer));
  atomic_init(&answer->constant, NULL);
  atomic_init(&answer->state, 0);
  return answer;
}

void us_free_answer(us_answer *answer) { free(answer); }

static inline bool has_bytes(const us_test *test, const uint8_t *value) {
  // Values of 8 bytes and more are aligned to 8.
  const uint64_t *words = (const uint64_t *)value;
  switch (test->size) {
    case 8: return words[0] == test->expected[0];
    case 16: return words[0] == test->expected[0] && words[1] == test->expected[1];
    default: return memcmp(value, test->expected, test->size) == 0;
  }
}

static inline bool accepts(const us_call_filter *filter, us_chunk *chunk, us_record *record, const uint8_t *block) {
  const us_test *test = filter->tests;
  for (uint64_t count = filter->test_count; count > 0; count--, test++) {
    if (test->kind != US_TEST_ASK && has_bytes(test, block + test->offset)) continue;
    if (test->kind == US_TEST_BYTES || !filter->ask(filter->owner, test->parameter, chunk, record)) return false;
  }
  return true;
}

bool us_filter_accepts(const us_call_filter *filter, us_chunk *chunk, us_record *record) {
  return accepts(filter, chunk, record, us_record_block(record, chunk->layout));
}

uint64_t us_find_answer_by_bytes(const us_answer_list *list, const uint8_t *block, bool *is_found) {
  *is_found = false;
  if (!list) return 0;
  for (uint64_t position = 0; position < list->count; position++) {
    const us_call_filter *filter = list->entries[position].filter;
    const us_test *test = filter->tests;
    uint64_t left = filter->test_count;
    while (left > 0 && test->kind != US_TEST_ASK && has_bytes(test, block + test->offset)) left--, test++;
    *is_found = left == 0;
    if (*is_found || test->kind != US_TEST_BYTES) return position;
  }
  return list->count;
}

uint64_t us_find_answer(const us_answer_list *list, uint64_t position, us_chunk *chunk, us_record *record) {
  if (!list) return 0;
  const uint8_t *block = us_record_block(record, chunk->layout);
  for (; position < list->count; position++) {
    if (accepts(list->entries[position].filter, chunk, record, block)) break;
  }
  return position;
}
