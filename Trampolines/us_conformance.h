// Conformances that the runtime needn't be asked for.
#pragma once

/// The witness table of a type that isn't generic, for a protocol that its own module or the protocol's has it conform to; null if that
/// isn't so, or only the runtime knows.
const void *us_witness_table(const void *type, const char *protocol);
