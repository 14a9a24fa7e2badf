#include "evaluation/line_span.h"

#include <algorithm>
#include <charconv>
#include <tuple>
#include <utility>

namespace satchel::evaluation {
namespace {

std::optional<std::uint32_t> ParseLine(std::string_view text) {
  std::uint32_t line = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), line);
  if (error != std::errc() || end != text.data() + text.size() || line == 0) return std::nullopt;
  return line;
}

}  // namespace

std::optional<LineSpan> ParseLineSpan(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  if (colon == text.npos || colon == 0) return std::nullopt;
  const std::string_view lines = text.substr(colon + 1);
  const std::size_t dash = lines.find('-');
  const auto first = ParseLine(lines.substr(0, dash));
  const auto last = dash == lines.npos ? first : ParseLine(lines.substr(dash + 1));
  if (!first || !last || *first > *last) return std::nullopt;
  return LineSpan{.path = std::string(text.substr(0, colon)), .first = *first, .last = *last};
}

std::vector<LineSpan> MergeSpans(std::vector<LineSpan> spans) {
  std::ranges::sort(
      spans, {}, [](const LineSpan& span) { return std::tie(span.path, span.first, span.last); });
  std::vector<LineSpan> merged;
  for (LineSpan& span : spans) {
    const bool joins =
        !merged.empty() && merged.back().path == span.path && span.first - 1 <= merged.back().last;
    if (joins) {
      merged.back().last = std::max(merged.back().last, span.last);
    } else {
      merged.push_back(std::move(span));
    }
  }
  return merged;
}

std::uint64_t LinesIn(std::span<const LineSpan> spans) {
  std::uint64_t lines = 0;
  for (const LineSpan& span : spans) lines += std::uint64_t{span.last} - span.first + 1;
  return lines;
}

std::uint64_t CommonLines(std::span<const LineSpan> left, std::span<const LineSpan> right) {
  std::uint64_t lines = 0;
  while (!left.empty() && !right.empty()) {
    const LineSpan& one = left.front();
    const LineSpan& other = right.front();
    if (one.path == other.path) {
      const std::uint32_t first = std::max(one.first, other.first);
      const std::uint32_t last = std::min(one.last, other.last);
      if (first <= last) lines += std::uint64_t{last} - first + 1;
    }
    // The one that ends first has no more in common with what is behind the other.
    auto& passed = std::tie(one.path, one.last) < std::tie(other.path, other.last) ? left : right;
    passed = passed.subspan(1);
  }
  return lines;
}

}  // namespace satchel::evaluation
