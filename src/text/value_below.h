#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "text/private_key.h"

namespace satchel::text {

// Values that belong to a name on an earlier line: cells below the head of a column, and what
// stands alone on the next line. Both look at a bounded number of bytes and lines.

struct ValuesBelow {
  static constexpr std::size_t kMost = 24;

  std::array<ByteSpan, kMost> values;
  std::size_t size = 0;
};

// The cells of the column whose head holds text[begin, end): of a table in Markdown, or of lines
// with commas, semicolons or tabs. Empty if the line is no head.
ValuesBelow CellsBelow(std::string_view text, std::size_t begin, std::size_t end);

// The only word of the next line that has one, if the line of text[begin, end) leads there: it
// ends with a colon, a question mark or a word such as "is", or it is a heading. Below a comment
// it is the quoted value of an assignment.
ValuesBelow WordBelow(std::string_view text, std::size_t begin, std::size_t end);

}  // namespace satchel::text
