#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "base/score.h"
#include "index/texts/source_text.h"
#include "memory/pack/source.h"
#include "memory/rank/plan.h"
#include "packet/candidate.h"
#include "pipeline/stage_context.h"

// What the stages of a recall tell each other, as the context keeps it.
namespace satchel::pipeline {

inline constexpr std::string_view kPlanValue = "memory.plan";
inline constexpr std::string_view kFoundValue = "memory.found";
inline constexpr std::string_view kFiltersValue = "memory.filters";

// The way to a turn of a conversation that shares no word with the prompt but is close to one that
// does. Stable: JSON has it as served_by.
inline constexpr std::string_view kNeighbourWay = "neighbour";

// The rule of a memory that has little of the prompt and is shown since nothing else has as much.
// Stable: JSON says `"certainty": "weak"` of it.
inline constexpr std::string_view kWeakRule = "recalled_weakly";

// The rule of a memory that is shown only because another one answers the prompt: it is no reason
// to speak.
inline constexpr std::string_view kBesideRule = "recalled_with_another";

// The way to a memory that only vectors found.
inline constexpr std::string_view kVectorWay = "vector";

// A memory that search or a link led to.
struct FoundMemory {
  std::size_t space = 0;  // index into the reading's namespaces
  std::string id;
  Score score;      // relevance: 0 to about 1, more for a turn that answers
  Score share;      // 0 to 1: how much of the prompt it has
  std::string way;  // "words", "vector", "expansion", kNeighbourWay, "link", "recent", "pinned"
  std::string evidence;  // the words, or the path of links
};
struct RecalledMemory {
  FoundMemory found;
  std::shared_ptr<const memory::Memory> memory;
};

// REQUIRES: memory.plan has run.
memory::Mode ModeOf(const StageContext& context);
// Whether the prompt asks for what was said or decided before.
bool IsMemorySeeking(const StageContext& context);
// The same, or any other question.
bool IsQuestion(const StageContext& context);

void SetFound(StageContext& context, const std::vector<FoundMemory>& found);
// With what they say. kInternal when the context does not fit the reading.
Result<std::vector<RecalledMemory>> GetFound(const StageContext& context,
                                             const MemoryReading& reading);

// Texts of which none says the same as another.
class DistinctTexts {
 public:
  // Whether there is one that says the same as this; otherwise this is one of them from now on.
  bool Has(std::string_view text);

 private:
  std::vector<std::vector<std::string>> texts_;  // their stems: finding those is the costly part
};

// How many are shown at most.
std::size_t MostWanted(const MemoryOptions& options, memory::Mode mode);

// Whose words they are: what all projects share may be anybody's.
packet::Trust TrustIn(std::string_view space);

// What search, vectors and their digests take a memory for.
retrieval::SourceText TextOf(const memory::Memory& memory);

// As the packet names it: `id`, or `namespace/id` outside of the project's own.
std::string ItemName(const memory::Memory& memory);

}  // namespace satchel::pipeline
