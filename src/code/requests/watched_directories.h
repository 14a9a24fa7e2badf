#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/inotify.h"
#include "base/result.h"
#include "code/requests/pending_look.h"
#include "code/walk/directory_sink.h"

namespace satchel::engine {

// The directories that a watch is told of: those that the last whole look has read, and git's own.
// A look enters each directory here before it reads it, so nothing falls between the two, and takes
// the place of whatever was remembered of moved and removed ones. Confined to one thread.
class WatchedDirectories final : public code::DirectorySink {
 public:
  // No more than `most` are watched.
  WatchedDirectories(Inotify inotify, std::size_t most);

  // Around a whole look: those that it does not enter are watched no longer. One that fails does
  // not come to its end, and nothing is forgotten.
  void BeginLook();
  void EndLook();
  void Enter(int directory, const std::string& path, Kind kind) override;

  // Why not everything is watched; nothing: it is.
  const std::optional<Error>& failure() const { return failure_; }
  std::size_t size() const { return watches_.size(); }
  int descriptor() const { return inotify_.descriptor(); }
  // While git changes the work tree of the root, this file is there; empty: there is no git.
  const std::filesystem::path& git_lock() const { return git_lock_; }

  // Adds what has happened to what is to be looked at.
  Status ReadEvents(PendingLook& pending, PendingLook::Moment now);
  // One event of inotify(7).
  void Take(int watch, std::uint32_t what, std::string_view name, PendingLook& pending,
            PendingLook::Moment now);

 private:
  struct Watch {
    std::string path;  // from the root, with its slash
    Kind kind = Kind::kCode;
    std::uint64_t look = 0;  // that has entered it last
    bool twice = false;      // one directory at several paths, as with bind mounts
  };

  Inotify inotify_;
  const std::size_t most_;
  std::unordered_map<int, Watch> watches_;
  std::uint64_t look_ = 0;
  std::optional<Error> failure_;
  std::filesystem::path git_lock_;
};

}  // namespace satchel::engine
