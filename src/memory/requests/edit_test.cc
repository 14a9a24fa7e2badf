#include "memory/requests/edit.h"

#include <filesystem>
#include <set>
#include <string>
#include <sys/stat.h>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/writer_lock.h"
#include "tests/support/temp_dir.h"

namespace satchel::engine {
namespace {

namespace fs = std::filesystem;
using memory::Category;
using memory::MemoryState;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::Not;
using testing::SizeIs;

class MemoryEditTest : public testing::Test {
 protected:
  MemoryEditTest() {
    target_.place = {.project = dir_.path() / "m/app", .shared = dir_.path() / "m/shared"};
    target_.now = *ParseTime("2026-01-02T10:11:12Z");
  }

  Result<Remembered> Add(const NewMemory& asked, const RememberOptions& options = {}) const {
    return Remember(target_, asked, options);
  }
  std::string Id(const NewMemory& asked) const { return Add(asked).value().memory.id; }
  std::vector<MemoryPointer> All() const {
    return LoadMemories(target_.place, {}, Deadline::Never()).value().memories;
  }
  memory::Memory Get(const std::string& id) const { return *FindMemory(All(), id).value(); }
  std::string File(const std::string& path) const {
    return test::TempDir::ReadFile(target_.place.project / path);
  }
  static ::mode_t ModeOf(const fs::path& path) {
    struct stat facts{};
    return ::stat(path.c_str(), &facts) == 0 ? facts.st_mode & 0777U : 0;
  }

  test::TempDir dir_;
  MemoryTarget target_;
};

TEST_F(MemoryEditTest, ANewMemoryIsAFileThatReadsBackAsItWasGiven) {
  const auto added = Add({.text = "  Deploys run from the release branch.\n",
                          .tags = {"ci", "ci", "release"},
                          .entity = "deploys",
                          .attributes = {{"branch", "release"}},
                          .confidence = Score::FromMillionths(900'000),
                          .valid_from = *ParseTime("2026-01-01"),
                          .expires = *ParseTime("2027-01-01"),
                          .source = "alice"});
  ASSERT_TRUE(added) << added.error().text();
  EXPECT_EQ(added->outcome, RememberOutcome::kAdded);
  const memory::Memory& made = added->memory;
  EXPECT_THAT(made.id, MatchesRegex("fact-[0-9a-z]{26}"));
  EXPECT_EQ(made.path, "facts/2026-01-02/" + made.id + ".md");
  const memory::Memory read = Get(made.id);
  EXPECT_EQ(read.text, "Deploys run from the release branch.");
  EXPECT_THAT(read.tags, ElementsAre("ci", "release"));
  EXPECT_EQ(read.entity, "deploys");
  EXPECT_THAT(read.attributes, ElementsAre(testing::Pair("branch", "release")));
  EXPECT_EQ(read.confidence, Score::FromMillionths(900'000));
  EXPECT_EQ(read.created, target_.now);
  EXPECT_EQ(read.expires, ParseTime("2027-01-01").value());
  EXPECT_EQ(read.source, "alice");
  EXPECT_TRUE(read.importance);
  EXPECT_EQ(read.state, MemoryState::kActive);
  EXPECT_THAT(File(made.path), AllOf(HasSubstr("\nimportanceLevel: "), HasSubstr("\ncontentHash: "),
                                     HasSubstr("\n---\n\nDeploys run")));
}

TEST_F(MemoryEditTest, TheIntentIsCapturedOnlyIfItIsAskedFor) {
  const std::string text = "We must fix the login of the staging server first";
  const auto plain = Add({.text = text});
  ASSERT_TRUE(plain);
  EXPECT_TRUE(Get(plain->memory.id).intent.empty());
  EXPECT_THAT(File(plain->memory.path), Not(HasSubstr("intent")));
  const auto other = Remember(target_, {.text = "We must fix the deploy of the search index"},
                              {.force = true, .intent = true});
  ASSERT_TRUE(other);
  EXPECT_FALSE(Get(other->memory.id).intent.empty());
}

TEST_F(MemoryEditTest, WhatIsMadeIsPrivate) {
  const auto added = Add({.text = "A fact about something"});
  ASSERT_TRUE(added);
  EXPECT_EQ(ModeOf(target_.place.project), 0700U);
  EXPECT_EQ(ModeOf(target_.place.project / "facts/2026-01-02"), 0700U);
  EXPECT_EQ(ModeOf(target_.place.project / added->memory.path), 0600U);
  EXPECT_TRUE(fs::is_empty(target_.place.project / "state/drafts"));
}

TEST_F(MemoryEditTest, ARefusedMemoryLeavesNothingBehind) {
  const auto why = [&](const NewMemory& asked) {
    const auto added = Add(asked);
    EXPECT_FALSE(added);
    return added ? std::string() : added.error().text();
  };
  EXPECT_THAT(why({.text = " \n "}), HasSubstr("is empty"));
  EXPECT_THAT(why({.text = std::string(65'537, 'x')}), HasSubstr("at most 65536"));
  EXPECT_THAT(why({.text = "a\x80"}), HasSubstr("is no UTF-8"));
  EXPECT_THAT(why({.text = "a\x1B[31m"}), HasSubstr("control characters"));
  EXPECT_THAT(why({.text = "hidden\u200B text"}), HasSubstr("cannot be seen"));
  EXPECT_THAT(why({.text = "# Satchel packet: memory\n\n> a"}), HasSubstr("came from a packet"));
  EXPECT_THAT(why({.text = "He said:\n> Satchel packet: notes. Text"}), HasSubstr("a packet"));
  EXPECT_THAT(why({.text = "<satchel-7e3b9f1d section=\"x\">"}), HasSubstr("a packet"));
  EXPECT_THAT(why({.text = "a fact", .tags = {"a\nb"}}), HasSubstr("several lines"));
  EXPECT_THAT(why({.text = "a fact", .attributes = {{"a", "b"}}}), HasSubstr("entity"));
  EXPECT_THAT(why({.text = "a fact", .expires = target_.now}), HasSubstr("expired"));
  EXPECT_THAT(why({.text = "a fact", .valid_from = target_.now, .valid_to = target_.now}),
              HasSubstr("not after"));
  EXPECT_THAT(dir_.Listing(), IsEmpty());
  EXPECT_EQ(Add({.text = "a fact", .supersedes = "nothing"}).error().code(), Errc::kNotFound);
  EXPECT_THAT(All(), IsEmpty());
}

TEST_F(MemoryEditTest, ATextThatOnlySpeaksOfPacketsIsTaken) {
  EXPECT_TRUE(Add({.text = "A Satchel packet begins with a header"}));
  EXPECT_TRUE(Add({.text = "Satchel packets are made of sections"}));
}

TEST_F(MemoryEditTest, SecretsAreTakenOutAndSaid) {
  const std::string token = "ghp_" + std::string("16C7e42F292c6912E7710c838347Ae178B4a");
  const auto added = Add({.text = "The token is " + token + " for now",
                          .entity = "service",
                          .attributes = {{"password", "xK9#mQ2$vL5pRt8w"}}});
  ASSERT_TRUE(added) << added.error().text();
  EXPECT_THAT(added->secrets, Not(IsEmpty()));
  const std::string file = File(added->memory.path);
  EXPECT_THAT(file, AllOf(Not(HasSubstr(token)), Not(HasSubstr("xK9#mQ2$vL5pRt8w")),
                          HasSubstr("[redacted:")));
}

TEST_F(MemoryEditTest, TheSameTextIsNotWrittenTwice) {
  const std::string first = Id({.text = "The cache lives for ten minutes."});
  const auto again = Add({.text = "the cache  lives for TEN minutes"}, {.force = true});
  ASSERT_TRUE(again);
  EXPECT_EQ(again->outcome, RememberOutcome::kKnown);
  EXPECT_EQ(again->memory.id, first);
  EXPECT_THAT(All(), SizeIs(1));
}

TEST_F(MemoryEditTest, WhatIsNearlyTheSameIsWrittenOnlyByForce) {
  const std::string words =
      "billing invoice service rounds amounts half even before printing customer receipts monthly";
  const std::string first = Id({.text = words + " everywhere"});
  const auto alike = Add({.text = words});
  ASSERT_TRUE(alike);
  EXPECT_EQ(alike->outcome, RememberOutcome::kAlike);
  EXPECT_EQ(alike->memory.id, first);
  EXPECT_GE(alike->alike, Score::FromMillionths(900'000));
  EXPECT_THAT(All(), SizeIs(1));
  EXPECT_EQ(Add({.text = words}, {.force = true})->outcome, RememberOutcome::kAdded);
}

TEST_F(MemoryEditTest, OtherScriptsAreComparedToo) {
  const std::string first = Id({.text = "Сборка идёт из ветки релиза каждую ночь"});
  EXPECT_EQ(Add({.text = "сборка идёт из ветки релиза каждую ночь!"})->memory.id, first);
  const std::string second = Id({.text = "缓存保留十分钟"});
  EXPECT_EQ(Add({.text = "缓存保留十分钟。"})->memory.id, second);
}

TEST_F(MemoryEditTest, WhatWasForgottenMayBeRememberedAnew) {
  const std::string first = Id({.text = "The cache lives for ten minutes."});
  ASSERT_TRUE(Forget(target_, first, {}));
  EXPECT_EQ(Add({.text = "The cache lives for ten minutes."})->outcome, RememberOutcome::kAdded);
}

TEST_F(MemoryEditTest, AnotherValueOfTheSameAttributeSupersedesTheOlder) {
  const auto port = [](const char* text, const char* entity, const char* value) {
    return NewMemory{.text = text, .entity = entity, .attributes = {{"port", value}}};
  };
  const std::string first = Id(port("The proxy listens on 8080", "Proxy", "8080"));
  const std::string other = Id(port("The database listens on 5432", "db", "5432"));
  target_.now = *ParseTime("2026-02-01");
  const auto second = Add(port("The proxy listens on 9090", "proxy", "9090"));
  ASSERT_TRUE(second);
  EXPECT_THAT(second->superseded, ElementsAre(first));
  EXPECT_EQ(Get(second->memory.id).supersedes, first);
  const memory::Memory old = Get(first);
  EXPECT_EQ(old.state, MemoryState::kSuperseded);
  EXPECT_EQ(old.superseded_by, second->memory.id);
  EXPECT_EQ(old.valid_to, target_.now);
  EXPECT_THAT(File(old.path), HasSubstr("\nsupersededAt: 2026-02-01T00:00:00Z\n"));
  EXPECT_EQ(Get(other).state, MemoryState::kActive);
  // Back to the first value: what is superseded is no duplicate.
  EXPECT_EQ(Add(port("The proxy listens on 8080", "proxy", "8080"))->outcome,
            RememberOutcome::kAdded);
}

TEST_F(MemoryEditTest, WhatIsSaidOfAnotherTimeIsNoContradiction) {
  const auto lead = [](const char* text, const char* value) {
    return NewMemory{.text = text, .entity = "team", .attributes = {{"lead", value}}};
  };
  NewMemory now = lead("Ann leads the team", "ann");
  const std::string current = Id(now);
  // Backdated: it was so until the other one became true.
  NewMemory past = lead("Bob led the team at first", "bob");
  past.valid_from = *ParseTime("2020-01-01");
  EXPECT_EQ(Add(past)->memory.valid_to, target_.now);
  EXPECT_EQ(Get(current).state, MemoryState::kActive);
  // Not yet: until then the other one goes on.
  NewMemory future = lead("Cid will lead the team", "cid");
  future.valid_from = *ParseTime("2027-01-01");
  EXPECT_THAT(Add(future)->superseded, ElementsAre(current));
  EXPECT_EQ(Get(current).state, MemoryState::kActive);
  EXPECT_EQ(Get(current).superseded_by, "");
  EXPECT_EQ(Get(current).valid_to, ParseTime("2027-01-01").value());
}

TEST_F(MemoryEditTest, ANamedMemoryIsSupersededOnce) {
  const std::string first = Id({.text = "We use files for the queue"});
  const auto second = Add({.text = "We use SQLite for it", .supersedes = first.substr(0, 20)});
  ASSERT_TRUE(second) << second.error().text();
  EXPECT_EQ(Get(first).superseded_by, second->memory.id);
  const auto third = Add({.text = "We use PostgreSQL", .supersedes = first});
  ASSERT_FALSE(third);
  EXPECT_EQ(third.error().code(), Errc::kConflict);
}

TEST_F(MemoryEditTest, CorrectionsAndArtifactsHaveDirectoriesOfTheirOwn) {
  const auto added = Add({.text = "No, the limit is 20, not 10", .category = Category::kCorrection},
                         {.artifacts = true});
  ASSERT_TRUE(added);
  EXPECT_EQ(added->memory.path, "corrections/" + added->memory.id + ".md");
  ASSERT_FALSE(added->artifact.empty());
  const memory::Memory copy = Get(added->artifact);
  EXPECT_EQ(copy.path, "artifacts/2026-01-02/" + copy.id + ".md");
  EXPECT_TRUE(copy.artifact);
  EXPECT_EQ(copy.artifact_type, "correction");
  EXPECT_EQ(copy.source_memory, added->memory.id);
  EXPECT_EQ(Add({.text = "Plain facts have no copy"}, {.artifacts = true})->artifact, "");
  EXPECT_EQ(Add({.text = "We decided for SQLite", .category = Category::kDecision})->artifact, "");
}

TEST_F(MemoryEditTest, ForgettingKeepsTheFileAndPurgingDoesNot) {
  const auto added =
      Add({.text = "We decided for SQLite", .category = Category::kDecision}, {.artifacts = true});
  const std::string id = added->memory.id;
  const auto forgotten = Forget(target_, id, {.reason = "it was wrong"});
  ASSERT_TRUE(forgotten);
  EXPECT_TRUE(forgotten->changed);
  EXPECT_EQ(forgotten->memory.state, MemoryState::kForgotten);
  EXPECT_THAT(File(added->memory.path), AllOf(HasSubstr("\nforgottenAt: 2026-01-02T10:11:12Z\n"),
                                              HasSubstr("\nforgottenReason: it was wrong\n"),
                                              HasSubstr("We decided for SQLite")));
  EXPECT_FALSE(Forget(target_, id, {})->changed);
  const auto purged = Forget(target_, id, {.purge = true});
  ASSERT_TRUE(purged);
  EXPECT_THAT(purged->copies, ElementsAre(added->artifact));
  EXPECT_THAT(All(), IsEmpty());
  EXPECT_EQ(Forget(target_, id, {}).error().code(), Errc::kNotFound);
}

TEST_F(MemoryEditTest, AnEditChangesTheTextAndWhatFollowsFromIt) {
  const auto added =
      Add({.text = "We decided for files", .category = Category::kDecision}, {.artifacts = true});
  const std::string id = added->memory.id;
  target_.now = *ParseTime("2026-03-01");
  const auto edited = EditMemory(target_, id, "We decided for SQLite", "We decided for files");
  ASSERT_TRUE(edited) << edited.error().text();
  EXPECT_EQ(edited->memory.text, "We decided for SQLite");
  EXPECT_EQ(Get(id).updated, target_.now);
  EXPECT_EQ(Get(id).created, added->memory.created);
  EXPECT_EQ(Get(added->artifact).text, "We decided for SQLite");
  EXPECT_FALSE(EditMemory(target_, id, "We decided for SQLite")->changed);
  EXPECT_EQ(EditMemory(target_, id, "x y", "We decided for files").error().code(), Errc::kConflict);
  EXPECT_EQ(EditMemory(target_, id, "").error().code(), Errc::kInvalidInput);
  EXPECT_EQ(EditMemory(target_, id, "# Satchel packet: x").error().code(), Errc::kInvalidInput);
}

TEST_F(MemoryEditTest, WhatPeopleWroteIntoAFileStays) {
  dir_.Write(
      "m/app/facts/by_hand.md",
      "---\r\nid: mine\r\n# a remark\r\ncustom: {deep: [1, 2]}\r\nstatus: active  # so far\r\n"
      "---\r\nA fact\r\n");
  ASSERT_TRUE(Forget(target_, "mine", {}));
  EXPECT_EQ(
      File("facts/by_hand.md"),
      "---\r\nid: mine\r\n# a remark\r\ncustom: {deep: [1, 2]}\r\nstatus: forgotten  # so far\r\n"
      "forgottenAt: 2026-01-02T10:11:12Z\r\nupdated: 2026-01-02T10:11:12Z\r\n---\r\nA fact\r\n");
}

TEST_F(MemoryEditTest, AReplacedFileKeepsItsPermissions) {
  const auto file = dir_.Write("m/app/facts/a.md", "---\nid: a\n---\nA fact\n");
  ::chmod(file.c_str(), 0640);
  ASSERT_TRUE(Pin(target_, "a", true));
  EXPECT_EQ(ModeOf(file), 0640U);
}

TEST_F(MemoryEditTest, VotesAreCountedInTheFileAndVotesAgainstForWhat) {
  const std::string id = Id({.text = "The cache lives for ten minutes."});
  EXPECT_EQ(VoteFor(target_, id, Vote::kUp, "")->memory.up_votes, 1);
  EXPECT_EQ(VoteFor(target_, id, Vote::kDown, "")->memory.down_votes, 1);
  EXPECT_FALSE(fs::exists(target_.place.project / "state/negative_examples.json"));
  for (int i = 0; i < 12; ++i) {
    ASSERT_TRUE(VoteFor(target_, id, Vote::kDown, "query " + std::to_string(i % 11)));
  }
  EXPECT_EQ(Get(id).down_votes, 13);
  const auto folder =
      memory::LoadFolder(target_.place.project, "default", nullptr, Deadline::Never());
  EXPECT_THAT(folder->negatives, ElementsAre(testing::Pair(id, 12)));
  const auto json = nlohmann::json::parse(File("state/negative_examples.json"));
  EXPECT_THAT(json[id]["queries"], SizeIs(10));
  EXPECT_EQ(json[id]["queries"].back(), "query 0");
  ASSERT_TRUE(Forget(target_, id, {.purge = true}));
  EXPECT_THAT(File("state/negative_examples.json"), Not(HasSubstr(id)));
}

TEST_F(MemoryEditTest, ABrokenCountOfVotesIsNotOverwritten) {
  const std::string id = Id({.text = "The cache lives for ten minutes."});
  dir_.Write("m/app/state/negative_examples.json", "[1, 2");
  EXPECT_FALSE(VoteFor(target_, id, Vote::kDown, "cache"));
  EXPECT_EQ(File("state/negative_examples.json"), "[1, 2");
  EXPECT_EQ(Get(id).down_votes, 0);
}

TEST_F(MemoryEditTest, PinsAndTimesAreSetAndTakenBack) {
  const std::string id = Id({.text = "The cache lives for ten minutes."});
  EXPECT_TRUE(Pin(target_, id, true)->memory.pinned);
  EXPECT_FALSE(Pin(target_, id, true)->changed);
  EXPECT_FALSE(Pin(target_, id, false)->memory.pinned);
  const Time at = *ParseTime("2026-06-01");
  EXPECT_EQ(Expire(target_, id, at)->memory.expires, at);
  EXPECT_EQ(Expire(target_, id, std::nullopt)->memory.expires, std::nullopt);
  EXPECT_FALSE(Expire(target_, id, std::nullopt)->changed);
}

TEST_F(MemoryEditTest, NamespacesAreMadeAndGuarded) {
  target_.scope.space = "ops";
  const auto added = Add({.text = "The pager rings at night"});
  ASSERT_TRUE(added);
  EXPECT_TRUE(added->new_space);
  EXPECT_TRUE(fs::exists(target_.place.project / "namespaces/ops" / added->memory.path));
  EXPECT_FALSE(Add({.text = "Runbooks are in the wiki"})->new_space);
  target_.scope.space = "shared";
  EXPECT_TRUE(fs::exists(target_.place.shared / Add({.text = "Prefer tabs"})->memory.path));
  for (const char* name : {"../out", ".hidden", "a/b"}) {
    target_.scope.space = name;
    EXPECT_EQ(Add({.text = "It gets out of here"}).error().code(), Errc::kInvalidInput) << name;
  }
  dir_.Write("m/app/namespaces.json", R"({"ops": {"read": ["*"], "write": ["alice"]}})");
  target_.scope = {.space = "ops", .principal = "bob"};
  EXPECT_THAT(Add({.text = "Bob was here"}).error().text(), HasSubstr("may not write"));
  target_.scope = {.space = "", .principal = "bob"};
  EXPECT_THAT(Pin(target_, added->memory.id, true).error().text(), HasSubstr("may not write"));
  target_.scope.principal = "alice";
  EXPECT_TRUE(Pin(target_, added->memory.id, true));
}

TEST_F(MemoryEditTest, WhatIsRefusedMakesNoNamespace) {
  target_.scope.space = "opz";
  EXPECT_EQ(Add({.text = "The pager rings at night", .supersedes = "fact-1"}).error().code(),
            Errc::kNotFound);
  EXPECT_FALSE(fs::exists(target_.place.project / "namespaces"));
}

TEST_F(MemoryEditTest, WhoMayNotReadIsToldOnlyWhatTheySaid) {
  const std::string words =
      "invoices are rounded half to even before receipts get printed each month by billing "
      "services in Europe";
  target_.scope = {.space = "box", .principal = "alice"};
  const std::string id = Id({.text = words + " everywhere"});
  Id({.text = "The proxy listens on 8080", .entity = "proxy", .attributes = {{"port", "8080"}}});
  dir_.Write("m/app/namespaces.json", R"({"box": {"read": ["alice"], "write": ["alice", "bob"]}})");
  target_.scope.principal = "bob";

  const auto known = Add({.text = words + " everywhere!"});
  ASSERT_TRUE(known);
  EXPECT_EQ(known->outcome, RememberOutcome::kKnown);
  EXPECT_EQ(known->memory.id, "");
  EXPECT_EQ(known->memory.text, words + " everywhere!");
  const auto alike = Add({.text = words});
  ASSERT_TRUE(alike);
  EXPECT_EQ(alike->outcome, RememberOutcome::kAdded) << "what is alike would tell what is there";
  const auto port =
      Add({.text = "The proxy is on 9090", .entity = "proxy", .attributes = {{"port", "9090"}}});
  ASSERT_TRUE(port);
  EXPECT_THAT(port->superseded, IsEmpty());
  EXPECT_EQ(port->memory.supersedes, "");
  const auto named = Add({.text = "Another text altogether", .supersedes = id});
  ASSERT_FALSE(named);
  EXPECT_EQ(named.error().code(), Errc::kInvalidInput);

  // It is done all the same.
  target_.scope.principal = "alice";
  const auto all = LoadMemories(target_.place, target_.scope, Deadline::Never());
  ASSERT_TRUE(all);
  EXPECT_THAT(all->memories, SizeIs(4));
  EXPECT_EQ(FindMemory(all->memories, port->memory.id).value()->supersedes.empty(), false);
}

TEST_F(MemoryEditTest, LinksAreNotFollowed) {
  const fs::path outside = dir_.MakeDirectory("outside");
  fs::create_directories(target_.place.project);
  fs::create_directory_symlink(outside, target_.place.project / "facts");
  const auto added = Add({.text = "A fact about something"});
  ASSERT_FALSE(added);
  EXPECT_EQ(added.error().code(), Errc::kInvalidInput);
  EXPECT_TRUE(fs::is_empty(outside));
  fs::remove(target_.place.project / "facts");
  fs::remove_all(target_.place.project / "state");
  fs::create_directory_symlink(outside, target_.place.project / "state");
  EXPECT_FALSE(Add({.text = "A fact about something"}));
  EXPECT_TRUE(fs::is_empty(outside));
}

TEST_F(MemoryEditTest, WhatAKilledWriterLeftIsClearedAway) {
  dir_.Write("m/app/state/drafts/0", "half of a mem");
  dir_.Write("m/app/state/drafts/77", "");
  ASSERT_TRUE(Add({.text = "A fact about something"}));
  EXPECT_TRUE(fs::is_empty(target_.place.project / "state/drafts"));
  EXPECT_THAT(All(), SizeIs(1));
}

TEST_F(MemoryEditTest, AWriterWaitsForAnotherUntilItsTimeIsOver) {
  dir_.MakeDirectory("m/app/state");
  const auto held = WriterLock::Acquire(target_.place.project / "state", Deadline::Never());
  ASSERT_TRUE(held);
  target_.deadline = Deadline::After(std::chrono::milliseconds(30));
  const auto added = Add({.text = "A fact about something"});
  ASSERT_FALSE(added);
  EXPECT_EQ(added.error().code(), Errc::kDeadline);
}

TEST_F(MemoryEditTest, EightWritersLoseNothing) {
  constexpr int kWriters = 8;
  constexpr int kEach = 6;
  {
    std::vector<std::jthread> writers;
    for (int writer = 0; writer < kWriters; ++writer) {
      writers.emplace_back([&, writer] {
        for (int i = 0; i < kEach; ++i) {
          const auto added =
              Add({.text = "Topic" + std::to_string(writer * 100 + i) + " is its own matter"},
                  {.force = true});
          EXPECT_TRUE(added);
          if (i == 0 && added) {
            EXPECT_TRUE(VoteFor(target_, added->memory.id, Vote::kDown, "topic"));
          }
        }
      });
    }
  }
  std::set<std::string> ids;
  for (const MemoryPointer& memory : All()) ids.insert(memory->id);
  EXPECT_THAT(ids, SizeIs(kWriters * kEach));
  const auto folder =
      memory::LoadFolder(target_.place.project, "default", nullptr, Deadline::Never());
  EXPECT_THAT(folder->negatives, SizeIs(kWriters));
  EXPECT_THAT(folder->findings, IsEmpty());
}

TEST_F(MemoryEditTest, EightWritersOfOneTextWriteItOnce) {
  {
    std::vector<std::jthread> writers;
    for (int writer = 0; writer < 8; ++writer) {
      writers.emplace_back([&] { EXPECT_TRUE(Add({.text = "The cache lives for ten minutes."})); });
    }
  }
  EXPECT_THAT(All(), SizeIs(1));
}

TEST(MemoryIdTest, SortsByTimeAndIsNeverTheSame) {
  const Time now = *ParseTime("2026-01-02T10:11:12Z");
  std::set<std::string> ids;
  for (int i = 0; i < 1'000; ++i) ids.insert(MakeMemoryId("fact", now));
  EXPECT_THAT(ids, SizeIs(1'000));
  EXPECT_LT(*ids.rbegin(), MakeMemoryId("fact", now + std::chrono::milliseconds(1)));
  EXPECT_TRUE(IsMemoryId(*ids.begin()));
  for (const char* id : {"", ".a", "a/b", "a b", "..", "a\n"}) EXPECT_FALSE(IsMemoryId(id)) << id;
}

}  // namespace
}  // namespace satchel::engine
