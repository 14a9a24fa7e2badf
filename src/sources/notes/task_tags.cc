#include "sources/notes/task_tags.h"

#include <algorithm>

#include "sources/notes/line_text.h"
#include "sources/notes/note_date.h"
#include "text/utf8.h"

namespace satchel::notes {
namespace {

// Calls back with each word and whether it is a tag.
template <class Callback>
void ForEachWord(std::string_view line, Callback callback) {
  while (!(line = TrimLeft(line)).empty()) {
    const std::string_view word = line.substr(0, line.find_first_of(" \t"));
    line.remove_prefix(word.size());
    const char letter = word.size() > 1 ? static_cast<char>(word[1] | 0x20) : ' ';
    callback(word, word.starts_with('#') && letter >= 'a' && letter <= 'z');
  }
}

std::string_view ValueOf(std::string_view tag, std::string_view name) {
  if (!tag.starts_with(name)) return {};
  tag.remove_prefix(name.size());
  const auto last = tag.find_last_not_of(".,;)`");
  return tag.substr(0, last == tag.npos ? 0 : last + 1);
}

}  // namespace

TaskTimes TimesOf(std::string_view line) {
  TaskTimes times;
  ForEachWord(line, [&](std::string_view word, bool is_tag) {
    if (!is_tag) return;
    for (const std::string_view name : {"#added:", "#started:"}) {
      const std::string_view value = ValueOf(word, name);
      if (!LooksLikeDate(value)) continue;
      const auto time = ParseNoteDate(value);
      if (!time) times.bad_date = true;
      times.time = std::max(times.time, time);
    }
  });
  return times;
}

std::string SummaryOf(std::string_view line, std::size_t max_characters) {
  std::string summary;
  bool full = false;
  ForEachWord(line, [&](std::string_view word, bool is_tag) {
    if (is_tag || full) return;
    if (!summary.empty()) summary += ' ';
    // More than can be shown is cut below; a character has at most four bytes.
    summary += text::TruncateUtf8(word, 4 * max_characters + 4);
    full = summary.size() > 4 * max_characters + 4;
  });
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
