#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/deadline.h"
#include "base/result.h"
#include "engine/requests/packets.h"
#include "engine/requests/run_view.h"
#include "engine/stores/stores.h"

// A task once more, because its packet lacked something: specification 003.
namespace satchel::engine {

using pipeline::Refinement;

struct RefineRequest {
  std::string task = "last";  // its id
  // Nothing: what another program has written into the session.
  std::optional<Refinement> refinement;
  std::optional<Time> now;
  std::optional<Rendering> rendering;           // nothing: as before
  std::shared_ptr<const llm::Completer> model;  // as PacketRequest has it
  bool model_required = false;
};

struct RefinedPacket {
  PacketAnswer answer;
  RunDifference difference;  // to the run before
  RunId before;
};

// The task that a person means: its id, or "last", that of the last run of one of the recipes.
// kNotFound: there is none.
Result<std::string> FindTask(Stores& stores, std::span<const std::string_view> recipes,
                             std::string_view which, const Deadline& deadline);

// The request of the task's last run, from its session alone, to be run again as a refinement.
// kNotFound: the session has none.
Result<PacketRequest> RequestOfTask(Stores& stores, const std::string& task,
                                    const Deadline& deadline);

// The last run that made a packet for the task.
Result<RunId> LastRunOf(Stores& stores, const std::string& task, const Deadline& deadline);

// Writes what is missing into the session, as another program may do too.
Status WriteRefinement(Stores& stores, const std::string& task, const Refinement& refinement,
                       const Deadline& deadline);

}  // namespace satchel::engine
