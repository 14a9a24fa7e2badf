#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "packet/candidate.h"
#include "packet/cost.h"
#include "packet/layout.h"
#include "packet/packet.h"
#include "packet/plan.h"
#include "packet/policy.h"

// What the packer was given and what it cost, without the texts: enough to pack
// again, long after the index has changed. docs/formats/packet.md has its JSON.
namespace satchel::packet {

// A rendition that may be used and what it costs.
struct Rung {
  std::size_t step = 0;  // index into the candidate's renditions
  Cost cost;
  friend bool operator==(const Rung&, const Rung&) = default;
};

// Richest first, each cheaper than the one before: a poorer rendition that saves
// nothing (a title longer than its text) is no step down.
using Ladder = std::vector<Rung>;

// A candidate in the filling order of its section.
struct LineRecord {
  Candidate candidate;            // without renditions; their texts are in the packet
  std::string wanted;             // the name of the richest rendition
  Ladder offered;                 // costs before secrets and invisible characters were replaced
  Ladder secured;                 // costs after that; empty: the same, or never needed
  std::optional<Reason> dropped;  // nothing: it is shown
  bool reported = false;          // it has an omission of its own
  bool tried = false;             // it had a place for a while, so others depend on it
};

// Candidates that were dropped and are not reported one by one. They count where
// needs are compared and in what is left over, nowhere else.
struct FoldedLines {
  Reason reason = Reason::kBudget;
  std::size_t count = 0;
  std::size_t tokens = 0;  // of the full renditions, each rounded up
  Cost cost;               // of the full renditions, as offered
};

struct OfferRecord {
  std::string of;  // with the section's name its key; empty in records of one source alone
  std::string section;
  std::string source;  // of all candidates; empty when they differ
  Trust trust = Trust::kWorkspace;
  std::vector<LineRecord> lines;
  std::vector<FoldedLines> folded;  // by reason
};

// What a source may take of the budget in all.
struct SourceGiven {
  std::string source;
  std::size_t tokens = 0;
};

// One call of the packer.
struct StepRecord {
  StepKind kind = StepKind::kAdd;
  std::size_t waiting = 0;          // of kAdd
  Reason reason = Reason::kBudget;  // of kLeaveOut
  std::vector<OfferRecord> offers;
  std::vector<SourceGiven> given;  // of kShare, which has no offers
};

// An item that the last count took back. Its text is nowhere else.
struct TakenBack {
  std::string of;
  std::string section;
  Candidate candidate;
};

struct PackRecord {
  std::vector<StepRecord> steps;
  std::vector<TakenBack> taken_back;
};

inline constexpr int kRecordSchemaVersion = 1;

Json ToJson(const PackRecord& record);
// Bytes from outside: whatever does not fit is an error that names the place.
Result<PackRecord> RecordFromJson(const Json& json);

// Packs again with the recorded candidates and costs, and the texts of `kept`, the
// packet of that run. The same code as the first time, so that the same record
// gives the same bytes. Wanting a text that `kept` does not have, or one that costs
// something else than recorded, is kCorrupt. Notices and safety counts are those of
// `kept`; the digest is left to the caller, who knows the request.
Result<Packet> Repack(const PackRecord& record, const Packet& kept, const PackPlan& plan,
                      const Layout& layout);

// Folds dropped lines that the packet does not report one by one.
void FoldUnreported(PackRecord& record, const Packet& packet);
void Fold(OfferRecord& offer, const FoldedLines& lines);

}  // namespace satchel::packet
