#include "code/rank/lexical_features.h"

#include <algorithm>
#include <array>

#include "base/score.h"
#include "code/rank/code_field.h"
#include "index/lexical/length_byte.h"

namespace satchel::rank {
namespace {

constexpr std::size_t kBestChunks = 4;

// Rounded down to an eighth of a power of two.
std::uint64_t Rounded(std::uint64_t number) {
  unsigned shift = 0;
  while ((number >> shift) > 15) ++shift;
  return (number >> shift) << shift;
}

double RoundedAverage(double average) {
  constexpr double kParts = 256;
  const auto parts = std::max<std::uint64_t>(static_cast<std::uint64_t>(average * kParts), 1);
  return static_cast<double>(Rounded(parts)) / kParts;
}

double Ln(std::uint64_t number) {
  return static_cast<double>(Score::Ln(number).millionths()) / Score::kOne;
}

struct Saturating {
  CodeField field;
  double k1;
  double b;
  double LexicalValues::* value;
};
constexpr std::array kFieldValues = {
    Saturating{CodeField::kBody, 1.2, 0.75, &LexicalValues::file},
    Saturating{CodeField::kNames, 1.0, 0.4, &LexicalValues::names},
    Saturating{CodeField::kHead, 1.2, 0.4, &LexicalValues::head},
    Saturating{CodeField::kComments, 1.2, 0.6, &LexicalValues::comments},
};

}  // namespace

WordWorth::WordWorth(const ask::Query& query, const lexical::Ranking& ranking,
                     const lexical::SearchResult& found)
    : ranking_(ranking),
      saturation_(ranking, RoundedAverage(found.statistics.AverageLength(ranking))),
      groups_(std::max<std::uint64_t>(Rounded(found.all_groups), 1)) {
  const std::uint64_t documents = Rounded(found.statistics.documents);
  for (std::size_t t = 0; t < query.terms.size(); ++t) {
    const std::uint64_t with = std::min(found.documents[t], documents);
    const double certainty = t < query.words ? query.certainty[t] : 1;
    weights_.push_back(lexical::TermWeight(ranking, documents, with) *
                       static_cast<float>(certainty));
    worth_.push_back((Ln((2 * documents) + 2) - Ln((2 * with) + 1)) * certainty);
    if (t >= query.words || found.documents[t] == 0) continue;
    total_ += worth_.back();
    if (query.in_title[t]) title_total_ += worth_.back();
  }
  for (std::size_t field = 0; field < averages_.size(); ++field) {
    const std::uint64_t length = found.statistics.lengths.at(field) * 16;
    averages_.at(field) =
        static_cast<double>(Rounded(length / std::max<std::uint64_t>(found.all_groups, 1))) / 16;
  }
}

lexical::Units WordWorth::Units(const lexical::Occurrence& one) const {
  const float weighed = lexical::WeighedFrequency(ranking_, one.frequencies);
  return lexical::Contribution(weights_[one.term], saturation_.Of(weighed, one.length));
}

LexicalValues ValuesOf(const lexical::GroupEvidence& group, const ask::Query& query,
                       const WordWorth& worth) {
  LexicalValues values;
  std::vector<std::array<std::uint32_t, lexical::kMostFields>> often(query.terms.size());
  for (const lexical::Occurrence& one : group.occurrences) {
    for (std::size_t field = 0; field < lexical::kMostFields; ++field) {
      often[one.term].at(field) += lexical::FrequencyIn(one.frequencies, field);
    }
    if (one.term >= query.words) continue;
    if (values.best.empty() || values.best.back().ordinal != one.ordinal) {
      values.best.push_back({one.ordinal});
    }
    const lexical::Units units = worth.Units(one);
    values.best.back().units += std::uint64_t{units} * query.terms[one.term].times;
    if (query.in_title[one.term]) values.best.back().title_units += units;
  }
  std::uint64_t title = 0;
  for (const ChunkScore& chunk : values.best) {
    title = std::max(title, chunk.title_units);
  }
  std::ranges::sort(values.best, [](const ChunkScore& left, const ChunkScore& right) {
    return left.units != right.units ? left.units > right.units : left.ordinal < right.ordinal;
  });
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < std::min(kBestChunks, values.best.size()); ++i) {
    sum += values.best[i].units;
  }
  values.chunk = values.best.empty() ? 0 : static_cast<double>(values.best.front().units);
  values.chunks = static_cast<double>(sum);
  values.title = static_cast<double>(title);
  for (std::size_t t = 0; t < query.terms.size(); ++t) {
    const double rarity = worth.all()[t];
    if (t >= query.words) {
      if (often[t].at(static_cast<std::size_t>(CodeField::kNames)) > 0) values.joined_names = 1;
      continue;
    }
    for (const Saturating& one : kFieldValues) {
      const auto field = static_cast<std::size_t>(one.field);
      const auto count = static_cast<double>(often[t].at(field));
      if (count == 0) continue;
      const double length = static_cast<double>(group.lengths.at(field)) / worth.average(field);
      const double norm = one.k1 * (1 - one.b + (one.b * length));
      values.*one.value += rarity * query.terms[t].times * count * (one.k1 + 1) / (count + norm);
    }
  }
  return values;
}

}  // namespace satchel::rank
