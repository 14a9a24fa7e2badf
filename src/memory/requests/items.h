#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/deadline.h"
#include "base/result.h"
#include "base/time.h"
#include "memory/files/folder.h"
#include "memory/files/memory.h"
#include "memory/files/spaces.h"
#include "memory/requests/place.h"

// The memories of a project as a list, finding one in it, and what is wrong with them.
namespace satchel::engine {

using MemoryPointer = std::shared_ptr<const memory::Memory>;  // never null

// Whose memories somebody means, and who that is.
struct MemoryScope {
  std::string space = {};  // the namespace; empty: of all that may be read
  std::string principal = {};
};

struct MemoryFinding {
  std::string space;
  std::string path;
  std::string text;
};

struct LoadedMemories {
  memory::Spaces spaces;
  std::vector<std::string> read;        // names of the namespaces that were read
  std::vector<MemoryPointer> memories;  // by namespace, then by path
  std::vector<MemoryFinding> findings;  // files that are there and could not be used
};
// Missing directories have no memories. kNotFound: there is no such namespace; kInvalidInput: the
// principal may not read it, or the rules cannot be read.
Result<LoadedMemories> LoadMemories(const MemoryPlace& place, const MemoryScope& scope,
                                    const Deadline& deadline);

struct MemoryFilter {
  std::optional<memory::Category> category = {};
  // Nothing: what is still of use, which is all but forgotten, superseded, rejected and archived.
  std::optional<memory::MemoryState> state = {};
  bool any_state = false;
  bool artifacts = false;  // the verbatim copies too
  std::string match = {};  // words that all occur, by their stems
};
// Newest first, then by id.
std::vector<MemoryPointer> Filter(std::span<const MemoryPointer> memories,
                                  const MemoryFilter& filter);

// The memory that a person means: by its id, or by how only one id begins, with its category or
// without; a namespace and '/' may stand in front. kNotFound, or kInvalidInput when there are
// several.
Result<MemoryPointer> FindMemory(std::span<const MemoryPointer> memories, std::string_view which);

// Whether it counts at that time: active, begun, not over, not expired, and no copy.
bool IsCurrent(const memory::Memory& memory, Time now);

// Names are stable: JSON has them.
enum class MemoryIssueKind : std::uint8_t {
  kFile,                 // it cannot be read, whole or in part
  kDuplicateId,          // two files have the same one, and only the first is read
  kDanglingLink,         // it names a memory that is not there
  kContradiction,        // two current ones say different things of the same attribute
  kLikelyContradiction,  // the words of two current ones seem to say opposite things
  kSameText,             // two current ones say the same
  kExpired,              // active, and its time is over
  kNamespace,            // a namespace that is misnamed or empty
};
std::string_view Name(MemoryIssueKind kind);

struct MemoryIssue {
  MemoryIssueKind kind = MemoryIssueKind::kFile;
  std::string space;
  std::string path;  // may be empty
  std::string id;    // likewise
  std::string text;
};
struct MemoryCheck {
  std::vector<MemoryIssue> issues;  // by namespace, path, kind and text
  std::size_t memories = 0;
  std::size_t spaces = 0;
  std::size_t drafts = 0;  // that a killed writer had left, and that are gone now
};
// Drafts that nobody is writing are removed where the principal may write; nothing else changes.
Result<MemoryCheck> CheckMemories(const MemoryPlace& place, const MemoryScope& scope, Time now,
                                  const Deadline& deadline);

}  // namespace satchel::engine
