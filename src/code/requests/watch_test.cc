// The loop with the kernel's own events and a double of the engine, which does something to the
// files at each look and ends the watch when it has seen enough. What the engine makes of a look
// is in tests/e2e/cli_watch_test.cc.

#include "code/requests/watch.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <sys/inotify.h>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "code/requests/watched_directories.h"
#include "code/walk/walker.h"
#include "tests/support/git_repository.h"

namespace satchel::engine {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;
using test::GitRepository;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// Walks as the engine does, and keeps which looks there were: "all", or the paths.
class CodeDouble final : public WatchedCode {
 public:
  explicit CodeDouble(fs::path root) : root_(std::move(root)) {}

  Result<CodeRefresh> LookAtAll(DirectorySink* directories, const Deadline& deadline) override {
    code::WalkOptions options;
    options.directories = directories;
    SATCHEL_TRY(code::Walk(root_, options, deadline));
    return Next("all");
  }

  Result<std::optional<CodeRefresh>> LookAt(std::span<const std::string> paths,
                                            const Deadline& /*deadline*/) override {
    std::string look;
    for (const std::string& path : paths) look += (look.empty() ? "" : " ") + path;
    auto refresh = SATCHEL_TRY(Next(look));
    return refresh;
  }

  // At the look of this number (from 0), after it has seen what there is.
  void At(std::size_t look, std::function<Result<CodeRefresh>()> then) {
    then_.resize(std::max(then_.size(), look + 1));
    then_[look] = std::move(then);
  }
  void EndAt(std::size_t look) { end_ = look; }

  const std::vector<std::string>& looks() const { return looks_; }
  Deadline deadline() const { return Deadline::After(std::chrono::seconds(30)).With(source_); }
  bool in_time() const { return looks_.size() > end_; }

 private:
  Result<CodeRefresh> Next(std::string look) {
    const std::size_t number = looks_.size();
    looks_.push_back(std::move(look));
    if (number >= end_) source_.Cancel();
    if (number < then_.size() && then_[number]) return then_[number]();
    return CodeRefresh{.state = CodeRefresh::State::kRefreshed, .changed = 1};
  }

  fs::path root_;
  std::vector<std::string> looks_;
  std::vector<std::function<Result<CodeRefresh>()>> then_;
  std::size_t end_ = 0;
  CancelSource source_;
};

const CodeRefresh kFresh = {.state = CodeRefresh::State::kFresh};

// What a watch of the repository says until it ends, by names.
class WatchTest : public testing::Test {
 protected:
  WatchTest() {
    options_.pauses.quiet = milliseconds(5);
    options_.poll = options_.away = options_.again = milliseconds(5);
    repository_.Write("a.py", "a = 1\n");
    repository_.Write("sub/b.py", "b = 1\n");
  }

  std::vector<std::string> Watch() {
    std::vector<std::string> said;
    WatchCode(
        code_, repository_.path(), options_,
        [&](const WatchNotice& notice) {
          said.emplace_back(Name(notice.kind));
          if (notice.error) error_ = notice.error->text();
          return true;
        },
        code_.deadline());
    EXPECT_TRUE(code_.in_time());
    return said;
  }

  auto Writes(const std::string& path) {
    return [this, path] {
      repository_.Write(path, "new = 1\n");
      return Result<CodeRefresh>(kFresh);
    };
  }

  GitRepository repository_;
  CodeDouble code_{repository_.path()};
  WatchOptions options_;
  std::string error_;
};

TEST_F(WatchTest, AFileIsLookedAtAlone) {
  code_.At(0, Writes("sub/b.py"));
  code_.At(1, Writes("sub/new.py"));
  code_.EndAt(2);
  EXPECT_THAT(Watch(), ElementsAre("watching", "refreshed"));
  EXPECT_THAT(code_.looks(), ElementsAre("all", "sub/b.py", "sub/new.py"));
}

TEST_F(WatchTest, ADirectoryOrARuleMeansALookAtAll) {
  code_.At(0, Writes("deep/er/c.py"));
  code_.At(1, Writes("deep/er/c.py"));
  code_.At(2, Writes("deep/.gitignore"));
  code_.EndAt(3);
  Watch();
  EXPECT_THAT(code_.looks(), ElementsAre("all", "all", "deep/er/c.py", "all"));
}

TEST_F(WatchTest, WhatIsIgnoredIsNotWatched) {
  repository_.Write(".gitignore", "out/\n");
  repository_.Write("out/x.py", "x = 1\n");
  code_.At(0, [this] {
    repository_.Write("out/x.py", "x = 2\n");
    repository_.Write("a.py", "a = 2\n");
    return Result<CodeRefresh>(kFresh);
  });
  code_.EndAt(1);
  Watch();
  EXPECT_THAT(code_.looks(), ElementsAre("all", "a.py"));
}

TEST_F(WatchTest, GitsIndexMeansALookAtAllAndOtherFilesOfGitMeanNothing) {
  code_.At(0, [this] {
    repository_.Write(".git/COMMIT_EDITMSG", "a\n");
    repository_.Write("a.py", "a = 2\n");
    return Result<CodeRefresh>(kFresh);
  });
  code_.At(1, Writes(".git/index"));
  code_.EndAt(2);
  Watch();
  EXPECT_THAT(code_.looks(), ElementsAre("all", "a.py", "all"));
}

TEST_F(WatchTest, WhileGitHasItsLockNothingIsLookedAt) {
  options_.git_lock = milliseconds(300);
  const auto lock = repository_.path() / ".git/index.lock";
  std::chrono::nanoseconds locked{};
  code_.At(0, [&] {
    repository_.Write(".git/index.lock", "");
    repository_.Write("a.py", "a = 2\n");
    locked = SteadyTicker().Elapsed();
    return Result<CodeRefresh>(kFresh);
  });
  std::chrono::nanoseconds waited{};
  code_.At(1, [&] {
    waited = SteadyTicker().Elapsed() - locked;
    // Left behind: it is not waited for a second time.
    return Writes("a.py")();
  });
  options_.pauses.most = milliseconds(5);
  std::chrono::nanoseconds second{};
  code_.At(2, [&] {
    second = SteadyTicker().Elapsed() - locked - waited;
    return Result<CodeRefresh>(kFresh);
  });
  code_.EndAt(2);
  Watch();
  EXPECT_GE(waited, milliseconds(300));
  EXPECT_LT(second, milliseconds(300));
  EXPECT_TRUE(fs::exists(lock));
}

TEST_F(WatchTest, ABusyStoreAndAFailureAreTriedAgainWithALookAtAllAndToldOnce) {
  const auto busy = [] {
    return Result<CodeRefresh>(CodeRefresh{.state = CodeRefresh::State::kBusy, .changed = 1});
  };
  const auto fails = [] { return Result<CodeRefresh>(Fail(Errc::kSystem, "the disk is full")); };
  code_.At(0, Writes("a.py"));
  code_.At(1, busy);
  code_.At(2, busy);
  code_.At(3, fails);
  code_.At(4, fails);
  code_.EndAt(5);
  EXPECT_THAT(Watch(), ElementsAre("watching", "busy", "failed", "refreshed"));
  EXPECT_THAT(code_.looks(), ElementsAre("all", "a.py", "all", "all", "all", "all"));
  EXPECT_EQ(error_, "the disk is full");
}

TEST_F(WatchTest, WithoutWatchesEverythingIsLookedAtNowAndThen) {
  options_.most_directories = 2;
  code_.EndAt(2);
  EXPECT_THAT(Watch(), ElementsAre("polling", "refreshed", "refreshed", "refreshed"));
  EXPECT_THAT(code_.looks(), ElementsAre("all", "all", "all"));
  EXPECT_THAT(error_, HasSubstr("more than 2 directories"));
}

TEST_F(WatchTest, ARootThatIsGoneIsWaitedForAndWatchedAgain) {
  const fs::path root = repository_.path();
  const fs::path aside = root.string() + ".aside";
  code_.At(0, [&] {
    fs::rename(root, aside);
    return Result<CodeRefresh>(kFresh);
  });
  code_.At(1, Writes("sub/b.py"));
  code_.EndAt(2);
  std::vector<std::string> said;
  WatchCode(
      code_, root, options_,
      [&](const WatchNotice& notice) {
        said.emplace_back(Name(notice.kind));
        if (notice.kind == WatchNotice::Kind::kAway) fs::rename(aside, root);
        return true;
      },
      code_.deadline());
  EXPECT_THAT(said, ElementsAre("watching", "away", "watching", "refreshed"));
  EXPECT_THAT(code_.looks(), ElementsAre("all", "all", "sub/b.py"));
}

TEST_F(WatchTest, TheWatchEndsWhenNobodyListens) {
  code_.EndAt(5);
  WatchCode(
      code_, repository_.path(), options_, [](const WatchNotice&) { return false; },
      code_.deadline());
  EXPECT_EQ(code_.looks().size(), 1U);
}

// Events that cannot be brought about here.
class WatchedDirectoriesTest : public WatchTest {
 protected:
  // What is to be looked at after one event of this directory.
  PendingLook::Look After(const std::string& path, std::uint32_t what, const std::string& name) {
    auto inotify = Inotify::Open();
    EXPECT_TRUE(inotify) << inotify.error().text();
    WatchedDirectories directories(*std::move(inotify), SIZE_MAX);
    code::WalkOptions options;
    options.directories = &directories;
    directories.BeginLook();
    EXPECT_TRUE(code::Walk(repository_.path(), options, Deadline::Never()));
    directories.EndLook();
    PendingLook pending({}, kMostRefreshed);
    // The kernel counts from 1, in the order of the walk.
    const int watch = path.empty() ? 1 : -1;
    directories.Take(watch, what, name, pending, {});
    return pending.Take();
  }
};

TEST_F(WatchedDirectoriesTest, AnOverflowAndAnUnmountMeanALookAtAll) {
  EXPECT_TRUE(After("none", IN_Q_OVERFLOW, "").all);
  EXPECT_TRUE(After("", IN_UNMOUNT, "").all);
  EXPECT_TRUE(After("", IN_IGNORED, "").all);
  EXPECT_TRUE(After("", IN_MOVE_SELF, "").all);
  EXPECT_TRUE(After("", IN_CREATE | IN_ISDIR, "new").all);
}

TEST_F(WatchedDirectoriesTest, AnEventOfAFileNamesIt) {
  const PendingLook::Look look = After("", IN_CLOSE_WRITE, "a.py");
  EXPECT_FALSE(look.all);
  EXPECT_THAT(look.paths, ElementsAre("a.py"));
}

TEST_F(WatchedDirectoriesTest, AnEventOfWhatIsWatchedNoLongerMeansNothing) {
  const PendingLook::Look look = After("none", IN_CREATE, "a.py");
  EXPECT_FALSE(look.all);
  EXPECT_THAT(look.paths, IsEmpty());
}

}  // namespace
}  // namespace satchel::engine
