#include "index/texts/line_choice.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include "base/ascii.h"
#include "text/analyser.h"
#include "text/safe_line.h"

namespace satchel::retrieval {
namespace {

constexpr std::size_t kShownLines = 3;
constexpr std::size_t kLineCharacters = 160;

bool IsLegal(std::string_view line) {
  const std::string lower = AsciiLower(line.substr(0, kLineCharacters));
  return lower.contains("copyright") || lower.contains("license") ||
         lower.contains("all rights reserved") || lower.starts_with("#!");
}

}  // namespace

std::vector<std::string_view> LinesIn(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

bool SaysSomething(std::string_view line) {
  return std::ranges::any_of(
      line, [](char c) { return IsAlnum(c) || static_cast<unsigned char>(c) >= 0x80; });
}

LineChoice::LineChoice(std::span<const std::string_view> lines, std::vector<bool> mute,
                       const SearchPlace& place)
    : place_(place),
      lines_(lines.begin(), lines.end()),
      mute_(std::move(mute)),
      first_(std::max(place.start_line, 1U)),
      last_(std::min(place.end_line, static_cast<std::uint32_t>(lines_.size()))) {}

std::vector<RankedLine> LineChoice::Choose(std::span<const std::uint32_t> asked) const {
  std::vector<RankedLine> chosen;
  for (const std::uint32_t line : asked) Add({1, line}, chosen);
  for (const RankedLine& line : WithWords(false)) Add(line, chosen);
  if (!chosen.empty()) return chosen;
  for (const RankedLine& line : WithWords(true)) Add(line, chosen);
  return chosen.empty() ? First() : chosen;
}

std::vector<RankedLine> LineChoice::First() const {
  std::vector<RankedLine> chosen;
  for (const bool any : {false, true}) {
    for (std::uint32_t number = first_; number <= last_; ++number) {
      const std::string_view line = lines_[number - 1];
      if (any || (!mute_[number - 1] && SaysSomething(line) && !IsLegal(line))) {
        Add({0, number}, chosen);
      }
    }
    if (!chosen.empty()) break;
  }
  return chosen;
}

std::vector<std::uint32_t> LineChoice::Paragraph(std::uint32_t line) const {
  std::vector<std::uint32_t> lines;
  for (; line <= last_ && SaysSomething(lines_[line - 1]); ++line) lines.push_back(line);
  return lines;
}

std::vector<PlaceLine> LineChoice::Shown(std::vector<RankedLine> chosen) const {
  std::ranges::sort(chosen, {}, &RankedLine::number);
  std::vector<PlaceLine> shown;
  for (const RankedLine& line : chosen) {
    if (line.number <= lines_.size()) {
      shown.push_back({line.number, text::SafeLine(lines_[line.number - 1], kLineCharacters)});
    }
  }
  return shown;
}

void LineChoice::Add(const RankedLine& line, std::vector<RankedLine>& chosen) const {
  if (line.number < first_ || line.number > last_ || chosen.size() == kShownLines) return;
  const auto same = [&line](const RankedLine& one) { return one.number == line.number; };
  if (std::ranges::none_of(chosen, same)) chosen.push_back(line);
}

std::vector<RankedLine> LineChoice::WithWords(bool mute) const {
  std::map<std::string, std::int64_t, std::less<>> worth;
  for (const PlaceWord& word : place_.words) worth.emplace(word.word, word.worth.millionths());
  std::vector<RankedLine> ranked;
  text::Analyser analyser;
  for (std::uint32_t number = first_; number <= last_; ++number) {
    if (mute_[number - 1] != mute) continue;
    std::set<std::string, std::less<>> met;
    std::int64_t sum = 0;
    analyser.ForEach(lines_[number - 1],
                     [&](std::string_view term, text::ByteRange, text::TermKind) {
                       const auto found = worth.find(term);
                       if (found != worth.end() && met.emplace(term).second) sum += found->second;
                     });
    if (sum > 0) ranked.push_back({sum, number});
  }
  std::ranges::sort(ranked, [](const RankedLine& left, const RankedLine& right) {
    return left.worth != right.worth ? left.worth > right.worth : left.number < right.number;
  });
  return ranked;
}

}  // namespace satchel::retrieval
