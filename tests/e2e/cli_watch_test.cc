// `satchel index --watch`, the real binary in a real repository: whatever is done to the files is
// in the index a moment later. A search that does not look itself (--no-refresh) shows what the
// index has; the lines that the watch prints say when to ask.

#include <array>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <memory>
#include <set>
#include <string>
#include <sys/stat.h>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/deadline.h"
#include "base/writer_lock.h"
#include "tests/e2e/cli_fixture.h"
#include "tests/e2e/process.h"

namespace satchel::test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using std::chrono::milliseconds;
using testing::HasSubstr;
using testing::IsEmpty;

using Paths = std::set<std::string>;

// Two seconds are promised; a machine that is busy with other tests may take longer.
constexpr milliseconds kSoon{20'000};

class CliWatchTest : public CliFixture {
 protected:
  CliWatchTest() : CliFixture("app") {
    environment_["PATH"] = "/usr/bin:/bin";
    environment_["GIT_CONFIG_NOSYSTEM"] = "1";
    Git({"init", "-q", "-b", "main"});
    Put("a.py", "alphaword");
    Put("lib/b.py", "betaword");
    Commit();
  }

  void Put(const std::string& path, const std::string& word) const {
    dir_.Write("app/" + path, fmt::format("def {}(value):\n    return value\n", word));
  }

  void Commit() const {
    Git({"add", "-A"});
    Git({"commit", "-q", "-m", "c"});
  }

  std::unique_ptr<Running> StartWatch(Args more = {}) const {
    Args args = {"index", "--watch", "--format", "json"};
    args.insert(args.end(), more.begin(), more.end());
    auto watch = std::make_unique<Running>(Command(args));
    EXPECT_TRUE(Until(*watch, "indexed"));
    EXPECT_TRUE(Until(*watch, "watching"));
    return watch;
  }

  // The next event of this name.
  static bool Until(Running& watch, const std::string& event) {
    while (const auto line = watch.NextLine(kSoon)) {
      if (Json::parse(*line, nullptr, false).value("event", "") == event) return true;
    }
    return false;
  }

  // Where the index has a word now: each file has one, and a word that is nowhere may stand for
  // others.
  Paths Found(const std::string& word) const {
    const Finished finished =
        Satchel({"search", word, "--no-refresh", "--limit", "20", "--format", "json"});
    if (finished.code != 0) return {fmt::format("exit code {}", finished.code)};
    const Json answer = Json::parse(finished.out, nullptr, false);
    Paths paths;
    for (const Json& place : answer.at("results")) {
      // The lines are those of now, whatever the index has.
      const bool stale = place.at("changed").get<bool>() || place.at("gone").get<bool>();
      if (stale) paths.insert("stale: " + place.at("path").get<std::string>());
      if (place.at("lines").dump().contains(word)) paths.insert(place.at("path"));
    }
    return paths;
  }

  // Asks again after each line of the watch, until the index has the word there and nowhere else.
  bool Until(Running& watch, const std::string& word, const Paths& paths) const {
    while (Found(word) != paths) {
      if (!watch.NextLine(kSoon)) return false;
    }
    return true;
  }

  // Ends it as Ctrl-C does; then there is nothing left to index.
  void End(Running& watch, int signal = SIGINT) const {
    watch.Send(signal);
    const Finished finished = watch.Finish();
    EXPECT_EQ(finished.code, 0) << finished.err;
    EXPECT_EQ(finished.signal, 0);
    EXPECT_EQ(finished.err, "");
    const Json files = JsonOf({"index"}).at("files");
    EXPECT_EQ(files.at("parsed"), 0);
    EXPECT_EQ(files.at("cached"), 0);
    EXPECT_EQ(files.at("removed"), 0);
  }
};

TEST_F(CliWatchTest, WhatIsSavedAddedRenamedAndRemovedIsSeen) {
  const auto watch = StartWatch();
  Put("a.py", "savedword");
  EXPECT_TRUE(Until(*watch, "savedword", {"a.py"}));
  EXPECT_THAT(Found("alphaword"), IsEmpty());

  // As editors do it: another file in its place.
  Put("a.py.tmp", "replacedword");
  fs::rename(dir_.path() / "app/a.py.tmp", dir_.path() / "app/a.py");
  EXPECT_TRUE(Until(*watch, "replacedword", {"a.py"}));

  Put("new/deep/er/c.py", "gammaword");
  Put("new/d.py", "gammaword");
  EXPECT_TRUE(Until(*watch, "gammaword", {"new/deep/er/c.py", "new/d.py"}));
  Put("new/deep/er/e.py", "gammaword");
  EXPECT_TRUE(Until(*watch, "gammaword", {"new/deep/er/c.py", "new/deep/er/e.py", "new/d.py"}));

  fs::rename(dir_.path() / "app/new/deep", dir_.path() / "app/moved");
  EXPECT_TRUE(Until(*watch, "gammaword", {"moved/er/c.py", "moved/er/e.py", "new/d.py"}));
  Put("moved/er/c.py", "deltaword");
  EXPECT_TRUE(Until(*watch, "deltaword", {"moved/er/c.py"}));
  fs::rename(dir_.path() / "app/moved/er/c.py", dir_.path() / "app/c.py");
  EXPECT_TRUE(Until(*watch, "deltaword", {"c.py"}));
  fs::remove(dir_.path() / "app/c.py");
  EXPECT_TRUE(Until(*watch, "deltaword", {}));
  fs::remove_all(dir_.path() / "app/moved");
  EXPECT_TRUE(Until(*watch, "gammaword", {"new/d.py"}));
  End(*watch);
}

TEST_F(CliWatchTest, WhatIsWrittenThroughAnotherNameOfAFileIsSeen) {
  fs::create_hard_link(dir_.path() / "app/a.py", dir_.path() / "app/lib/same.py");
  const auto watch = StartWatch();
  Put("lib/same.py", "linkedword");
  EXPECT_TRUE(Until(*watch, "linkedword", {"a.py", "lib/same.py"}));
  End(*watch);
}

TEST_F(CliWatchTest, RulesThatChangeAndFilesThatGitTakesAreSeen) {
  dir_.Write("app/.gitignore", "gen/\n");
  Put("gen/g.py", "genword");
  const auto watch = StartWatch();
  EXPECT_THAT(Found("genword"), IsEmpty());
  Git({"add", "-f", "gen/g.py"});
  EXPECT_TRUE(Until(*watch, "genword", {"gen/g.py"}));
  Put("gen/g.py", "genmore");
  EXPECT_TRUE(Until(*watch, "genmore", {"gen/g.py"}));
  Git({"rm", "-q", "-f", "--cached", "gen/g.py"});
  EXPECT_TRUE(Until(*watch, "genmore", {}));
  dir_.Write("app/.gitignore", "lib/\n");
  EXPECT_TRUE(Until(*watch, "genmore", {"gen/g.py"}));
  Git({"rm", "-q", "-r", "--cached", "lib"});
  EXPECT_TRUE(Until(*watch, "betaword", {}));
  End(*watch);
}

TEST_F(CliWatchTest, SwitchStashAndRebaseEndInTheRightState) {
  Git({"switch", "-q", "-c", "other"});
  for (int i = 0; i < 300; ++i) Put(fmt::format("many/m{}.py", i), fmt::format("many{}word", i));
  Put("a.py", "otherword");
  Commit();
  Git({"switch", "-q", "main"});
  const auto watch = StartWatch();
  Git({"switch", "-q", "other"});
  EXPECT_TRUE(Until(*watch, "many299word", {"many/m299.py"}));
  EXPECT_TRUE(Until(*watch, "otherword", {"a.py"}));
  Git({"switch", "-q", "main"});
  EXPECT_TRUE(Until(*watch, "alphaword", {"a.py"}));
  EXPECT_TRUE(Until(*watch, "many299word", {}));

  Put("a.py", "stashedword");
  EXPECT_TRUE(Until(*watch, "stashedword", {"a.py"}));
  Git({"stash", "-q"});
  EXPECT_TRUE(Until(*watch, "alphaword", {"a.py"}));
  Git({"stash", "pop", "-q"});
  EXPECT_TRUE(Until(*watch, "stashedword", {"a.py"}));
  Git({"checkout", "-q", "."});

  for (int i = 0; i < 5; ++i) {
    Put("lib/b.py", fmt::format("step{}word", i));
    Commit();
  }
  Git({"rebase", "-q", "other"});
  EXPECT_TRUE(Until(*watch, "otherword", {"a.py"}));
  EXPECT_TRUE(Until(*watch, "step4word", {"lib/b.py"}));
  EXPECT_TRUE(Until(*watch, "many7word", {"many/m7.py"}));
  End(*watch);
}

TEST_F(CliWatchTest, ARootThatIsMovedAwayIsWatchedAgainWhenItOrAnotherIsThere) {
  const fs::path root = dir_.path() / "app";
  const fs::path aside = dir_.path() / "aside";
  auto watch = StartWatch();
  fs::rename(root, aside);
  ASSERT_TRUE(Until(*watch, "away"));
  dir_.Write("aside/a.py", "def awayword(value):\n    return value\n");
  fs::rename(aside, root);
  ASSERT_TRUE(Until(*watch, "watching"));
  EXPECT_TRUE(Until(*watch, "awayword", {"a.py"}));
  Put("lib/b.py", "backword");
  EXPECT_TRUE(Until(*watch, "backword", {"lib/b.py"}));

  fs::rename(root, aside);
  ASSERT_TRUE(Until(*watch, "away"));
  Put("another.py", "anotherword");
  Git({"init", "-q", "-b", "main"});
  ASSERT_TRUE(Until(*watch, "watching"));
  EXPECT_TRUE(Until(*watch, "anotherword", {"another.py"}));
  EXPECT_THAT(Found("backword"), IsEmpty());
  Put("another.py", "changedword");
  EXPECT_TRUE(Until(*watch, "changedword", {"another.py"}));
  End(*watch);
}

TEST_F(CliWatchTest, AnIndexThatIsRemovedIsMadeAnew) {
  const auto watch = StartWatch();
  fs::remove_all(dir_.path() / "app/.satchel");
  ASSERT_TRUE(Until(*watch, "refreshed"));
  EXPECT_TRUE(Until(*watch, "alphaword", {"a.py"}));
  Put("a.py", "savedword");
  EXPECT_TRUE(Until(*watch, "savedword", {"a.py"}));
  End(*watch);
}

// While it stands still the kernel's queue runs full, and what comes then is told by no event.
TEST_F(CliWatchTest, WhatHappensWhenTheQueueIsFullIsNotLost) {
  std::int64_t most = 0;
  std::ifstream("/proc/sys/fs/inotify/max_queued_events") >> most;
  if (most <= 0 || most > 200'000) GTEST_SKIP() << "the queue holds " << most << " events";
  const auto watch = StartWatch();
  watch->Send(SIGSTOP);
  const std::array<fs::path, 2> files = {dir_.path() / "app/a.py", dir_.path() / "app/lib/b.py"};
  for (std::int64_t i = 0; i < most + 100; ++i) {
    ASSERT_EQ(::utimensat(AT_FDCWD, files.at(static_cast<std::size_t>(i % 2)).c_str(), nullptr, 0),
              0);
  }
  Put("lost/c.py", "lostword");
  fs::remove(files[1]);
  watch->Send(SIGCONT);
  EXPECT_TRUE(Until(*watch, "lostword", {"lost/c.py"}));
  EXPECT_TRUE(Until(*watch, "betaword", {}));
  Put("lost/d.py", "foundword");
  EXPECT_TRUE(Until(*watch, "foundword", {"lost/d.py"}));
  End(*watch);
}

TEST_F(CliWatchTest, AnotherWriterIsWaitedFor) {
  const auto watch = StartWatch();
  {
    const auto lock = WriterLock::Acquire(dir_.path() / "app/.satchel", Deadline::Never());
    ASSERT_TRUE(lock) << lock.error().text();
    Put("a.py", "laterword");
    ASSERT_TRUE(Until(*watch, "busy"));
    EXPECT_THAT(Found("laterword"), IsEmpty());
  }
  EXPECT_TRUE(Until(*watch, "laterword", {"a.py"}));
  End(*watch);
}

TEST_F(CliWatchTest, TwoWatchesOfOneWorkspaceDoNotHarmEachOther) {
  const auto one = StartWatch();
  const auto two = StartWatch();
  for (int i = 0; i < 5; ++i) {
    const std::string word = fmt::format("round{}word", i);
    Put("a.py", word);
    Put(fmt::format("n{}.py", i), word);
    // Whichever of them reads it: both have seen it when both are asked to end.
    const Paths paths = {"a.py", fmt::format("n{}.py", i)};
    const Deadline deadline = Deadline::After(kSoon);
    while (Found(word) != paths && !deadline.Expired()) one->NextLine(milliseconds(50));
    EXPECT_EQ(Found(word), paths);
  }
  two->Send(SIGTERM);
  EXPECT_EQ(two->Finish().code, 0);
  Put("a.py", "lastword");
  EXPECT_TRUE(Until(*one, "lastword", {"a.py"}));
  End(*one, SIGTERM);
}

TEST_F(CliWatchTest, TextHasALineForEachRefreshAndTimeoutIsAnEnd) {
  Running watch(Command({"index", "--watch", "--timeout", "2s"}));
  std::string seen;
  while (const auto line = watch.NextLine(kSoon)) {
    seen += *line + "\n";
    if (line->starts_with("watching")) Put("a.py", "savedword");
  }
  EXPECT_EQ(watch.Finish().code, 0);
  EXPECT_THAT(seen, HasSubstr("\nwatching 4 directories\n1 changed, 0 added, 0 gone; 0."));
  EXPECT_EQ(Found("savedword"), Paths{"a.py"});
}

TEST_F(CliWatchTest, WhatCannotBeWatchedIsRefused) {
  const auto refused = [this](Args args) {
    const Finished finished = Satchel(std::move(args));
    EXPECT_EQ(finished.code, 2);
    EXPECT_EQ(finished.out, "");
    return finished.err;
  };
  EXPECT_THAT(refused({"index", "--watch", "--rev", "HEAD", "--store", "x"}),
              HasSubstr("--watch and --rev cannot be used together"));
  EXPECT_THAT(refused({"index", "--watch", "--file", "a.py"}),
              HasSubstr("--watch and --file cannot be used together"));
  Git({"init", "-q", "--bare", "."}, dir_.MakeDirectory("bare").filename());
  EXPECT_THAT(refused({"index", "--watch", "--workspace", (dir_.path() / "bare").string()}),
              HasSubstr("this repository is bare"));
}

}  // namespace
}  // namespace satchel::test
