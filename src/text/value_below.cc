#include "text/value_below.h"

#include <algorithm>
#include <optional>

#include "text/secret_value.h"

namespace satchel::text {
namespace {

constexpr std::size_t kMaxLine = 300;
constexpr std::size_t kMaxBlankLines = 3;
constexpr std::size_t kMaxHeadCell = 32;
constexpr std::string_view kAround = " \t\r*_`\"'";

// The line around `at`; nullopt if it is longer than a person writes.
std::optional<ByteSpan> LineAround(std::string_view text, std::size_t at) {
  ByteSpan line{at, at};
  while (line.begin > 0 && text[line.begin - 1] != '\n') {
    if (at - --line.begin > kMaxLine) return std::nullopt;
  }
  while (line.end < text.size() && text[line.end] != '\n') {
    if (++line.end - at > kMaxLine) return std::nullopt;
  }
  return line;
}

std::optional<ByteSpan> NextLine(std::string_view text, ByteSpan line) {
  if (line.end + 1 >= text.size()) return std::nullopt;
  const std::size_t begin = line.end + 1;
  const std::size_t size = text.substr(begin, kMaxLine).find('\n');
  if (size != text.npos) return ByteSpan{begin, begin + size};
  if (text.size() - begin >= kMaxLine) return std::nullopt;
  return ByteSpan{begin, text.size()};
}

std::string_view Slice(std::string_view text, ByteSpan span) {
  return text.substr(span.begin, span.end - span.begin);
}

// Without blanks, marks and quotes around it.
ByteSpan Bare(std::string_view text, ByteSpan span) {
  while (span.begin < span.end && kAround.contains(text[span.begin])) ++span.begin;
  while (span.end > span.begin && kAround.contains(text[span.end - 1])) --span.end;
  return span;
}

// The cell number `index` of a line; nullopt if there is none.
std::optional<ByteSpan> Cell(std::string_view text, ByteSpan line, char separator,
                             std::size_t index) {
  std::size_t begin = line.begin;
  for (;; --index) {
    const std::size_t found = Slice(text, {begin, line.end}).find(separator);
    const std::size_t end = found == text.npos ? line.end : begin + found;
    if (index == 0) return ByteSpan{begin, end};
    if (end == line.end) return std::nullopt;
    begin = end + 1;
  }
}

// The heads of columns are short words, not code.
bool IsHead(std::string_view line, char separator) {
  if (separator == '|') return true;
  if (line.find_first_of("(){}[]<>=:/\\\"'`#*$") != line.npos || line.ends_with(separator))
    return false;
  while (!line.empty()) {
    const std::size_t end = std::min(line.find(separator), line.size());
    if (end == 0 || end > kMaxHeadCell || std::ranges::count(line.substr(0, end), ' ') > 2)
      return false;
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  return true;
}

// Whether the first rows of a table begin here: in Markdown a line of dashes follows; elsewhere the
// line before is none of the table. So a table is read once, not from each of its rows.
bool IsFirstRow(std::string_view text, ByteSpan line, char separator, std::ptrdiff_t cells) {
  if (separator == '|') {
    const auto next = NextLine(text, line);
    return next && Slice(text, *next).contains("--") &&
           Slice(text, *next).find_first_not_of("|-: \t\r") == text.npos;
  }
  if (line.begin == 0) return true;
  const auto before = LineAround(text, line.begin - 1);
  return before && std::ranges::count(Slice(text, *before), separator) != cells;
}

char SeparatorOf(std::string_view line) {
  for (const char c : {'|', '\t', ';', ','}) {
    if (line.contains(c)) return c;
  }
  return '\0';
}

bool IsComment(std::string_view line) {
  return line.starts_with('#') || line.starts_with("//") || line.starts_with("--") ||
         line.starts_with('*') || line.starts_with("/*") || line.starts_with(';');
}

bool EndsWithWord(std::string_view line, std::string_view word) {
  return line.size() > word.size() && line.ends_with(word) &&
         IsBlank(line[line.size() - word.size() - 1]);
}

bool LeadsOn(std::string_view line) {
  line = line.substr(0, line.find_last_not_of(" \t\r*_") + 1);
  return line.ends_with(':') || line.ends_with('?') || line.starts_with("##") ||
         EndsWithWord(line, "is") || EndsWithWord(line, "was") || EndsWithWord(line, "to");
}

// The value of `name = "value"`, alone on its line.
std::optional<ByteSpan> QuotedValue(std::string_view text, ByteSpan line) {
  const std::string_view all = Slice(text, line);
  const std::size_t sign = all.find_first_of("=:");
  const std::size_t open = all.find_first_of("\"'`", sign == all.npos ? all.size() : sign);
  if (open == all.npos || all.find_first_not_of("=: \t", sign) != open) return std::nullopt;
  const std::size_t close = all.find(all[open], open + 1);
  if (close == all.npos) return std::nullopt;
  return ByteSpan{line.begin + open + 1, line.begin + close};
}

// The word of a line that has no other, but for what marks an item or, in an answer, says who
// speaks.
std::optional<ByteSpan> OnlyWord(std::string_view text, ByteSpan line, bool answer) {
  line = Bare(text, line);
  const std::string_view all = Slice(text, line);
  const std::size_t last = all.find_last_of(" \t");
  if (last == all.npos) return line;
  std::string_view before = all.substr(0, last);
  before = before.substr(0, before.find_last_not_of(" \t") + 1);
  const bool item =
      before == "-" || before == "+" || before == ">" || before == "1." || before == "|";
  const bool speaker = answer && before.ends_with(':') && before.size() <= kMaxHeadCell;
  if (!item && !speaker) return std::nullopt;
  return Bare(text, {line.begin + last + 1, line.end});
}

}  // namespace

ValuesBelow CellsBelow(std::string_view text, std::size_t begin, std::size_t end) {
  ValuesBelow found;
  auto line = LineAround(text, begin);
  if (!line || end > line->end) return found;
  const std::string_view head = Slice(text, *line);
  const char separator = SeparatorOf(head);
  if (separator == '\0' || !IsHead(head, separator)) return found;
  const auto index = static_cast<std::size_t>(
      std::ranges::count(text.substr(line->begin, begin - line->begin), separator));
  const auto cells = std::ranges::count(head, separator);
  if (!IsFirstRow(text, *line, separator, cells)) return found;
  const auto own = Cell(text, *line, separator, index);
  if (!own || own->end - own->begin > kMaxHeadCell + 8) return found;
  while (found.size < ValuesBelow::kMost) {
    line = NextLine(text, *line);
    if (!line || std::ranges::count(Slice(text, *line), separator) != cells) break;
    const auto cell = Cell(text, *line, separator, index);
    if (!cell) break;
    const ByteSpan value = Bare(text, *cell);
    if (Slice(text, value).find_first_not_of("-:") == text.npos) continue;  // the line of dashes
    found.values[found.size++] = value;
  }
  return found;
}

ValuesBelow WordBelow(std::string_view text, std::size_t begin, std::size_t end) {
  ValuesBelow found;
  auto line = LineAround(text, begin);
  if (!line || end > line->end) return found;
  const std::string_view head = Slice(text, Bare(text, *line));
  const bool leads = LeadsOn(head);
  if (!leads && !IsComment(head)) return found;
  for (std::size_t blank = 0; blank < kMaxBlankLines; ++blank) {
    line = NextLine(text, *line);
    if (!line) return found;
    const std::string_view next = Slice(text, *line);
    const bool empty = next.find_first_not_of(" \t\r") == next.npos;
    if (empty || next.starts_with("```")) continue;
    const auto value =
        leads ? OnlyWord(text, *line, head.ends_with('?')) : QuotedValue(text, *line);
    if (value && value->end > value->begin) found.values[found.size++] = *value;
    return found;
  }
  return found;
}

}  // namespace satchel::text
