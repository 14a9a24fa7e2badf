#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/score.h"

namespace satchel::rank {

// What speaks for a turn of a conversation. Names are stable: `--explain` and JSON have them.
enum class TurnFeature : std::uint8_t {
  kWords,       // the words of the question in it
  kNeighbours,  // in a turn beside it, as far as it lacks them
  kAnswer,      // in the turn before it, which asks
  kAlike,       // words that look like one it lacks
  kNear,        // how much of the question is within a few turns
  kSession,     // in all of its session
  kSpeaker,     // the question names who says it
  kDate,        // it was said when the question asks about
  kMentioned,   // it speaks of that time
  kKind,        // it has what is asked for: a time, a number, a name
  kQuestion,    // it asks itself
  kTold,        // in a chat with a model: the user says it
};
inline constexpr std::size_t kTurnFeatures = 12;
std::string_view Name(TurnFeature feature);

using TurnValues = std::array<Score, kTurnFeatures>;

inline Score& At(TurnValues& values, TurnFeature feature) {
  return values.at(static_cast<std::size_t>(feature));
}
inline Score At(const TurnValues& values, TurnFeature feature) {
  return values.at(static_cast<std::size_t>(feature));
}

// What stands beside each other.
enum class TextForm : std::uint8_t {
  kTurns,  // turns of sessions: those before and after matter
  kTexts,  // texts that have nothing to do with each other
};

// What each feature counts, in 1/1000. Data: fitted on the development halves of public sets
// (docs/design/ranking.md), never on what is reported.
using TurnWeights = std::array<std::int32_t, kTurnFeatures>;

// Raised when any of them changes: answers and logs name it.
inline constexpr std::uint32_t kTurnWeightsVersion = 2;

const TurnWeights& WeightsFor(TextForm form);

// A score in its parts: each feature times its weight. Their sum is it.
ScoreTerms TermsOf(const TurnValues& values, TextForm form);
// The sum of these alone.
Score ScoreOf(const TurnValues& values, TextForm form);

}  // namespace satchel::rank
