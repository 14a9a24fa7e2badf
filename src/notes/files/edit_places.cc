#include "notes/files/edit_places.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "notes/files/line_reader.h"
#include "notes/files/line_text.h"
#include "notes/files/note_date.h"

namespace satchel::notes {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// Indentation and marker for an item behind this one: the same, or the next number.
std::string NextMarker(std::string_view raw) {
  const Indent indent = MeasureIndent(raw);
  std::string marker(raw.substr(0, indent.bytes));
  const std::string_view item = raw.substr(indent.bytes);
  unsigned number = 0;
  const auto parsed = std::from_chars(item.data(), item.data() + item.size(), number);
  const auto digits = static_cast<std::size_t>(parsed.ptr - item.data());
  if (parsed.ec == std::errc() && digits < item.size()) {
    return marker + fmt::format("{}{} ", number + 1, item[digits]);
  }
  const bool bullet = !item.empty() && std::string_view("-*+").contains(item[0]);
  return marker + (bullet ? item[0] : '-') + ' ';
}

// The line end before `at`, or the first of the file.
std::string_view LineEndAt(std::string_view file, std::size_t at) {
  const std::string_view before = file.substr(0, at);
  if (before.ends_with("\r\n")) return "\r\n";
  if (before.ends_with('\n')) return "\n";
  if (before.ends_with('\r')) return "\r";
  const auto last = before.find_last_of("\r\n");
  const auto found = last == before.npos ? file.find_first_of("\r\n") : last;
  if (found == file.npos || file[found] == '\n') {
    const bool crlf = found != file.npos && found > 0 && file[found - 1] == '\r';
    return crlf ? "\r\n" : "\n";
  }
  return file.substr(found).starts_with("\r\n") ? "\r\n" : "\r";
}

// The line without its end that the end of `before` is.
std::string_view LastLine(std::string_view before) {
  if (before.ends_with('\n')) before.remove_suffix(1);
  if (before.ends_with('\r')) before.remove_suffix(1);
  const auto end = before.find_last_of("\r\n");
  return end == before.npos ? before : before.substr(end + 1);
}

bool EndsLine(std::string_view text) { return text.ends_with('\n') || text.ends_with('\r'); }

}  // namespace

std::vector<ListPlace> FindLists(std::string_view file) {
  std::vector<ListPlace> lists;
  LineReader lines(file, LineReader::Index::kRead);
  Line line;
  bool inside = false;
  bool blank = false;
  while (lines.Next(line)) {
    if (line.kind == LineKind::kHidden) continue;
    if (line.kind == LineKind::kBlank) {
      blank = true;
      continue;
    }
    if (line.depth == 0) {
      inside = blank = false;
      continue;
    }
    if (!inside) lists.emplace_back();
    ListPlace& list = lists.back();
    if (line.kind == LineKind::kItem) {
      list.has_task = list.has_task || line.has_box;
      list.has_open_task = list.has_open_task || (line.has_box && line.mark == " ");
    }
    if (line.kind == LineKind::kItem && line.depth == 1) {
      list.is_loose = inside && blank;
      list.marker = NextMarker(file.substr(line.begin, line.end - line.begin));
    }
    list.end = line.next;
    inside = true;
    blank = false;
  }
  return lists;
}

EntryPlaces FindEntries(std::string_view file) {
  EntryPlaces places;
  LineReader lines(file, LineReader::Index::kSkip);
  Line line;
  bool after_break = false;
  std::size_t rising = 0;
  std::size_t falling = 0;
  while (lines.Next(line)) {
    if (line.kind == LineKind::kHidden || line.kind == LineKind::kBlank) continue;
    const bool can_start = line.kind == LineKind::kHeading && (line.level == 2 || line.level == 3);
    if (const auto dated = can_start ? ParseDatedHeading(line.content) : std::nullopt) {
      if (!places.entries.empty()) {
        const auto& before = places.entries.back().time;
        if (before && dated->time && *before < *dated->time) ++rising;
        if (before && dated->time && *before > *dated->time) ++falling;
        places.separated = places.separated || after_break;
      }
      places.entries.push_back({.begin = line.begin, .level = line.level, .time = dated->time});
    }
    after_break = line.kind == LineKind::kBreak && !line.continues;
  }
  places.ends_in_break = after_break;
  places.oldest_first = rising > falling;
  return places;
}

Splice InsertLines(std::string_view file, std::size_t at, const Insertion& insertion) {
  const std::string_view end = LineEndAt(file, at);
  const std::string_view before = file.substr(0, at);
  const std::string_view after = file.substr(at);
  const bool at_start = before.empty() || before == kByteOrderMark;
  const bool open_line = !at_start && !EndsLine(before);
  Splice splice{.at = at};
  if (open_line) splice.inserted += end;
  if (insertion.blank_before && !at_start && !IsBlankLine(LastLine(before))) {
    splice.inserted += end;
  }
  for (const char c : insertion.lines) {
    if (c == '\n') {
      splice.inserted += end;
    } else {
      splice.inserted += c;
    }
  }
  if (!open_line) splice.inserted += end;
  const std::string_view next = after.substr(0, after.find_first_of("\r\n"));
  if (insertion.blank_after && !after.empty() && !IsBlankLine(next)) splice.inserted += end;
  return splice;
}

}  // namespace satchel::notes
