#include <chrono>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "surfaces/library/satchel.h"
#include "tests/support/sqlite_file.h"
#include "tests/support/temp_dir.h"

namespace satchel {
namespace {

using nlohmann::json;
using std::chrono::milliseconds;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr const char* kTask = "uploads fail when the storage server times out, add a retry";

// Some workspaces beside an empty home.
class LibraryTest : public testing::Test {
 protected:
  LibraryTest() {
    for (const std::string name : {"a", "b", "c"}) {
      dir_.Write(name + "/src/upload.py",
                 "def upload_" + name +
                     "(path):\n    \"\"\"Uploads a file to the storage server.\"\"\"\n"
                     "    return path\n");
      dir_.Write(name + "/.context/DECISIONS.md",
                 "# Decisions\n\n## [2025-12-30] Retry uploads to the storage server in " + name +
                     "\n\nIt times out under load; three tries are enough.\n");
    }
  }

  EngineOptions Options(std::size_t most = 16) const {
    return {.most_workspaces = most,
            .environment = {{{"HOME", (dir_.path() / "home").string()}, {"PATH", "/usr/bin:/bin"}}},
            .clock = [] {
              return std::chrono::system_clock::time_point(std::chrono::seconds(1'767'225'600));
            }};
  }
  std::string At(const std::string& name) const { return (dir_.path() / name).string(); }
  PackRequest PackIn(const std::string& name) const {
    PackRequest request;
    request.workspace = At(name);
    request.task = kTask;
    return request;
  }
  template <class T>
  static FailureCode CodeOf(const Outcome<T>& outcome) {
    EXPECT_FALSE(outcome);
    return outcome ? FailureCode::kInternal : outcome.failure().code;
  }

  test::TempDir dir_;
};

TEST_F(LibraryTest, PacksATaskAndSaysWhatItTook) {
  Engine engine(Options());
  PackRequest request = PackIn("a");
  request.budget = 400;
  const auto packed = engine.Pack(request);
  ASSERT_TRUE(packed) << packed.failure().message;
  EXPECT_THAT(packed->text, AllOf(HasSubstr("def upload_a"), HasSubstr("Retry uploads")));
  EXPECT_THAT(packed->text, Not(HasSubstr("upload_b")));
  EXPECT_EQ(packed->budget, 400);
  EXPECT_GT(packed->tokens_used, 20);
  EXPECT_LE(packed->tokens_used, 400);
  EXPECT_EQ(packed->over_budget, 0);
  EXPECT_FALSE(packed->abstained);
  const json answer = json::parse(packed->json);
  EXPECT_EQ(answer["run"], packed->run);
  EXPECT_EQ(answer["task_id"], packed->task_id);
  EXPECT_EQ(answer["digest"], packed->digest);
  EXPECT_EQ(answer["tokens_used"], packed->tokens_used);
  EXPECT_EQ(answer["schema_version"], 1);
  request.rendering = Rendering::kMarkdown;
  const auto markdown = engine.Pack(request);
  ASSERT_TRUE(markdown) << markdown.failure().message;
  EXPECT_THAT(markdown->text, HasSubstr("```python"));
  EXPECT_NE(markdown->text, packed->text);
}

TEST_F(LibraryTest, ShowsOnlyWhatIsAskedForAndWasNotShown) {
  Engine engine(Options());
  PackRequest request = PackIn("a");
  request.only = {"notes"};
  const auto notes = engine.Pack(request);
  ASSERT_TRUE(notes) << notes.failure().message;
  EXPECT_THAT(notes->text, AllOf(HasSubstr("Retry uploads"), Not(HasSubstr("def upload_a"))));
  request.only = {};
  request.since = notes->run;
  const auto rest = engine.Pack(request);
  ASSERT_TRUE(rest) << rest.failure().message;
  EXPECT_THAT(rest->text, AllOf(Not(HasSubstr("Retry uploads")), HasSubstr("def upload_a")));
  request.only = {"mail"};
  EXPECT_EQ(CodeOf(engine.Pack(request)), FailureCode::kInvalidInput);
}

TEST_F(LibraryTest, RefinesAndExplainsAPacket) {
  Engine engine(Options());
  dir_.Write("a/src/colours.py", "def mix(blue, green):\n    return blue + green\n");
  const auto packed = engine.Pack(PackIn("a"));
  ASSERT_TRUE(packed) << packed.failure().message;
  EXPECT_THAT(packed->text, Not(HasSubstr("def mix")));
  RefineRequest refine;
  refine.workspace = At("a");
  EXPECT_EQ(CodeOf(engine.Refine(refine)), FailureCode::kInvalidInput);
  refine.task_id = packed->task_id;
  refine.missing_files = {"src/colours.py"};
  const auto refined = engine.Refine(refine);
  ASSERT_TRUE(refined) << refined.failure().message;
  EXPECT_THAT(refined->text, HasSubstr("mix"));
  EXPECT_EQ(refined->task_id, packed->task_id);
  EXPECT_NE(refined->run, packed->run);

  WhyRequest why;
  why.workspace = At("a");
  why.run = packed->run;
  why.item = "upload.py";
  const auto because = engine.Why(why);
  ASSERT_TRUE(because) << because.failure().message;
  EXPECT_THAT(because->json, AllOf(HasSubstr("src/upload.py"), HasSubstr("terms")));
  why.item = "no such thing";
  EXPECT_EQ(CodeOf(engine.Why(why)), FailureCode::kNotFound);
}

TEST_F(LibraryTest, RetrievesCodeAndGoesOnWithItsTask) {
  Engine engine(Options());
  dir_.Write("a/src/colours.py", "def mix(blue, green):\n    return blue + green\n");
  RetrieveRequest request;
  request.workspace = At("a");
  request.task = "change upload_a in src/upload.py";
  request.task_id = "my-task";
  request.context_window = 1'500;
  request.reserved_tokens = 500;
  const auto made = engine.Retrieve(request);
  ASSERT_TRUE(made) << made.failure().message;
  EXPECT_EQ(made->budget, 900) << "a tenth stays free, because bytes / 4 is approximate";
  EXPECT_LE(made->tokens_used, 900);
  EXPECT_EQ(made->task_id, "my-task");
  EXPECT_THAT(made->text, AllOf(HasSubstr("def upload_a"), Not(HasSubstr("Retry uploads"))));
  const json answer = json::parse(made->json);
  EXPECT_EQ(answer["files"][0]["path"], "src/upload.py");
  EXPECT_EQ(answer["files"][0]["symbols"][0]["tier"], "primary");
  EXPECT_EQ(answer["judgement"]["by"], "rules");
  RefineRequest refine;
  refine.workspace = At("a");
  refine.task_id = made->task_id;
  refine.missing_files = {"src/colours.py"};
  const auto refined = engine.Refine(refine);
  ASSERT_TRUE(refined) << refined.failure().message;
  EXPECT_THAT(refined->text, AllOf(HasSubstr("def upload_a"), HasSubstr("def mix")));
  EXPECT_EQ(refined->budget, 900);
  // A budget is the packet's own, and an exact counter needs no margin.
  request.context_window.reset();
  request.reserved_tokens.reset();
  request.budget = 700;
  EXPECT_EQ(engine.Retrieve(request)->budget, 700);
  request.margin = 20;
  EXPECT_EQ(engine.Retrieve(request)->budget, 560);
  request.stages = {"scope"};
  EXPECT_THAT(engine.Retrieve(request)->text, Not(HasSubstr("def upload_a")));
}

TEST_F(LibraryTest, RetrieveHasNoBudgetAndNoModelOfItsOwn) {
  Engine engine(Options());
  RetrieveRequest request;
  request.workspace = At("a");
  request.task = "change upload_a";
  const auto refused = [&] {
    const auto made = engine.Retrieve(request);
    EXPECT_FALSE(made);
    if (made) return std::string();
    EXPECT_EQ(made.failure().code, FailureCode::kInvalidInput);
    return made.failure().message;
  };
  EXPECT_THAT(refused(), HasSubstr("needs a budget, and there is none"));
  request.context_window = 1'000;
  EXPECT_THAT(refused(), HasSubstr("the reserved tokens are missing"));
  request.budget = 1'000;
  EXPECT_THAT(refused(), HasSubstr("excludes"));
  request.budget.reset();
  request.reserved_tokens = 1'000;
  EXPECT_THAT(refused(), HasSubstr("leave nothing"));
  request.context_window = std::numeric_limits<std::size_t>::max();
  EXPECT_THAT(refused(), HasSubstr("more than 100000000 tokens"));
  request.context_window = 2'000;
  request.margin = 91;
  EXPECT_THAT(refused(), HasSubstr("margin"));
  request.margin.reset();
  request.stages = {};
  EXPECT_THAT(refused(), HasSubstr("the list of stages is empty"));
  request.stages = {"magic"};
  EXPECT_THAT(refused(), HasSubstr("unknown stage 'magic'"));
  request.stages = {"scope", "precision"};
  request.tokenizer = "words";
  EXPECT_NE(refused(), "");
  request.tokenizer = "";
  request.task = " ";
  EXPECT_THAT(refused(), HasSubstr("the task is empty"));
  request.task = "change upload_a";
  request.model = "tiny";
  EXPECT_THAT(refused(), HasSubstr("no model is configured"));
}

TEST_F(LibraryTest, FindsPlacesAndMakesTheIndex) {
  Engine engine(Options());
  std::size_t seen = 0;
  IndexRequest index;
  index.workspace = At("b");
  index.progress = [&](std::size_t done, std::size_t /*total*/) { seen = done; };
  const auto indexed = engine.Index(index);
  ASSERT_TRUE(indexed) << indexed.failure().message;
  EXPECT_EQ(json::parse(indexed->json)["files"]["parsed"], 1);
  EXPECT_GT(seen, 0);
  SearchRequest search;
  search.workspace = At("b");
  search.query = "upload to the storage server";
  const auto found = engine.Search(search);
  ASSERT_TRUE(found) << found.failure().message;
  EXPECT_EQ(json::parse(found->json)["results"][0]["path"], "src/upload.py");
  // What changed is seen by the next request.
  dir_.Write("b/src/socket.py", "def close_socket(handle):\n    return handle\n");
  search.query = "close_socket";
  const auto changed = engine.Search(search);
  ASSERT_TRUE(changed) << changed.failure().message;
  EXPECT_EQ(json::parse(changed->json)["results"][0]["path"], "src/socket.py");
  for (const std::size_t limit : {std::size_t{0}, std::size_t{101}}) {
    search.limit = limit;
    EXPECT_EQ(CodeOf(engine.Search(search)), FailureCode::kInvalidInput);
  }
}

TEST_F(LibraryTest, RemembersAndRecalls) {
  Engine engine(Options());
  RememberRequest remember;
  remember.workspace = At("a");
  remember.text = "Deploys of the storage server run from the release branch";
  remember.category = "decision";
  const auto remembered = engine.Remember(remember);
  ASSERT_TRUE(remembered) << remembered.failure().message;
  EXPECT_EQ(json::parse(remembered->json)["did"], "added");
  EXPECT_EQ(engine.open_workspaces(), 0);  // memories need no stores
  RecallRequest recall;
  recall.workspace = At("a");
  recall.prompt = "how do we deploy the storage server?";
  const auto recalled = engine.Recall(recall);
  ASSERT_TRUE(recalled) << recalled.failure().message;
  EXPECT_THAT(recalled->text, HasSubstr("release branch"));
  EXPECT_FALSE(recalled->abstained);
  recall.workspace = At("b");
  const auto nothing = engine.Recall(recall);
  ASSERT_TRUE(nothing) << nothing.failure().message;
  EXPECT_TRUE(nothing->abstained);
  EXPECT_THAT(nothing->remarks, Not(IsEmpty()));
  remember.category = "opinion";
  EXPECT_EQ(CodeOf(engine.Remember(remember)), FailureCode::kInvalidInput);
}

TEST_F(LibraryTest, KeepsAsManyWorkspacesOpenAsItMay) {
  Engine two(Options(2));
  for (const std::string name : {"a", "b", "c", "a", "c"}) {
    ASSERT_TRUE(two.Pack(PackIn(name)));
    EXPECT_LE(two.open_workspaces(), 2);
  }
  EXPECT_EQ(two.open_workspaces(), 2);
  // One workspace is one, however it is written.
  PackRequest request = PackIn("c");
  request.workspace += "/../c/.";
  ASSERT_TRUE(two.Pack(request));
  EXPECT_EQ(two.open_workspaces(), 2);
  Engine none(Options(0));
  ASSERT_TRUE(none.Pack(PackIn("a")));
  EXPECT_EQ(none.open_workspaces(), 0);
}

TEST_F(LibraryTest, ReadsTheSettingsOfAWorkspaceAgainOnceItWasClosed) {
  Engine engine(Options());
  ASSERT_TRUE(engine.Pack(PackIn("a")));
  dir_.Write("a/.satchel/config.toml", "[budget]\ntokens = 321\n");
  const auto before = engine.Pack(PackIn("a"));
  ASSERT_TRUE(before) << before.failure().message;
  EXPECT_NE(before->budget, 321);
  engine.Close(At("a"));
  EXPECT_EQ(engine.open_workspaces(), 0);
  const auto after = engine.Pack(PackIn("a"));
  ASSERT_TRUE(after) << after.failure().message;
  EXPECT_EQ(after->budget, 321);
  engine.Close(At("never opened"));
}

TEST_F(LibraryTest, SaysWhatIsWrongWithARequest) {
  Engine engine(Options());
  const auto nowhere = engine.Pack(PackIn("nowhere"));
  ASSERT_FALSE(nowhere);
  EXPECT_EQ(nowhere.failure().code, FailureCode::kNotFound);
  EXPECT_THAT(nowhere.failure().message, HasSubstr("nowhere"));
  EXPECT_THAT(nowhere.failure().hint, Not(HasSubstr("--")));
  PackRequest request = PackIn("a");
  request.workspace = "";
  EXPECT_EQ(CodeOf(engine.Pack(request)), FailureCode::kInvalidInput);
  request = PackIn("a");
  request.task = " \n";
  EXPECT_EQ(CodeOf(engine.Pack(request)), FailureCode::kInvalidInput);
  request = PackIn("a");
  request.budget = std::numeric_limits<std::size_t>::max();  // -1 of somebody who counted wrong
  EXPECT_EQ(CodeOf(engine.Pack(request)), FailureCode::kInvalidInput);
  request = PackIn("a");
  request.tokenizer = "words";
  EXPECT_EQ(CodeOf(engine.Pack(request)), FailureCode::kInvalidInput);
  EXPECT_FALSE(std::filesystem::exists(dir_.path() / "a/.satchel"));  // nothing was made for it
  WhyRequest why;
  why.workspace = At("b");
  why.run = "no such run";
  EXPECT_EQ(CodeOf(engine.Why(why)), FailureCode::kNotFound);
}

TEST_F(LibraryTest, RefusesSettingsThatCannotBeUsed) {
  Engine engine(Options());
  dir_.Write("a/.satchel/config.toml", "[budget\n");
  const auto packed = engine.Pack(PackIn("a"));
  ASSERT_FALSE(packed);
  EXPECT_THAT(packed.failure().message, HasSubstr("config.toml"));
  EXPECT_EQ(engine.open_workspaces(), 0);
  // An opening that failed is tried again.
  std::filesystem::remove(dir_.path() / "a/.satchel/config.toml");
  EXPECT_TRUE(engine.Pack(PackIn("a")));
}

TEST_F(LibraryTest, ADamagedIndexIsRebuiltAndThatIsRemarked) {
  Engine engine(Options());
  SearchRequest search;
  search.workspace = At("a");
  search.query = "upload_a";
  const auto first = engine.Search(search);
  ASSERT_TRUE(first) << first.failure().message;
  EXPECT_THAT(first->remarks, IsEmpty());
  engine.Close(search.workspace);
  const auto file = dir_.path() / "a/.satchel/curated.db";
  test::ChangeSqlite(file, "DROP TABLE file");
  const auto healed = engine.Search(search);
  ASSERT_TRUE(healed) << healed.failure().message;
  EXPECT_EQ(healed->json, first->json);
  EXPECT_THAT(healed->remarks, ElementsAre(HasSubstr("damaged")));
  EXPECT_THAT(engine.Search(search)->remarks, IsEmpty());
  // One that cannot be opened.
  engine.Close(search.workspace);
  dir_.Write("a/.satchel/curated.db", "a diary");
  const auto packed = engine.Pack(PackIn("a"));
  ASSERT_TRUE(packed) << packed.failure().message;
  EXPECT_THAT(packed->text, HasSubstr("def upload_a"));
  EXPECT_THAT(packed->remarks, Contains(HasSubstr("curated.db.unknown-1")));
}

TEST_F(LibraryTest, StopsWhenTimeIsUpOrSomebodyCancels) {
  Engine engine(Options());
  PackRequest request = PackIn("a");
  request.limits.time = milliseconds(0);
  EXPECT_EQ(CodeOf(engine.Pack(request)), FailureCode::kDeadline);
  request.limits.cancel.emplace();
  CancelToken mine = *request.limits.cancel;
  EXPECT_FALSE(mine.cancelled());
  mine.Cancel();
  EXPECT_EQ(CodeOf(engine.Pack(request)), FailureCode::kCancelled);
  SearchRequest search;
  search.workspace = At("a");
  search.query = "upload";
  search.limits = request.limits;
  EXPECT_EQ(CodeOf(engine.Search(search)), FailureCode::kCancelled);
  RememberRequest remember;
  remember.workspace = At("a");
  remember.text = "Nothing of this is kept";
  remember.limits = request.limits;
  EXPECT_EQ(CodeOf(engine.Remember(remember)), FailureCode::kCancelled);
  EXPECT_FALSE(std::filesystem::exists(dir_.path() / "home"));
  request.limits = {};
  request.limits.time = std::chrono::minutes(10);
  EXPECT_TRUE(engine.Pack(request));
}

TEST_F(LibraryTest, ACancelledIndexEndsAndTheNextOneIsWhole) {
  for (int i = 0; i < 300; ++i) {
    dir_.Write("c/src/m" + std::to_string(i) + ".py", "def f(x):\n    return x\n");
  }
  Engine engine(Options());
  IndexRequest index;
  index.workspace = At("c");
  index.threads = 1;
  index.limits.cancel.emplace();
  CancelToken mine = *index.limits.cancel;
  index.progress = [&mine](std::size_t /*done*/, std::size_t /*total*/) { mine.Cancel(); };
  EXPECT_EQ(CodeOf(engine.Index(index)), FailureCode::kCancelled);
  index.limits = {};
  const auto indexed = engine.Index(index);
  ASSERT_TRUE(indexed) << indexed.failure().message;
  EXPECT_EQ(json::parse(indexed->json)["files"]["seen"], 301);
}

TEST_F(LibraryTest, TakesAnExceptionOfACallerAsAFailure) {
  EngineOptions options = Options();
  options.clock = []() -> std::chrono::system_clock::time_point {
    throw std::runtime_error("no clock");
  };
  Engine engine(options);
  EXPECT_EQ(CodeOf(engine.Pack(PackIn("a"))), FailureCode::kInternal);
  EXPECT_EQ(CodeOf(engine.Pack(PackIn("a"))), FailureCode::kInternal);  // and nobody waits for it
}

TEST_F(LibraryTest, ShowsNoSecretInAFailure) {
  const std::string secret = std::string("ghp_") + "xK9pQ2mZ7vR4tY8wL1nB6cD3fG5hJ0aSeUiO";
  Engine engine(Options());
  const auto packed = engine.Pack(PackIn(secret));
  ASSERT_FALSE(packed);
  EXPECT_THAT(packed.failure().message, Not(HasSubstr("xK9pQ2mZ")));
}

TEST_F(LibraryTest, HiddenCharactersAreEscapedInAnswersAndFailures) {
  Engine engine(Options());
  dir_.Write("a/src/socket.py", "def close_socket(handle):  # \u202eelif\n    return handle\n");
  SearchRequest search;
  search.workspace = At("a");
  search.query = "close_socket elif";
  const auto found = engine.Search(search);
  ASSERT_TRUE(found) << found.failure().message;
  EXPECT_THAT(found->json, AllOf(HasSubstr("close_socket"), Not(HasSubstr("\u202e"))));
  const auto nowhere = engine.Pack(PackIn("no\u202ewhere"));
  ASSERT_FALSE(nowhere);
  EXPECT_THAT(nowhere.failure().message,
              AllOf(HasSubstr("no\\u{202E}where"), Not(HasSubstr("\u202e"))));
}

TEST(FailureCodeTest, HasNamesThatAreApart) {
  std::vector<std::string_view> names;
  for (int code = 0; code <= static_cast<int>(FailureCode::kInternal); ++code) {
    names.push_back(Name(static_cast<FailureCode>(code)));
  }
  EXPECT_THAT(names, testing::ElementsAre("invalid_input", "not_found", "conflict", "unavailable",
                                          "system", "denied", "deadline", "cancelled", "corrupt",
                                          "foreign", "internal"));
}

TEST(LibraryVersionTest, IsThatOfTheHeader) {
  EXPECT_EQ(LibraryVersion(), std::to_string(SATCHEL_VERSION_MAJOR) + "." +
                                  std::to_string(SATCHEL_VERSION_MINOR) + "." +
                                  std::to_string(SATCHEL_VERSION_PATCH));
}

}  // namespace
}  // namespace satchel
