#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/directory.h"
#include "base/result.h"
#include "graph/files/graph.h"

// The directory of the graphs, `graphs` below the workspace's root unless another one is named.
namespace satchel::graph {

inline constexpr std::string_view kDefaultFolder = "graphs";
inline constexpr std::size_t kMostLogBytes = 1UL << 30U;

// A folder as it is written in messages and rows: parts with one slash between them. Not inside
// the root, or the root itself: kInvalidInput.
Result<std::string> FolderName(std::string_view folder);

// Opens it part by part; no link is followed. Nothing when it is not there.
Result<std::optional<Directory>> OpenFolder(const std::filesystem::path& root,
                                            std::string_view folder);
Result<Directory> MakeFolder(const std::filesystem::path& root, std::string_view folder);

struct Loaded {
  bool exists = false;  // the folder
  std::shared_ptr<const Graph> graph;
  std::vector<Finding> unreadable;  // files that are there and could not be read
};

// An error only if the root or the folder itself cannot be read.
Result<Loaded> LoadGraph(const std::filesystem::path& root, std::string_view folder);
Loaded LoadGraph(const Directory& directory);

// Keeps graphs between requests and reads one again when its files have changed. Safe to
// share between threads.
class GraphCache {
 public:
  Result<Loaded> Load(const std::filesystem::path& root, std::string_view folder);

 private:
  struct Entry {
    std::string key;
    std::array<std::optional<Directory::Facts>, 4> facts;
    Loaded loaded;
  };
  static constexpr std::size_t kMostEntries = 4;

  std::mutex mutex_;
  std::vector<Entry> entries_;  // locked by mutex_; the one used last is in front
};

}  // namespace satchel::graph
