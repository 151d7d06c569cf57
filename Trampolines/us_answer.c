#include "include/us_answer.h"

#include <string.h>

#include "us_memory.h"

us_answer *us_make_answer(const us_call_filter *filter) {
  us_answer *answer = us_allocate(sizeof *answer, _Alignof(us_answer));
  answer->filter = filter;
  atomic_init(&answer->constant, NULL);
  atomic_init(&answer->state, 0);
  return answer;
}

static inline bool has_bytes(const us_test *test, const uint8_t *value) {
  if (test->size == 8) return memcmp(value, test->expected, 8) == 0;
  return memcmp(value, test->expected, test->size) == 0;
}

bool us_filter_accepts(const us_call_filter *filter, us_chunk *chunk, us_record *record) {
  const uint8_t *block = us_record_block(record, chunk->layout);
  const us_test *test = filter->tests;
  for (uint32_t count = filter->test_count; count > 0; count--, test++) {
    if (test->kind != US_TEST_ASK && has_bytes(test, block + test->offset)) continue;
    if (test->kind == US_TEST_BYTES || !filter->ask(filter->owner, test->parameter, chunk, record)) return false;
  }
  return true;
}

uint64_t us_find_answer(const us_answer_list *list, uint64_t position, us_chunk *chunk, us_record *record) {
  if (!list) return 0;
  while (position < list->count && !us_filter_accepts(list->answers[position]->filter, chunk, record)) position++;
  return position;
}
