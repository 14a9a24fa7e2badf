#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "pack/recipe.h"
#include "packet/candidate.h"
#include "packet/packet.h"
#include "packet/plan.h"
#include "pipeline/source.h"

namespace satchel::pipeline {

// What becomes of the parts that hold for every task: rules, pinned memories and the profile.
enum class EveryTask : std::uint8_t {
  kWith,   // shown with what the task needs
  kKnown,  // omitted: the conversation has them already
  kAlone,  // shown alone: a conversation begins and has no task yet
};

// Whether a section holds for every task: constitution, pinned memories, profile, and where the
// work stands.
bool IsForEveryTask(packet::SectionKey section);

// What one source may take of a packet instead of its usual share.
struct SourceLimit {
  std::optional<std::size_t> percent;  // of the budget, while other sources want more
  std::optional<std::size_t> tokens;   // in any case
};

// A file that the work on the branch has changed.
struct ChangedFile {
  std::string path;
  std::string state;  // uncommitted, committed or deleted
  std::vector<std::string> tests = {};
  friend bool operator==(const ChangedFile&, const ChangedFile&) = default;
};

// Where the work stands, for a conversation that begins or was compacted.
struct WorkSoFar {
  std::vector<ChangedFile> changed;
  std::size_t more = 0;            // changed files that are not in `changed`
  std::vector<std::string> shown;  // paths of files that packets of this conversation showed
  std::size_t tokens = 0;          // what all of it and the open tasks may take
  friend bool operator==(const WorkSoFar&, const WorkSoFar&) = default;
};
// Whether a section is one of these two.
bool IsWorkSoFar(packet::SectionKey section);

// What a packet of everything need not show, because an earlier one did, and for whom it is.
struct PackOptions final : SourceOptions {
  std::string_view source() const override { return kPack; }
  Json ToJson() const override;

  // By source and id, the digest of what was shown in full.
  std::map<std::string, std::string> shown;
  std::map<std::string, SourceLimit> limits;  // by source
  // An agent's hook asks, not a person: DecideToSpeak() decides whether there is an answer, and
  // rules take a small part of the budget.
  bool unasked = false;
  // A search of the code has already found that the prompt is not about it.
  bool elsewhere = false;
  bool old_index = false;  // files have changed that could not be read in time
  // The task is the output of a command that failed, and ask::DecideOnFailure() speaks.
  bool failed_command = false;
  EveryTask every_task = EveryTask::kWith;
  std::optional<WorkSoFar> work;
};

// What does not fit is kInvalidInput.
Result<PackOptions> PackOptionsFrom(const Json& json);

// Everything that a packet shows in full. What it shows by a poorer rendition may be shown again.
PackOptions ShownBy(const packet::Packet& packet);

// As the options have them.
std::string ShownKey(const packet::Candidate& candidate);
std::string ShownDigest(const packet::Candidate& candidate);

}  // namespace satchel::pipeline
