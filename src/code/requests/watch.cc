// One thread, one loop: wait for an event or for the time of the next look, look, tell. Whatever
// goes wrong ends in a whole look some time later, never in an assumption.

#include "code/requests/watch.h"

#include <optional>
#include <sys/stat.h>
#include <system_error>
#include <utility>

#include "base/inotify.h"
#include "code/requests/watched_directories.h"

namespace satchel::engine {
namespace {

using Kind = WatchNotice::Kind;
using State = CodeRefresh::State;
using Moment = PendingLook::Moment;

// Between two questions whether git still has its lock.
constexpr std::chrono::milliseconds kLockPause{50};

class Watch {
 public:
  Watch(WatchedCode& code, const std::filesystem::path& root, const WatchOptions& options,
        const std::function<bool(const WatchNotice&)>& tell, const Deadline& deadline)
      : code_(code),
        root_(root),
        options_(options),
        tell_(tell),
        deadline_(deadline),
        pending_(options.pauses, kMostRefreshed) {}

  void Run() {
    LookAgainIn(Moment(0));
    LookNow();
    while (heard_ && !deadline_.Expired()) {
      const auto due = pending_.due();
      const Moment now = Now();
      if (due && *due <= now) {
        LookNow();
        continue;
      }
      WaitFor(directories_ ? directories_->descriptor() : -1,
              due ? std::optional(*due - now) : std::nullopt, deadline_);
      TakeEvents();
    }
  }

 private:
  static Moment Now() { return SteadyTicker().Elapsed(); }

  void Tell(const WatchNotice& notice) { heard_ = heard_ && tell_(notice); }

  // One notice of a trouble that lasts.
  void TellTrouble(const WatchNotice& notice) {
    const std::string text =
        std::string(Name(notice.kind)) + (notice.error ? notice.error->text() : "");
    if (std::exchange(trouble_, text) != text) Tell(notice);
  }

  void LookAgainIn(Moment pause) {
    pending_.AddAll(Now());
    pending_.NotBefore(Now() + pause);
  }

  void TakeEvents() {
    if (!directories_) return;
    if (const auto read = directories_->ReadEvents(pending_, Now()); !read) {
      StartPolling(read.error());
      LookAgainIn(Moment(0));
    }
  }

  void StartPolling(const Error& error) {
    polling_ = true;
    directories_.reset();
    Tell({.kind = Kind::kPolling, .error = error});
  }

  // A directory without anything in it is where another file system was.
  bool IsRootThere() const {
    std::error_code error;
    const std::filesystem::directory_iterator first(root_, error);
    return !error && first != std::filesystem::directory_iterator();
  }

  // Git is at work and has the lock; one that it has left behind is waited for once.
  bool IsGitAtWork() {
    struct stat facts{};
    const bool there = directories_ && !directories_->git_lock().empty() &&
                       ::lstat(directories_->git_lock().c_str(), &facts) == 0;
    if (!there) {
      lock_.reset();
      return false;
    }
    if (!lock_ || lock_->inode != facts.st_ino) {
      lock_ = GitLock{.inode = facts.st_ino, .until = Now() + options_.git_lock};
    }
    return Now() < lock_->until;
  }

  void LookNow() {
    TakeEvents();
    if (IsGitAtWork()) return pending_.NotBefore(Now() + kLockPause);
    if (!IsRootThere()) return WaitForRoot();
    const PendingLook::Look look = pending_.Take();
    const Moment started = Now();
    if (!look.all && !look.paths.empty()) {
      const auto refresh = code_.LookAt(look.paths, deadline_);
      if (!refresh) return TryAgain(refresh.error());
      if (*refresh) return TellOf(**refresh, started);
    }
    LookAtAll(started);
  }

  void LookAtAll(Moment started) {
    if (!directories_ && !polling_) {
      if (auto opened = Inotify::Open()) {
        directories_.emplace(*std::move(opened), options_.most_directories);
      } else {
        StartPolling(opened.error());
      }
    }
    if (directories_) directories_->BeginLook();
    const auto refresh = code_.LookAtAll(directories_ ? &*directories_ : nullptr, deadline_);
    if (!refresh) return TryAgain(refresh.error());
    if (directories_) directories_->EndLook();
    const auto failure = directories_ ? directories_->failure() : std::nullopt;
    if (failure) StartPolling(*failure);
    TellOf(*refresh, started);
    if (directories_ && !std::exchange(watching_, true)) {
      Tell({.kind = Kind::kWatching, .directories = directories_->size()});
    }
    if (polling_) LookAgainIn(options_.poll);
  }

  void TellOf(const CodeRefresh& refresh, Moment started) {
    if (refresh.doubtful()) {
      TellTrouble({.kind = Kind::kBusy});
      return LookAgainIn(options_.again);
    }
    trouble_.clear();
    if (refresh.state != State::kRefreshed) return;
    Tell({.kind = Kind::kRefreshed, .refresh = refresh, .took = Now() - started});
  }

  void TryAgain(const Error& error) {
    if (deadline_.Expired()) return;
    if (!IsRootThere()) return WaitForRoot();
    const bool busy = error.code() == Errc::kUnavailable;
    TellTrouble({.kind = busy ? Kind::kBusy : Kind::kFailed, .error = error});
    LookAgainIn(options_.again);
  }

  void WaitForRoot() {
    directories_.reset();
    polling_ = watching_ = false;
    TellTrouble({.kind = Kind::kAway});
    LookAgainIn(options_.away);
  }

  struct GitLock {
    ino_t inode = 0;
    Moment until{};
  };

  WatchedCode& code_;
  const std::filesystem::path& root_;
  const WatchOptions& options_;
  const std::function<bool(const WatchNotice&)>& tell_;
  const Deadline& deadline_;

  PendingLook pending_;
  std::optional<WatchedDirectories> directories_;  // nothing: at first, without root, when polling
  bool polling_ = false;
  bool watching_ = false;  // was told
  bool heard_ = true;
  std::string trouble_;  // that was told last and is not over
  std::optional<GitLock> lock_;
};

}  // namespace

std::string_view Name(WatchNotice::Kind kind) {
  switch (kind) {
    case Kind::kWatching:
      return "watching";
    case Kind::kPolling:
      return "polling";
    case Kind::kRefreshed:
      return "refreshed";
    case Kind::kBusy:
      return "busy";
    case Kind::kFailed:
      return "failed";
    case Kind::kAway:
      return "away";
  }
  return "";
}

void WatchCode(WatchedCode& code, const std::filesystem::path& root, const WatchOptions& options,
               const std::function<bool(const WatchNotice&)>& tell, const Deadline& deadline) {
  Watch(code, root, options, tell, deadline).Run();
}

}  // namespace satchel::engine
