// Reading commands where nothing can be written: each answers, says in one sentence that its run is
// not recorded, and ends with 0. Commands that are there to write still fail.

#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <sys/mount.h>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/writer_lock.h"
#include "store/sqlite/sqlite_database.h"
#include "tests/e2e/cli_fixture.h"
#include "tests/e2e/process.h"
#include "tests/support/temp_dir.h"

namespace satchel::test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr const char* kUnrecorded = "this run is not recorded: ";

struct Reading {
  Args args;
  std::string shows;  // a part of the answer
};

// Those that record what they did.
const std::vector<Reading>& Recorded() {
  static const std::vector<Reading> commands = {
      {{"pack", "start the server"}, "start_server"},
      {{"recall", "when does the import of the server run"}, "runs at night"},
      {{"agent", "repair the import"}, "Repair the import"},
      {{"retrieve", "start the server", "--budget", "2000"}, "main.py"},
      {{"graph", "pack", "repair the import"}, "graph"}};
  return commands;
}

const std::vector<Reading>& Others() {
  static const std::vector<Reading> commands = {
      {{"search", "start server"}, "main.py"},
      {{"uses", "start_server"}, "main.py"},
      {{"why"}, "start_server"},
  };
  return commands;
}

class CliUnwritableTest : public CliFixture {
 protected:
  // The stores are outside of the tree, where those of root may be read by others.
  CliUnwritableTest() {
    dir_.MakeDirectory("app/.git");
    dir_.Write("app/src/main.py", "def start_server(port):\n    return port\n");
    dir_.Write("app/.context/CONSTITUTION.md", "- Never commit secrets\n");
    dir_.Write("app/.context/TASKS.md", "- [ ] Repair the import\n");
    dir_.Write("home/.gitconfig", "[safe]\n\tdirectory = *\n");  // the tree is of another user
    environment_["SATCHEL_STORE_URL"] = Stores().string();
  }

  void Fill() const {
    ASSERT_EQ(Satchel({"remember", "The import of the server runs at night"}).code, 0);
    ASSERT_EQ(Satchel({"graph", "add", "task", "Repair the import"}).code, 0);
    ASSERT_EQ(Satchel({"pack", "start the server"}).code, 0);
  }

  fs::path Stores() const { return dir_.path() / "stores"; }

  // Everything is readable for everybody and writable for root alone.
  void MakeReadOnly() const {
    for (const auto& entry : fs::recursive_directory_iterator(dir_.path())) {
      fs::permissions(entry, fs::perms(entry.is_directory() ? 0755 : 0644));
    }
    fs::permissions(dir_.path(), fs::perms(0755));
  }

  Process AsNobody(Args args) const {
    Process process = Command(std::move(args));
    process.as_nobody = true;
    return process;
  }

  using Wrap = std::function<Process(const Args& args)>;

  static void ExpectAnswers(const Wrap& wrap, const std::vector<Reading>& commands) {
    for (const Reading& command : commands) {
      const Finished done = Execute(wrap(command.args));
      EXPECT_EQ(done.code, 0) << testing::PrintToString(command.args) << done.err;
      EXPECT_THAT(done.out, HasSubstr(command.shows)) << testing::PrintToString(command.args);
    }
  }

  static void ExpectUnrecorded(const Wrap& wrap, const std::string& why) {
    ExpectAnswers(wrap, Recorded());
    for (const Reading& command : Recorded()) {
      const Finished done = Execute(wrap(command.args));
      EXPECT_THAT(done.err, AllOf(HasSubstr(kUnrecorded), HasSubstr(why)));
      Args args = command.args;
      args.insert(args.end(), {"--format", "json"});
      const Finished json = Execute(wrap(args));
      EXPECT_EQ(json.code, 0) << json.err;
      const Json answer = Json::parse(json.out, nullptr, false);
      EXPECT_THAT(answer.value("unrecorded", ""), AllOf(HasSubstr(kUnrecorded), HasSubstr(why)))
          << json.out;
    }
  }

  // What the hook says to a prompt, with what is on stderr.
  Finished Hook(const Wrap& wrap, const std::string& session = "s") const {
    Process hook = wrap({"hook", "UserPromptSubmit", "--agent", "claude-code", "--timeout", "20s"});
    hook.input = Json({{"session_id", session},
                       {"cwd", (dir_.path() / "app").string()},
                       {"hook_event_name", "UserPromptSubmit"},
                       {"prompt", "how does start_server in main.py open its port"}})
                     .dump();
    return Execute(hook);
  }
  void ExpectHook(const Wrap& wrap) const {
    const Finished told = Hook(wrap);
    EXPECT_EQ(told.code, 0);
    EXPECT_THAT(told.out, HasSubstr("Never commit secrets")) << told.err;
    EXPECT_THAT(told.err, HasSubstr(kUnrecorded));
  }
};

TEST_F(CliUnwritableTest, OnAReadOnlyPlaceReadingCommandsAnswerAndWritingOnesFail) {
  Fill();
  MakeReadOnly();
  const auto before = dir_.Listing();
  const Wrap nobody = [this](const Args& args) { return AsNobody(args); };
  ExpectUnrecorded(nobody, "for writing");
  ExpectAnswers(nobody, Others());
  ExpectHook(nobody);
  EXPECT_EQ(dir_.Listing(), before);
  for (const Args& args : {Args{"index"}, Args{"remember", "Another thing"},
                           Args{"refine", "last", "--missing-file", "src/main.py"}}) {
    EXPECT_EQ(Execute(nobody(args)).code, 74) << testing::PrintToString(args);
  }
}

TEST_F(CliUnwritableTest, OnAReadOnlyPlaceAChangedFileIsSaidToBeStale) {
  Fill();
  dir_.Write("app/src/main.py", "def start_server(port, host):\n    return port, host\n");
  MakeReadOnly();
  const Finished found = Execute(AsNobody({"search", "start server"}));
  EXPECT_EQ(found.code, 0) << found.err;
  EXPECT_THAT(found.err, HasSubstr("1 file changed since the index was made"));
  const Finished packed = Execute(AsNobody({"pack", "start the server"}));
  EXPECT_EQ(packed.code, 0) << packed.err;
  EXPECT_THAT(packed.err, HasSubstr("1 file changed since the index was made"));
}

TEST_F(CliUnwritableTest, OnAReadOnlyPlaceWithoutAnIndexOneWarningSaysWhyThereIsNone) {
  ASSERT_EQ(Satchel({"recall", "when does the import of the server run"}).code, 0);
  ASSERT_TRUE(fs::exists(Stores() / "curated.db"));
  MakeReadOnly();
  const Finished packed = Execute(AsNobody({"pack", "repair the import"}));
  EXPECT_EQ(packed.code, 0) << packed.err;
  EXPECT_THAT(packed.out, HasSubstr("Repair the import"));
  EXPECT_THAT(packed.err, HasSubstr("warning: "));
  EXPECT_THAT(packed.err, Not(HasSubstr("is under way or was interrupted")));
}

// A small file system, mounted for as long as this object lives.
class SmallDisk {
 public:
  explicit SmallDisk(const fs::path& place) : place_(place.string()) {
    mounted_ = ::mount("tmpfs", place_.c_str(), "tmpfs", 0, "size=32m") == 0;
  }
  ~SmallDisk() {
    if (mounted_) ::umount2(place_.c_str(), MNT_DETACH);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

  bool mounted() const { return mounted_; }
  // Leaves no free byte.
  void Fill() const {
    std::ofstream filler(place_ + "/filler", std::ios::binary);
    const std::string block(4'096, 'x');
    while (filler << block << std::flush) {
    }
  }

 private:
  std::string place_;
  bool mounted_ = false;
};

TEST_F(CliUnwritableTest, OnAFullDiskReadingCommandsAnswer) {
  const SmallDisk disk(dir_.MakeDirectory("disk"));
  if (!disk.mounted()) GTEST_SKIP() << "needs the right to mount a small file system";
  environment_["HOME"] = dir_.MakeDirectory("disk/home").string();
  environment_["SATCHEL_STORE_URL"] = (dir_.path() / "disk/stores").string();
  Fill();
  disk.Fill();
  const Wrap plain = [this](const Args& args) { return Command(args); };
  ExpectUnrecorded(plain, "");
  ExpectAnswers(plain, Others());
  ExpectHook(plain);
  // A file that changed is not indexed, and the answer says so.
  dir_.Write("app/src/main.py", "def start_server(port, host):\n    return port, host\n");
  const Finished found = Execute(plain({"search", "start server"}));
  EXPECT_EQ(found.code, 0) << found.err;
  EXPECT_THAT(found.err, HasSubstr("1 file changed"));
  EXPECT_EQ(Execute(plain({"remember", "Another thing"})).code, 74);
}

TEST_F(CliUnwritableTest, ADamagedLogIsNotRecordedInAndHooksAnswer) {
  Fill();
  std::string bytes = TempDir::ReadFile(Stores() / "raw.db");
  bytes.replace(100, 3'900, std::string(3'900, '\x5a'));
  dir_.Write("stores/raw.db", bytes);
  const Wrap plain = [this](const Args& args) { return Command(args); };
  ExpectUnrecorded(plain, "is damaged");
  ExpectHook(plain);
  EXPECT_EQ(TempDir::ReadFile(Stores() / "raw.db"), bytes);
}

// Another process holds every lock there is, for as long as the commands run.
TEST_F(CliUnwritableTest, BehindTheLocksOfAnotherProcessReadingCommandsAnswer) {
  Fill();
  dir_.Write("app/.context/LEARNINGS.md", "- The port is read late\n");  // is not indexed yet
  const auto stores = WriterLock::Acquire(Stores(), Deadline::Never());
  const auto sessions = WriterLock::Acquire(Stores() / "sessions", Deadline::Never());
  ASSERT_TRUE(stores && sessions);
  std::vector<std::unique_ptr<store::Database>> open;
  std::vector<std::unique_ptr<store::Transaction>> writing;
  for (const auto& [file, area] :
       {std::pair("raw.db", store::Area::kRaw), std::pair("curated.db", store::Area::kCurated)}) {
    open.push_back(store::OpenSqlite({.file = (Stores() / file).string(),
                                      .area = area,
                                      .mode = store::SqliteOptions::Mode::kReadWrite})
                       .value());
    writing.push_back(
        open.back()->Begin({.workspace = WorkspaceId(1)}, store::Access::kWrite).value());
  }
  const Wrap hurried = [this](Args args) {
    if (args.front() == "hook") args.back() = "8s";
    if (args.front() != "hook" && args.front() != "why") {
      args.insert(args.end(), {"--timeout", "4s"});
    }
    return Command(args);
  };
  for (const Reading& command : Recorded()) {
    const Finished done = Execute(hurried(command.args));
    EXPECT_EQ(done.code, 0) << testing::PrintToString(command.args) << done.err;
    EXPECT_THAT(done.out, HasSubstr(command.shows));
    EXPECT_THAT(done.err, HasSubstr(kUnrecorded));
  }
  ExpectAnswers(hurried, Others());
  ExpectHook(hurried);
}

}  // namespace
}  // namespace satchel::test
