#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "text/range.h"

namespace satchel::text {

// Where the lines of one text begin. LF, CR LF and a lone CR each end a line; a
// final one begins no further line, so "a\n" has one line, and so has "". Lookups
// take O(log lines). Keeps four bytes and a bit per line and not the text itself.
// Immutable: any thread may read.
class LineIndex {
 public:
  // kInvalidInput for a text of 4 GiB or more.
  static Result<LineIndex> Build(std::string_view text);

  std::uint32_t line_count() const { return static_cast<std::uint32_t>(starts_.size()); }
  std::size_t text_size() const { return size_; }

  // A line break belongs to the line it ends, and the end of the text to the last
  // line. REQUIRES: offset <= text_size().
  Position PositionOf(std::size_t offset) const;

  // The lines that a range touches; of an empty one, the line it stands in.
  // REQUIRES: range.end <= text_size().
  LineRange LinesOf(ByteRange range) const;

  // A line without its line break. REQUIRES: 1 <= line <= line_count().
  ByteRange Line(std::uint32_t line) const;

  // Whole lines with the line break of the last one.
  // REQUIRES: 1 <= first <= last <= line_count().
  ByteRange Lines(LineRange lines) const;

 private:
  // The bytes of a line's break: 0, 1 or 2.
  std::size_t BreakSize(std::uint32_t line) const;
  std::size_t EndOf(std::uint32_t line) const;

  std::vector<std::uint32_t> starts_ = {0};
  std::vector<bool> two_byte_break_;
  bool ends_with_break_ = false;
  std::size_t size_ = 0;
};

}  // namespace satchel::text
