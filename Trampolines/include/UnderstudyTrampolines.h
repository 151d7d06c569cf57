// The C and assembly floor of the house: what Swift source can't say.
#pragma once

#include "us_elf_symbols.h"
#include "us_loaded_images.h"
#include "us_swift_records.h"
#include "us_swift_runtime.h"
#include "us_value_witness.h"
