#include "text/columns.h"

#include <utf8proc.h>

#include "text/utf8.h"

namespace satchel::text {
namespace {

constexpr std::size_t kTabStop = 8;

std::size_t Advance(std::size_t column, const CodePoint& point) {
  if (point.value == U'\t') return (column / kTabStop + 1) * kTabStop;
  const int width = ::utf8proc_charwidth(static_cast<utf8proc_int32_t>(point.value));
  return column + static_cast<std::size_t>(width > 0 ? width : 0);
}

}  // namespace

std::size_t ColumnAfter(std::string_view line, std::size_t begin) {
  std::size_t column = begin;
  for (std::size_t at = 0; at < line.size();) {
    const CodePoint point = DecodeUtf8(line, at);
    column = Advance(column, point);
    at += point.size;
  }
  return column;
}

std::string CutToColumn(std::string_view line, std::size_t begin, std::size_t end) {
  std::size_t column = begin;
  std::size_t kept = 0;  // bytes that leave room for the mark
  for (std::size_t at = 0; at < line.size();) {
    const CodePoint point = DecodeUtf8(line, at);
    column = Advance(column, point);
    at += point.size;
    if (column < end) kept = at;
    if (column <= end) continue;
    while (kept > 0 && (line[kept - 1] == ' ' || line[kept - 1] == '\t')) --kept;
    return std::string(line.substr(0, kept)) + "\u2026";
  }
  return std::string(line);
}

}  // namespace satchel::text
