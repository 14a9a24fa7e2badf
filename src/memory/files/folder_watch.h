#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "base/inotify.h"
#include "memory/files/look.h"

// Spares a process that lives the look at every file: the kernel tells it in which directories
// something has happened. A directory is compared once it is watched, so that nothing falls between
// the two, and again for as long as it differs from what is known of it.
namespace satchel::memory {

// Of one namespace. Safe to share between threads.
class FolderWatch {
 public:
  explicit FolderWatch(std::filesystem::path directory);

  // Watches all that is known. Nothing: whatever is there may have changed, since the kernel does
  // not tell (a file system of another machine, no more watches) or has lost count.
  std::optional<DirectoryMarks> Changed(const KnownDirectories& known);
  // Those of `marks` that a look has found to be as they are known need no other one, unless
  // something has happened meanwhile.
  void Settle(const DirectoryMarks& marks, const FolderLook& look);

 private:
  bool ReadEvents();
  void Take(int watch, std::uint32_t what);
  bool Watch(const std::string& path);
  void ForgetBelow(const std::string& path);
  void ForgetAll();
  std::optional<std::pair<std::uint64_t, std::uint64_t>> Top() const;

  const std::filesystem::path directory_;
  // Locked by mutex_.
  std::mutex mutex_;
  std::optional<Inotify> inotify_;
  bool is_useless_ = false;
  bool is_lost_ = false;                                        // the kernel has lost count
  std::optional<std::pair<std::uint64_t, std::uint64_t>> top_;  // device and inode that it had
  std::map<int, std::string> paths_;                            // of watches
  std::map<std::string, int, std::less<>> watches_;             // by path
  DirectoryMarks marks_;
  std::uint64_t last_ = 0;
};

}  // namespace satchel::memory
