#pragma once

// How many bytes of state a scanner may write. The parser has room for 1024; this leaves some for
// those that count wrongly. Read behind the grammar's own parser.h, whose guard then keeps its value
// from coming back.
#undef TREE_SITTER_SERIALIZATION_BUFFER_SIZE
#define TREE_SITTER_SERIALIZATION_BUFFER_SIZE 960
