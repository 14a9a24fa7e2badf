// Packets and runs, by the functions of engine/requests and engine/graph.

#include "engine/engine.h"
#include "engine/log_lines.h"

namespace satchel::engine {

void Engine::RemarkLog(std::vector<std::string>& remarks) const {
  if (const auto failure = log_failure()) {
    remarks.push_back(failure->text() + "; this run is not kept");
  }
}

Result<PacketAnswer> Engine::MakePacket(const PacketRequest& request, const Deadline& deadline) {
  auto* const stores = SATCHEL_TRY(OpenedStores());
  const RequestTimer timer;
  auto answer = engine::MakePacket(*stores, workspace(), request, deadline, &caches_);
  if (answer) RemarkLog(answer->remarks);
  if (parts_.log != nullptr) LogPacket(*parts_.log, request.recipe, answer, timer.Took());
  return answer;
}

Result<GraphPack> Engine::MakeGraphPack(const GraphPackRequest& request, const Deadline& deadline) {
  auto* const stores = SATCHEL_TRY(OpenedStores());
  const RequestTimer timer;
  auto pack = engine::MakeGraphPack(*stores, workspace(), request, deadline, &caches_);
  if (pack) RemarkLog(pack->answer.remarks);
  if (parts_.log != nullptr) LogGraphPack(*parts_.log, request.packet.recipe, pack, timer.Took());
  return pack;
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

Result<Replayed> Engine::Replay(const RunId& run, const Deadline& deadline) {
  auto* const stores = SATCHEL_TRY(OpenedStores());
  return engine::Replay(*stores, run, deadline);
}

Result<Replayed> Engine::ReplayFresh(const RunId& run, const Deadline& deadline) {
  auto* const stores = SATCHEL_TRY(OpenedStores());
  return engine::ReplayFresh(*stores, workspace(), run, deadline);
}

}  // namespace satchel::engine
