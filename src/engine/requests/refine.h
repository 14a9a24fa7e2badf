#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/deadline.h"
#include "base/result.h"
#include "engine/requests/packets.h"
#include "engine/requests/run_view.h"
#include "engine/stores/stores.h"
#include "packet/packet.h"

// A task once more, because its packet lacked something: specification 003.
namespace satchel::engine {

using pipeline::Refinement;

struct RefineRequest {
  std::string task = "last";  // its id
  // Nothing: what another program has written into the session.
  std::optional<Refinement> refinement;
  // Tokens that the packet may grow by: everything that it showed stays. Nothing: it keeps its
  // budget, and what was asked for may take the place of what was shown, up to half of it.
  std::optional<std::size_t> add;
  std::optional<Time> now;
  std::optional<Rendering> rendering;           // nothing: as before
  std::shared_ptr<const llm::Completer> model;  // as PacketRequest has it
  bool model_required = false;
};

struct RefinedPacket {
  PacketAnswer answer;
  RunDifference difference;  // to the run before
  RunId before;
  std::vector<std::string> gone;  // ids of items that the packet before showed, and this does not
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

// Gives the refinement the tokens that the packet before it took, and `more`. REQUIRES: `more` is
// not 0.
Status AddToBudget(const packet::Packet& before, std::size_t more, PacketRequest& request);

// The ids of what `before` shows and `after` does not.
std::vector<std::string> GoneFrom(const packet::Packet& before, const packet::Packet& after);

// Writes what is missing into the session, as another program may do too.
Status WriteRefinement(Stores& stores, const std::string& task, const Refinement& refinement,
                       const Deadline& deadline);

}  // namespace satchel::engine
