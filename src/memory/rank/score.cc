#include "memory/rank/score.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>

#include "memory/rank/judgement.h"

namespace satchel::memory {
namespace {

constexpr std::array kFilterNames =
    std::to_array<std::string_view>({"none", "forgotten", "state", "archived", "expired",
                                     "not_yet_valid", "no_longer_valid", "superseded", "kind"});

constexpr Score Millionths(std::int64_t value) { return Score::FromMillionths(value); }

constexpr Score kOne = Score::FromInt(1);
constexpr std::chrono::microseconds kHalfLife = std::chrono::days(7);
constexpr std::int64_t kAccessDivisor = 3;
constexpr Score kMostForAccess = Millionths(100'000);
constexpr Score kUsualImportance = Millionths(400'000);
constexpr Score kImportanceWeight = Millionths(250'000);
constexpr Score kUpVote = Millionths(50'000);
constexpr Score kDownVote = Millionths(-100'000);
constexpr std::int64_t kMostVotes = 3;
constexpr Score kNegative = Millionths(-50'000);
constexpr Score kMostForNegatives = Millionths(-250'000);
constexpr std::int64_t kMostNegatives = 10;
constexpr Score kDisputed = Millionths(-120'000);

Time TimeOf(const ScoreRules& rules) { return rules.as_of.value_or(rules.now); }

Score Bounded(Score score) { return std::clamp(score, Score(), kOne); }

Score TimesCount(Score each, std::int64_t count, std::int64_t most) {
  return Millionths(each.millionths() * std::clamp<std::int64_t>(count, 0, most));
}

// What has no date is as old as can be.
Score RecencyOf(const Memory& memory, Time at) {
  if (!memory.created || memory.created->micros >= at.micros) {
    return memory.created ? kOne : Score();
  }
  std::int64_t age = 0;
  if (__builtin_sub_overflow(at.micros, memory.created->micros, &age)) return {};
  return Score::Decay(age, kHalfLife.count());
}

Score AccessOf(std::int64_t count) {
  const auto accesses = static_cast<std::uint64_t>(std::max<std::int64_t>(count, 0));
  const std::int64_t logarithm = Score::Log10(accesses + 1).millionths();
  return std::min(Score::Ratio(logarithm, kAccessDivisor * Score::kOne), kMostForAccess);
}

Score ImportanceOf(const Memory& memory) {
  if (!memory.importance) return {};
  return (Bounded(*memory.importance) - kUsualImportance).Times(kImportanceWeight);
}

Score LifecycleOf(const Memory& memory) {
  Score score;
  if (memory.lifecycle) {
    switch (*memory.lifecycle) {
      case Lifecycle::kActive:
        score = Millionths(50'000);
        break;
      case Lifecycle::kValidated:
        score = Millionths(30'000);
        break;
      case Lifecycle::kCandidate:
        score = Millionths(-10'000);
        break;
      case Lifecycle::kStale:
        score = Millionths(-60'000);
        break;
      case Lifecycle::kArchived:
        score = Millionths(-80'000);
        break;
    }
  }
  return memory.verification == Verification::kDisputed ? score + kDisputed : score;
}

// A superseded memory ended when it was superseded, which is what its `invalid_at` says. Without
// one nobody knows when that was, and it is taken as long ago.
bool Ended(const Memory& memory, const ScoreRules& rules) {
  if (rules.history) return false;
  return !rules.as_of || !memory.valid_to || *rules.as_of >= *memory.valid_to;
}

}  // namespace

std::string_view Name(Filter filter) { return kFilterNames.at(static_cast<std::size_t>(filter)); }

Filter FilterOf(const Memory& memory, const ScoreRules& rules) {
  const Time at = TimeOf(rules);
  switch (memory.state) {
    case MemoryState::kForgotten:
      return Filter::kForgotten;
    case MemoryState::kPendingReview:
    case MemoryState::kRejected:
    case MemoryState::kQuarantined:
      return Filter::kState;
    case MemoryState::kArchived:
      return Filter::kArchived;
    case MemoryState::kActive:
    case MemoryState::kSuperseded:
      break;
  }
  if (memory.expires && *memory.expires <= at) return Filter::kExpired;
  if (memory.valid_from && at < *memory.valid_from) return Filter::kNotYetValid;
  // Only when the past is asked for: a clock that was ahead does not hide what was just stored.
  if (!memory.valid_from && rules.as_of && memory.created && at < *memory.created) {
    return Filter::kNotYetValid;
  }
  const bool superseded = memory.state == MemoryState::kSuperseded || !memory.superseded_by.empty();
  if (!superseded && memory.valid_to && *memory.valid_to <= at) return Filter::kNoLongerValid;
  if (superseded && Ended(memory, rules)) return Filter::kSuperseded;
  if (memory.kind == Kind::kDream || memory.kind == Kind::kProcedural) return Filter::kKind;
  return Filter::kNone;
}

ScoreTerms TermsOf(const Memory& memory, Score found, const Counts& counts,
                   const ScoreRules& rules) {
  ScoreTerms terms;
  const auto add = [&](std::string_view name, Score value) {
    if (value != Score()) terms.Add(name, value);
  };
  const Score weight = Bounded(rules.recency_weight);
  add("search", std::max(found, Score()).Times(kOne - weight));
  add("recency", RecencyOf(memory, TimeOf(rules)).Times(weight));
  add("access", AccessOf(std::max<std::int64_t>(memory.accesses, 0) + counts.uses));
  add("importance", ImportanceOf(memory));
  add("votes", TimesCount(kUpVote, memory.up_votes, kMostVotes) +
                   TimesCount(kDownVote, memory.down_votes, kMostVotes));
  add("negatives",
      std::max(TimesCount(kNegative, counts.negative_hits, kMostNegatives), kMostForNegatives));
  if (rules.intent_routing) {
    add("intent", Compatibility(rules.intent, memory.intent).Times(rules.intent_boost));
  }
  add("lifecycle", LifecycleOf(memory));
  return terms;
}

}  // namespace satchel::memory
