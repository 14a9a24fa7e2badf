#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/deadline.h"
#include "base/id.h"
#include "base/json.h"
#include "base/result.h"
#include "packet/layout.h"
#include "packet/packet.h"
#include "pipeline/recipe.h"
#include "pipeline/request.h"
#include "pipeline/run_record.h"
#include "pipeline/services.h"
#include "pipeline/stage.h"
#include "store/database.h"

namespace satchel::pipeline {

// How a run begins.
enum class Entry : std::uint8_t {
  kContinue,  // where a run of the same request was cut off, else from the start
  kFresh,     // from the start
  kRefine,    // from the final context and the refinement request in the session
};

// One request on its way.
struct RunPlan {
  const Recipe& recipe;
  Request request;
  RunId id;
  Json snapshot = Json::object();  // of the sources, as Services has them
  Json details = Json::object();   // what else decides the packet; logged
  Entry entry = Entry::kContinue;
  // Of a refinement: tokens that it may add, within the request's budget; 0: see ShownBefore.
  std::size_t added = 0;
  // The caller named the clock: then a run that had another one is not continued.
  bool clock_fixed = false;
  // Names this process in the session; `may_be_alive` says of such a name whether its
  // run may still be going on. Empty: none is.
  std::string process;
  std::function<bool(std::string_view process, Time updated_at)> may_be_alive;
  // Behind a stage that took this long, or called a model, the session can go on from there.
  // What is cheap is done again instead.
  std::chrono::microseconds checkpoint_after = std::chrono::milliseconds(200);
};

// What one stage did, for the log and for traces. Times are since the run's start.
struct StageReport {
  std::string name;
  std::string status;  // done, skipped, failed, continued
  std::string error;
  std::int64_t start_micros = 0;
  std::int64_t micros = 0;
};

struct RunResult {
  RunId run;
  Time now;  // of the request, or of the run that was continued
  Json snapshot = Json::object();
  packet::Packet packet;
  std::string text;  // in this rendering
  Rendering rendering = Rendering::kMarkdown;
  std::string task_id;
  ask::TaskQuery query;           // as the task was understood
  Json options = Json::object();  // of the request
  // What the stages told each other, by name.
  std::map<std::string, Json> values;
  std::vector<StageReport> stages;
  store::StoreCount stores;
  std::vector<std::string> remarks;  // what the caller should know, a sentence each
  // That the run, or only its session, was not recorded, and why; its log may be in `spare`.
  std::optional<Error> unrecorded = {};
  SpareLog spare = {};
};

// Runs the stages that a request names, one after the other, and treats them all
// alike: stop if cancelled, open a record, skip what does not apply, time it, run it,
// check the context, carry out the fillings that are due behind it, log what was decided,
// and where it was costly make the session able to go on from there. Analyses before
// the first stage; finishes and renders the packet after the last. Stateless and safe to
// share between threads.
//
// A failure of a required stage, a stage that returns an inconsistent context, and
// the end of the deadline fail the run: raw and session say where and why, nothing is
// shown, and the next run on the task begins again. A store that cannot be written does not fail
// the run: pipeline/run_record.h.
class Runner {
 public:
  // All of them must outlive the runner. The clock is for the log alone.
  Runner(const StageSet& stages, const Clock& clock, const Ticker& ticker)
      : stages_(stages), clock_(clock), ticker_(ticker) {}

  // The layout must outlive the run.
  Result<RunResult> Execute(RunPlan run, const packet::Layout& layout, Services services,
                            const RunStores& stores) const;

 private:
  const StageSet& stages_;
  const Clock& clock_;
  const Ticker& ticker_;
};

}  // namespace satchel::pipeline
