// Packets and runs, by the functions of engine/requests.

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "code/pack/judgement.h"
#include "code/pack/options.h"
#include "code/pack/source.h"
#include "engine/engine.h"
#include "engine/log_lines.h"
#include "engine/requests/near_texts.h"
#include "engine/requests/packet_request.h"
#include "memory/pack/options.h"
#include "memory/pack/source.h"
#include "memory/pack/stages.h"
#include "memory/requests/place.h"
#include "memory/requests/uses.h"
#include "pack/built_in.h"
#include "pack/recipe.h"

namespace satchel::engine {
namespace {

bool ReadsSource(std::string_view recipe, std::string_view source) {
  const pipeline::Recipe* known = pipeline::BuiltIn().FindRecipe(recipe);
  return known != nullptr && std::ranges::find(known->sources, source) != known->sources.end();
}

// Whether the request reads memories: `pack --only code` does not.
bool ReadsMemories(const PacketRequest& request) {
  if (!ReadsSource(request.recipe, pipeline::kMemory)) return false;
  const bool only_memories = request.recipe == pipeline::kMemory;
  return request.stages.empty() ||
         std::ranges::any_of(request.stages, [only_memories](std::string_view stage) {
           return stage == "memory.candidates" || (only_memories && stage == "candidates");
         });
}

// Whether it searches them by the words of its task.
bool SearchesMemories(const PacketRequest& request) {
  const auto* recall =
      dynamic_cast<const pipeline::MemoryOptions*>(OptionsOf(request.options, pipeline::kMemory));
  const pipeline::MemoryOptions options = recall == nullptr ? pipeline::MemoryOptions() : *recall;
  return options.search && !options.only_pinned &&
         pipeline::PlanFor(options, ReadQuestion(request)).mode != memory::Mode::kNoRecall;
}

// Memories of the earlier packet that a refinement names are used by it. Best effort: the
// refinement does not depend on it.
void RecordNamed(Stores& stores, const RunId& before, const Json& refinement, Time now,
                 const Deadline& deadline) {
  const auto kept = FindKeptPacket(stores, before, deadline);
  if (!kept || !*kept) return;
  const std::string words = CanonicalJson(refinement);
  for (const packet::Section& section : (*kept)->packet.sections) {
    if (section.of != pipeline::kMemory) continue;
    for (const packet::Item& item : section.items) {
      const std::string& id = item.candidate.id.value();
      if (words.contains(id)) (void)RecordUse(stores, {.id = id}, "refine", now, deadline);
    }
  }
}

// The options of the run before name the model of that run.
void NameModel(const RefineRequest& request, PacketRequest& packet) {
  for (auto& options : packet.options) {
    const auto* code = dynamic_cast<const pipeline::CodeOptions*>(options.get());
    if (code == nullptr) continue;
    auto own = std::make_shared<pipeline::CodeOptions>(*code);
    own->model = request.model == nullptr ? "" : request.model->model();
    own->model_required = request.model_required;
    options = std::move(own);
  }
}

// Tells the caller that no model was asked about this packet.
void RemarkRepeated(PacketAnswer& answer) {
  const auto judgement = answer.values.find(std::string(pipeline::kJudgementValue));
  if (judgement == answer.values.end() || judgement->second.value("by", "") != "record") return;
  answer.remarks.push_back(fmt::format(
      "files and symbols are judged as the model {} judged them before; name a model to ask again",
      judgement->second.value("model", "")));
}

}  // namespace

void Engine::RemarkRecord(PacketAnswer& answer) const {
  if (auto failure = log_failure()) answer.unrecorded = pipeline::Unrecorded(*std::move(failure));
  if (answer.unrecorded) answer.remarks.push_back(answer.unrecorded->text());
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
                                              const retrieval::SearchedCode& searched) {
  pipeline::Surroundings around{.indexed = searched.Texts()};
  around.inputs.emplace(pipeline::kCode, std::make_shared<pipeline::CodeInput>(searched));
  if (!ReadsSource(recipe, pipeline::kMemory)) return around;
  auto place = PlaceOfMemories(workspace(), settings(), parts_.directories, parts_.environment);
  if (!place) {
    // Others have something to say without them.
    if (recipe != pipeline::kMemory) return around;
    return std::unexpected(std::move(place).error());
  }
  auto memories = std::make_shared<pipeline::MemoryInput>();
  memories->project = std::move(place->project);
  memories->shared = std::move(place->shared);
  auto* const stores = SATCHEL_TRY(OpenedStores());
  memories->open_rows = [stores, now = parts_.clock->Now(), deadline = searched.scope.deadline] {
    return stores->MemoryRows(now, deadline);
  };
  around.inputs.emplace(pipeline::kMemory, std::move(memories));
  return around;
}

// Words alone find memories when the server of vectors is late or gone; half of the time is left
// for that.
std::string Engine::AddNearTexts(const PacketRequest& request,
                                 const retrieval::SearchedCode& searched, const Deadline& deadline,
                                 const pipeline::Surroundings& around) {
  auto* memories = around.Of<pipeline::MemoryInput>(pipeline::kMemory);
  if (memories == nullptr || !SearchesMemories(request)) return {};
  const SearchWorkspace where = ToSearch(searched, around);
  if (where.vectors == nullptr) return {};
  const auto left = deadline.Remaining();
  NearTexts near =
      FindNear(where, ReadQuestion(request), left ? deadline.Within(*left / 2) : deadline);
  memories->near = std::move(near.texts);
  return std::move(near.remark);
}

Result<PacketAnswer> Engine::MakePacket(const PacketRequest& request, const Deadline& deadline) {
  auto* const stores = SATCHEL_TRY(OpenedStores());
  const RequestTimer timer;
  const retrieval::SearchedCode searched = CodeToSearch(*stores, deadline);
  PacketRequest asked = request;
  asked.face = parts_.face;
  asked.question = ReadQuestion(request);
  const auto around = SATCHEL_TRY(Around(request.recipe, searched));
  std::string without_vectors;
  auto* memories = around.Of<pipeline::MemoryInput>(pipeline::kMemory);
  if (memories != nullptr && ReadsMemories(asked)) {
    // Uses change the order a little. If the log cannot be read, recall works without them.
    memories->uses = CountUses(*stores, deadline).value_or(pipeline::MemoryUses());
    without_vectors = AddNearTexts(asked, searched, deadline, around);
  }
  auto answer = engine::MakePacket(*stores, workspace(), asked, deadline, &caches_, around);
  if (answer && !without_vectors.empty()) answer->remarks.push_back(without_vectors);
  if (answer) RemarkRecord(*answer);
  if (parts_.log != nullptr) LogPacket(*parts_.log, request.recipe, answer, timer.Took());
  return answer;
}

Result<GraphPack> Engine::MakeGraphPack(const GraphPackRequest& request, const Deadline& deadline) {
  auto* const stores = SATCHEL_TRY(OpenedStores());
  const RequestTimer timer;
  GraphPackRequest asked = request;
  asked.packet.face = parts_.face;
  auto pack = engine::MakeGraphPack(*stores, workspace(), asked, deadline, &caches_);
  if (pack) RemarkRecord(pack->answer);
  if (parts_.log != nullptr) LogGraphPack(*parts_.log, request.packet.recipe, pack, timer.Took());
  return pack;
}

Result<RefinedPacket> Engine::Refine(const RefineRequest& request, const Deadline& deadline) {
  auto* const stores = SATCHEL_TRY(StoresWithLog());
  constexpr std::array kRefined = {pipeline::kCode, pipeline::kPack};
  const auto task = SATCHEL_TRY(FindTask(*stores, kRefined, request.task, deadline));
  auto packet = SATCHEL_TRY(RequestOfTask(*stores, task, deadline));
  packet.now = request.now;
  packet.model = request.model;
  packet.model_required = request.model_required;
  NameModel(request, packet);
  if (request.rendering) packet.rendering = *request.rendering;
  RefinedPacket refined;
  refined.before = SATCHEL_TRY(LastRunOf(*stores, task, deadline));
  const auto kept =
      SATCHEL_TRY(FindKeptPacket(*stores, refined.before, deadline), "earlier packet");
  if (request.add && !kept) {
    return Fail(Errc::kNotFound, "the log has lost the packet of this task",
                "without `add` the refinement starts from the session");
  }
  if (request.add) SATCHEL_TRY(AddToBudget(kept->packet, *request.add, packet));
  if (request.refinement) {
    SATCHEL_TRY(WriteRefinement(*stores, task, *request.refinement, deadline));
    RecordNamed(*stores, refined.before, ToJson(*request.refinement), parts_.clock->Now(),
                deadline);
  }
  refined.answer = SATCHEL_TRY(MakePacket(packet, deadline));
  RemarkRepeated(refined.answer);
  if (kept) refined.gone = GoneFrom(kept->packet, refined.answer.packet);
  const auto then = SATCHEL_TRY(ViewRun(refined.before, deadline));
  const auto now = SATCHEL_TRY(ViewRun(refined.answer, deadline));
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
  auto* const stores = SATCHEL_TRY(StoresWithLog());
  return engine::FindRun(*stores, id, deadline);
}

Result<RunView> Engine::ViewRun(const RunId& run, const Deadline& deadline) {
  auto* const stores = SATCHEL_TRY(OpenedStores());
  return engine::ViewRun(*stores, run, deadline);
}

Result<RunView> Engine::ViewRun(const PacketAnswer& answer, const Deadline& deadline) {
  auto* const stores = SATCHEL_TRY(OpenedStores());
  return engine::ViewRun(*stores, answer, deadline);
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

Status Engine::MarkUnshown(const RunId& run, const Unshown& why, const Deadline& deadline) {
  auto* const stores = SATCHEL_TRY(OpenedStores());
  return engine::MarkUnshown(*stores, run, why, deadline);
}

Result<HookLog> Engine::ReadHookLog(const HookLogQuery& query, const Deadline& deadline) {
  auto* const stores = SATCHEL_TRY(OpenedStores());
  return engine::ReadHookLog(*stores, query, deadline);
}

Result<NotedFiles> Engine::NoteFiles(const TouchedFiles& touched, const Deadline& deadline) const {
  return engine::NoteFiles({.workspace = workspace(),
                            .directories = parts_.directories,
                            .environment = parts_.environment,
                            .settings = settings()},
                           place_, touched, deadline);
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
