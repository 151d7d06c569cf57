// The C and assembly floor of the house: what Swift source can't say.
#pragma once

#include "us_bitstream.h"
#include "us_compile_units.h"
#include "us_dispatch.h"
#include "us_elf_symbols.h"
#include "us_frame.h"
#include "us_function.h"
#include "us_image_path.h"
#include "us_loaded_images.h"
#include "us_locations.h"
#include "us_paged_file.h"
#include "us_placeholder.h"
#include "us_plan.h"
#include "us_swift_records.h"
#include "us_swift_runtime.h"
#include "us_value_witness.h"
