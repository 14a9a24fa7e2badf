#include "notes/files/block_start.h"

#include "base/ascii.h"
#include "notes/files/line_text.h"
#include "text/utf8.h"

namespace satchel::notes {
namespace {

std::size_t RunLength(std::string_view line, char c) {
  const auto end = line.find_first_not_of(c);
  return end == line.npos ? line.size() : end;
}

// "[ ]", "[x]", "[?]" or "[]", then white space or the end.
void TakeBox(ItemStart& item) {
  const std::string_view text = item.text;
  if (!text.starts_with('[') || text.size() < 2) return;
  const std::size_t mark = text[1] == ']' ? 0 : text::DecodeUtf8(text, 1).size;
  const std::size_t close = 1 + mark;
  if (close >= text.size() || text[close] != ']') return;
  const std::string_view rest = text.substr(close + 1);
  if (!rest.empty() && rest.front() != ' ' && rest.front() != '\t') return;
  item.has_box = true;
  item.mark = text.substr(1, mark);
  item.text = Trim(rest);
}

}  // namespace

Indent MeasureIndent(std::string_view line) {
  Indent indent;
  for (const char c : line) {
    if (c == ' ') {
      ++indent.columns;
    } else if (c == '\t') {
      indent.columns += 4 - indent.columns % 4;
    } else {
      break;
    }
    ++indent.bytes;
  }
  return indent;
}

std::optional<HeadingStart> ParseHeading(std::string_view line) {
  const std::size_t level = RunLength(line, '#');
  if (level == 0 || level > 6) return std::nullopt;
  std::string_view text = line.substr(level);
  const bool dated = text.size() > 1 && text[0] == '[' && IsDigit(text[1]);
  if (!text.empty() && text[0] != ' ' && text[0] != '\t' && !dated) return std::nullopt;
  text = Trim(text);
  const auto last = text.find_last_not_of('#');
  if (last == text.npos) return HeadingStart{.level = level, .text = {}};
  if (last + 1 < text.size() && (text[last] == ' ' || text[last] == '\t')) {
    text = TrimRight(text.substr(0, last));
  }
  return HeadingStart{.level = level, .text = text};
}

std::optional<FenceStart> ParseFence(std::string_view line) {
  if (line.empty() || (line[0] != '`' && line[0] != '~')) return std::nullopt;
  const std::size_t length = RunLength(line, line[0]);
  if (length < 3) return std::nullopt;
  if (line[0] == '`' && line.find('`', length) != line.npos) return std::nullopt;
  return FenceStart{.mark = line[0], .length = length};
}

bool ClosesFence(std::string_view line, FenceStart fence) {
  const std::size_t length = RunLength(line, fence.mark);
  return length >= fence.length && IsBlankLine(line.substr(length));
}

bool IsThematicBreak(std::string_view line) {
  if (line.empty() || (line[0] != '-' && line[0] != '*' && line[0] != '_')) return false;
  std::size_t marks = 0;
  for (const char c : line) {
    if (c == line[0]) {
      ++marks;
    } else if (c != ' ' && c != '\t') {
      return false;
    }
  }
  return marks >= 3;
}

std::optional<ItemStart> ParseItem(std::string_view line) {
  if (line.empty()) return std::nullopt;
  ItemStart item;
  std::size_t marker = 0;
  if (line[0] == '-' || line[0] == '*' || line[0] == '+') {
    marker = 1;
  } else {
    while (marker < line.size() && marker < 9 && IsDigit(line[marker])) ++marker;
    if (marker == 0 || marker >= line.size()) return std::nullopt;
    if (line[marker] != '.' && line[marker] != ')') return std::nullopt;
    item.ordered = true;
    item.may_interrupt = line.substr(0, marker) == "1";
    ++marker;
  }
  const std::string_view rest = line.substr(marker);
  if (!rest.empty() && rest[0] != ' ' && rest[0] != '\t') return std::nullopt;
  item.text = Trim(rest);
  if (item.text.empty()) item.may_interrupt = false;
  // Five columns or more would be code that is indented behind the marker.
  const std::size_t gap = MeasureIndent(rest).columns;
  item.width = marker + (item.text.empty() || gap > 4 ? 1 : gap);
  TakeBox(item);
  return item;
}

bool StartsBlock(std::string_view line) {
  return ParseHeading(line) || ParseFence(line) || IsThematicBreak(line) || ParseItem(line);
}

}  // namespace satchel::notes
