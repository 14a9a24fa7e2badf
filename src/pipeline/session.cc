#include "pipeline/session.h"

#include <map>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/json_fields.h"
#include "store/session_state.h"

namespace satchel::pipeline {
namespace {

constexpr std::string_view kTaskQuery = "task_query";
constexpr std::string_view kStageProgress = "stage_progress";
constexpr std::string_view kStageOutputs = "stage_outputs";
constexpr std::string_view kStageCheckpoint = "stage_checkpoint";
constexpr std::string_view kFinalContext = "final_context";
constexpr std::string_view kRefinementRequest = "refinement_request";

store::SessionValue Value(const Json& json) { return {.version = 1, .value = CanonicalJson(json)}; }

using Values = std::map<std::string, store::SessionValue>;

// The value of a name, read; nothing when it is absent or, then also in `unreadable`,
// broken.
template <class Read>
auto Part(const Values& values, std::string_view name, std::vector<std::string>& unreadable,
          Read read) -> std::optional<typename decltype(read(Json()))::value_type> {
  const auto found = values.find(std::string(name));
  if (found == values.end()) return std::nullopt;
  const auto json = ParseJson(found->second.value, {.max_bytes = 512UL << 20U});
  auto part = json ? read(*json) : std::unexpected(json.error());
  if (part) return *std::move(part);
  unreadable.push_back(fmt::format("{}: {}", name, part.error().text()));
  return std::nullopt;
}

}  // namespace

Json ToJson(const Progress& progress) {
  Json stages = Json::array();
  for (const StageProgress& stage : progress.stages) {
    stages.push_back({{"name", stage.name}, {"status", stage.status}});
  }
  return {{"run", progress.run.value()},         {"status", progress.status},
          {"process", progress.process},         {"updated_at", FormatTime(progress.updated_at)},
          {"request", ToJson(progress.request)}, {"snapshot", progress.snapshot},
          {"stages", std::move(stages)},         {"error", progress.error}};
}

Result<Progress> ProgressFromJson(const Json& json) {
  Progress progress;
  JsonFields fields(json, "stage_progress");
  progress.run = RunId(fields.Text("run"));
  progress.status = fields.Text("status");
  progress.process = fields.Text("process");
  progress.updated_at = fields.OptionalTime("updated_at").value_or(Time{});
  auto request = RequestFromJson(fields.Value("request"));
  if (request) {
    progress.request = *std::move(request);
  } else {
    fields.Reject("request", request.error().text());
  }
  progress.snapshot = fields.Value("snapshot");
  fields.ForEach("stages", [&](JsonFields& stage) {
    progress.stages.push_back({stage.Text("name"), stage.Text("status")});
  });
  progress.error = fields.TextOr("error", "");
  SATCHEL_TRY(std::move(fields).Finish());
  return progress;
}

Result<SessionContent> TaskSession::Load(bool refine) const {
  const store::SessionState state(database_);
  std::vector<std::string> names = {std::string(kStageProgress)};
  if (refine) {
    names.insert(names.end(), {std::string(kFinalContext), std::string(kRefinementRequest)});
  }
  const auto values = SATCHEL_TRY(state.Read(scope_, task_, names));
  SessionContent content;
  auto& unreadable = content.unreadable;
  content.progress = Part(values, kStageProgress, unreadable, ProgressFromJson);
  content.final_context = Part(values, kFinalContext, unreadable, ContextFromJson);
  content.refinement = Part(values, kRefinementRequest, unreadable, RefinementFromJson);
  if (refine || !content.progress || content.progress->status != "running") return content;
  if (content.progress->stages.empty()) return content;
  names = {std::string(kStageCheckpoint), std::string(kStageOutputs)};
  const auto stored = SATCHEL_TRY(state.Read(scope_, task_, names));
  content.checkpoint = Part(stored, kStageCheckpoint, unreadable, ContextFromJson);
  const auto outputs = Part(stored, kStageOutputs, unreadable, [](const Json& json) {
    return json.is_object() ? Result<Json>(json) : Fail(Errc::kCorrupt, "not an object");
  });
  if (outputs) content.outputs = *outputs;
  return content;
}

Status TaskSession::SaveProgress(const Progress& progress, const ask::TaskQuery& query) {
  return store::SessionState(database_).Put(
      scope_, task_,
      {{std::string(kTaskQuery), Value(ToJson(query))},
       {std::string(kStageProgress), Value(ToJson(progress))}},
      progress.updated_at);
}

// All in one transaction: the progress never names a stage whose context is not there.
Status TaskSession::Save(const Progress& progress, std::string_view name, std::string context) {
  return store::SessionState(database_).Put(
      scope_, task_,
      {{std::string(kStageOutputs), Value(outputs_)},
       {std::string(name), {.version = kContextVersion, .value = std::move(context)}},
       {std::string(kStageProgress), Value(ToJson(progress))}},
      progress.updated_at);
}

Status TaskSession::SaveCheckpoint(const Progress& progress, std::string context) {
  return Save(progress, kStageCheckpoint, std::move(context));
}

Status TaskSession::SaveFinal(const Progress& progress, std::string context) {
  return Save(progress, kFinalContext, std::move(context));
}

}  // namespace satchel::pipeline
