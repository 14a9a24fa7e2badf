/* The token tables as read-only data. Nothing runs at start-up and nothing is relocated: pages are
   mapped when they are first counted with. The paths are on the compiler's include path (-I). */
#if defined(__APPLE__)
#define SYMBOL(name) _##name
#define ALIGN_64 .p2align 6
  .section __TEXT,__const
#else
#define SYMBOL(name) name
#define ALIGN_64 .balign 64
  .section .rodata.satchel_token_tables, "a"
#endif

  ALIGN_64
  .globl SYMBOL(satchel_o200k_table)
SYMBOL(satchel_o200k_table):
  .incbin "o200k_base.table"

  ALIGN_64
  .globl SYMBOL(satchel_cl100k_table)
SYMBOL(satchel_cl100k_table):
  .incbin "cl100k_base.table"

#if defined(__ELF__)
  .section .note.GNU-stack, "", %progbits
#endif
