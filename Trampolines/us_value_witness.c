#include "include/us_value_witness.h"
