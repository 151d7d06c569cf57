#include "include/differential_heap.h"

#include <malloc.h>

size_t differential_bytes_in_use(void) { return mallinfo2().uordblks; }
