#include "memory/rank/conversation_feature.h"

namespace satchel::rank {
namespace {

constexpr std::array<std::string_view, kTurnFeatures> kNames = {
    "words",   "neighbours", "answer",    "alike", "near",     "session",
    "speaker", "date",       "mentioned", "kind",  "question", "told"};

// In the order of the names.
constexpr std::array<TurnWeights, 2> kWeights = {{
    {1150, 500, 600, 700, 250, 300, 250, 900, 300, 350, -150, 500},
    {1150, 0, 0, 700, 0, 0, 0, 900, 300, 0, 0, 0},
}};

}  // namespace

std::string_view Name(TurnFeature feature) { return kNames.at(static_cast<std::size_t>(feature)); }

const TurnWeights& WeightsFor(TextForm form) { return kWeights.at(static_cast<std::size_t>(form)); }

namespace {

// Calls add(feature, what it gives) for each that gives anything.
template <class Add>
void ForEachTerm(const TurnValues& values, TextForm form, const Add& add) {
  const TurnWeights& weights = WeightsFor(form);
  for (std::size_t i = 0; i < kTurnFeatures; ++i) {
    const Score value = values.at(i).Times(Score::Ratio(weights.at(i), 1000));
    if (value != Score()) add(static_cast<TurnFeature>(i), value);
  }
}

}  // namespace

ScoreTerms TermsOf(const TurnValues& values, TextForm form) {
  ScoreTerms terms;
  ForEachTerm(values, form,
              [&terms](TurnFeature feature, Score value) { terms.Add(Name(feature), value); });
  return terms;
}

Score ScoreOf(const TurnValues& values, TextForm form) {
  Score sum;
  ForEachTerm(values, form, [&sum](TurnFeature /*feature*/, Score value) { sum += value; });
  return sum;
}

}  // namespace satchel::rank
