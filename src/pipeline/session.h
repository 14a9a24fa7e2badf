#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/id.h"
#include "base/json.h"
#include "base/result.h"
#include "base/time.h"
#include "pipeline/stage_context.h"
#include "store/database.h"

// The working state of a task: how far its last run came, and what it had found.
// The keys and the fields of a refinement are those of specification 003, so that
// another program can read the one and write the other. docs/formats/session.md.
namespace satchel::pipeline {

struct StageProgress {
  std::string name;
  std::string status;  // done, skipped, failed
  friend bool operator==(const StageProgress&, const StageProgress&) = default;
};

// `stage_progress`.
struct Progress {
  RunId run;
  std::string status;   // running, done, failed
  std::string process;  // whose run it is; see ProcessMark
  Time updated_at;
  Request request;
  Json snapshot = Json::object();
  std::vector<StageProgress> stages;
  std::string error;  // when it failed
};

Json ToJson(const Progress& progress);
Result<Progress> ProgressFromJson(const Json& json);

// What a session holds. A value that cannot be read counts as absent and is named.
struct SessionContent {
  std::optional<Progress> progress;
  // Behind the last stage in `progress`, while it runs.
  std::optional<StoredContext> checkpoint;
  Json outputs = Json::object();               // of its stages
  std::optional<StoredContext> final_context;  // only for a refinement, as the next one
  std::optional<Refinement> refinement;
  std::vector<std::string> unreadable;
};

// One task's session. Confined to one thread. Each call is one round trip, Load() a
// second one where a run was cut off, and returns when its values are durable.
class TaskSession {
 public:
  // The database must outlive it.
  TaskSession(store::Database& database, store::Scope scope, std::string task)
      : database_(database), scope_(std::move(scope)), task_(std::move(task)) {}

  // What a run needs to begin. The contexts are large, so that of the last packet is
  // only read to refine it.
  Result<SessionContent> Load(bool refine) const;
  // Goes on with the outputs of a run that was cut off.
  void Continue(Json outputs) { outputs_ = std::move(outputs); }
  // How far the run came, before the first stage and when one has failed.
  Status SaveProgress(const Progress& progress, const ask::TaskQuery& query);
  // Takes what a stage has offered and said, for the next two. It is an outline: the
  // candidates themselves are in the contexts.
  void AddOutput(std::string_view stage, Json output) {
    outputs_[std::string(stage)] = std::move(output);
  }
  // The same as SaveProgress with all that a run needs to go on behind the last stage.
  // `context` as ToText() gives it.
  Status SaveCheckpoint(const Progress& progress, std::string context);
  // The same with the end of the run.
  Status SaveFinal(const Progress& progress, std::string context);

 private:
  Status Save(const Progress& progress, std::string_view name, std::string context);

  store::Database& database_;
  store::Scope scope_;
  const std::string task_;
  Json outputs_ = Json::object();
};

}  // namespace satchel::pipeline
