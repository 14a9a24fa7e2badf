#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace satchel::evaluation {

// Lines of a file, from 1, both ends included.
struct LineSpan {
  std::string path;
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  friend bool operator==(const LineSpan&, const LineSpan&) = default;
};

// `src/a.py:3-9`, or `src/a.py:3` for one line. Nothing: it is something else.
std::optional<LineSpan> ParseLineSpan(std::string_view text);

// By file and line; what overlaps or follows at once becomes one.
std::vector<LineSpan> MergeSpans(std::vector<LineSpan> spans);

// How many lines there are, and how many of them are in others. REQUIRES: merged.
std::uint64_t LinesIn(std::span<const LineSpan> spans);
std::uint64_t CommonLines(std::span<const LineSpan> left, std::span<const LineSpan> right);

}  // namespace satchel::evaluation
