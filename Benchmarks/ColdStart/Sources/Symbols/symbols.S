// As many symbols as a large program has: the script says how many.
#include "count.h"
  .text
  .globl symbols_start
symbols_start:
  ret
  .altmacro
  .macro function number
  .type $s6Weight10someFunction\number\()yySi5other_SS4nametF,@function
$s6Weight10someFunction\number\()yySi5other_SS4nametF:
  ret
  .size $s6Weight10someFunction\number\()yySi5other_SS4nametF, .-$s6Weight10someFunction\number\()yySi5other_SS4nametF
  .endm
  .set index, 0
  .rept COUNT
  function %index
  .set index, index + 1
  .endr
  .section .note.GNU-stack,"",@progbits
