#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/deadline.h"
#include "base/result.h"
#include "base/score.h"
#include "base/time.h"
#include "memory/files/memory.h"
#include "memory/requests/items.h"
#include "memory/requests/make.h"
#include "memory/requests/place.h"

// Writing memories. One writer at a time a namespace, by a lock in its state/; a file is replaced
// as a whole, and of one that is there only the fields that change. Nothing is ever lost without
// --purge: what is forgotten or superseded stays, and says so.
// Errors: kInvalidInput (a text, name or time that cannot be used, or a principal who may not write
// there), kNotFound, kConflict (it was changed since it was read), kDeadline (another one went on
// writing), kSystem (it cannot be written).
namespace satchel::engine {

struct MemoryTarget {
  MemoryPlace place;
  // For a new memory an empty namespace is the default one; for one that is there, any.
  MemoryScope scope = {};
  Time now;
  Deadline deadline = Deadline::Never();
};

// Names are stable: JSON has them.
enum class RememberOutcome : std::uint8_t {
  kAdded,
  kKnown,  // a current memory has the same text: nothing was written
  kAlike,  // one has nearly the same words: nothing was written
};
std::string_view Name(RememberOutcome outcome);

struct Remembered {
  RememberOutcome outcome = RememberOutcome::kAdded;
  // The new one, or the one that is there. Who may write to a namespace and not read it is told
  // only what they said: one that is there has no id then, and nothing superseded is named.
  memory::Memory memory;
  Score alike;                          // how much so; 1 of kKnown
  std::vector<std::string> superseded;  // ids of those that it replaces
  std::string contradicts;              // the id of one that it seems to contradict; may be empty
  std::string artifact;                 // the id of its verbatim copy; empty: there is none
  std::vector<std::string> secrets;     // the kinds of those that were taken out
  bool new_space = false;               // the namespace was not there
};

struct RememberOptions {
  bool force = false;      // also what is only alike
  bool artifacts = false;  // keep verbatim what qualifies: memory.verbatim_artifacts_enabled
  bool intent = false;     // capture what the text is for: memory.intent_routing_enabled
};

// A current memory that says another value of the same attribute of the same entity, and the one
// that is named, are superseded: they are no longer valid from when the new one is.
Result<Remembered> Remember(const MemoryTarget& target, const NewMemory& asked,
                            const RememberOptions& options);

// What became of a memory that was there.
struct MemoryEdit {
  memory::Memory memory;             // as it is read now; of a purged one, as it was
  bool changed = true;               // false: it was so before
  std::vector<std::string> copies;   // ids of its verbatim copies that changed with it
  std::vector<std::string> secrets;  // as above
};

// `which` as for FindMemory, in all of these.
struct ForgetOptions {
  std::string reason = {};
  bool purge = false;  // the file goes, with its copies
};
Result<MemoryEdit> Forget(const MemoryTarget& target, std::string_view which,
                          const ForgetOptions& options);

// Another text. `seen`: the one that a person changed; kConflict: it is another now.
Result<MemoryEdit> EditMemory(const MemoryTarget& target, std::string_view which,
                              std::string_view text,
                              const std::optional<std::string>& seen = std::nullopt);

enum class Vote : std::uint8_t { kUp, kDown };
// `query`: for what a memory was shown that got a vote against it; empty: not said.
Result<MemoryEdit> VoteFor(const MemoryTarget& target, std::string_view which, Vote vote,
                           std::string_view query);

Result<MemoryEdit> Pin(const MemoryTarget& target, std::string_view which, bool pinned);

// Nothing: it never expires.
Result<MemoryEdit> Expire(const MemoryTarget& target, std::string_view which,
                          const std::optional<Time>& at);

// The namespace that a target writes to, with its directory.
struct WrittenSpace {
  memory::Space space;
  bool is_new = false;
  bool readable = true;  // by the same principal
};
Result<WrittenSpace> SpaceToWrite(const MemoryTarget& target);

}  // namespace satchel::engine
