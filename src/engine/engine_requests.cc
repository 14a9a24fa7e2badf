// Packets and runs, by the functions of engine/requests and engine/graph.

#include <algorithm>
#include <array>
#include <utility>

#include "engine/engine.h"
#include "engine/log_lines.h"
#include "engine/memory/place.h"
#include "pipeline/catalog.h"
#include "pipeline/pack/recipe.h"
#include "pipeline/sources/code/options.h"
#include "pipeline/sources/memory/options.h"

namespace satchel::engine {
namespace {

bool ReadsSource(std::string_view recipe, std::string_view source) {
  const pipeline::Recipe* known = pipeline::BuiltIn().FindRecipe(recipe);
  return known != nullptr && std::ranges::find(known->sources, source) != known->sources.end();
}

}  // namespace

void Engine::RemarkLog(std::vector<std::string>& remarks) const {
  if (const auto failure = log_failure()) {
    remarks.push_back(failure->text() + "; this run is not kept");
  }
}

retrieval::SearchedCode Engine::CodeToSearch(Stores& stores, const Deadline& deadline) const {
  SearchedFiles files = FilesToSearch();
  return {.curated = stores.curated(),
          .scope = stores.scope(deadline),
          .indexes = *code_index_,
          .root = std::move(files.root),
          .file_bytes = files.file_bytes};
}

Result<pipeline::Surroundings> Engine::Around(std::string_view recipe,
                                              const retrieval::SearchedCode& searched) const {
  pipeline::Surroundings around{.searched = &searched, .memories = {}, .shared_memories = {}};
  if (!ReadsSource(recipe, pipeline::kMemory)) return around;
  auto place = PlaceOfMemories(workspace(), settings(), parts_.directories, parts_.environment);
  if (!place) {
    // Others have something to say without them.
    if (recipe != pipeline::kMemory) return around;
    return std::unexpected(std::move(place).error());
  }
  around.memories = std::move(place->project);
  around.shared_memories = std::move(place->shared);
  return around;
}

Result<PacketAnswer> Engine::MakePacket(const PacketRequest& request, const Deadline& deadline) {
  auto* const stores = SATCHEL_TRY(OpenedStores());
  const RequestTimer timer;
  const retrieval::SearchedCode searched = CodeToSearch(*stores, deadline);
  PacketRequest asked = request;
  asked.face = parts_.face;
  auto answer = engine::MakePacket(*stores, workspace(), asked, deadline, &caches_,
                                   SATCHEL_TRY(Around(request.recipe, searched)));
  if (answer) RemarkLog(answer->remarks);
  if (parts_.log != nullptr) LogPacket(*parts_.log, request.recipe, answer, timer.Took());
  return answer;
}

Result<GraphPack> Engine::MakeGraphPack(const GraphPackRequest& request, const Deadline& deadline) {
  auto* const stores = SATCHEL_TRY(OpenedStores());
  const RequestTimer timer;
  GraphPackRequest asked = request;
  asked.packet.face = parts_.face;
  auto pack = engine::MakeGraphPack(*stores, workspace(), asked, deadline, &caches_);
  if (pack) RemarkLog(pack->answer.remarks);
  if (parts_.log != nullptr) LogGraphPack(*parts_.log, request.packet.recipe, pack, timer.Took());
  return pack;
}

Result<RefinedPacket> Engine::Refine(const RefineRequest& request, const Deadline& deadline) {
  auto* const stores = SATCHEL_TRY(OpenedStores());
  constexpr std::array kRefined = {pipeline::kCode, pipeline::kPack};
  const auto task = SATCHEL_TRY(FindTask(*stores, kRefined, request.task, deadline));
  auto packet = SATCHEL_TRY(RequestOfTask(*stores, task, deadline));
  packet.now = request.now;
  packet.model = request.model;
  packet.model_required = request.model_required;
  if (request.rendering) packet.rendering = *request.rendering;
  RefinedPacket refined;
  refined.before = SATCHEL_TRY(LastRunOf(*stores, task, deadline));
  if (request.refinement) {
    SATCHEL_TRY(WriteRefinement(*stores, task, *request.refinement, deadline));
  }
  refined.answer = SATCHEL_TRY(MakePacket(packet, deadline));
  const auto then = SATCHEL_TRY(ViewRun(refined.before, deadline));
  const auto now = SATCHEL_TRY(ViewRun(refined.answer.run, deadline));
  refined.difference = Compare(then, now);
  return refined;
}

Result<std::optional<Time>> Engine::ShownWithin(const PacketRequest& request,
                                                std::chrono::microseconds cooldown,
                                                const Deadline& deadline) {
  auto* const stores = SATCHEL_TRY(OpenedStores());
  return engine::ShownWithin(*stores, request, cooldown, deadline);
}

Status Engine::RememberShown(const PacketRequest& request, const Deadline& deadline) {
  auto* const stores = SATCHEL_TRY(OpenedStores());
  return engine::RememberShown(*stores, request, deadline);
}

Result<std::vector<RunSummary>> Engine::ListRuns(std::int64_t most, const RecipeFilter& filter,
                                                 const Deadline& deadline) {
  auto* const stores = SATCHEL_TRY(OpenedStores());
  return engine::ListRuns(*stores, most, filter, deadline);
}

Result<RunId> Engine::FindRun(const std::optional<std::string>& id, const Deadline& deadline) {
  auto* const stores = SATCHEL_TRY(OpenedStores());
  return engine::FindRun(*stores, id, deadline);
}

Result<RunView> Engine::ViewRun(const RunId& run, const Deadline& deadline) {
  auto* const stores = SATCHEL_TRY(OpenedStores());
  return engine::ViewRun(*stores, run, deadline);
}

Status Engine::PinRun(const RunId& run, bool pinned, const Deadline& deadline) {
  auto* const stores = SATCHEL_TRY(OpenedStores());
  return engine::PinRun(*stores, run, pinned, deadline);
}

Result<Collection> Engine::CollectGarbage(const Deadline& deadline) {
  auto* const stores = SATCHEL_TRY(OpenedStores());
  return engine::CollectGarbage(*stores, settings(), parts_.clock->Now(), deadline);
}

Result<Week> Engine::LookAtWeek(const Deadline& deadline) {
  auto* const stores = SATCHEL_TRY(OpenedStores());
  return engine::LookAtWeek(*stores, workspace(), parts_.environment, parts_.clock->Now(),
                            deadline);
}

Status Engine::MarkUnshown(const RunId& run, std::string_view why, const Deadline& deadline) {
  auto* const stores = SATCHEL_TRY(OpenedStores());
  return engine::MarkUnshown(*stores, run, why, deadline);
}

Result<Replayed> Engine::Replay(const RunId& run, const Deadline& deadline) {
  auto* const stores = SATCHEL_TRY(OpenedStores());
  return engine::Replay(*stores, run, deadline);
}

Result<Replayed> Engine::ReplayFresh(const RunId& run, const Deadline& deadline) {
  auto* const stores = SATCHEL_TRY(OpenedStores());
  // The sources as they are today: every request reads notes and graphs anew, but not the code.
  const auto recipe = SATCHEL_TRY(RecipeOf(*stores, run, deadline), "replay");
  if (ReadsSource(recipe, pipeline::kCode)) SATCHEL_TRY(BringUpToDate({}, deadline));
  const retrieval::SearchedCode searched = CodeToSearch(*stores, deadline);
  return engine::ReplayFresh(*stores, workspace(), run, deadline, &caches_,
                             SATCHEL_TRY(Around(recipe, searched)));
}

}  // namespace satchel::engine
