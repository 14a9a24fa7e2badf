#include "evaluation/answer.h"

#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace satchel::evaluation {

std::vector<LineSpan> PlacesWithin(std::span<const AnsweredPlace> places, std::uint64_t tokens) {
  std::vector<LineSpan> spans;
  for (const AnsweredPlace& place : places) {
    if (place.tokens > tokens) continue;
    tokens -= place.tokens;
    spans.push_back({.path = place.path, .first = place.start_line, .last = place.end_line});
  }
  return MergeSpans(std::move(spans));
}

Judged AsFiles(const Answer& answer) {
  Judged judged{.ranked = {}, .gold = answer.gold};
  for (const AnsweredPlace& place : answer.places) judged.ranked.push_back(place.path);
  return judged;
}

Judged AsChunks(const Answer& answer) {
  Judged judged{.ranked = {}, .gold = answer.gold};
  std::set<std::string_view> seen;
  for (const AnsweredPlace& place : answer.places) {
    const bool is_first = seen.insert(place.path).second;
    // No path of a commit has a line break.
    judged.ranked.push_back(is_first ? place.path
                                     : fmt::format("{}\n{}", place.path, judged.ranked.size()));
  }
  return judged;
}

Judged AsFunctions(const Answer& answer, const std::vector<std::string>& gold) {
  Judged judged{.ranked = {}, .gold = gold};
  for (const AnsweredPlace& place : answer.places) {
    const std::string shown = place.path + "::" + place.symbol;
    bool is_gold = false;
    for (const std::string& function : gold) {
      if (place.symbol.empty()) break;
      if (function != shown && !function.starts_with(shown + ".")) continue;
      judged.ranked.push_back(function);
      is_gold = true;
    }
    if (!is_gold) judged.ranked.push_back(shown);
  }
  return judged;
}

}  // namespace satchel::evaluation
