#include "pipeline/sources/memory/recalled.h"

#include <algorithm>

#include <nlohmann/json.hpp>

namespace satchel::pipeline {

memory::Mode ModeOf(const StageContext& context) {
  const auto plan = context.values.find(std::string(kPlanValue));
  if (plan == context.values.end()) return memory::Mode::kFull;
  return memory::ParseMode(plan->second.value("mode", "full")).value_or(memory::Mode::kFull);
}

void SetFound(StageContext& context, const std::vector<FoundMemory>& found) {
  Json rows = Json::array();
  for (const FoundMemory& each : found) {
    rows.push_back({each.space, each.memory, each.score.millionths(), each.share.millionths(),
                    each.way, each.evidence});
  }
  context.values[std::string(kFoundValue)] = std::move(rows);
}

Result<std::vector<FoundMemory>> GetFound(const StageContext& context,
                                          const MemoryReading& reading) {
  std::vector<FoundMemory> found;
  const auto rows = context.values.find(std::string(kFoundValue));
  if (rows == context.values.end()) return found;
  for (const Json& row : rows->second) {
    const bool fits = row.is_array() && row.size() == 6 && row[0].is_number_unsigned() &&
                      row[1].is_number_unsigned() && row[2].is_number_integer() &&
                      row[3].is_number_integer() && row[4].is_string() && row[5].is_string();
    if (!fits || row[0].get<std::size_t>() >= reading.spaces().size() ||
        row[1].get<std::size_t>() >=
            reading.spaces()[row[0].get<std::size_t>()].folder.memories.size()) {
      return Fail(Errc::kInternal, "what was found does not fit the memories that were read");
    }
    found.push_back({.space = row[0].get<std::size_t>(),
                     .memory = row[1].get<std::size_t>(),
                     .score = Score::FromMillionths(row[2].get<std::int64_t>()),
                     .share = Score::FromMillionths(row[3].get<std::int64_t>()),
                     .way = row[4].get<std::string>(),
                     .evidence = row[5].get<std::string>()});
  }
  return found;
}

const memory::Memory& MemoryOf(const MemoryReading& reading, const FoundMemory& found) {
  return *reading.spaces()[found.space].folder.memories[found.memory];
}

std::size_t MostWanted(const MemoryOptions& options, memory::Mode mode) {
  return mode == memory::Mode::kMinimal ? std::min(options.most_minimal, options.most_found)
                                        : options.most_found;
}

packet::Trust TrustIn(std::string_view space) {
  return space == memory::kSharedSpace ? packet::Trust::kShared : packet::Trust::kUser;
}

std::string ItemName(const memory::Memory& memory) {
  if (memory.space.empty() || memory.space == memory::kDefaultSpace) return memory.id;
  return memory.space + "/" + memory.id;
}

}  // namespace satchel::pipeline
