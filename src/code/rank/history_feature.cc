#include "code/rank/history_feature.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

#include "base/score.h"
#include "code/rank/history_field.h"

namespace satchel::rank {
namespace {

constexpr double kSaturation = 1.2;
constexpr double kLengthShare = 0.4;
constexpr double kBodyShare = 0.5;  // of a word in a title
constexpr auto kTitle = static_cast<std::size_t>(HistoryField::kTitle);
constexpr auto kBody = static_cast<std::size_t>(HistoryField::kBody);

double Ln(std::uint64_t number) {
  return static_cast<double>(Score::Ln(number).millionths()) / Score::kOne;
}

double Saturated(double count, double length, double average) {
  const double norm =
      kSaturation * (1 - kLengthShare + (average > 0 ? kLengthShare * length / average : 0));
  return count * (kSaturation + 1) / (count + norm);
}

double Parts(std::uint64_t count) {
  return static_cast<double>(count) / static_cast<double>(kHistoryParts);
}

}  // namespace

Result<std::vector<std::string>> HistoryEvidence::Best(std::size_t most) {
  // Pairs of words that may be one name say nothing here.
  terms_.assign(query_.terms.begin(),
                query_.terms.begin() + static_cast<std::ptrdiff_t>(query_.words));
  const auto found = SATCHEL_TRY(view_.Search(terms_, {.limit = most}));
  const std::uint64_t files = std::max<std::uint64_t>(found.all_groups, 1);
  for (std::size_t t = 0; t < terms_.size(); ++t) {
    const std::uint64_t with = std::min(found.documents[t], files);
    worth_.push_back((Ln((2 * files) + 2) - Ln((2 * with) + 1)) * query_.certainty[t]);
  }
  const auto average = [&](std::size_t field) {
    return Parts(found.statistics.lengths.at(field)) / static_cast<double>(files);
  };
  title_length_ = average(kTitle);
  text_length_ = title_length_ + (kBodyShare * average(kBody));
  std::vector<std::string> best;
  for (const lexical::Hit& hit : found.hits) best.push_back(hit.key);
  return best;
}

HistoryValues HistoryEvidence::ValuesOf(const lexical::GroupEvidence& group) const {
  HistoryValues values;
  const double title_length = Parts(group.lengths.at(kTitle));
  const double text_length = title_length + (kBodyShare * Parts(group.lengths.at(kBody)));
  const bool has_title = std::ranges::find(query_.in_title, true) != query_.in_title.end();
  for (const lexical::Occurrence& one : group.occurrences) {
    const double title = Parts(lexical::FrequencyIn(one.frequencies, kTitle));
    const double text = title + (kBodyShare * Parts(lexical::FrequencyIn(one.frequencies, kBody)));
    const double worth = worth_[one.term];
    if (query_.in_title[one.term] || !has_title) {
      values.title += worth * Saturated(title, title_length, title_length_);
    }
    values.text += worth * terms_[one.term].times * Saturated(text, text_length, text_length_);
  }
  return values;
}

Result<std::vector<HistoryValues>> HistoryEvidence::Of(std::span<const std::string> paths) {
  std::vector<HistoryValues> values(paths.size());
  const auto groups = SATCHEL_TRY(view_.Look(terms_, paths));
  std::map<std::string_view, std::size_t> at;
  for (std::size_t i = 0; i < paths.size(); ++i) at.emplace(paths[i], i);
  for (const lexical::GroupEvidence& group : groups) values[at.at(group.key)] = ValuesOf(group);
  return values;
}

}  // namespace satchel::rank
