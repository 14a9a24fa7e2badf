#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "memory/files/memory.h"
#include "memory/import/draft.h"
#include "memory/requests/edit.h"

// Memories from files of other tools: docs/import_memories.md.
namespace satchel::engine {

struct ImportRequest {
  std::string_view bytes = {};        // of a file; they must outlive the call
  std::string_view name = {};         // its own name; empty: the standard input
  std::filesystem::path folder = {};  // if not empty, imported instead of `bytes`
  std::string_view format = {};       // empty: it is recognised
  bool conversations = false;         // also what the user said in conversations
  bool dry_run = false;               // nothing is written
};

// An entry that was refused or skipped.
struct ImportNote {
  std::size_t line = 0;  // of a file, from 1; 0: not known
  std::string where;     // "notes/a.md:12", "entry 3", "7"; without secrets
  std::string why;
};
struct MemoryImport {
  std::string format;
  bool dry_run = false;
  std::size_t added = 0;
  std::size_t skipped = 0;   // all reasons together
  std::size_t redacted = 0;  // memories from which a secret was taken out
  std::size_t refused = 0;
  std::array<std::size_t, memory::kSkipReasons> reasons{};  // of the skipped ones
  std::vector<ImportNote> bad;                              // the first hundred that were refused
  std::vector<ImportNote> left;                             // the first hundred that were skipped
  std::vector<memory::Memory> first;  // the first hundred that were added, redacted
  std::string space;
  bool new_space = false;
};

// Writes the memories found in a file or folder, all at once: another reader sees none of them or,
// a moment later, all. Entries that cannot be used are refused, others still are written. Skips
// entries that were imported before, even if they were edited or removed since, and texts equal or
// similar to a memory. Satchel's own rows are restored: they are compared by id and text only.
// kInvalidInput: the format is not known, or the input is broken as a whole; then nothing is
// written.
Result<MemoryImport> ImportMemories(const MemoryTarget& target, const ImportRequest& request);

}  // namespace satchel::engine
