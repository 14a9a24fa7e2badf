#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/id.h"
#include "base/json.h"
#include "base/result.h"
#include "base/time.h"
#include "packet/packet.h"
#include "packet/record.h"
#include "pipeline/stage_context.h"
#include "store/database.h"
#include "store/raw_log.h"

namespace satchel::pipeline {

// What raw says of a run's end. Names are stable.
enum class RunStatus : std::uint8_t { kRunning, kDone, kFailed, kInterrupted };
std::string_view Name(RunStatus status);

// The kinds of events that the pipeline itself logs.
inline constexpr std::string_view kPacketEvent = "packet";

// One run on its way into the raw log. Confined to one thread. Nothing counts as
// logged before Flush() or Finish() has returned.
class RunAudit {
 public:
  // The database must outlive it.
  RunAudit(store::Database& raw, store::Scope scope, RunId run)
      : raw_(&raw), scope_(std::move(scope)), log_(raw, run) {
    row_.id = std::move(run);
  }

  const RunId& run() const { return row_.id; }

  // `details`: what else decides the packet, for instance a digest of the settings.
  Status Start(const Request& request, Time started_at, Json details);
  Status AddStage(std::string_view name, const Json& record);
  Status AddDecisions(std::string_view stage, std::span<const Decision> decisions);
  Status AddEvent(std::string_view kind, Time at, const Json& body);
  // The packet and how it was packed, which is what `replay` needs, from EncodeKept().
  Status KeepPacket(std::string kept, Time at);
  Status Flush() { return log_.Flush(scope_); }
  Status Finish(RunStatus status, const Json& outcome, Time finished_at);

  // The log goes on in another store, which must outlive this: the run, what is not written yet,
  // and what follows.
  Status MoveTo(store::Database& raw, WorkspaceId workspace);
  void SetDeadline(const Deadline& deadline) { scope_.deadline = deadline; }

 private:
  store::Database* raw_;
  store::Scope scope_;
  store::RunLog log_;
  store::RunRow row_;
  std::int64_t stages_ = 0;
  std::int64_t decisions_ = 0;
  std::int64_t events_ = 0;
};

// A packet and its record, each as canonical JSON, compressed for the log.
std::string EncodeKept(std::string_view packet, std::string_view record);

// What KeepPacket() wrote.
struct KeptPacket {
  packet::Packet packet;
  packet::PackRecord record;
};
Result<KeptPacket> ReadKeptPacket(const Json& body);

}  // namespace satchel::pipeline
