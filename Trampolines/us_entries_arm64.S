// Static entries for arm64: see include/us_frame.h and ARCHITECTURE.md, "Static entries".
#if defined(__aarch64__)
#include "include/us_frame.h"

// Stores the argument registers in the frame at `base` + `at`. Leaves x16 and x19 to x28 alone.
.macro save_arguments base, at
  stp x0, x1, [\base, #(US_FRAME_GPR + 0 + \at)]
  stp x2, x3, [\base, #(US_FRAME_GPR + 16 + \at)]
  stp x4, x5, [\base, #(US_FRAME_GPR + 32 + \at)]
  stp x6, x7, [\base, #(US_FRAME_GPR + 48 + \at)]
  stp q0, q1, [\base, #(US_FRAME_VEC + 0 + \at)]
  stp q2, q3, [\base, #(US_FRAME_VEC + 32 + \at)]
  stp q4, q5, [\base, #(US_FRAME_VEC + 64 + \at)]
  stp q6, q7, [\base, #(US_FRAME_VEC + 96 + \at)]
  stp x8, x20, [\base, #(US_FRAME_INDIRECT_RESULT + \at)]
.endm

// A table of entries that load their index and go on to `common`.
.macro entry_table name, common
  .p2align 4
  .globl \name
  .hidden \name
  .type \name, %function
\name:
  .cfi_startproc
  .set index, 0
  .rept US_ENTRY_COUNT
  mov w16, #index
  b \common
  .set index, index + 1
  .endr
  .cfi_endproc
  .size \name, . - \name
.endm

  .text

entry_table us_sync_entries_value, us_sync_common
entry_table us_sync_entries_object, us_sync_object
entry_table us_sync_entries_type, us_sync_type
entry_table us_async_entries_value, us_async_common
entry_table us_async_entries_object, us_async_object
entry_table us_async_entries_type, us_async_type

  .p2align 2
  .type us_sync_object, %function
us_sync_object:
  .cfi_startproc
  orr w16, w16, #(US_RECEIVER_OBJECT << US_RECEIVER_SHIFT)
  b us_sync_common
  .cfi_endproc
  .size us_sync_object, . - us_sync_object

  .p2align 2
  .type us_sync_type, %function
us_sync_type:
  .cfi_startproc
  orr w16, w16, #(US_RECEIVER_TYPE << US_RECEIVER_SHIFT)
  b us_sync_common
  .cfi_endproc
  .size us_sync_type, . - us_sync_type

// A sync call: the frame lies on the stack.
  .p2align 2
  .type us_sync_common, %function
us_sync_common:
  .cfi_startproc
  stp x29, x30, [sp, #-16]!
  .cfi_def_cfa_offset 16
  .cfi_offset w30, -8
  .cfi_offset w29, -16
  mov x29, sp
  .cfi_def_cfa w29, 16
  sub sp, sp, #US_FRAME_SIZE
  save_arguments sp, 0
  add x10, x29, #16
  stp x21, x16, [sp, #US_FRAME_ERROR]
  str x10, [sp, #US_FRAME_STACK]
  mov x0, sp
  bl us_answer_sync
  ldr x21, [sp, #US_FRAME_ERROR]
  ldp x0, x1, [sp, #(US_FRAME_RESULT_GPR + 0)]
  ldp x2, x3, [sp, #(US_FRAME_RESULT_GPR + 16)]
  ldp q0, q1, [sp, #(US_FRAME_RESULT_VEC + 0)]
  ldp q2, q3, [sp, #(US_FRAME_RESULT_VEC + 32)]
  mov sp, x29
  .cfi_def_cfa wsp, 16
  ldp x29, x30, [sp], #16
  .cfi_def_cfa_offset 0
  .cfi_restore w30
  .cfi_restore w29
  ret
  .cfi_endproc
  .size us_sync_common, . - us_sync_common

  .p2align 2
  .type us_async_object, %function
us_async_object:
  .cfi_startproc
  orr w16, w16, #(US_RECEIVER_OBJECT << US_RECEIVER_SHIFT)
  b us_async_common
  .cfi_endproc
  .size us_async_object, . - us_async_object

  .p2align 2
  .type us_async_type, %function
us_async_type:
  .cfi_startproc
  orr w16, w16, #(US_RECEIVER_TYPE << US_RECEIVER_SHIFT)
  b us_async_common
  .cfi_endproc
  .size us_async_type, . - us_async_type

// An async call: the frame lies in the async context (x22), which the caller allocated with the size in our record.
  .p2align 2
  .type us_async_common, %function
us_async_common:
  .cfi_startproc
  save_arguments x22, US_ASYNC_CONTEXT_HEADER
  mov x10, sp
  str xzr, [x22, #(US_FRAME_ERROR + US_ASYNC_CONTEXT_HEADER)]
  str x16, [x22, #(US_FRAME_ENTRY + US_ASYNC_CONTEXT_HEADER)]
  str x10, [x22, #(US_FRAME_STACK + US_ASYNC_CONTEXT_HEADER)]
  stp x29, x30, [sp, #-16]!
  .cfi_def_cfa_offset 16
  .cfi_offset w30, -8
  .cfi_offset w29, -16
  mov x29, sp
  add x0, x22, #US_ASYNC_CONTEXT_HEADER
  bl us_answer_async
  cbz x0, 1f
  // The call suspends: go on in the Swift async function whose record is in x0, in a context of its own.
  stp x19, xzr, [sp, #-16]!
  .cfi_def_cfa_offset 32
  .cfi_offset w19, -32
  ldrsw x9, [x0]
  add x19, x0, x9
  ldr w0, [x0, #4]
  bl swift_task_alloc
  adrp x9, us_async_resume
  add x9, x9, :lo12:us_async_resume
  stp x22, x9, [x0]
  ldr x10, [x22, #(US_FRAME_STACK_POP + US_ASYNC_CONTEXT_HEADER)]
  mov x11, x0
  add x0, x22, #US_ASYNC_CONTEXT_HEADER
  mov x22, x11
  mov x12, x19
  ldp x19, xzr, [sp], #16
  .cfi_def_cfa_offset 16
  .cfi_restore w19
  ldp x29, x30, [sp], #16
  .cfi_def_cfa_offset 0
  .cfi_restore w30
  .cfi_restore w29
  // Async functions pop their own stack arguments.
  add sp, sp, x10
  br x12
1:
  .cfi_def_cfa_offset 16
  .cfi_offset w30, -8
  .cfi_offset w29, -16
  ldr x10, [x22, #(US_FRAME_STACK_POP + US_ASYNC_CONTEXT_HEADER)]
  ldp x29, x30, [sp], #16
  .cfi_def_cfa_offset 0
  .cfi_restore w30
  .cfi_restore w29
  add sp, sp, x10
  b us_async_return
  .cfi_endproc
  .size us_async_common, . - us_async_common

// The Swift async function has ended; x22 is its context.
  .p2align 2
  .type us_async_resume, %function
us_async_resume:
  .cfi_startproc
  stp x29, x30, [sp, #-32]!
  .cfi_def_cfa_offset 32
  .cfi_offset w30, -24
  .cfi_offset w29, -32
  mov x29, sp
  str x19, [sp, #16]
  .cfi_offset w19, -16
  mov x0, x22
  ldr x19, [x22]
  bl swift_task_dealloc
  mov x22, x19
  ldr x19, [sp, #16]
  .cfi_restore w19
  ldp x29, x30, [sp], #32
  .cfi_def_cfa_offset 0
  .cfi_restore w30
  .cfi_restore w29
  b us_async_return
  .cfi_endproc
  .size us_async_resume, . - us_async_resume

// Hands the results, as arguments, and the error, in the self register, to the function that resumes our caller.
  .p2align 2
  .type us_async_return, %function
us_async_return:
  .cfi_startproc
  ldp x0, x1, [x22, #(US_FRAME_RESULT_GPR + 0 + US_ASYNC_CONTEXT_HEADER)]
  ldp x2, x3, [x22, #(US_FRAME_RESULT_GPR + 16 + US_ASYNC_CONTEXT_HEADER)]
  ldp q0, q1, [x22, #(US_FRAME_RESULT_VEC + 0 + US_ASYNC_CONTEXT_HEADER)]
  ldp q2, q3, [x22, #(US_FRAME_RESULT_VEC + 32 + US_ASYNC_CONTEXT_HEADER)]
  ldr x20, [x22, #(US_FRAME_ERROR + US_ASYNC_CONTEXT_HEADER)]
  ldr x9, [x22, #8]
  br x9
  .cfi_endproc
  .size us_async_return, . - us_async_return

// Where libffi calls to show where it puts arguments: stores the registers in a frame and hands it to C.
  .p2align 2
  .globl us_capture
  .hidden us_capture
  .type us_capture, %function
us_capture:
  .cfi_startproc
  stp x29, x30, [sp, #-16]!
  .cfi_def_cfa_offset 16
  .cfi_offset w30, -8
  .cfi_offset w29, -16
  mov x29, sp
  .cfi_def_cfa w29, 16
  sub sp, sp, #US_FRAME_SIZE
  save_arguments sp, 0
  add x10, x29, #16
  str x10, [sp, #US_FRAME_STACK]
  mov x0, sp
  bl us_captured
  mov sp, x29
  .cfi_def_cfa wsp, 16
  ldp x29, x30, [sp], #16
  .cfi_def_cfa_offset 0
  .cfi_restore w30
  .cfi_restore w29
  ret
  .cfi_endproc
  .size us_capture, . - us_capture

// Async function pointer records: the code's offset from the record, and the size of the context to allocate.
.macro record_table name, entries
  .globl \name
  .hidden \name
  .type \name, %object
  .p2align 3
\name:
  .set index, 0
  .rept US_ENTRY_COUNT
  .long (\entries + index * US_ENTRY_SIZE) - .
  .long US_ASYNC_CONTEXT_SIZE
  .set index, index + 1
  .endr
  .size \name, . - \name
.endm

  .section .rodata
record_table us_async_records_value, us_async_entries_value
record_table us_async_records_object, us_async_entries_object
record_table us_async_records_type, us_async_entries_type

  .section .note.GNU-stack, "", %progbits
#endif
