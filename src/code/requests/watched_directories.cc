#include "code/requests/watched_directories.h"

#include <algorithm>
#include <array>
#include <sys/inotify.h>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace satchel::engine {
namespace {

using code::DirectorySink;

// Of git's own directories: what decides which files belong to the code, and what a switch of
// branches writes last.
constexpr std::array<std::string_view, 4> kGitNames = {"index", "HEAD", "info", "exclude"};
// Elsewhere: what the other files are judged by.
constexpr std::array<std::string_view, 3> kRuleNames = {".gitignore", ".satchelignore", ".git"};

}  // namespace

WatchedDirectories::WatchedDirectories(Inotify inotify, std::size_t most)
    : inotify_(std::move(inotify)), most_(most) {}

void WatchedDirectories::BeginLook() {
  ++look_;
  git_lock_.clear();
}

void WatchedDirectories::EndLook() {
  std::erase_if(watches_, [this](const auto& entry) {
    const bool unseen = entry.second.look != look_;
    if (unseen) inotify_.Remove(entry.first);
    return unseen;
  });
}

void WatchedDirectories::Enter(int directory, const std::string& path, Kind kind) {
  if (failure_) return;
  const auto added = inotify_.Add(directory);
  if (!added) {
    failure_ = added.error();
    return;
  }
  if (!*added) return;
  Watch& watch = watches_[**added];
  // A look may walk twice.
  watch.twice = watch.look == look_ && (watch.twice || watch.path != path);
  watch.path = path;
  watch.kind = kind;
  watch.look = look_;
  if (watches_.size() > most_) {
    failure_ =
        Fail(Errc::kSystem, fmt::format("there are more than {} directories", most_)).error();
  }
  if (kind != Kind::kGit || !path.empty()) return;
  // By its path: an open descriptor would keep a file system from being unmounted.
  std::error_code error;
  const auto own = std::filesystem::read_symlink(fmt::format("/proc/self/fd/{}", directory), error);
  if (!error) git_lock_ = own / "index.lock";
}

Status WatchedDirectories::ReadEvents(PendingLook& pending, PendingLook::Moment now) {
  return inotify_.Read([&](int watch, std::uint32_t what, std::string_view name) {
    Take(watch, what, name, pending, now);
  });
}

void WatchedDirectories::Take(int watch, std::uint32_t what, std::string_view name,
                              PendingLook& pending, PendingLook::Moment now) {
  if ((what & (IN_Q_OVERFLOW | IN_UNMOUNT)) != 0) return pending.AddAll(now);
  const auto found = watches_.find(watch);
  // Of one that is watched no longer.
  if (found == watches_.end()) return;
  if ((what & IN_IGNORED) != 0) {
    // It is gone, or only its watch is: whatever is at its path now has none.
    watches_.erase(found);
    return pending.AddAll(now);
  }
  const Watch& directory = found->second;
  if (directory.kind != Kind::kCode) {
    if (std::ranges::find(kGitNames, name) != kGitNames.end()) pending.AddAll(now);
    return;
  }
  const bool of_all = name.empty() || directory.twice || (what & IN_ISDIR) != 0 ||
                      std::ranges::find(kRuleNames, name) != kRuleNames.end();
  if (of_all) return pending.AddAll(now);
  pending.Add(directory.path + std::string(name), now);
}

}  // namespace satchel::engine
