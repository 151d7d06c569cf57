// Where the scalars of calls live, and lists of plans in the making whose places are filled in when that is known.
#pragma once

#include "us_list.h"
#include "us_plan.h"

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
