#include "engine/requests/refine.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/clock.h"
#include "code/pack/options.h"
#include "engine/requests/runs.h"
#include "engine/requests/stored_options.h"
#include "pack/built_in.h"
#include "packet/item_path.h"
#include "pipeline/session.h"
#include "store/raw_log.h"
#include "store/session_state.h"

namespace satchel::engine {
namespace {

constexpr std::int64_t kRefinementVersion = 1;
constexpr std::size_t kMostAdded = 1'000'000;

// The last run of any of these recipes.
Result<std::optional<store::RunRow>> LastOf(Stores& stores,
                                            std::span<const std::string_view> recipes,
                                            const Deadline& deadline) {
  std::optional<store::RunRow> last;
  for (const std::string_view recipe : recipes) {
    const RecipeFilter filter{.only = std::string(recipe)};
    auto rows = SATCHEL_TRY(
        store::RawReader(stores.raw()).LatestRuns(stores.scope(deadline), std::nullopt, 1, filter));
    if (!rows.empty() && (!last || last->started_at < rows.front().started_at)) {
      last = std::move(rows.front());
    }
  }
  return last;
}

}  // namespace

Result<std::string> FindTask(Stores& stores, std::span<const std::string_view> recipes,
                             std::string_view which, const Deadline& deadline) {
  if (which != "last") return std::string(which);
  const auto last = SATCHEL_TRY(LastOf(stores, recipes, deadline));
  if (!last) {
    return Fail(Errc::kNotFound, "no task was packed here yet", "`satchel pack` begins one");
  }
  const auto request = SATCHEL_TRY(ParseJson(last->request));
  const Json::json_pointer place("/request/task_id");
  if (!request.contains(place) || !request[place].is_string()) {
    return Fail(Errc::kCorrupt, "the last run does not say which task it was of")
        .error()
        .About(Subject::kLog);
  }
  return request[place].get<std::string>();
}

Result<PacketRequest> RequestOfTask(Stores& stores, const std::string& task,
                                    const Deadline& deadline) {
  const auto session = SATCHEL_TRY(stores.Session(task, SystemClock().Now(), deadline));
  const pipeline::TaskSession of(*session, stores.scope(deadline), task);
  const auto content = SATCHEL_TRY(of.Load(false));
  if (!content.progress) {
    return Fail(Errc::kNotFound, fmt::format("there is no task '{}'", task),
                "`satchel refine last` means the last one");
  }
  const pipeline::Request& earlier = content.progress->request;
  const pipeline::Recipe* recipe = pipeline::BuiltIn().FindRecipe(earlier.recipe);
  if (recipe == nullptr) {
    return Fail(Errc::kCorrupt, fmt::format("unknown recipe '{}'", earlier.recipe));
  }
  auto options = SATCHEL_TRY(StoredOptions(earlier));
  return PacketRequest{.recipe = earlier.recipe,
                       .task = earlier.task,
                       .task_id = earlier.task_id,
                       .conversation = earlier.conversation,
                       .budget = earlier.budget,
                       .tokenizer = earlier.tokenizer,
                       .rendering = earlier.rendering,
                       .stages = earlier.stages,
                       .options = std::move(options),
                       .refine = true};
}

Result<RunId> LastRunOf(Stores& stores, const std::string& task, const Deadline& deadline) {
  const auto session = SATCHEL_TRY(stores.Session(task, SystemClock().Now(), deadline));
  const pipeline::TaskSession of(*session, stores.scope(deadline), task);
  const auto content = SATCHEL_TRY(of.Load(false));
  if (!content.progress || content.progress->status != "done") {
    return Fail(Errc::kNotFound, fmt::format("task '{}' has no packet yet", task),
                "`satchel pack` makes one");
  }
  return content.progress->run;
}

Status AddToBudget(const packet::Packet& before, std::size_t more, PacketRequest& request) {
  if (more > kMostAdded) {
    return Fail(Errc::kInvalidInput,
                fmt::format("a refinement can add at most {} tokens", kMostAdded));
  }
  request.added = more;
  request.budget = before.tokens_used + more;
  for (auto& own : request.options) {
    const auto* code = dynamic_cast<const pipeline::CodeOptions*>(own.get());
    if (code == nullptr || code->context_window == 0) continue;
    // The window that leaves this budget.
    auto options = std::make_shared<pipeline::CodeOptions>(*code);
    options->context_window = *request.budget;
    options->reserved_tokens = 0;
    options->margin_percent = 0;
    own = std::move(options);
  }
  return {};
}

std::vector<std::string> GoneFrom(const packet::Packet& before, const packet::Packet& after) {
  std::vector<std::string> gone;
  for (const packet::Section& section : before.sections) {
    for (const packet::Item& then : section.items) {
      // Satchel's own words are about one packet.
      if (then.candidate.trust == packet::Trust::kSatchel) continue;
      const bool shown = std::ranges::any_of(after.sections, [&](const packet::Section& other) {
        return std::ranges::any_of(other.items, [&](const packet::Item& now) {
          return now.candidate.source == then.candidate.source &&
                 packet::HasLinesOf(now.candidate.id, then.candidate.id);
        });
      });
      if (!shown) gone.push_back(then.candidate.id.value());
    }
  }
  return gone;
}

Status WriteRefinement(Stores& stores, const std::string& task, const Refinement& refinement,
                       const Deadline& deadline) {
  const Time now = SystemClock().Now();
  const auto session = SATCHEL_TRY(stores.Session(task, now, deadline));
  return store::SessionState(*session).Put(
      stores.scope(deadline), task,
      {{"refinement_request",
        {.version = kRefinementVersion, .value = CanonicalJson(pipeline::ToJson(refinement))}}},
      now);
}

}  // namespace satchel::engine
