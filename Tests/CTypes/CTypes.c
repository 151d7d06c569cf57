#include "CTypes.h"
