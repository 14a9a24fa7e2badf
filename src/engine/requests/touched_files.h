#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "base/deadline.h"
#include "base/result.h"
#include "engine/requests/prompt_refresh.h"
#include "engine/stores/store_place.h"

// What an agent's hook does after a tool of the agent has edited files: the index has them as they
// are now before the next prompt asks. Nothing is answered.
namespace satchel::engine {

struct TouchedFile {
  std::filesystem::path path;  // absolute, or from the agent's directory
};

// Of one tool call. Files that are not in the workspace are ignored.
struct TouchedFiles {
  std::vector<TouchedFile> files;
  std::filesystem::path directory;  // where the agent works
};
// No more of one tool call are looked at.
inline constexpr std::size_t kMostTouchedFiles = 20;

struct NotedFiles {
  std::size_t indexed = 0;  // that had changed
  bool behind = false;      // an index run has something to do
};

// Indexes the edited files if the index is complete and that takes a quarter of a second at most.
// Otherwise their paths are kept for the next prompt. Creates and migrates no stores.
Result<NotedFiles> NoteFiles(const RefreshedPlace& place, const StorePlace& stores,
                             const TouchedFiles& touched, const Deadline& deadline);

}  // namespace satchel::engine
