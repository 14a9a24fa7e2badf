#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "base/score.h"
#include "packet/candidate.h"
#include "pipeline/sources/memory/source.h"
#include "pipeline/stage_context.h"
#include "sources/memory/plan.h"

// What the stages of a recall tell each other, as the context keeps it.
namespace satchel::pipeline {

inline constexpr std::string_view kPlanValue = "memory.plan";
inline constexpr std::string_view kFoundValue = "memory.found";
inline constexpr std::string_view kFiltersValue = "memory.filters";

// A memory that search or a link led to.
struct FoundMemory {
  std::size_t space = 0;  // index into the reading's namespaces
  std::string id;
  Score score;           // what it is worth; 0 to about 1, more for what was said in answer
  Score share;           // 0 to 1: how much of what is asked it has
  std::string way;       // "words", "expansion", "link", "recent"
  std::string evidence;  // the words, or the path of links
};
struct RecalledMemory {
  FoundMemory found;
  std::shared_ptr<const memory::Memory> memory;
};

// REQUIRES: memory.plan has run.
memory::Mode ModeOf(const StageContext& context);

void SetFound(StageContext& context, const std::vector<FoundMemory>& found);
// With what they say. kInternal when the context does not fit the reading.
Result<std::vector<RecalledMemory>> GetFound(const StageContext& context,
                                             const MemoryReading& reading);

// How many are shown at most.
std::size_t MostWanted(const MemoryOptions& options, memory::Mode mode);

// Whose words they are: what all projects share may be anybody's.
packet::Trust TrustIn(std::string_view space);

// As the packet names it: `id`, or `namespace/id` outside of the project's own.
std::string ItemName(const memory::Memory& memory);

}  // namespace satchel::pipeline
