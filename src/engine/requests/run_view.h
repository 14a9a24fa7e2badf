#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/deadline.h"
#include "base/id.h"
#include "base/json.h"
#include "base/result.h"
#include "base/score.h"
#include "base/time.h"
#include "engine/requests/packets.h"
#include "engine/requests/runs.h"
#include "engine/stores/stores.h"
#include "llm/call_record.h"
#include "packet/candidate.h"
#include "packet/packet.h"
#include "pipeline/audit.h"

// What the log knows of a run.
namespace satchel::engine {

// A decision about one candidate, as logged.
struct LoggedDecision {
  std::string stage;
  std::string section;
  std::string source;
  std::string item;
  std::string title;
  bool included = false;
  std::string rendition;  // empty when it is not included
  std::string reason;     // empty when it is included as wished
  std::size_t tokens = 0;
  std::int64_t tier = 0;  // 0: none
  ScoreTerms terms;
  packet::Provenance provenance;
};

struct LoggedStage {
  std::string name;
  Json record;
};

// A call of a model, as logged. Without secrets.
struct LoggedCall {
  std::string stage;
  Time at;  // of its end
  llm::CallRecord call;
};

struct RunView {
  RunSummary summary;
  Json request;  // with what else decided the packet
  Json outcome;  // empty while it runs
  std::vector<LoggedStage> stages;
  std::vector<LoggedDecision> decisions;  // in the order they were made
  std::vector<LoggedCall> calls;          // likewise
  // The packet that was shown; nothing when the run did not get that far.
  std::optional<packet::Packet> packet;

  // The last word on each candidate, in the order of the first.
  std::vector<const LoggedDecision*> LastDecisions() const;
};

// kNotFound, with the next step.
std::unexpected<Error> NoRun(std::string_view id);

// The run that a person means: by its id, by a part of one that only one of the latest runs has, or
// by "last", the last run that made a packet ("last~1": the one before it, and so on); nothing is
// the last one too. By its id any run is found. kNotFound: there is none. kInvalidInput: the part
// is in several ids, or "last~" has no number behind it.
Result<RunId> FindRun(Stores& stores, const std::optional<std::string>& id,
                      const Deadline& deadline);
Result<RunView> ViewRun(Stores& stores, const RunId& run, const Deadline& deadline);
// The run of an answer that was just made, recorded or not.
Result<RunView> ViewRun(Stores& stores, const PacketAnswer& answer, const Deadline& deadline);

// The packet that a run kept, with its record; nothing: it kept none.
Result<std::optional<pipeline::KeptPacket>> FindKeptPacket(Stores& stores, const RunId& run,
                                                           const Deadline& deadline);

// The last decisions on an item: by its id, else by a part of an id or a title in any
// case. None: nothing like it was considered, or it was one of those only counted.
std::vector<const LoggedDecision*> FindDecisions(const RunView& view, std::string_view item);

// What differs between two runs.
struct RunDifference {
  std::vector<std::string> request;  // "budget: 8000, then 2000"
  std::vector<std::string> sources;  // ".context/TASKS.md has changed"
  struct Change {
    std::string section;
    std::string item;
    std::string title;
    std::string then;  // rendition, or empty: not shown
    std::string now;
    std::string reason;  // of the second run, in its name
  };
  std::vector<Change> items;  // by section and item
};
RunDifference Compare(const RunView& then, const RunView& now);

// Files of one snapshot that are not, or not the same, in the other: a sentence each.
std::vector<std::string> ChangedFiles(const Json& then, const Json& now);

// A reason in words: "the section's share was used up".
std::string_view Explain(std::string_view reason);

}  // namespace satchel::engine
