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

// Loads the argument registers from the frame at `base`.
.macro load_arguments base
  ldp x0, x1, [\base, #(US_FRAME_GPR + 0)]
  ldp x2, x3, [\base, #(US_FRAME_GPR + 16)]
  ldp x4, x5, [\base, #(US_FRAME_GPR + 32)]
  ldp x6, x7, [\base, #(US_FRAME_GPR + 48)]
  ldp q0, q1, [\base, #(US_FRAME_VEC + 0)]
  ldp q2, q3, [\base, #(US_FRAME_VEC + 32)]
  ldp q4, q5, [\base, #(US_FRAME_VEC + 64)]
  ldp q6, q7, [\base, #(US_FRAME_VEC + 96)]
  ldp x8, x20, [\base, #US_FRAME_INDIRECT_RESULT]
.endm

// Copies the stack arguments of the frame at x10, if any, to the stack pointer. Uses x12 to x15.
.macro copy_stack_arguments
  ldr x12, [x10, #US_FRAME_STACK_SIZE]
  ldr x13, [x10, #US_FRAME_STACK]
  mov x14, sp
7:
  cbz x12, 8f
  ldr x15, [x13], #8
  str x15, [x14], #8
  sub x12, x12, #8
  b 7b
8:
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
  ldp x4, x5, [sp, #(US_FRAME_RESULT_GPR + 32)]
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
  .globl us_async_common
  .hidden us_async_common
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
  // Go on in another async function, described by the outgoing frame in x0, in a context of its own.
  stp x19, xzr, [sp, #-16]!
  .cfi_def_cfa_offset 32
  .cfi_offset w19, -32
  mov x19, x0
  str x19, [x22, #(US_FRAME_OUTGOING + US_ASYNC_CONTEXT_HEADER)]
  ldr x9, [x19, #US_FRAME_ENTRY]
  ldr w0, [x9, #4]
  bl swift_task_alloc
  adrp x9, us_async_resume
  add x9, x9, :lo12:us_async_resume
  stp x22, x9, [x0]
  ldr x11, [x22, #(US_FRAME_STACK_POP + US_ASYNC_CONTEXT_HEADER)]
  mov x22, x0
  ldr x9, [x19, #US_FRAME_ENTRY]
  ldrsw x16, [x9]
  add x16, x9, x16
  mov x10, x19
  ldp x19, xzr, [sp], #16
  .cfi_def_cfa_offset 16
  .cfi_restore w19
  ldp x29, x30, [sp], #16
  .cfi_def_cfa_offset 0
  .cfi_restore w30
  .cfi_restore w29
  // Async functions pop their own stack arguments: ours go, the callee's come.
  add sp, sp, x11
  ldr x11, [x10, #US_FRAME_STACK_POP]
  sub sp, sp, x11
  copy_stack_arguments
  load_arguments x10
  br x16
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

// The async function has ended; x22 is its context. What it returns comes as arguments, its error in the self register.
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
  ldr x19, [x22]
  ldr x10, [x19, #(US_FRAME_OUTGOING + US_ASYNC_CONTEXT_HEADER)]
  stp x0, x1, [x10, #(US_FRAME_RESULT_GPR + 0)]
  stp x2, x3, [x10, #(US_FRAME_RESULT_GPR + 16)]
  stp x4, x5, [x10, #(US_FRAME_RESULT_GPR + 32)]
  stp q0, q1, [x10, #(US_FRAME_RESULT_VEC + 0)]
  stp q2, q3, [x10, #(US_FRAME_RESULT_VEC + 32)]
  str x20, [x10, #US_FRAME_ERROR]
  mov x0, x22
  bl swift_task_dealloc
  mov x22, x19
  add x0, x22, #US_ASYNC_CONTEXT_HEADER
  bl us_finish_async
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
  ldp x4, x5, [x22, #(US_FRAME_RESULT_GPR + 32 + US_ASYNC_CONTEXT_HEADER)]
  ldp q0, q1, [x22, #(US_FRAME_RESULT_VEC + 0 + US_ASYNC_CONTEXT_HEADER)]
  ldp q2, q3, [x22, #(US_FRAME_RESULT_VEC + 32 + US_ASYNC_CONTEXT_HEADER)]
  ldr x20, [x22, #(US_FRAME_ERROR + US_ASYNC_CONTEXT_HEADER)]
  ldr x9, [x22, #8]
  br x9
  .cfi_endproc
  .size us_async_return, . - us_async_return

// The code of function values that stand for others.
  .p2align 2
  .globl us_function_entry
  .hidden us_function_entry
  .type us_function_entry, %function
us_function_entry:
  .cfi_startproc
  mov w16, #(US_RECEIVER_FUNCTION << US_RECEIVER_SHIFT)
  b us_sync_common
  .cfi_endproc
  .size us_function_entry, . - us_function_entry

  .p2align 2
  .type us_async_function_entry, %function
us_async_function_entry:
  .cfi_startproc
  mov w16, #(US_RECEIVER_FUNCTION << US_RECEIVER_SHIFT)
  b us_async_common
  .cfi_endproc
  .size us_async_function_entry, . - us_async_function_entry

// Calls out: us_invoke(frame). Everything is loaded from the frame, and the results are stored in it.
  .p2align 2
  .globl us_invoke
  .hidden us_invoke
  .type us_invoke, %function
us_invoke:
  .cfi_startproc
  stp x29, x30, [sp, #-48]!
  .cfi_def_cfa_offset 48
  .cfi_offset w30, -40
  .cfi_offset w29, -48
  mov x29, sp
  .cfi_def_cfa w29, 48
  stp x19, x20, [sp, #16]
  stp x21, x22, [sp, #32]
  .cfi_offset w19, -32
  .cfi_offset w20, -24
  .cfi_offset w21, -16
  .cfi_offset w22, -8
  mov x19, x0
  mov x10, x0
  ldr x11, [x10, #US_FRAME_STACK_SIZE]
  add x11, x11, #15
  and x11, x11, #-16
  sub sp, sp, x11
  copy_stack_arguments
  ldr x16, [x10, #US_FRAME_ENTRY]
  ldr x21, [x10, #US_FRAME_ERROR]
  load_arguments x10
  blr x16
  str x21, [x19, #US_FRAME_ERROR]
  stp x0, x1, [x19, #(US_FRAME_RESULT_GPR + 0)]
  stp x2, x3, [x19, #(US_FRAME_RESULT_GPR + 16)]
  stp x4, x5, [x19, #(US_FRAME_RESULT_GPR + 32)]
  stp q0, q1, [x19, #(US_FRAME_RESULT_VEC + 0)]
  stp q2, q3, [x19, #(US_FRAME_RESULT_VEC + 32)]
  mov sp, x29
  ldp x19, x20, [sp, #16]
  ldp x21, x22, [sp, #32]
  ldp x29, x30, [sp], #48
  .cfi_def_cfa wsp, 0
  ret
  .cfi_endproc
  .size us_invoke, . - us_invoke

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

  .globl us_async_function_record
  .hidden us_async_function_record
  .type us_async_function_record, %object
  .p2align 3
us_async_function_record:
  .long us_async_function_entry - .
  .long US_ASYNC_CONTEXT_SIZE
  .size us_async_function_record, . - us_async_function_record

  .section .note.GNU-stack, "", %progbits
#endif
