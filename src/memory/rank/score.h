#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/score.h"
#include "base/time.h"
#include "memory/files/memory.h"

// Scoring and filtering of what was found: specification 001, stage 4. Every term has a name and
// every filter too, so that a recall can say why a memory is there or is not.
namespace satchel::memory {

struct ScoreRules {
  Time now;
  std::optional<Time> as_of;  // as things were then
  bool history = false;       // what was superseded counts too (graph_mode)
  Score recency_weight;       // 0: recency does not count
  bool intent_routing = false;
  Score intent_boost = Score::FromMillionths(120'000);
  Intent intent;  // of the prompt
};

// Names are stable: raw, `why`, JSON.
enum class Filter : std::uint8_t {
  kNone,
  kForgotten,
  kState,  // pending review, rejected, quarantined
  kArchived,
  kExpired,
  kNotYetValid,
  kNoLongerValid,
  kSuperseded,
  kKind,  // dreams and procedures are not recalled
};
std::string_view Name(Filter filter);

// Which filter keeps a memory out, the first of them.
Filter FilterOf(const Memory& memory, const ScoreRules& rules);

// What is known of a memory besides its file.
struct Counts {
  std::int64_t negative_hits = 0;
  std::int64_t uses = 0;  // that the log knows, on top of the file's own `accessCount`
};

// `found`: 0 to 1, of the search. The first term is "search" (after the recency blend its part),
// then "recency", "access", "importance", "votes", "negatives", "intent", "lifecycle"; a term of 0
// is left out.
ScoreTerms TermsOf(const Memory& memory, Score found, const Counts& counts,
                   const ScoreRules& rules);

}  // namespace satchel::memory
