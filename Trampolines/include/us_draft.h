// Lists of which plans are made, and the places that are filled in at the end.
#pragma once

#include "us_plan.h"

/// A list that grows. Its memory is whoever's who takes it.
typedef struct us_list {
  void *_Nullable elements;
  uint32_t count, capacity;
} us_list;

/// Makes room for one more element behind the others, and returns where it is: zeros.
void *_Nonnull us_list_add(us_list *_Nonnull list, size_t element_size);

/// Adds elements behind the others.
void us_list_add_all(us_list *_Nonnull list, const us_list *_Nonnull added, size_t element_size);

/// What this or more stands for a scalar's place that isn't known yet: it is the scalar's number above this.
#define US_LOCATION_UNPLACED 0x40000000

/// Where the scalars of a call live. It lasts as long as the process.
typedef struct us_placement {
  size_t stack_size;
  us_location locations[];
} us_placement;

/// Where scalars live that are passed in this order, as `us_find_locations` says: the calls of many requirements are alike, so what
/// it has said is kept. NULL if it doesn't know.
const us_placement *_Nullable us_placement_of(const us_list *_Nonnull scalars);

/// A place, or a scalar's.
us_location us_placed(us_location location, const us_placement *_Nonnull placement);

/// Puts places for scalars' numbers.
void us_place_moves(const us_list *_Nonnull moves, const us_placement *_Nonnull placement);
void us_place_parts(const us_list *_Nonnull parts, const us_placement *_Nonnull placement);
void us_place_locations(const us_list *_Nonnull locations, const us_placement *_Nonnull placement);
