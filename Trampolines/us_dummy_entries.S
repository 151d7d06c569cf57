// Entries of dummies' methods and functions: they say which one was called, and never return. See include/us_dummy.h.
#include "include/us_frame.h"

#if defined(__x86_64__)

  .text
  .p2align 4
  .globl us_dummy_entries
  .hidden us_dummy_entries
  .type us_dummy_entries, @function
us_dummy_entries:
  .cfi_startproc
  .set index, 0
  .rept US_ENTRY_COUNT
  .p2align 4
  movl $index, %r11d
  jmp us_dummy_common
  .set index, index + 1
  .endr
  .cfi_endproc
  .size us_dummy_entries, . - us_dummy_entries

  .p2align 4
  .type us_dummy_common, @function
us_dummy_common:
  .cfi_startproc
  pushq %rbp
  .cfi_def_cfa_offset 16
  .cfi_offset %rbp, -16
  movq %rsp, %rbp
  .cfi_def_cfa_register %rbp
  andq $-16, %rsp
  movq %r13, %rdi
  movl %r11d, %esi
  callq us_dummy_called
  ud2
  .cfi_endproc
  .size us_dummy_common, . - us_dummy_common

  .p2align 4
  .globl us_dummy_function_entry
  .hidden us_dummy_function_entry
  .type us_dummy_function_entry, @function
us_dummy_function_entry:
  .cfi_startproc
  movl $US_ENTRY_COUNT, %r11d
  jmp us_dummy_common
  .cfi_endproc
  .size us_dummy_function_entry, . - us_dummy_function_entry

  .section .rodata

#elif defined(__aarch64__)

  .text
  .p2align 2
  .globl us_dummy_entries
  .hidden us_dummy_entries
  .type us_dummy_entries, %function
us_dummy_entries:
  .cfi_startproc
  .set index, 0
  .rept US_ENTRY_COUNT
  mov w16, #index
  b us_dummy_common
  .set index, index + 1
  .endr
  .cfi_endproc
  .size us_dummy_entries, . - us_dummy_entries

  .p2align 2
  .type us_dummy_common, %function
us_dummy_common:
  .cfi_startproc
  stp x29, x30, [sp, #-16]!
  .cfi_def_cfa_offset 16
  .cfi_offset w30, -8
  .cfi_offset w29, -16
  mov x29, sp
  mov x0, x20
  mov w1, w16
  bl us_dummy_called
  brk #1
  .cfi_endproc
  .size us_dummy_common, . - us_dummy_common

  .p2align 2
  .globl us_dummy_function_entry
  .hidden us_dummy_function_entry
  .type us_dummy_function_entry, %function
us_dummy_function_entry:
  .cfi_startproc
  mov w16, #US_ENTRY_COUNT
  b us_dummy_common
  .cfi_endproc
  .size us_dummy_function_entry, . - us_dummy_function_entry

  .section .rodata

#endif

// Async function pointer records. What never returns needs no context to speak of.
  .globl us_async_records_dummy
  .hidden us_async_records_dummy
  .p2align 3
us_async_records_dummy:
  .set index, 0
  .rept US_ENTRY_COUNT
  .long (us_dummy_entries + index * US_ENTRY_SIZE) - .
  .long US_ASYNC_CONTEXT_HEADER
  .set index, index + 1
  .endr

  .globl us_dummy_function_record
  .hidden us_dummy_function_record
  .p2align 3
us_dummy_function_record:
  .long us_dummy_function_entry - .
  .long US_ASYNC_CONTEXT_HEADER

  .section .note.GNU-stack, "", %progbits
