#include "include/us_draft.h"

#include <stdlib.h>
#include <string.h>

#include "include/us_placement.h"
#include "include/us_returned.h"
#include "us_memory.h"

us_draft *us_draft_create(void) {
  us_draft *draft = memset(us_allocate(sizeof *draft, _Alignof(us_draft)), 0, sizeof *draft);
  draft->plan.block_size = sizeof(void *);
  draft->plan.block_alignment = _Alignof(void *);
  return draft;
}

// The plan has taken over the conversions of a draft that is finished.
static void free_conversions(us_list *conversions) {
  us_conversion *elements = conversions->elements;
  for (uint32_t i = 0; elements && i < conversions->count; i++) free((void *)elements[i].guards);
  free(elements);
}

void us_draft_destroy(us_draft *draft) {
  free(draft->scalars.elements);
  free(draft->direct_elements.elements), free(draft->indirect_elements.elements);
  free(draft->result_moves.elements), free(draft->error_moves.elements);
  free(draft->moves.elements), free(draft->argument_parts.elements), free(draft->result_parts.elements);
  free(draft->generic_arguments.elements);
  free_conversions(&draft->argument_conversions), free_conversions(&draft->result_conversions);
  free(draft);
}

us_location us_draft_add_scalar(us_draft *draft, us_scalar kind) {
  *(uint8_t *)us_list_add(&draft->scalars, 1) = (uint8_t)kind;
  return (us_location)(US_LOCATION_UNPLACED + draft->scalars.count - 1);
}

// `rest`: how much there is of the value from the scalar on. The integer that covers the last bytes may be wider.
static us_move *add_move(us_list *moves, size_t offset, size_t size, size_t rest, us_location location) {
  us_move *move = us_list_add(moves, sizeof *move);
  move->value_offset = (uint32_t)offset;
  move->size = (uint16_t)(size < rest ? size : rest);
  move->location = location;
  return move;
}

uint32_t us_draft_add_scalars(us_draft *draft, const us_placed_scalar *scalars, size_t count, size_t value_size) {
  uint32_t first = draft->moves.count;
  for (size_t i = 0; i < count; i++) {
    us_scalar kind = scalars[i].kind;
    size_t offset = scalars[i].offset;
    add_move(&draft->moves, offset, us_scalar_size(kind), value_size - offset, us_draft_add_scalar(draft, kind))
        ->is_single_bit = scalars[i].is_single_bit;
  }
  return first;
}

void us_draft_add_generic_argument(us_draft *draft) {
  us_location location = us_draft_add_scalar(draft, US_SCALAR_I64);
  *(us_location *)us_list_add(&draft->generic_arguments, sizeof location) = location;
}

// MARK: Results

static void place_result(us_draft *draft, const us_returned *returned) {
  // It may have been placed before, without an error beside it.
  draft->result_moves.count = 0;
  draft->plan.result_is_x87 = 0;
  if (returned->memory_size != 0) {
    draft->plan.result_memory = US_FRAME_INDIRECT_RESULT;
    draft->plan.result_memory_size = (uint32_t)returned->memory_size;
  }
  const us_element *elements = draft->direct_elements.elements;
  for (uint32_t i = 0; i < draft->direct_scalar_count; i++) {
    us_placed_scalar scalar = draft->direct_scalars[i];
    us_location location = returned->result[i];
    if (location == US_FRAME_RESULT_X87) draft->plan.result_is_x87 = 1;
    // A scalar may cover bytes of several elements, which lie elsewhere in the result.
    for (uint32_t other = 0; other < draft->direct_elements.count; other++) {
      const us_element *element = &elements[other];
      size_t scalar_end = scalar.offset + us_scalar_size(scalar.kind);
      size_t element_end = element->tuple_offset + element->travelling_size;
      size_t begin = scalar.offset > element->tuple_offset ? scalar.offset : element->tuple_offset;
      size_t end = scalar_end < element_end ? scalar_end : element_end;
      if (begin >= end) continue;
      add_move(&draft->result_moves, element->offset + begin - element->tuple_offset, end - begin, end - begin,
               location + (us_location)(begin - scalar.offset));
    }
  }
}

void us_draft_set_result(us_draft *draft, const us_placed_scalar *scalars, size_t count) {
  if (count > 0) memcpy(draft->direct_scalars, scalars, count * sizeof *scalars);
  draft->direct_scalar_count = (uint32_t)count;
  us_returned returned;
  // Invariant: four words at most have registers in async calls too.
  us_place_returned(scalars, count, NULL, 0, draft->is_async, &returned);
  place_result(draft, &returned);
}

bool us_draft_set_error(us_draft *draft, const void *type, size_t size, const us_placed_scalar *scalars, size_t count) {
  us_returned returned;
  if (!us_place_returned(draft->direct_scalars, draft->direct_scalar_count, scalars, count, draft->is_async, &returned)) {
    return false;
  }
  place_result(draft, &returned);
  for (size_t i = 0; i < count; i++) {
    add_move(&draft->error_moves, scalars[i].offset, us_scalar_size(scalars[i].kind), size - scalars[i].offset,
             returned.error[i]);
  }
  draft->plan.error_type = type;
  return true;
}

// MARK: The plan

static void *take(us_list *list) {
  void *elements = list->elements;
  list->elements = NULL;
  return elements;
}

bool us_draft_finish(us_draft *draft, us_call_plan *plan) {
  const us_placement *placement = us_placement_of(&draft->scalars);
  if (placement == NULL) return false;
  *plan = draft->plan;
  plan->first_result_move = draft->moves.count;
  plan->result_move_count = draft->result_moves.count;
  us_list_add_all(&draft->moves, &draft->result_moves, sizeof(us_move));
  if (plan->error_type != NULL) {
    plan->first_error_move = draft->moves.count;
    plan->error_move_count = draft->error_moves.count;
    us_list_add_all(&draft->moves, &draft->error_moves, sizeof(us_move));
    plan->error_address = us_placed(plan->error_address, placement);
  }
  us_place_moves(&draft->moves, placement);
  plan->moves = take(&draft->moves);
  us_place_parts(&draft->argument_parts, placement);
  plan->argument_part_count = draft->argument_parts.count;
  plan->argument_parts = take(&draft->argument_parts);
  us_place_parts(&draft->result_parts, placement);
  plan->result_part_count = draft->result_parts.count;
  plan->result_parts = take(&draft->result_parts);

  plan->result_address = us_placed(plan->result_address, placement);
  plan->result_memory = us_placed(plan->result_memory, placement);
  us_place_locations(&draft->generic_arguments, placement);
  plan->generic_argument_count = draft->generic_arguments.count;
  plan->generic_arguments = take(&draft->generic_arguments);
  plan->self_type = us_placed(plan->self_type, placement);
  plan->self_table = us_placed(plan->self_table, placement);
  plan->argument_conversion_count = draft->argument_conversions.count;
  plan->argument_conversions = take(&draft->argument_conversions);
  plan->result_conversion_count = draft->result_conversions.count;
  plan->result_conversions = take(&draft->result_conversions);
  plan->stack_size = (uint32_t)placement->stack_size;
  plan->stack_pop = draft->is_async ? (uint32_t)us_async_stack_pop(placement->stack_size) : 0;
  return true;
}
