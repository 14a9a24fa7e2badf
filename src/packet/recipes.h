#pragma once

#include <vector>

#include "base/result.h"
#include "packet/candidate.h"
#include "packet/packer.h"

// The small packer of each specification: which primitive fills which section,
// in which order. A stage that needs what is packed before it can score (000's
// knowledge) calls the packer section by section instead.
// `record`: where the record of the packing goes; null when nobody wants it.
namespace satchel::packet {

struct NotesOffer {
  std::vector<Candidate> constitution;
  std::vector<Candidate> read_order;
  std::vector<Candidate> instruction;
  std::vector<Candidate> tasks;
  std::vector<Candidate> conventions;
  std::vector<Candidate> decisions;
  std::vector<Candidate> learnings;
  LateParts* late_decisions = nullptr;  // as in an Offer
  LateParts* late_learnings = nullptr;
};

// 002: tier 1 is a floor, tasks and conventions have their shares, ...
void AddNotesTasks(Packer& packer, NotesOffer offer);
// ... decisions and learnings split the rest. At budget 0 the read order is left out as well.
void AddNotesEntries(Packer& packer, NotesOffer offer);
Packet PackNotes(Packer packer, NotesOffer offer, PackRecord* record = nullptr);

struct GraphOffer {
  std::vector<Candidate> tasks;
  std::vector<Candidate> decisions;
  std::vector<Candidate> knowledge;
  std::vector<Candidate> deltas;
};

// 000: counts as specified; under a budget titles before full texts.
Result<Packet> PackGraph(Packer packer, GraphOffer offer, PackRecord* record = nullptr);

struct MemoryOffer {
  std::vector<Candidate> artifacts;
  std::vector<Candidate> profile;  // a candidate a paragraph
  std::vector<Candidate> memories;
  std::vector<Candidate> episodes;
};

// 001: in assembly order, under a hard cap.
Packet PackMemory(Packer packer, MemoryOffer offer, PackRecord* record = nullptr);

struct CodeOffer {
  std::vector<Candidate> seeds;
  std::vector<Candidate> dependencies;
  std::vector<Candidate> co_changes;
  std::vector<Candidate> metadata;
};

// 003: names before bodies, tier by tier. Fails when the names of the seeds that
// the task mentions do not fit.
Result<Packet> PackCode(Packer packer, CodeOffer offer, PackRecord* record = nullptr);

}  // namespace satchel::packet
