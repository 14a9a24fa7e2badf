#include "evaluation/package_judge.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/ascii.h"
#include "packet/item_path.h"

namespace satchel::evaluation {
namespace {

constexpr auto kDefining =
    std::to_array<std::string_view>({"def ", "class ", "func ", "function ", "fn "});

bool IsNamePart(char c) { return IsAlnum(c) || c == '_'; }

// Whether a line of the text defines that name.
bool Defines(std::string_view text, std::string_view name) {
  for (const std::string_view word : kDefining) {
    for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
      if (at > 0 && IsNamePart(text[at - 1])) continue;
      const std::string_view rest = text.substr(at + word.size());
      if (!rest.starts_with(name)) continue;
      if (rest.size() == name.size() || !IsNamePart(rest[name.size()])) return true;
    }
  }
  return false;
}

Score Share(std::size_t part, std::size_t whole) {
  if (whole == 0) return {};
  return Score::Ratio(static_cast<std::int64_t>(part), static_cast<std::int64_t>(whole));
}

using Items = std::vector<std::pair<std::string, const packet::Item*>>;  // with their files

// An outline says which lines it speaks of, and does not show them.
Score LinesShown(const Items& items, const PackageGold& gold) {
  std::vector<LineSpan> marked(gold.lines.begin(), gold.lines.end());
  std::erase_if(marked, [&gold](const LineSpan& span) {
    return std::ranges::find(gold.files, span.path) == gold.files.end();
  });
  std::vector<LineSpan> shown;
  for (const auto& [path, item] : items) {
    auto span = ParseLineSpan(item->candidate.id.value());
    if (!span || span->path != path || item->rendition().name != "full") continue;
    shown.push_back(std::move(*span));
  }
  shown = MergeSpans(std::move(shown));
  return Share(CommonLines(marked, shown), LinesIn(marked));
}

}  // namespace

PackageFigures JudgePackage(const packet::Packet& packet, const PackageGold& gold) {
  Items items;
  for (const packet::Section& section : packet.sections) {
    for (const packet::Item& item : section.items)
      items.emplace_back(packet::PathOfItem(item), &item);
  }
  std::size_t named = 0;
  std::size_t with_code = 0;
  for (const std::string& file : gold.files) {
    const auto is = [&file](const auto& item) { return item.first == file; };
    const auto has_code = [&](const auto& item) {
      return is(item) && !item.second->rendition().text.empty();
    };
    if (std::ranges::any_of(items, is)) ++named;
    if (std::ranges::any_of(items, has_code)) ++with_code;
  }
  std::size_t lines = 0;
  std::size_t bodies = 0;
  for (const std::string& function : gold.functions) {
    const std::size_t colons = function.find("::");
    const std::string path = function.substr(0, colons);
    std::string_view name =
        std::string_view(function).substr(std::min(colons + 2, function.size()));
    name.remove_prefix(std::min(name.rfind('.') + 1, name.size()));
    bool line = false;
    bool body = false;
    for (const auto& [of, item] : items) {
      if (of != path || !Defines(item->rendition().text, name)) continue;
      line = true;
      body = body || item->rendition().name == "full";
    }
    lines += line ? 1 : 0;
    bodies += body ? 1 : 0;
  }
  return {.files = Share(named, gold.files.size()),
          .files_code = Share(with_code, gold.files.size()),
          .functions = Share(lines, gold.functions.size()),
          .bodies = Share(bodies, gold.functions.size()),
          .lines = LinesShown(items, gold)};
}

}  // namespace satchel::evaluation
