#include "evaluation/package_judge.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <fmt/format.h>

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
std::vector<LineSpan> SpansShown(const Items& items) {
  std::vector<LineSpan> shown;
  for (const auto& [path, item] : items) {
    auto span = ParseLineSpan(item->candidate.id.value());
    if (!span || span->path != path || item->rendition().name != "full") continue;
    shown.push_back(std::move(*span));
  }
  return MergeSpans(std::move(shown));
}

Score LinesShown(std::span<const LineSpan> shown, const PackageGold& gold) {
  std::vector<LineSpan> marked(gold.lines.begin(), gold.lines.end());
  std::erase_if(marked, [&gold](const LineSpan& span) {
    return std::ranges::find(gold.files, span.path) == gold.files.end();
  });
  return Share(CommonLines(marked, shown), LinesIn(marked));
}

// Whether one of the lines begins with this number and a colon, as those of an outline do.
bool HasNumbered(std::string_view text, std::uint32_t line) {
  const std::string number = fmt::format("{}: ", line);
  return text.starts_with(number) || text.contains("\n" + number);
}

bool HasName(std::string_view text, std::string_view name) {
  for (std::size_t at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    const bool begins = at == 0 || !IsNamePart(text[at - 1]);
    if (begins && (end == text.size() || !IsNamePart(text[end]))) return true;
  }
  return false;
}

// The last part of `Class.method`, `Class::method` or `Class#method`.
std::string_view LastPart(std::string_view name) {
  name.remove_prefix(std::min(name.find_last_of(".:#\\") + 1, name.size()));
  return name;
}

bool HasSignature(const Items& items, const GoldFunction& function) {
  const LineSpan& lines = function.lines;
  return std::ranges::any_of(items, [&](const auto& one) {
    const auto& [path, item] = one;
    const std::string& text = item->rendition().text;
    if (path != lines.path || item->rendition().name == "full") return false;
    const auto piece = ParseLineSpan(item->candidate.id.value());
    if (!piece || piece->path != path) return HasNumbered(text, lines.first);
    return piece->first <= lines.first && lines.first <= piece->last &&
           HasName(text, LastPart(function.name));
  });
}

struct FunctionCount {
  std::size_t lines = 0;   // of which the line that defines them is shown
  std::size_t bodies = 0;  // that are shown whole
};

FunctionCount CountByLines(const Items& items, std::span<const LineSpan> shown,
                           std::span<const GoldFunction> functions) {
  FunctionCount count;
  for (const GoldFunction& function : functions) {
    LineSpan head = function.lines;
    head.last = head.first;
    const bool defined = CommonLines({&head, 1}, shown) > 0;
    if (defined || HasSignature(items, function)) ++count.lines;
    const std::span<const LineSpan> whole(&function.lines, 1);
    if (CommonLines(whole, shown) == LinesIn(whole)) ++count.bodies;
  }
  return count;
}

FunctionCount CountByName(const Items& items, std::span<const std::string> functions) {
  FunctionCount count;
  for (const std::string& function : functions) {
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
    count.lines += line ? 1 : 0;
    count.bodies += body ? 1 : 0;
  }
  return count;
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
  const std::vector<LineSpan> shown = SpansShown(items);
  const FunctionCount by_name = CountByName(items, gold.functions);
  const FunctionCount by_lines = CountByLines(items, shown, gold.functions_by_lines);
  const std::size_t functions = gold.functions.size() + gold.functions_by_lines.size();
  return {.files = Share(named, gold.files.size()),
          .files_code = Share(with_code, gold.files.size()),
          .functions = Share(by_name.lines + by_lines.lines, functions),
          .bodies = Share(by_name.bodies + by_lines.bodies, functions),
          .lines = LinesShown(shown, gold)};
}

PackageFigures JudgeLines(std::span<const LineSpan> shown, const PackageGold& gold) {
  const auto files =
      static_cast<std::size_t>(std::ranges::count_if(gold.files, [&shown](const auto& file) {
        return std::ranges::find(shown, file, &LineSpan::path) != shown.end();
      }));
  const FunctionCount functions = CountByLines({}, shown, gold.functions_by_lines);
  const Score share = Share(files, gold.files.size());
  return {.files = share,
          .files_code = share,
          .functions = Share(functions.lines, gold.functions_by_lines.size()),
          .bodies = Share(functions.bodies, gold.functions_by_lines.size()),
          .lines = LinesShown(shown, gold)};
}

}  // namespace satchel::evaluation
