#include "memory/requests/uses.h"

#include <cstdint>
#include <string>

#include <nlohmann/json.hpp>

#include "base/json.h"
#include "engine/stores/run_id.h"
#include "memory/pack/recalled.h"
#include "store/raw_log.h"

namespace satchel::engine {
namespace {

// The latest ones: a memory that was used more often gains no more by it.
constexpr std::int64_t kMostUses = 2'000;

}  // namespace

Status RecordUse(Stores& stores, const memory::Memory& memory, std::string_view how, Time now,
                 const Deadline& deadline) {
  const Json request = {{"memory", pipeline::ItemName(memory)}, {"how", how}};
  store::RunRow row{.id = MakeRunId(now),
                    .started_at = now,
                    .finished_at = now,
                    .recipe = std::string(store::kUseRecipe),
                    .status = "done",
                    .request = CanonicalJson(request),
                    .outcome = "{}"};
  row.size = static_cast<std::int64_t>(row.request.size() + row.outcome.size());
  return store::RawWriter(stores.raw()).Start(stores.scope(deadline), row);
}

Result<pipeline::MemoryUses> CountUses(Stores& stores, const Deadline& deadline) {
  const store::RecipeFilter filter{.only = std::string(store::kUseRecipe)};
  const auto rows = SATCHEL_TRY(
      store::RawReader(stores.raw()).LatestRuns(stores.scope(deadline), {}, kMostUses, filter));
  pipeline::MemoryUses uses;
  for (const store::RunRow& row : rows) {
    const auto request = ParseJson(row.request);
    if (!request || !request->is_object()) continue;
    if (const std::string name = request->value("memory", ""); !name.empty()) ++uses[name];
  }
  return uses;
}

}  // namespace satchel::engine
