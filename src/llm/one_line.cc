#include "llm/one_line.h"

#include <algorithm>

#include "text/utf8.h"

namespace satchel::llm {

std::string OneLine(std::string_view text, std::size_t most_bytes) {
  std::string line(text::TruncateUtf8(text, most_bytes));
  std::ranges::replace_if(line, [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
  return line;
}

}  // namespace satchel::llm
