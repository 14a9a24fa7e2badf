#include "memory/pack/recalled.h"

#include <algorithm>
#include <map>
#include <utility>

#include <nlohmann/json.hpp>

#include "memory/rank/judgement.h"

namespace satchel::pipeline {
namespace {

// Texts that share so many of their words say the same.
constexpr Score kSame = Score::FromMillionths(850'000);

// Of the plan.
std::string RuleOf(const StageContext& context) {
  const auto plan = context.values.find(std::string(kPlanValue));
  return plan == context.values.end() ? std::string() : plan->second.value("rule", "");
}

}  // namespace

bool DistinctTexts::Has(std::string_view text) {
  std::vector<std::string> stems = memory::StemsOf(text);
  const bool has = std::ranges::any_of(texts_, [&stems](const std::vector<std::string>& other) {
    const auto [fewer, more] = std::minmax({std::ssize(other), std::ssize(stems)});
    return fewer > 0 && Score::Ratio(fewer, more) >= kSame && memory::Alike(other, stems) >= kSame;
  });
  if (!has) texts_.push_back(std::move(stems));
  return has;
}

memory::Mode ModeOf(const StageContext& context) {
  const auto plan = context.values.find(std::string(kPlanValue));
  if (plan == context.values.end()) return memory::Mode::kFull;
  return memory::ParseMode(plan->second.value("mode", "full")).value_or(memory::Mode::kFull);
}

bool IsMemorySeeking(const StageContext& context) { return RuleOf(context) == "memory_seeking"; }

bool IsQuestion(const StageContext& context) {
  return IsMemorySeeking(context) || RuleOf(context) == "question";
}

void SetFound(StageContext& context, const std::vector<FoundMemory>& found) {
  Json rows = Json::array();
  for (const FoundMemory& each : found) {
    rows.push_back({each.space, each.id, each.score.millionths(), each.share.millionths(), each.way,
                    each.evidence});
  }
  context.values[std::string(kFoundValue)] = std::move(rows);
}

Result<std::vector<RecalledMemory>> GetFound(const StageContext& context,
                                             const MemoryReading& reading) {
  std::vector<RecalledMemory> found;
  const auto rows = context.values.find(std::string(kFoundValue));
  if (rows == context.values.end()) return found;
  std::map<std::size_t, std::vector<std::string>> ids;  // by namespace
  for (const Json& row : rows->second) {
    const bool fits = row.is_array() && row.size() == 6 && row[0].is_number_unsigned() &&
                      row[1].is_string() && row[2].is_number_integer() &&
                      row[3].is_number_integer() && row[4].is_string() && row[5].is_string();
    if (!fits || row[0].get<std::size_t>() >= reading.spaces().size()) {
      return Fail(Errc::kInternal, "what was found does not fit the memories that were read");
    }
    FoundMemory one{.space = row[0].get<std::size_t>(),
                    .id = row[1].get<std::string>(),
                    .score = Score::FromMillionths(row[2].get<std::int64_t>()),
                    .share = Score::FromMillionths(row[3].get<std::int64_t>()),
                    .way = row[4].get<std::string>(),
                    .evidence = row[5].get<std::string>()};
    ids[one.space].push_back(one.id);
    found.push_back({.found = std::move(one), .memory = nullptr});
  }
  for (const auto& [space, wanted] : ids) {
    const retrieval::MemoryBook* book = SATCHEL_TRY(reading.Book(space));
    auto memories = SATCHEL_TRY(book->Get(wanted));
    auto next = memories.begin();
    for (RecalledMemory& one : found) {
      if (one.found.space == space) one.memory = std::move(*next++);
    }
  }
  // What went since it was found is no longer there to be shown.
  std::erase_if(found, [](const RecalledMemory& one) { return one.memory == nullptr; });
  return found;
}

std::size_t MostWanted(const MemoryOptions& options, memory::Mode mode) {
  return mode == memory::Mode::kMinimal ? std::min(options.most_minimal, options.most_found)
                                        : options.most_found;
}

packet::Trust TrustIn(std::string_view space) {
  return space == memory::kSharedSpace ? packet::Trust::kShared : packet::Trust::kUser;
}

retrieval::SourceText TextOf(const memory::Memory& memory) {
  return {.id = ItemName(memory),
          .kind = std::string(Name(memory.category)),
          .title = memory.text.substr(0, memory.text.find('\n')),
          .body = memory.text,
          .path = memory.path};
}

std::string ItemName(const memory::Memory& memory) {
  if (memory.space.empty() || memory.space == memory::kDefaultSpace) return memory.id;
  return memory.space + "/" + memory.id;
}

}  // namespace satchel::pipeline
