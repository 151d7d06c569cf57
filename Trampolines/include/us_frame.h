// The call frame: everything a Swift call carries in registers, on its way in and on its way out.
//
// One layout for every architecture, kind of call and direction; the assembly knows its offsets through the macros below,
// and Swift code addresses it by byte offset from a plan.
#pragma once

// Offsets for the assembly, checked against the struct below.
#define US_FRAME_GPR 0
#define US_FRAME_VEC 64
#define US_FRAME_INDIRECT_RESULT 192
#define US_FRAME_SELF 200
#define US_FRAME_ERROR 208
#define US_FRAME_ENTRY 216
#define US_FRAME_STACK 224
#define US_FRAME_STACK_POP 232
#define US_FRAME_RESULT_VEC 240
#define US_FRAME_RESULT_GPR 304
#define US_FRAME_RESULT_X87 352
#define US_FRAME_RESULT_IS_X87 368
#define US_FRAME_OUTGOING 376
#define US_FRAME_STACK_SIZE 384
#define US_FRAME_SIZE 400

// An async entry's frame lies in its async context, behind the parent and the resume function.
#define US_ASYNC_CONTEXT_HEADER 16
#define US_ASYNC_CONTEXT_SIZE (US_ASYNC_CONTEXT_HEADER + US_FRAME_SIZE)

// How many requirements one doubled type can have.
#define US_ENTRY_COUNT 1024

// How an entry's self register leads to the payload.
#define US_RECEIVER_VALUE 0   // it holds the address of the payload reference
#define US_RECEIVER_OBJECT 1  // it holds the payload reference
#define US_RECEIVER_TYPE 2    // it holds the payload's type metadata
#define US_RECEIVER_FUNCTION 3  // it holds a function bridge: no double is called, but a function value
#define US_RECEIVER_SHIFT 16

#if defined(__x86_64__)
#define US_ENTRY_SIZE 16
#elif defined(__aarch64__)
#define US_ENTRY_SIZE 8
#else
#error "Understudy has entries for x86_64 and arm64 only"
#endif

#ifndef __ASSEMBLER__

#include <stddef.h>
#include <stdint.h>

typedef struct us_vector {
  uint64_t words[2];
} us_vector;

/// What a call carries. Argument registers are as the caller left them.
typedef struct us_frame {
  /// Integer argument registers: rdi rsi rdx rcx r8 r9, or x0 to x7.
  uint64_t gpr[8];
  /// Float and vector argument registers: xmm0 to xmm7, or the low 16 bytes of v0 to v7.
  us_vector vec[8];
  /// Where the caller wants an indirect result: rax, or x8.
  void *_Nullable indirect_result;
  /// The self or context register: r13, or x20.
  void *_Nullable self;
  /// The error register: r12, or x21; zero on entry to an async function. Set to end the call with an error.
  void *_Nullable error;
  /// The index of the entry, and the kind of receiver above `US_RECEIVER_SHIFT`. In an outgoing frame: the code to call,
  /// or the async function pointer record.
  uint64_t entry;
  /// The caller's stack arguments; in an outgoing frame, the ones to pass.
  uint8_t *_Nullable stack;
  /// The bytes of stack arguments an async callee has to pop before it goes on; set by the handler. In an outgoing frame:
  /// what the callee will pop.
  uint64_t stack_pop;
  /// Direct float and vector results.
  us_vector result_vec[4];
  /// Direct integer results: rax rdx rcx r8, or x0 to x5. Values have four at most, but one may share its registers with
  /// those of an error.
  uint64_t result_gpr[6];
  /// A direct 80-bit float result, when `result_is_x87` is set (x86_64 only).
  uint8_t result_x87[16];
  uint64_t result_is_x87;
  /// What an async entry goes on to call, until that has returned.
  struct us_frame *_Nullable outgoing;
  /// In an outgoing frame: the bytes of stack arguments to pass.
  uint64_t stack_size;
  /// What a suspended async call needs to go on; set by the handler. In an outgoing frame: not null if it is that of a
  /// `us_forwarded_call`.
  void *_Nullable pending;
} us_frame;

_Static_assert(offsetof(us_frame, vec) == US_FRAME_VEC, "frame layout");
_Static_assert(offsetof(us_frame, indirect_result) == US_FRAME_INDIRECT_RESULT, "frame layout");
_Static_assert(offsetof(us_frame, self) == US_FRAME_SELF, "frame layout");
_Static_assert(offsetof(us_frame, error) == US_FRAME_ERROR, "frame layout");
_Static_assert(offsetof(us_frame, entry) == US_FRAME_ENTRY, "frame layout");
_Static_assert(offsetof(us_frame, stack) == US_FRAME_STACK, "frame layout");
_Static_assert(offsetof(us_frame, stack_pop) == US_FRAME_STACK_POP, "frame layout");
_Static_assert(offsetof(us_frame, result_vec) == US_FRAME_RESULT_VEC, "frame layout");
_Static_assert(offsetof(us_frame, result_gpr) == US_FRAME_RESULT_GPR, "frame layout");
_Static_assert(offsetof(us_frame, result_x87) == US_FRAME_RESULT_X87, "frame layout");
_Static_assert(offsetof(us_frame, result_is_x87) == US_FRAME_RESULT_IS_X87, "frame layout");
_Static_assert(offsetof(us_frame, outgoing) == US_FRAME_OUTGOING, "frame layout");
_Static_assert(offsetof(us_frame, stack_size) == US_FRAME_STACK_SIZE, "frame layout");
_Static_assert(sizeof(us_frame) == US_FRAME_SIZE, "frame layout");

#endif
