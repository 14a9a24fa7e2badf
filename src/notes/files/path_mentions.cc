#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>
#include <utility>

#include "base/ascii.h"
#include "notes/files/check.h"
#include "notes/files/line_reader.h"
#include "notes/files/line_text.h"

namespace satchel::notes {
namespace {

// Which lines still count: those below an item that is over do not, up to the next item.
class Active {
 public:
  Active(const Notes& notes, std::size_t file) {
    for (const Task& task : notes.tasks) {
      if (task.file == file) starts_.emplace_back(task.line, task.state == TaskState::kOpen);
    }
    for (const auto* entries : {&notes.decisions, &notes.learnings}) {
      for (const Entry& entry : *entries) {
        if (entry.file == file) starts_.emplace_back(entry.line, !entry.superseded);
      }
    }
    std::ranges::sort(starts_);
  }
  bool Has(std::size_t line) {
    while (next_ < starts_.size() && starts_[next_].first <= line)
      active_ = starts_[next_++].second;
    return active_;
  }

 private:
  std::vector<std::pair<std::size_t, bool>> starts_;
  std::size_t next_ = 0;
  bool active_ = true;
};

// The text inside of code spans that begin and end in the line; `rest` has spaces in their place.
// A run of backticks goes with the next one of its length, which is known before it is asked for.
std::vector<std::string_view> CodeSpans(std::string_view line, std::string& rest) {
  struct Run {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t next = 0;  // the run that closes it; 0: none
  };
  std::vector<Run> runs;
  for (std::size_t at = line.find('`'); at != line.npos; at = line.find('`', at)) {
    const std::size_t end = std::min(line.find_first_not_of('`', at), line.size());
    runs.push_back({.begin = at, .end = end});
    at = end;
  }
  std::unordered_map<std::size_t, std::size_t> nearest;  // by length
  for (std::size_t i = runs.size(); i-- > 0;) {
    std::size_t& same = nearest[runs[i].end - runs[i].begin];
    runs[i].next = std::exchange(same, i);
  }
  std::vector<std::string_view> spans;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (runs[i].next == 0) continue;
    const std::size_t begin = runs[i].end;
    i = runs[i].next;
    spans.push_back(Trim(line.substr(begin, runs[i].begin - begin)));
    std::fill_n(rest.begin() + static_cast<std::ptrdiff_t>(begin), runs[i].begin - begin, ' ');
  }
  return spans;
}

// The targets of inline links.
std::vector<std::string_view> Links(std::string_view line) {
  std::vector<std::string_view> links;
  std::size_t end = 0;  // of a target, looked for once for all that have the same
  for (auto at = line.find("]("); at != line.npos; at = line.find("](", at + 2)) {
    if (end < at + 2) end = std::min(line.find_first_of(") \t", at + 2), line.size());
    std::string_view target = line.substr(at + 2, end - at - 2);
    if (target.starts_with('<') && target.ends_with('>')) {
      target = target.substr(1, target.size() - 2);
    }
    links.push_back(target);
  }
  return links;
}

// Whether the line itself says that something is gone, is made later, or is the wrong name.
bool ExpectsNothing(std::string_view line) {
  constexpr auto kSigns = std::to_array<std::string_view>(
      {"delet", "remov", "replac", "renam", "moved", "retire", "no longer", "formerly", "used to",
       "instead of", "generat", "not `", "does not exist"});
  const std::string lower = AsciiLower(line);
  return std::ranges::any_of(kSigns, [&](std::string_view sign) { return lower.contains(sign); });
}

bool IsPathCharacter(char c) {
  const bool ascii = static_cast<unsigned char>(c) < 0x80;
  return IsAlnum(c) || !ascii || std::string_view("_./-+@").contains(c);
}

// No path is longer, with a fragment or line numbers behind it.
constexpr std::size_t kMostTarget = 2'000;

// Without "./", a slash at the end, a fragment and line numbers; nothing: it is no path of the
// workspace, or stands for many.
std::optional<std::string> PathFrom(std::string_view text, bool is_link) {
  if (text.size() > kMostTarget) return std::nullopt;  // before all of it is looked at
  text = text.substr(0, text.find_first_of("#?"));
  if (const auto colon = text.find(':'); colon != text.npos) {
    const std::string_view numbers = text.substr(colon + 1);
    if (numbers.empty() || numbers.find_first_not_of("0123456789L:,-") != numbers.npos) {
      return std::nullopt;
    }
    text = text.substr(0, colon);
  }
  while (text.starts_with("./")) text.remove_prefix(2);
  while (text.ends_with('/')) text.remove_suffix(1);
  const bool named = text.contains('/') || (is_link && text.contains('.'));
  if (!named || text.size() > 1'000 || !std::ranges::all_of(text, IsPathCharacter)) {
    return std::nullopt;
  }
  if (text.front() == '/' || text.front() == '-' || text.contains("//") || text.contains("...")) {
    return std::nullopt;
  }
  return std::string(text);
}

}  // namespace

PathMentions FindPaths(const Notes& notes) {
  PathMentions mentions;
  for (std::size_t file = 0; file < notes.files.size(); ++file) {
    Active active(notes, file);
    LineReader lines(notes.files[file].text, LineReader::Index::kRead);
    Line line;
    while (lines.Next(line)) {
      if (line.kind == LineKind::kFence || line.kind == LineKind::kHidden) continue;
      if (!active.Has(line.number)) continue;
      std::string rest(line.text);
      const auto add = [&](std::string_view text, bool is_link) {
        auto path = PathFrom(text, is_link);
        if (!path) return;
        if (mentions.paths.size() >= kMostMentions) {
          ++mentions.more;
          return;
        }
        mentions.paths.push_back(
            {.path = *std::move(path), .is_link = is_link, .file = file, .line = line.number});
      };
      const auto spans = CodeSpans(line.text, rest);
      if (!spans.empty() && !ExpectsNothing(line.text)) {
        for (const std::string_view span : spans) add(span, false);
      }
      for (const std::string_view link : Links(rest)) add(link, true);
    }
  }
  return mentions;
}

}  // namespace satchel::notes
