// Static entries for x86_64: see include/us_frame.h and ARCHITECTURE.md, "Static entries".
#if defined(__x86_64__)
#include "include/us_frame.h"

// Stores the argument registers in the frame at `base` + `at`. Leaves r11, r12, r13 and r14 alone.
.macro save_arguments base, at
  movq %rdi, (US_FRAME_GPR + 0 + \at)(\base)
  movq %rsi, (US_FRAME_GPR + 8 + \at)(\base)
  movq %rdx, (US_FRAME_GPR + 16 + \at)(\base)
  movq %rcx, (US_FRAME_GPR + 24 + \at)(\base)
  movq %r8, (US_FRAME_GPR + 32 + \at)(\base)
  movq %r9, (US_FRAME_GPR + 40 + \at)(\base)
  movups %xmm0, (US_FRAME_VEC + 0 + \at)(\base)
  movups %xmm1, (US_FRAME_VEC + 16 + \at)(\base)
  movups %xmm2, (US_FRAME_VEC + 32 + \at)(\base)
  movups %xmm3, (US_FRAME_VEC + 48 + \at)(\base)
  movups %xmm4, (US_FRAME_VEC + 64 + \at)(\base)
  movups %xmm5, (US_FRAME_VEC + 80 + \at)(\base)
  movups %xmm6, (US_FRAME_VEC + 96 + \at)(\base)
  movups %xmm7, (US_FRAME_VEC + 112 + \at)(\base)
  movq %rax, (US_FRAME_INDIRECT_RESULT + \at)(\base)
  movq %r13, (US_FRAME_SELF + \at)(\base)
.endm

// Loads the argument registers from the frame at `base`.
.macro load_arguments base
  movq (US_FRAME_GPR + 0)(\base), %rdi
  movq (US_FRAME_GPR + 8)(\base), %rsi
  movq (US_FRAME_GPR + 16)(\base), %rdx
  movq (US_FRAME_GPR + 24)(\base), %rcx
  movq (US_FRAME_GPR + 32)(\base), %r8
  movq (US_FRAME_GPR + 40)(\base), %r9
  movups (US_FRAME_VEC + 0)(\base), %xmm0
  movups (US_FRAME_VEC + 16)(\base), %xmm1
  movups (US_FRAME_VEC + 32)(\base), %xmm2
  movups (US_FRAME_VEC + 48)(\base), %xmm3
  movups (US_FRAME_VEC + 64)(\base), %xmm4
  movups (US_FRAME_VEC + 80)(\base), %xmm5
  movups (US_FRAME_VEC + 96)(\base), %xmm6
  movups (US_FRAME_VEC + 112)(\base), %xmm7
  movq US_FRAME_INDIRECT_RESULT(\base), %rax
  movq US_FRAME_SELF(\base), %r13
.endm

// A table of entries that load their index and go on to `common`.
.macro entry_table name, common
  .p2align 4
  .globl \name
  .hidden \name
  .type \name, @function
\name:
  .cfi_startproc
  .set index, 0
  .rept US_ENTRY_COUNT
  .p2align 4
  movl $index, %r11d
  jmp \common
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

  .p2align 4
  .type us_sync_object, @function
us_sync_object:
  .cfi_startproc
  orl $(US_RECEIVER_OBJECT << US_RECEIVER_SHIFT), %r11d
  jmp us_sync_common
  .cfi_endproc
  .size us_sync_object, . - us_sync_object

  .p2align 4
  .type us_sync_type, @function
us_sync_type:
  .cfi_startproc
  orl $(US_RECEIVER_TYPE << US_RECEIVER_SHIFT), %r11d
  jmp us_sync_common
  .cfi_endproc
  .size us_sync_type, . - us_sync_type

// A sync call: the frame lies on the stack.
  .p2align 4
  .type us_sync_common, @function
us_sync_common:
  .cfi_startproc
  pushq %rbp
  .cfi_def_cfa_offset 16
  .cfi_offset %rbp, -16
  movq %rsp, %rbp
  .cfi_def_cfa_register %rbp
  subq $US_FRAME_SIZE, %rsp
  save_arguments %rsp, 0
  movq %r12, US_FRAME_ERROR(%rsp)
  movq %r11, US_FRAME_ENTRY(%rsp)
  leaq 16(%rbp), %r10
  movq %r10, US_FRAME_STACK(%rsp)
  movq $0, US_FRAME_RESULT_IS_X87(%rsp)
  movq %rsp, %rdi
  callq us_answer_sync
  movq US_FRAME_ERROR(%rsp), %r12
  cmpq $0, US_FRAME_RESULT_IS_X87(%rsp)
  jne 2f
1:
  movq (US_FRAME_RESULT_GPR + 0)(%rsp), %rax
  movq (US_FRAME_RESULT_GPR + 8)(%rsp), %rdx
  movq (US_FRAME_RESULT_GPR + 16)(%rsp), %rcx
  movq (US_FRAME_RESULT_GPR + 24)(%rsp), %r8
  movups (US_FRAME_RESULT_VEC + 0)(%rsp), %xmm0
  movups (US_FRAME_RESULT_VEC + 16)(%rsp), %xmm1
  movups (US_FRAME_RESULT_VEC + 32)(%rsp), %xmm2
  movups (US_FRAME_RESULT_VEC + 48)(%rsp), %xmm3
  .cfi_remember_state
  leave
  .cfi_def_cfa %rsp, 8
  retq
  .cfi_restore_state
2:
  fldt US_FRAME_RESULT_X87(%rsp)
  jmp 1b
  .cfi_endproc
  .size us_sync_common, . - us_sync_common

  .p2align 4
  .type us_async_object, @function
us_async_object:
  .cfi_startproc
  orl $(US_RECEIVER_OBJECT << US_RECEIVER_SHIFT), %r11d
  jmp us_async_common
  .cfi_endproc
  .size us_async_object, . - us_async_object

  .p2align 4
  .type us_async_type, @function
us_async_type:
  .cfi_startproc
  orl $(US_RECEIVER_TYPE << US_RECEIVER_SHIFT), %r11d
  jmp us_async_common
  .cfi_endproc
  .size us_async_type, . - us_async_type

// An async call: the frame lies in the async context (r14), which the caller allocated with the size in our record.
  .p2align 4
  .globl us_async_common
  .hidden us_async_common
  .type us_async_common, @function
us_async_common:
  .cfi_startproc
  save_arguments %r14, US_ASYNC_CONTEXT_HEADER
  movq $0, (US_FRAME_ERROR + US_ASYNC_CONTEXT_HEADER)(%r14)
  movq %r11, (US_FRAME_ENTRY + US_ASYNC_CONTEXT_HEADER)(%r14)
  leaq 8(%rsp), %r10
  movq %r10, (US_FRAME_STACK + US_ASYNC_CONTEXT_HEADER)(%r14)
  leaq US_ASYNC_CONTEXT_HEADER(%r14), %rdi
  subq $8, %rsp
  .cfi_adjust_cfa_offset 8
  callq us_answer_async
  addq $8, %rsp
  .cfi_adjust_cfa_offset -8
  // Async functions pop their own stack arguments: the return address moves up over them.
  movq (US_FRAME_STACK_POP + US_ASYNC_CONTEXT_HEADER)(%r14), %rcx
  testq %rcx, %rcx
  je 1f
  movq (%rsp), %rdx
  addq %rcx, %rsp
  movq %rdx, (%rsp)
1:
  testq %rax, %rax
  je us_async_return
  // Go on in another async function, described by the outgoing frame in rax, in a context of its own.
  pushq %rbx
  .cfi_adjust_cfa_offset 8
  .cfi_offset %rbx, -16
  movq %rax, %rbx
  movq %rbx, (US_FRAME_OUTGOING + US_ASYNC_CONTEXT_HEADER)(%r14)
  movq US_FRAME_ENTRY(%rbx), %rax
  movl 4(%rax), %edi
  callq swift_task_alloc@PLT
  movq %r14, (%rax)
  leaq us_async_resume(%rip), %rcx
  movq %rcx, 8(%rax)
  movq %rax, %r14
  movq US_FRAME_ENTRY(%rbx), %rax
  movslq (%rax), %r11
  addq %rax, %r11
  movq %rbx, %r10
  popq %rbx
  .cfi_adjust_cfa_offset -8
  .cfi_restore %rbx
  // The callee pops its stack arguments: the return address moves down below them.
  movq US_FRAME_STACK_SIZE(%r10), %rcx
  testq %rcx, %rcx
  je 2f
  movq (%rsp), %rdx
  subq US_FRAME_STACK_POP(%r10), %rsp
  movq %rdx, (%rsp)
  movq US_FRAME_STACK(%r10), %rsi
  leaq 8(%rsp), %rdi
  rep movsb
2:
  load_arguments %r10
  jmpq *%r11
  .cfi_endproc
  .size us_async_common, . - us_async_common

// The async function has ended; r14 is its context. What it returns comes as arguments, its error in the self register.
  .p2align 4
  .type us_async_resume, @function
us_async_resume:
  .cfi_startproc
  movq (%r14), %r10
  movq (US_FRAME_OUTGOING + US_ASYNC_CONTEXT_HEADER)(%r10), %r10
  cmpq $0, US_FRAME_RESULT_IS_X87(%r10)
  je 1f
  // As an argument an 80-bit float lies on the stack, and is popped by the function that it is passed to.
  popq %r11
  fldt (%rsp)
  fstpt US_FRAME_RESULT_X87(%r10)
  addq $16, %rsp
  pushq %r11
1:
  pushq %rbx
  .cfi_adjust_cfa_offset 8
  .cfi_offset %rbx, -16
  movq (%r14), %rbx
  movq (US_FRAME_OUTGOING + US_ASYNC_CONTEXT_HEADER)(%rbx), %r10
  movq %rdi, (US_FRAME_RESULT_GPR + 0)(%r10)
  movq %rsi, (US_FRAME_RESULT_GPR + 8)(%r10)
  movq %rdx, (US_FRAME_RESULT_GPR + 16)(%r10)
  movq %rcx, (US_FRAME_RESULT_GPR + 24)(%r10)
  movups %xmm0, (US_FRAME_RESULT_VEC + 0)(%r10)
  movups %xmm1, (US_FRAME_RESULT_VEC + 16)(%r10)
  movups %xmm2, (US_FRAME_RESULT_VEC + 32)(%r10)
  movups %xmm3, (US_FRAME_RESULT_VEC + 48)(%r10)
  movq %r13, US_FRAME_ERROR(%r10)
  movq %r14, %rdi
  callq swift_task_dealloc@PLT
  movq %rbx, %r14
  leaq US_ASYNC_CONTEXT_HEADER(%r14), %rdi
  callq us_finish_async
  popq %rbx
  .cfi_adjust_cfa_offset -8
  .cfi_restore %rbx
  jmp us_async_return
  .cfi_endproc
  .size us_async_resume, . - us_async_resume

// Hands the results, as arguments, and the error, in the self register, to the function that resumes our caller.
  .p2align 4
  .type us_async_return, @function
us_async_return:
  .cfi_startproc
  movq (US_FRAME_RESULT_GPR + 0 + US_ASYNC_CONTEXT_HEADER)(%r14), %rdi
  movq (US_FRAME_RESULT_GPR + 8 + US_ASYNC_CONTEXT_HEADER)(%r14), %rsi
  movq (US_FRAME_RESULT_GPR + 16 + US_ASYNC_CONTEXT_HEADER)(%r14), %rdx
  movq (US_FRAME_RESULT_GPR + 24 + US_ASYNC_CONTEXT_HEADER)(%r14), %rcx
  movups (US_FRAME_RESULT_VEC + 0 + US_ASYNC_CONTEXT_HEADER)(%r14), %xmm0
  movups (US_FRAME_RESULT_VEC + 16 + US_ASYNC_CONTEXT_HEADER)(%r14), %xmm1
  movups (US_FRAME_RESULT_VEC + 32 + US_ASYNC_CONTEXT_HEADER)(%r14), %xmm2
  movups (US_FRAME_RESULT_VEC + 48 + US_ASYNC_CONTEXT_HEADER)(%r14), %xmm3
  movq (US_FRAME_ERROR + US_ASYNC_CONTEXT_HEADER)(%r14), %r13
  cmpq $0, (US_FRAME_RESULT_IS_X87 + US_ASYNC_CONTEXT_HEADER)(%r14)
  jne 1f
  jmpq *8(%r14)
1:
  // As an argument an 80-bit float lies on the stack: the return address moves down below it. An error comes with one too.
  popq %r11
  subq $16, %rsp
  fldt (US_FRAME_RESULT_X87 + US_ASYNC_CONTEXT_HEADER)(%r14)
  fstpt (%rsp)
  pushq %r11
  jmpq *8(%r14)
  .cfi_endproc
  .size us_async_return, . - us_async_return

// The code of function values that stand for others.
  .p2align 4
  .globl us_function_entry
  .hidden us_function_entry
  .type us_function_entry, @function
us_function_entry:
  .cfi_startproc
  movl $(US_RECEIVER_FUNCTION << US_RECEIVER_SHIFT), %r11d
  jmp us_sync_common
  .cfi_endproc
  .size us_function_entry, . - us_function_entry

  .p2align 4
  .type us_async_function_entry, @function
us_async_function_entry:
  .cfi_startproc
  movl $(US_RECEIVER_FUNCTION << US_RECEIVER_SHIFT), %r11d
  jmp us_async_common
  .cfi_endproc
  .size us_async_function_entry, . - us_async_function_entry

// Calls out: us_invoke(frame). Everything is loaded from the frame, and the results are stored in it.
  .p2align 4
  .globl us_invoke
  .hidden us_invoke
  .type us_invoke, @function
us_invoke:
  .cfi_startproc
  pushq %rbp
  .cfi_def_cfa_offset 16
  .cfi_offset %rbp, -16
  movq %rsp, %rbp
  .cfi_def_cfa_register %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  .cfi_offset %rbx, -24
  .cfi_offset %r12, -32
  .cfi_offset %r13, -40
  .cfi_offset %r14, -48
  movq %rdi, %rbx
  movq US_FRAME_STACK_SIZE(%rbx), %rcx
  subq %rcx, %rsp
  andq $-16, %rsp
  movq US_FRAME_STACK(%rbx), %rsi
  movq %rsp, %rdi
  rep movsb
  movq US_FRAME_ERROR(%rbx), %r12
  load_arguments %rbx
  callq *US_FRAME_ENTRY(%rbx)
  movq %r12, US_FRAME_ERROR(%rbx)
  movq %rax, (US_FRAME_RESULT_GPR + 0)(%rbx)
  movq %rdx, (US_FRAME_RESULT_GPR + 8)(%rbx)
  movq %rcx, (US_FRAME_RESULT_GPR + 16)(%rbx)
  movq %r8, (US_FRAME_RESULT_GPR + 24)(%rbx)
  movups %xmm0, (US_FRAME_RESULT_VEC + 0)(%rbx)
  movups %xmm1, (US_FRAME_RESULT_VEC + 16)(%rbx)
  movups %xmm2, (US_FRAME_RESULT_VEC + 32)(%rbx)
  movups %xmm3, (US_FRAME_RESULT_VEC + 48)(%rbx)
  cmpq $0, US_FRAME_RESULT_IS_X87(%rbx)
  je 1f
  fstpt US_FRAME_RESULT_X87(%rbx)
1:
  leaq -32(%rbp), %rsp
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  .cfi_def_cfa %rsp, 8
  retq
  .cfi_endproc
  .size us_invoke, . - us_invoke

// Where libffi calls to show where it puts arguments: stores the registers in a frame and hands it to C.
  .p2align 4
  .globl us_capture
  .hidden us_capture
  .type us_capture, @function
us_capture:
  .cfi_startproc
  pushq %rbp
  .cfi_def_cfa_offset 16
  .cfi_offset %rbp, -16
  movq %rsp, %rbp
  .cfi_def_cfa_register %rbp
  subq $US_FRAME_SIZE, %rsp
  save_arguments %rsp, 0
  leaq 16(%rbp), %r10
  movq %r10, US_FRAME_STACK(%rsp)
  movq %rsp, %rdi
  callq us_captured
  leave
  .cfi_def_cfa %rsp, 8
  retq
  .cfi_endproc
  .size us_capture, . - us_capture

// Async function pointer records: the code's offset from the record, and the size of the context to allocate.
.macro record_table name, entries
  .globl \name
  .hidden \name
  .type \name, @object
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
  .type us_async_function_record, @object
  .p2align 3
us_async_function_record:
  .long us_async_function_entry - .
  .long US_ASYNC_CONTEXT_SIZE
  .size us_async_function_record, . - us_async_function_record

  .section .note.GNU-stack, "", @progbits
#endif
