#include "text/line_index.h"

#include <algorithm>
#include <cassert>
#include <limits>

#include <fmt/format.h>

namespace satchel::text {

Result<LineIndex> LineIndex::Build(std::string_view text) {
  if (text.size() >= std::numeric_limits<std::uint32_t>::max()) {
    return Fail(Errc::kInvalidInput,
                fmt::format("a text of {} bytes is too large to number its lines", text.size()));
  }
  LineIndex index;
  index.size_ = text.size();
  std::size_t at = 0;
  while (at < text.size()) {
    if (text[at] != '\n' && text[at] != '\r') {
      ++at;
      continue;
    }
    const bool two = text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n';
    at += two ? 2 : 1;
    index.two_byte_break_.push_back(two);
    if (at == text.size()) {
      index.ends_with_break_ = true;
    } else {
      index.starts_.push_back(static_cast<std::uint32_t>(at));
    }
  }
  if (!index.ends_with_break_) index.two_byte_break_.push_back(false);
  return index;
}

Position LineIndex::PositionOf(std::size_t offset) const {
  assert(offset <= size_);
  const auto after = std::ranges::upper_bound(starts_, offset);
  const auto line = static_cast<std::uint32_t>(after - starts_.begin());
  return {.line = line, .column = static_cast<std::uint32_t>(offset - starts_[line - 1]) + 1};
}

LineRange LineIndex::LinesOf(ByteRange range) const {
  const std::uint32_t first = PositionOf(range.begin).line;
  return {.first = first, .last = range.empty() ? first : PositionOf(range.end - 1).line};
}

ByteRange LineIndex::Line(std::uint32_t line) const {
  assert(line >= 1 && line <= line_count());
  return {.begin = starts_[line - 1], .end = EndOf(line) - BreakSize(line)};
}

ByteRange LineIndex::Lines(LineRange lines) const {
  assert(lines.first >= 1 && lines.first <= lines.last && lines.last <= line_count());
  return {.begin = starts_[lines.first - 1], .end = EndOf(lines.last)};
}

std::size_t LineIndex::BreakSize(std::uint32_t line) const {
  if (line == line_count() && !ends_with_break_) return 0;
  return two_byte_break_[line - 1] ? 2 : 1;
}

std::size_t LineIndex::EndOf(std::uint32_t line) const {
  return line == line_count() ? size_ : starts_[line];
}

}  // namespace satchel::text
