// The C and assembly floor of the house: what Swift source can't say.
#pragma once

#include "us_value_witness.h"
#include "us_image_path.h"
