#include "code/facts/line_text.h"

#include <cstddef>

namespace satchel::code {

std::string_view LinesOf(std::string_view content, std::uint32_t first, std::uint32_t last) {
  const auto skip = [content](std::size_t at) {
    const std::size_t end = content.find('\n', at);
    return end == std::string_view::npos ? content.size() : end + 1;
  };
  std::uint32_t line = 1;
  std::size_t begin = 0;
  for (; line < first && begin < content.size(); ++line) begin = skip(begin);
  std::size_t end = begin;
  for (; line <= last && end < content.size(); ++line) end = skip(end);
  return content.substr(begin, end - begin);
}

}  // namespace satchel::code
