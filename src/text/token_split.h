#pragma once

#include <cstddef>
#include <string_view>

namespace satchel::text {

// Where the piece that starts at byte `at` ends. Encodings cut a text into pieces by a fixed
// pattern before they merge bytes; a token never spans two pieces. The pieces are those that
// gpt-tokenizer's pattern finds, with the white space of JavaScript and the letters of Unicode 17.
//
// Any bytes may be given. A byte that is not part of a well-formed UTF-8 sequence is a unit of its
// own and belongs to no class, like a symbol. Linear in the length of the text.
// REQUIRES: at < text.size(), and a piece starts there.
std::size_t O200kPieceEnd(std::string_view text, std::size_t at);
std::size_t Cl100kPieceEnd(std::string_view text, std::size_t at);

}  // namespace satchel::text
