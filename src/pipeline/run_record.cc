#include "pipeline/run_record.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "store/raw_log.h"

namespace satchel::pipeline {
namespace {

using std::chrono::nanoseconds;

// For other processes that write to the same store.
constexpr nanoseconds kMostWait = std::chrono::seconds(5);
// Of what is left of the run's time, so that stages have the rest.
constexpr int kPartOfTime = 4;
// At the end of a run the stages need no time any more.
constexpr nanoseconds kLeastWait = std::chrono::milliseconds(50);

}  // namespace

Error Unrecorded(Error why) { return std::move(why).While("this run is not recorded").error(); }

RunRecord::RunRecord(RunStores stores, RunId run, std::string task)
    : stores_(std::move(stores)),
      deadline_(stores_.scope.deadline),
      task_(std::move(task)),
      audit_(stores_.raw, stores_.scope, std::move(run)) {
  if (stores_.session == nullptr) {
    session_failure_ =
        stores_.no_session.value_or(Error(Errc::kInternal, "the session was not opened"));
  }
}

std::optional<Error> RunRecord::failure() const {
  if (log_failure_) return Unrecorded(*log_failure_);
  if (!session_failure_) return std::nullopt;
  return Error(*session_failure_).While("the session of this task is not recorded").error();
}

Deadline RunRecord::Wait() const {
  const auto left = deadline_.Remaining();
  if (!left) return deadline_.Within(kMostWait);
  if (!made_) return deadline_.Within(std::min(kMostWait, *left / kPartOfTime));
  if (*left < kLeastWait) return Deadline::After(kLeastWait);
  return deadline_.Within(kMostWait);
}

Status RunRecord::CheckTime() const { return made_ ? Status() : deadline_.Check("record the run"); }

void RunRecord::UseSpare(const Error& why) {
  log_failure_ = why;
  quiet_ = true;
  if (!stores_.spare) return;
  auto spare = stores_.spare();
  if (!spare || !audit_.MoveTo(*spare->database, spare->workspace)) return;
  spare_ = *std::move(spare);
  quiet_ = false;
}

// `again`: the write is not part of what moves with the log.
Status RunRecord::Log(const Write& write, bool again) {
  if (quiet_) return {};
  audit_.SetDeadline(Wait());
  const Status done = write();
  if (done || log_failure_) return done;
  SATCHEL_TRY(CheckTime());
  UseSpare(done.error());
  return again && !quiet_ ? write() : Status();
}

Status RunRecord::Keep(const std::function<Status(TaskSession&)>& write) {
  if (session_failure_) return {};
  store::Scope scope = stores_.scope;
  scope.deadline = Wait();
  TaskSession session(*stores_.session, std::move(scope), task_);
  const Status done = write(session);
  if (done) return {};
  SATCHEL_TRY(CheckTime());
  session_failure_ = done.error();
  return {};
}

Result<SessionContent> RunRecord::Load(bool refine) {
  SessionContent content;
  if (refine && session_failure_) return std::unexpected(*session_failure_);
  SATCHEL_TRY(Keep([&](const TaskSession& session) -> Status {
    content = SATCHEL_TRY(session.Load(refine));
    return {};
  }));
  if (refine && session_failure_) return std::unexpected(*session_failure_);
  return content;
}

Status RunRecord::SaveProgress(const Progress& progress, const ask::TaskQuery& query) {
  return Keep([&](TaskSession& session) { return session.SaveProgress(progress, query); });
}

Status RunRecord::SaveCheckpoint(const Progress& progress, std::string context) {
  SATCHEL_TRY(Keep([&](TaskSession& session) {
    session.Continue(outputs_);
    return session.SaveCheckpoint(progress, std::move(context));
  }));
  return Log([this] { return audit_.Flush(); }, true);
}

Status RunRecord::SaveFinal(const Progress& progress, std::string context) {
  made_ = true;
  return Keep([&](TaskSession& session) {
    session.Continue(std::move(outputs_));
    return session.SaveFinal(progress, std::move(context));
  });
}

Status RunRecord::Start(const Request& request, Time started_at, Json details) {
  return Log([&] { return audit_.Start(request, started_at, std::move(details)); });
}

Status RunRecord::AddStage(std::string_view name, const Json& record) {
  return Log([&] { return audit_.AddStage(name, record); });
}

Status RunRecord::AddDecisions(std::string_view stage, std::span<const Decision> decisions) {
  std::size_t added = 0;
  while (added < decisions.size()) {
    const auto next = decisions.subspan(added, 1);
    ++added;
    SATCHEL_TRY(Log([&] { return audit_.AddDecisions(stage, next); }));
  }
  return {};
}

Status RunRecord::AddEvent(std::string_view kind, Time at, const Json& body) {
  return Log([&] { return audit_.AddEvent(kind, at, body); });
}

Status RunRecord::KeepPacket(std::string kept, Time at) {
  return Log([&] { return audit_.KeepPacket(std::move(kept), at); });
}

Status RunRecord::Finish(RunStatus status, const Json& outcome, Time finished_at) {
  return Log([&] { return audit_.Finish(status, outcome, finished_at); }, true);
}

Status RunRecord::MarkInterrupted(const RunId& run, Time now) {
  if (log_failure_) return {};
  store::Scope scope = stores_.scope;
  scope.deadline = Wait();
  const std::vector<std::string> ids = {run.value()};
  auto rows = store::RawReader(stores_.raw).Runs(scope, ids);
  if (!rows || rows->size() != 1 || rows->front().status != Name(RunStatus::kRunning)) return {};
  store::RunRow row = std::move(rows->front());
  row.status = Name(RunStatus::kInterrupted);
  row.finished_at = now;
  row.outcome = CanonicalJson({{"followed_by", audit_.run().value()}});
  return store::RawWriter(stores_.raw).Finish(scope, row);
}

}  // namespace satchel::pipeline
