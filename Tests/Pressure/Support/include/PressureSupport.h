// What tests do to their own process that Swift can't say.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#pragma clang assume_nonnull begin

/// Whether one of the sanitizers watches this program: it then has calls and memory of its own in what is
/// counted.
bool pressure_is_instrumented(void);

/// Makes the kernel kill this process, all its threads included, as soon as it asks for executable memory with `mmap`, `mprotect` or
/// `pkey_mprotect`. There is no way back.
///
/// Returns whether it could be done.
bool pressure_forbid_executable_memory(void);

/// Asks for executable memory by one of the calls, counted from 0 in the order above. Returns whether there was any.
bool pressure_make_executable_memory(int call);

/// Forks, runs a function in the child, which then ends without cleaning up, and waits for it.
///
/// `body` returns the status that the child ends with. After `seconds` the child is killed by `SIGALRM`. Returns the status as
/// `waitpid` tells it, or -1.
int pressure_fork(int (*body)(void *), void *context, unsigned seconds);

#pragma clang assume_nonnull end
