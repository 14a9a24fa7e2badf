#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/deadline.h"
#include "base/id.h"
#include "base/json.h"
#include "base/result.h"
#include "base/time.h"
#include "pipeline/audit.h"
#include "pipeline/request.h"
#include "pipeline/session.h"
#include "pipeline/stage_context.h"
#include "store/database.h"

namespace satchel::pipeline {

// A store in memory for the log of a run whose own log cannot be written.
struct SpareLog {
  std::shared_ptr<store::Database> database;
  WorkspaceId workspace;
};

struct RunStores {
  store::Database& raw;
  store::Database* session = nullptr;    // null: it could not be opened
  std::optional<Error> no_session = {};  // the reason, if it is null
  store::Scope scope;                    // `count` is set by the runner
  // Makes a spare log; empty: without one.
  std::function<Result<SpareLog>()> spare = {};
};

// "this run is not recorded: " and the reason.
Error Unrecorded(Error why);

// Where a run is recorded: its log in raw, and how far it came in the session of its task.
//
// An answer is worth more than its record. If a store cannot be read, locked or written, the run
// goes on and failure() says why: the rest of its log goes to a spare one, and its session is not
// written any more. A write waits for other processes for a part of the run's time only, so that no
// run is out of time because of a lock. What fails is a run that is cancelled or out of time, and a
// refinement whose session cannot be read.
//
// Confined to one thread.
class RunRecord {
 public:
  RunRecord(RunStores stores, RunId run, std::string task);

  // As TaskSession has it.
  Result<SessionContent> Load(bool refine);
  void Continue(Json outputs) { outputs_ = std::move(outputs); }
  void AddOutput(std::string_view stage, Json output) {
    outputs_[std::string(stage)] = std::move(output);
  }
  Status SaveProgress(const Progress& progress, const ask::TaskQuery& query);
  // Then the decisions so far into the log.
  Status SaveCheckpoint(const Progress& progress, std::string context);
  // The packet is made: from now on neither the deadline nor a cancellation fails the run.
  Status SaveFinal(const Progress& progress, std::string context);

  // As RunAudit has it.
  Status Start(const Request& request, Time started_at, Json details);
  Status AddStage(std::string_view name, const Json& record);
  Status AddDecisions(std::string_view stage, std::span<const Decision> decisions);
  Status AddEvent(std::string_view kind, Time at, const Json& body);
  Status KeepPacket(std::string kept, Time at);
  Status Finish(RunStatus status, const Json& outcome, Time finished_at);
  // Best effort: says in the log of a run that is gone that this one followed it.
  Status MarkInterrupted(const RunId& run, Time now);

  // For the end of a run whose own time is over.
  void Extend(const Deadline& deadline) { deadline_ = deadline; }

  // Which part of the run was not recorded and why, first of all its log.
  std::optional<Error> failure() const;
  bool has_log() const { return !log_failure_; }
  // Where the log is if it could not be written; empty if it is nowhere.
  const SpareLog& spare() const { return spare_; }

 private:
  using Write = std::function<Status()>;

  Deadline Wait() const;
  Status CheckTime() const;
  Status Log(const Write& write, bool again = false);
  Status Keep(const std::function<Status(TaskSession&)>& write);
  void UseSpare(const Error& why);

  const RunStores stores_;
  Deadline deadline_;
  const std::string task_;
  RunAudit audit_;
  Json outputs_ = Json::object();
  bool made_ = false;   // the packet
  bool quiet_ = false;  // the log is neither in raw nor in a spare one
  std::optional<Error> log_failure_;
  std::optional<Error> session_failure_;
  SpareLog spare_;
};

}  // namespace satchel::pipeline
