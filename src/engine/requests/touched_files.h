#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/deadline.h"
#include "base/result.h"
#include "base/time.h"
#include "engine/requests/prompt_refresh.h"
#include "engine/stores/store_place.h"

// What an agent's hook does after a tool of the agent has read or edited files. Nothing is
// answered. Edited files are indexed, so that the next prompt finds them as they are now. Files
// that the conversation was shown before count as used.
namespace satchel::engine {

struct TouchedFile {
  std::filesystem::path path;  // absolute, or from the agent's directory
  bool edited = true;          // false: it was read
};

// Of one tool call. Files that are not in the workspace are ignored.
struct TouchedFiles {
  std::vector<TouchedFile> files;
  std::filesystem::path directory;  // where the agent works
  std::string conversation;         // as PromptRequest has it
  std::optional<Time> now = {};     // nullopt: the machine's clock
  bool hurry = true;                // give up indexing after 250 ms, for a run in the background
};
// No more of one tool call are looked at.
inline constexpr std::size_t kMostTouchedFiles = 20;

struct NotedFiles {
  std::size_t indexed = 0;  // that had changed
  std::size_t used = 0;     // that were shown, and not used in this way before
  bool behind = false;      // an index run has something to do
};

// Records uses in the log, and indexes the edited files if the index is complete and that takes a
// quarter of a second at most. Otherwise their paths are kept for the next prompt. Creates and
// migrates no stores.
Result<NotedFiles> NoteFiles(const RefreshedPlace& place, const StorePlace& stores,
                             const TouchedFiles& touched, const Deadline& deadline);

}  // namespace satchel::engine
