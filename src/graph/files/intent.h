#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ask/question.h"
#include "base/result.h"

namespace satchel::graph {

// What the person who sends a request wants done.
enum class Intent : std::uint8_t { kPlan, kExecute, kExplain, kDebug, kResearch };

inline constexpr std::size_t kIntents = 5;

// Stable: the command line, packets and the audit log use these names.
std::string_view Name(Intent intent);

// Only the five names; "auto" is for the caller to handle.
Result<Intent> ParseIntent(std::string_view name);

// A marker that was found. However often it occurs, it counts once, with the most it was worth.
struct IntentEvidence {
  std::string marker;
  Intent intent = Intent::kExplain;
  int weight = 0;

  friend bool operator==(const IntentEvidence&, const IntentEvidence&) = default;
};

struct IntentVerdict {
  Intent intent = Intent::kExplain;
  std::array<int, kIntents> scores{};    // by Intent; each the sum of its evidence
  std::vector<IntentEvidence> evidence;  // in the order of the request
  bool by_caller = false;                // stated, not classified

  friend bool operator==(const IntentVerdict&, const IntentVerdict&) = default;
};

// The highest score wins; of equal ones debug, plan, research, execute, explain in this order, and
// explain where nothing was found. Any bytes will do; linear time; upper and lower case are the
// same. Markers are in intent_markers.cc.
IntentVerdict ClassifyIntent(const ask::Question& request);

}  // namespace satchel::graph
