#include "engine/answers/run_answer.h"

#include <utility>

#include <nlohmann/json.hpp>

#include "engine/answers/why_answer.h"

namespace satchel::engine {
namespace {

Json SummaryJson(const RunSummary& run) {
  return {{"id", run.id.value()},
          {"started_at", FormatTime(run.started_at)},
          {"finished_at", run.finished_at ? Json(FormatTime(*run.finished_at)) : Json(nullptr)},
          {"recipe", run.recipe},
          {"status", run.status},
          {"pinned", run.pinned},
          {"budget", run.budget ? Json(*run.budget) : Json(nullptr)},
          {"bytes", run.bytes},
          {"task", run.task},
          {"tokens", run.tokens ? Json(*run.tokens) : Json(nullptr)}};
}

}  // namespace

Json ToJson(const std::vector<RunSummary>& runs) {
  Json list = Json::array();
  for (const RunSummary& run : runs) list.push_back(SummaryJson(run));
  return {{"runs", std::move(list)}};
}

Json ToJson(const RunView& view) {
  Json json = SummaryJson(view.summary);
  json["asked"] = view.request;
  json["outcome"] = view.outcome;
  json["stages"] = Json::array();
  for (const LoggedStage& stage : view.stages) {
    Json record = stage.record;
    record["name"] = stage.name;
    json["stages"].push_back(std::move(record));
  }
  json["decisions"] = Json::array();
  for (const LoggedDecision& decision : view.decisions) {
    json["decisions"].push_back(ToJson(decision));
  }
  json["model_calls"] = Json::array();
  for (const LoggedCall& call : view.calls) {
    Json one = llm::ToJson(call.call);
    one["stage"] = call.stage;
    one["at"] = FormatTime(call.at);
    json["model_calls"].push_back(std::move(one));
  }
  return json;
}

Json ToJson(const Collection& gone) {
  return {{"runs", gone.runs}, {"run_bytes", gone.run_bytes}, {"sessions", gone.sessions}};
}

}  // namespace satchel::engine
