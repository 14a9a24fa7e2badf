#include "notes/files/task_tags.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "notes/files/line_text.h"
#include "notes/files/note_date.h"
#include "text/utf8.h"

namespace satchel::notes {
namespace {

// Takes the next word off the line; empty at its end.
std::string_view TakeWord(std::string_view& line) {
  line = TrimLeft(line);
  std::size_t size = 0;
  while (size < line.size() && !IsBlank(line[size])) ++size;
  const std::string_view word = line.substr(0, size);
  line.remove_prefix(size);
  return word;
}

bool IsTag(std::string_view word) { return word.size() >= 2 && word[0] == '#' && IsAlpha(word[1]); }

std::string_view ValueOf(std::string_view tag, std::string_view name) {
  if (!tag.starts_with(name)) return {};
  tag.remove_prefix(name.size());
  const auto last = tag.find_last_not_of(".,;)`");
  return tag.substr(0, last == tag.npos ? 0 : last + 1);
}

}  // namespace

namespace {

constexpr auto kTimes = std::to_array<std::string_view>({"#added:", "#started:"});

// Whether a tag with a date begins there.
bool IsTime(std::string_view rest) {
  return std::ranges::any_of(kTimes, [rest](std::string_view name) {
    return rest.starts_with(name) && LooksLikeDate(rest.substr(name.size()));
  });
}

std::string LineWithoutTimes(std::string_view line) {
  std::string kept;
  std::size_t from = 0;
  for (std::size_t at = line.find('#'); at != line.npos; at = line.find('#', at + 1)) {
    if ((at > 0 && !IsBlank(line[at - 1])) || !IsTime(line.substr(at))) continue;
    kept += TrimRight(line.substr(from, at - from));
    from = at;
    while (from < line.size() && !IsBlank(line[from])) ++from;
  }
  kept += line.substr(from);
  return kept;
}

}  // namespace

std::string WithoutTimes(std::string_view text) {
  std::string kept;
  bool code = false;
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    code = code || TrimLeft(line).starts_with("```") || TrimLeft(line).starts_with("~~~");
    if (!kept.empty()) kept += '\n';
    kept += code ? std::string(line) : LineWithoutTimes(line);
  }
  return IsBlankLine(kept) ? std::string(text) : std::string(TrimLeft(kept));
}

TaskTimes TimesOf(std::string_view line) {
  TaskTimes times;
  for (std::size_t at = line.find('#'); at != line.npos; at = line.find('#', at + 1)) {
    if (at > 0 && !IsBlank(line[at - 1])) continue;
    std::string_view rest = line.substr(at);
    for (const std::string_view name : kTimes) {
      if (!rest.starts_with(name)) continue;
      const std::string_view value = ValueOf(TakeWord(rest), name);
      if (!LooksLikeDate(value)) break;
      const auto time = ParseNoteDate(value);
      if (!time) times.bad_date = true;
      times.time = std::max(times.time, time);
      break;
    }
  }
  return times;
}

std::string SummaryOf(std::string_view line, std::size_t max_characters) {
  std::string summary;
  // What cannot be shown is not looked at; a character has at most four bytes. When all places
  // are taken one word more is, so that a summary is seen to be shortened.
  for (std::size_t characters = 0; characters <= max_characters + 1;) {
    const std::string_view word = TakeWord(line);
    if (word.empty()) break;
    if (IsTag(word)) continue;
    if (!summary.empty()) summary += ' ';
    const std::string_view shown = text::TruncateUtf8(word, 4 * max_characters + 4);
    summary += shown;
    characters += text::CountCodePoints(shown) + 1;
  }
  if (text::CountCodePoints(summary) <= max_characters) return summary;
  std::string cut = text::Ellipsize(summary, max_characters);
  constexpr std::string_view kEllipsis = "\u2026";
  const std::string_view kept = std::string_view(cut).substr(0, cut.size() - kEllipsis.size());
  const bool between_words = summary.size() > kept.size() && summary[kept.size()] == ' ';
  const auto space = kept.rfind(' ');
  if (between_words || space == kept.npos || space < kept.size() / 2) return cut;
  cut.resize(TrimRight(kept.substr(0, space)).size());
  cut += kEllipsis;
  return cut;
}

}  // namespace satchel::notes
