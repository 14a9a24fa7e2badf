#include "memory/files/folder_watch.h"

#include <algorithm>
#include <array>
#include <fcntl.h>
#include <set>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <utility>

#include "base/directory.h"

namespace satchel::memory {
namespace {

constexpr std::size_t kMostWatches = 10'000;

// Those that only this machine changes: ext4, XFS, Btrfs, tmpfs, F2FS, ZFS, overlayfs.
constexpr auto kLocal = std::to_array<std::uint64_t>(
    {0xEF53, 0x58465342, 0x9123683E, 0x01021994, 0xF2F52010, 0x2FC12FC1, 0x794C7630});

bool IsLocal(const std::filesystem::path& directory) {
  struct statfs facts{};
  if (::statfs(directory.c_str(), &facts) != 0) return false;
  return std::ranges::find(kLocal, static_cast<std::uint64_t>(facts.f_type)) != kLocal.end();
}

}  // namespace

FolderWatch::FolderWatch(std::filesystem::path directory) : directory_(std::move(directory)) {}

std::optional<DirectoryMarks> FolderWatch::Changed(const KnownDirectories& known) {
  const std::scoped_lock lock(mutex_);
  if (is_useless_ || known.empty() || known.size() > kMostWatches) return std::nullopt;
  // The path may lead elsewhere by now, of which no watch tells.
  const auto top = Top();
  if (inotify_ && (!ReadEvents() || top != top_)) {
    ForgetAll();
    return std::nullopt;
  }
  if (!inotify_) {
    auto opened = IsLocal(directory_) ? Inotify::Open() : Result<Inotify>(Fail(Errc::kSystem, ""));
    if (!opened) {
      is_useless_ = true;
      return std::nullopt;
    }
    inotify_.emplace(*std::move(opened));
    top_ = top;
  }
  for (const auto& [path, bytes] : known) {
    if (watches_.contains(path) || Watch(path)) continue;
    is_useless_ = true;
    ForgetAll();
    return std::nullopt;
  }
  return marks_;
}

std::optional<std::pair<std::uint64_t, std::uint64_t>> FolderWatch::Top() const {
  struct stat facts{};
  if (::stat(directory_.c_str(), &facts) != 0) return std::nullopt;
  return std::pair<std::uint64_t, std::uint64_t>(facts.st_dev, facts.st_ino);
}

// All that has happened until now. False: it is not known.
bool FolderWatch::ReadEvents() {
  constexpr int kMostTimes = 100;
  if (!inotify_) return false;
  for (int i = 0; i < kMostTimes; ++i) {
    bool any = false;
    const Status read =
        inotify_->Read([&](int watch, std::uint32_t what, std::string_view /*name*/) {
          any = true;
          Take(watch, what);
        });
    if (!read || is_lost_) return false;
    if (!any) return true;
  }
  return false;
}

void FolderWatch::Settle(const DirectoryMarks& marks, const FolderLook& look) {
  std::set<std::string_view> differ;
  for (const LookedDirectory& directory : look.changed) differ.insert(directory.path);
  for (const std::string& path : look.gone) differ.insert(path);
  // Where something is wrong with a file it may get right without an event here, as when its
  // second name goes.
  for (const Finding& finding : look.findings) {
    const std::size_t slash = finding.path.rfind('/');
    differ.insert(slash == finding.path.npos ? std::string_view()
                                             : std::string_view(finding.path).substr(0, slash));
  }
  const std::scoped_lock lock(mutex_);
  for (const auto& [path, mark] : marks) {
    const auto now = marks_.find(path);
    if (now != marks_.end() && now->second == mark && !differ.contains(path)) marks_.erase(now);
  }
}

void FolderWatch::Take(int watch, std::uint32_t what) {
  if ((what & (IN_Q_OVERFLOW | IN_UNMOUNT)) != 0) is_lost_ = true;
  const auto found = paths_.find(watch);
  if (found == paths_.end()) return;
  const std::string path = found->second;
  marks_[path] = ++last_;
  // Whatever is at its path from now on has no watch yet, nor has what is below.
  if ((what & (IN_IGNORED | IN_MOVE_SELF | IN_DELETE_SELF)) != 0) ForgetBelow(path);
}

void FolderWatch::ForgetBelow(const std::string& path) {
  const std::string below = path.empty() ? path : path + "/";
  std::erase_if(watches_, [&](const auto& entry) {
    const auto& [one, watch] = entry;
    if (one != path && !one.starts_with(below)) return false;
    inotify_->Remove(watch);
    paths_.erase(watch);
    marks_[one] = ++last_;
    return true;
  });
}

bool FolderWatch::Watch(const std::string& path) {
  marks_[path] = ++last_;
  const std::filesystem::path whole = path.empty() ? directory_ : directory_ / path;
  const Descriptor opened(::open(whole.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!opened.ok()) return true;  // gone: a look says so
  if (!inotify_) return false;
  const auto watch = inotify_->Add(opened.get());
  if (!watch) return false;
  if (!*watch) return true;
  // One directory at two paths, as with bind mounts: the kernel has one watch for both.
  if (const auto other = paths_.find(**watch); other != paths_.end() && other->second != path) {
    return false;
  }
  paths_[**watch] = path;
  watches_[path] = **watch;
  return true;
}

void FolderWatch::ForgetAll() {
  inotify_.reset();
  paths_.clear();
  watches_.clear();
  marks_.clear();
  is_lost_ = false;
}

}  // namespace satchel::memory
