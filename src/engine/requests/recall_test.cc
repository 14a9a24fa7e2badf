#include "engine/requests/recall.h"

#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "engine/answers/recall_answer.h"
#include "engine/engine.h"
#include "memory/requests/place.h"
#include "memory/requests/uses.h"
#include "tests/support/engine_workspace.h"

namespace satchel::engine {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

struct File {
  std::string id;
  std::string text;
  std::string fields;  // lines
  std::string folder = "facts/2025-12-01";
};

class RecallTest : public testing::Test {
 protected:
  RecallTest() : engine_(at_.Open()) {
    const auto parts = at_.Parts();
    auto place =
        PlaceOfMemories(parts.workspace, parts.settings, parts.directories, parts.environment);
    EXPECT_TRUE(place) << place.error().text();
    if (place) place_ = *std::move(place);
  }

  static void Put(const std::filesystem::path& space, const File& file) {
    const auto path = space / file.folder / (file.id + ".md");
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << fmt::format(
        "---\nid: {}\ncreated: 2025-12-01T00:00:00Z\nmemoryKind: note\n{}---\n\n{}\n", file.id,
        file.fields, file.text);
  }
  void Put(const File& file) const { Put(place_.project, file); }

  PacketAnswer Recall(std::string prompt, const MemoryOptions& options = {},
                      std::size_t budget = 2000) {
    PacketRequest request{.recipe = std::string(kMemory), .task = std::move(prompt)};
    request.budget = budget;
    request.now = test::EngineWorkspace::kNow;
    request.fresh = true;
    request.options = {std::make_shared<MemoryOptions>(options)};
    auto answer = engine_->MakePacket(request, Deadline::Never());
    EXPECT_TRUE(answer) << answer.error().text();
    return answer ? *std::move(answer) : PacketAnswer();
  }
  // Of a section, in the order shown.
  static std::vector<std::string> Shown(const PacketAnswer& answer, std::string_view section) {
    std::vector<std::string> ids;
    for (const packet::Section& each : answer.packet.sections) {
      if (each.name != section) continue;
      for (const packet::Item& item : each.items) ids.push_back(item.candidate.id.value());
    }
    return ids;
  }
  // By id, why it was left out.
  std::map<std::string, std::string> LeftOut(const PacketAnswer& answer) {
    std::map<std::string, std::string> reasons;
    const auto run = engine_->ViewRun(answer.run, Deadline::Never());
    EXPECT_TRUE(run);
    if (!run) return reasons;
    for (const LoggedDecision* decision : run->LastDecisions()) {
      if (!decision->included) reasons.emplace(decision->item, decision->reason);
    }
    return reasons;
  }

  test::EngineWorkspace at_;
  std::unique_ptr<Engine> engine_;
  MemoryPlace place_;
};

TEST(RecallOptionsTest, DefaultsAreThoseOfTheSpecification) {
  const test::EngineWorkspace at;
  const auto settings = at.Parts().settings;
  const MemoryOptions options = RecallOptions(settings);
  EXPECT_TRUE(options.planner);
  EXPECT_EQ(options.most_minimal, 4U);
  EXPECT_EQ(settings.Integer(settings::Key::kMemoryMaxMemoryTokens), 2000);
  EXPECT_TRUE(options.search);
  EXPECT_EQ(options.most_found, 8U);
  EXPECT_FALSE(options.intent_routing);
  EXPECT_EQ(options.intent_boost, Score::FromMillionths(120'000));
  EXPECT_FALSE(options.artifacts);
  EXPECT_FALSE(options.expansion);
  EXPECT_FALSE(options.rerank);
  EXPECT_EQ(options.recency_weight, Score());
  EXPECT_TRUE(options.spaces) << "the shared namespace is read as soon as there is one";
  EXPECT_FALSE(settings.Bool(settings::Key::kMemoryNamespacesEnabled)) << "where nobody sets it";
  EXPECT_EQ(options.ToJson(), MemoryOptions().ToJson());
  const auto read = pipeline::MemoryOptionsFrom(options.ToJson());
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_EQ(read->ToJson(), options.ToJson());
  EXPECT_FALSE(pipeline::MemoryOptionsFrom({{"most_found", "eight"}}));
  EXPECT_FALSE(pipeline::MemoryOptionsFrom({{"as_of", 3}}));
}

TEST_F(RecallTest, ShowsWhatThePromptIsAboutAndSaysWhy) {
  Put({"queue", "The job queue is kept in PostgreSQL, not in Redis.", "category: decision\n"});
  Put({"lunch", "Lunch is at noon.", ""});
  const auto answer = Recall("Where do we keep the job queue?");
  EXPECT_THAT(Shown(answer, "memories"), ElementsAre("queue"));
  EXPECT_THAT(answer.text, AllOf(HasSubstr("PostgreSQL, not in Redis"), HasSubstr("decision"),
                                 Not(HasSubstr("Lunch"))));
  const auto run = engine_->ViewRun(answer.run, Deadline::Never());
  ASSERT_TRUE(run);
  const Json json = RecallAnswerJson(answer, *run);
  EXPECT_EQ(json["plan"]["mode"], "full");
  ASSERT_EQ(json["included"].size(), 1U);
  EXPECT_EQ(json["included"][0]["served_by"], "words");
  EXPECT_THAT(json["included"][0]["evidence"].get<std::string>(), HasSubstr("queue"));
  EXPECT_TRUE(json["included"][0]["terms"].contains("search"));
}

// A copy of `.satchel/` must not have the words of the user's memories.
TEST_F(RecallTest, RowsOfMemoriesAreNotInTheWorkTree) {
  Put({"queue", "The job queue is kept in PostgreSQL, not in Redis.", ""});
  EXPECT_THAT(Shown(Recall("Where do we keep the job queue?"), "memories"), ElementsAre("queue"));
  const auto sources = [](const std::filesystem::path& file) {
    return test::ChangeSqlite(file, "UPDATE segment SET size = size WHERE source LIKE 'memory/%'");
  };
  const StorePlace place = engine_->place();
  engine_.reset();
  EXPECT_EQ(sources(place.directory / "curated.db"), 0);
  EXPECT_GT(sources(place.memory_file), 0);
}

// A request that reads no memory opens no file for them.
TEST_F(RecallTest, WithoutMemoriesThereIsNoFileForTheirRows) {
  EXPECT_THAT(Shown(Recall("Where do we keep the job queue?"), "memories"), IsEmpty());
  EXPECT_FALSE(std::filesystem::exists(engine_->place().memory_file));
}

TEST_F(RecallTest, AnAcknowledgementReadsNothing) {
  Put({"thanks", "Say thanks.", ""});
  std::ofstream(place_.project / "profile.md") << "Prefers short answers.\n";
  const auto answer = Recall("ok thanks");
  EXPECT_THAT(Shown(answer, "memories"), IsEmpty());
  EXPECT_THAT(Shown(answer, "profile"), IsEmpty());
  EXPECT_THAT(EmptyRecall(answer), HasSubstr("asks for nothing"));
  EXPECT_EQ(answer.snapshot["memory"], Json::object());
}

TEST_F(RecallTest, WithoutThePlannerEveryPromptIsFull) {
  Put({"thanks", "Say thanks in the channel.", ""});
  MemoryOptions options;
  options.planner = false;
  EXPECT_THAT(Shown(Recall("thanks", options), "memories"), ElementsAre("thanks"));
}

TEST_F(RecallTest, AShortCommandGetsFourAtMost) {
  for (int i = 0; i < 9; ++i) {
    Put({fmt::format("m{}", i), fmt::format("The tests of part {} need a database {}.", i, i * i),
         ""});
  }
  EXPECT_EQ(Shown(Recall("run the tests"), "memories").size(), 4U);
  MemoryOptions options;
  options.most_minimal = 2;
  const auto answer = Recall("run the tests", options);
  EXPECT_EQ(Shown(answer, "memories").size(), 2U);
  EXPECT_EQ(answer.values.at("memory.plan")["mode"], "minimal");
  EXPECT_THAT(LeftOut(answer), Contains(testing::Pair("m8", "max_results")));
}

TEST_F(RecallTest, AFullRecallHasEightAtMost) {
  for (int i = 0; i < 20; ++i) {
    Put({fmt::format("m{}", i), fmt::format("Fact {} on deployment number {}.", i, i * i), ""});
  }
  EXPECT_EQ(Shown(Recall("What do we know about deployment?"), "memories").size(), 8U);
}

TEST_F(RecallTest, EveryFilterIsNamed) {
  const std::string words = "the release train of team ";
  Put({"good", words + "alpha leaves on Monday", ""});
  Put({"gone", words + "beta leaves on Tuesday", "status: forgotten\n"});
  Put({"old", words + "gamma leaves on Friday", "status: superseded\nsupersededBy: good\n"});
  Put({"late", words + "delta left in May", "expiresAt: 2025-12-31T00:00:00Z\n"});
  Put({"early", words + "epsilon leaves in June", "valid_at: 2026-06-01T00:00:00Z\n"});
  Put({"ended", words + "zeta left in March", "invalid_at: 2025-12-31T00:00:00Z\n"});
  Put({"review", words + "eta is uncertain", "status: pending_review\n"});
  Put({"dream", words + "theta flies", "memoryKind: dream\n"});
  const auto answer = Recall("When does the release train of the team leave?");
  EXPECT_THAT(Shown(answer, "memories"), ElementsAre("good"));
  const auto left_out = LeftOut(answer);
  EXPECT_EQ(left_out.size(), 7U);
  EXPECT_EQ(left_out.at("gone"), "forgotten");
  EXPECT_EQ(left_out.at("old"), "superseded");
  EXPECT_EQ(left_out.at("late"), "expired");
  const Json& filters = answer.values.at("memory.filters");
  EXPECT_EQ(filters["considered"], 8);
  EXPECT_EQ(filters["offered"], 1);
}

TEST_F(RecallTest, NothingSaysWhichFilterTookWhat) {
  Put({"gone", "the release train leaves on Tuesday", "status: forgotten\n"});
  EXPECT_THAT(EmptyRecall(Recall("When does the release train leave?")),
              HasSubstr("of 1 found: 1 forgotten"));
  EXPECT_THAT(EmptyRecall(Recall("How are parrots fed?")), HasSubstr("no memory has a word"));
}

TEST_F(RecallTest, NothingNamesWhatCameNearest) {
  Put({"near", "The release train of billing leaves on Tuesday. It is never late.", ""});
  const auto answer = Recall("Which walrus zebra giraffe ostrich lemur tapir okapi release is it?");
  EXPECT_THAT(EmptyRecall(answer), HasSubstr("1 about something else"));
  const auto run = engine_->ViewRun(answer.run, Deadline::Never());
  ASSERT_TRUE(run);
  EXPECT_THAT(NearestMisses(*run),
              ElementsAre("near: The release train of billing leaves on Tuesday."));
}

TEST_F(RecallTest, NothingSaysThatANamespaceHasNoMemoriesOrIsNotLookedInto) {
  EXPECT_THAT(EmptyRecall(Recall("How are parrots fed?")),
              HasSubstr("there are no memories in 'default'; `satchel remember` makes one"));
  std::filesystem::create_directories(place_.project / "namespaces/ops/facts");
  Put({"fed", "Parrots are fed at noon.", ""});
  MemoryOptions options;
  options.spaces = true;
  options.space = "ops";
  EXPECT_THAT(EmptyRecall(Recall("How are parrots fed?", options)),
              HasSubstr("there are no memories in 'ops'"));
  std::ofstream(place_.project / "namespaces.json") << R"({"default": {"recall": false}})";
  EXPECT_THAT(EmptyRecall(Recall("How are parrots fed?")),
              HasSubstr("no namespace is looked into; name one with --namespace"));
}

TEST_F(RecallTest, WhatHeldThenIsShownAsOfThen) {
  Put({"new", "The build server is Orion.", "valid_at: 2025-11-01T00:00:00Z\nsupersedes: old\n"});
  Put({"old", "The build server is Vega.",
       "status: superseded\nsupersededBy: new\nvalid_at: 2025-01-01T00:00:00Z\n"
       "invalid_at: 2025-11-01T00:00:00Z\n"});
  const std::string question = "What is the name of the build server?";
  EXPECT_THAT(Shown(Recall(question), "memories"), ElementsAre("new"));
  MemoryOptions options;
  options.as_of = *ParseTime("2025-06-01T00:00:00Z");
  EXPECT_THAT(Shown(Recall(question, options), "memories"), ElementsAre("old"));
}

TEST_F(RecallTest, ArtifactsComeFirstAndAreNotShownTwice) {
  Put({"a1", "We never force-push to main.", "artifactType: decision\n", "artifacts/2025-12-01"});
  Put({"m1", "The main branch is protected by CI.", ""});
  MemoryOptions options;
  options.artifacts = true;
  const auto answer = Recall("May I push to the main branch?", options);
  EXPECT_THAT(Shown(answer, "artifacts"), ElementsAre("a1"));
  EXPECT_THAT(Shown(answer, "memories"), ElementsAre("m1"));
  EXPECT_LT(answer.text.find("force-push"), answer.text.find("protected by CI"));
  EXPECT_THAT(Shown(Recall("May I push to the main branch?"), "artifacts"), IsEmpty());
}

TEST_F(RecallTest, FiveArtifactsAtMostAreQuotedUpTo280Bytes) {
  for (int i = 0; i < 7; ++i) {
    Put({fmt::format("a{}", i), fmt::format("Rule {} of the main branch.", i),
         "artifactType: decision\n", "artifacts/2025-12-01"});
  }
  MemoryOptions options;
  options.artifacts = true;
  EXPECT_EQ(Shown(Recall("What holds for the main branch?", options), "artifacts").size(), 5U);
  const std::string long_text = "parrots " + std::string(272, 'a');
  Put({"exact", long_text, "artifactType: decision\n", "artifacts/2025-12-01"});
  EXPECT_THAT(Recall("How are parrots fed?", options).text, HasSubstr(long_text + "\""));
  Put({"exact", long_text + "b", "artifactType: decision\n", "artifacts/2025-12-01"});
  EXPECT_THAT(Recall("How are parrots fed?", options).text, HasSubstr(long_text + "…\""));
}

TEST_F(RecallTest, AnArtifactIsShownWhileItsSourceHolds) {
  const std::string of = "artifactType: decision\nsourceMemoryId: m1\n";
  Put({"a1", "We never force-push to main.", of, "artifacts/2025-12-01"});
  Put({"m1", "We never force-push to main.", "category: decision\n"});
  MemoryOptions options;
  options.artifacts = true;
  EXPECT_THAT(Shown(Recall("May I push to main?", options), "artifacts"), ElementsAre("a1"));
  Put({"m1", "We never force-push to main.", "category: decision\nstatus: forgotten\n"});
  EXPECT_THAT(Shown(Recall("May I push to main?", options), "artifacts"), IsEmpty());
}

TEST_F(RecallTest, TheProfileOfEveryNamespaceIsShownWithItsHeadings) {
  Put({"note", "The scheduler runs every hour.", ""});
  Put(place_.shared, {"other", "The mailer runs every hour.", ""});
  std::ofstream(place_.project / "profile.md") << "# Style\n\nShort answers.\n\nNo jokes.\n";
  std::ofstream(place_.shared / "profile.md") << "Speaks Russian.\n";
  const auto answer = Recall("How often does the scheduler run?");
  EXPECT_EQ(Shown(answer, "profile").size(), 3U);
  EXPECT_THAT(answer.text, AllOf(HasSubstr("Style: Short answers."), HasSubstr("Style: No jokes."),
                                 HasSubstr("Speaks Russian.")));
}

TEST_F(RecallTest, TheProfileTakesHalfAtMostWhileMemoriesWait) {
  std::filesystem::create_directories(place_.project);
  std::ofstream profile(place_.project / "profile.md");
  for (int i = 0; i < 100; ++i) profile << fmt::format("Habit {}.\n\n", i);
  profile.close();
  const auto tokens = [&](const PacketAnswer& answer) {
    const std::size_t end = answer.text.find("Memories");
    return answer.text.substr(answer.text.find("Profile"), end - answer.text.find("Profile"))
               .size() /
           4;
  };
  const auto alone = Recall("What is in the ledger?", {}, 400);
  EXPECT_GT(tokens(alone), 300U) << "nothing waits";
  for (int i = 0; i < 8; ++i) {
    Put({fmt::format("m{}", i),
         fmt::format("Memory {} about the ledger. {}", i,
                     std::string(200, static_cast<char>('a' + i))),
         ""});
  }
  const auto both = Recall("What is in the ledger?", {}, 400);
  EXPECT_LE(tokens(both), 202U);
  EXPECT_GT(tokens(both), 180U);
}

TEST_F(RecallTest, BoxesAreEpisodes) {
  Put({"box", "The scheduler was moved to another host.", "memoryKind: box\n", "boxes/2025-12-01"});
  EXPECT_THAT(Shown(Recall("Where was the scheduler moved to?"), "episodes"), ElementsAre("box"));
}

TEST_F(RecallTest, IntentAndExpansionsCountWhenTheyAreSwitchedOn) {
  Put({"fix", "The scheduler of the mailer is restarted after a crash.",
       "intentGoal: stabilize\nintentActionType: execute\n"});
  const auto found = [&](const std::string& prompt, const MemoryOptions& options) {
    const auto answer = Recall(prompt, options);
    const auto run = engine_->ViewRun(answer.run, Deadline::Never());
    EXPECT_TRUE(run);
    const Json json = RecallAnswerJson(answer, *run);
    EXPECT_EQ(json["included"].size() + json["excluded"].size(), 1U);
    return json["included"].empty() ? json["excluded"].at(0) : json["included"].at(0);
  };
  MemoryOptions options;
  const std::string prompt = "fix the crash of the scheduler of the mailer";
  EXPECT_FALSE(found(prompt, options)["terms"].contains("intent"));
  options.intent_routing = true;
  EXPECT_TRUE(found(prompt, options)["terms"].contains("intent"));
  const std::string rambling = "scheduler parrots walrus zebra giraffe ostrich lemur tapir okapi";
  EXPECT_EQ(found(rambling, options)["served_by"], "words");
  options.expansion = true;
  EXPECT_EQ(found(rambling, options)["served_by"], "expansion");
}

TEST_F(RecallTest, ALinkIsNoReasonToRecallWhatIsAboutSomethingElse) {
  // The day fits and nothing else does; the day alone is worth much.
  Put({"lunch", "We had soup.", "memoryKind: episode\nlinks: [mailer]\n"});
  Put({"mailer", "The mailer is restarted after a crash.", ""});
  const auto answer = Recall("What happened with the walrus and the giraffe in December 2025?");
  EXPECT_THAT(Shown(answer, "episodes"), IsEmpty());
  EXPECT_THAT(Shown(answer, "memories"), IsEmpty());
}

TEST_F(RecallTest, TheProfileIsShownBeforeMemoriesAndEpisodesBehindThem) {
  std::filesystem::create_directories(place_.project);
  std::ofstream(place_.project / "profile.md") << "# Style\n\nPrefers short answers.\n";
  Put({"note", "The scheduler runs every hour.", ""});
  Put({"event", "Yesterday the scheduler failed for an hour.", "memoryKind: episode\n"});
  const auto answer = Recall("Why did the scheduler fail for an hour?");
  EXPECT_THAT(Shown(answer, "profile").size(), 1U);
  EXPECT_THAT(Shown(answer, "episodes"), ElementsAre("event"));
  const std::size_t profile = answer.text.find("short answers");
  const std::size_t note = answer.text.find("runs every hour");
  const std::size_t event = answer.text.find("Yesterday");
  EXPECT_LT(profile, note);
  EXPECT_LT(note, event);
}

TEST_F(RecallTest, TheBudgetIsTheBudget) {
  std::filesystem::create_directories(place_.project);
  std::ofstream profile(place_.project / "profile.md");
  for (int i = 0; i < 40; ++i) profile << fmt::format("Paragraph {} of the profile.\n\n", i);
  profile.close();
  for (int i = 0; i < 8; ++i) {
    Put({fmt::format("m{}", i),
         fmt::format("Memory {} about the ledger has {} words. {}", i, i * 7,
                     std::string(200, static_cast<char>('a' + i))),
         ""});
  }
  for (const std::size_t budget : {0UL, 20UL, 60UL, 150UL, 400UL, 900UL}) {
    const auto answer = Recall("What is in the ledger?", {}, budget);
    EXPECT_LE((answer.text.size() + 3) / 4, budget) << budget;
  }
  EXPECT_THAT(Shown(Recall("What is in the ledger?", {}, 400), "memories"), Not(IsEmpty()))
      << "the profile takes half at most while memories wait";
}

TEST_F(RecallTest, NamespacesAreMergedInTurn) {
  for (int i = 0; i < 12; ++i) {
    Put({fmt::format("own{:02}", i), fmt::format("Ledger ledger ledger entry {}.", i * 31), ""});
  }
  Put(place_.shared, {"theirs", "The ledger is audited in spring by the firm of the board.", ""});
  MemoryOptions options;
  options.spaces = true;
  const auto answer = Recall("What about the ledger?", options);
  EXPECT_THAT(Shown(answer, "memories"), Contains("shared/theirs"));
  EXPECT_EQ(Shown(answer, "memories").size(), 8U);
}

TEST_F(RecallTest, ANamespaceThatIsNotThereIsAnError) {
  PacketRequest request{.recipe = std::string(kMemory), .task = "What about the ledger?"};
  auto options = std::make_shared<MemoryOptions>();
  options->spaces = true;
  options->space = "lager";
  request.options = {options};
  std::filesystem::create_directories(place_.project / "namespaces" / "ledger");
  const auto answer = engine_->MakePacket(request, Deadline::Never());
  ASSERT_FALSE(answer);
  EXPECT_THAT(answer.error().text(), HasSubstr("lager"));
}

TEST_F(RecallTest, HistoryFollowsLinksAndShowsWhatWasReplaced) {
  Put({"cause", "The disk was full.", ""});
  Put({"effect", "The migration of billing stopped.",
       "links:\n  - targetId: cause\n    linkType: follows\n    strength: 1\n"});
  const auto answer = Recall("What is the root cause of the stopped migration of billing?");
  EXPECT_EQ(answer.values.at("memory.plan")["mode"], "graph_mode");
  EXPECT_THAT(Shown(answer, "memories"), ElementsAre("effect", "cause"));
  const auto plain = Recall("Why is the migration of billing stopped?");
  EXPECT_THAT(Shown(plain, "memories"), ElementsAre("effect"));
}

TEST_F(RecallTest, HistoryShowsWhatWasReplacedAsSuch) {
  Put({"new", "The build server is Orion.", "supersedes: old\n"});
  Put({"old", "The build server is Vega.", "status: superseded\nsupersededBy: new\n"});
  const auto answer = Recall("What is the history of the build server?");
  EXPECT_THAT(Shown(answer, "memories"), testing::UnorderedElementsAre("new", "old"));
  EXPECT_THAT(answer.text, HasSubstr("superseded] The build server is Vega."));
  EXPECT_THAT(Shown(Recall("What is the name of the build server?"), "memories"),
              ElementsAre("new"));
}

TEST_F(RecallTest, WhatSaysTheSameIsShownOnce) {
  Put({"a", "The API limit is 500 requests a minute for every client.", ""});
  Put({"b", "The API limit is 500 requests a minute, for every client!", ""});
  const auto answer = Recall("What is the API limit for a client?");
  EXPECT_EQ(Shown(answer, "memories").size(), 1U);
  EXPECT_THAT(LeftOut(answer), Contains(testing::Pair(testing::_, "near_duplicate")));
}

TEST_F(RecallTest, WithoutSearchTheNewestAreShown) {
  Put({"a", "Alpha.", ""});
  Put({"b", "Beta.", "updated: 2025-12-02T00:00:00Z\n"});
  MemoryOptions options;
  options.search = false;
  EXPECT_EQ(Shown(Recall("Tell me something about parrots", options), "memories").size(), 2U);
}

TEST_F(RecallTest, WhatIsPinnedIsShownFirst) {
  Put({"always", "Never touch the vendor folder.", "pinned: true\n"});
  Put({"found", "Parrots are fed at noon.", ""});
  EXPECT_THAT(Shown(Recall("How are parrots fed at noon?"), "memories"),
              ElementsAre("always", "found"));
}

TEST_F(RecallTest, OutdatedMemoriesDoNotHideTheCurrentOne) {
  for (int i = 0; i < 60; ++i) {
    Put({fmt::format("old{}", i), fmt::format("The payments service runs version 4.{}.", i),
         fmt::format("status: superseded\nsupersededBy: old{}\n", i + 1)});
  }
  Put({"old60", "The payments service runs version 4.60.", ""});
  EXPECT_THAT(Shown(Recall("Which version does the payments service run?"), "memories"),
              ElementsAre("old60"));
}

TEST_F(RecallTest, DuplicatesDoNotHideAnotherMemory) {
  for (int i = 0; i < 60; ++i) {
    Put({fmt::format("same{}", i), "The ledger is audited every spring.", ""});
  }
  Put({"other", "The ledger of the branch office stays on paper, in a safe.", ""});
  EXPECT_THAT(Shown(Recall("What do we know about the ledger?"), "memories"),
              AllOf(testing::SizeIs(2), Contains("other")));
}

TEST_F(RecallTest, OfEqualMemoriesTheNewestComesFirst) {
  Put({"a", "The build server is Vega, in room two.", ""});
  std::ofstream(place_.project / "facts/2025-12-01/b.md")
      << "---\nid: b\ncreated: 2025-12-20T00:00:00Z\nmemoryKind: note\n---\n\n"
         "The build server is Orion, in room nine.\n";
  EXPECT_THAT(Shown(Recall("Where is the build server?"), "memories"), ElementsAre("b", "a"));
}

TEST_F(RecallTest, MemoriesOfTheSameDayAreNotNeighbours) {
  Put({"deploy", "We deploy on Tuesdays.", ""});
  Put({"wifi", "The wifi of the office is called Walrus.", ""});
  Put({"key", "The door code of the lab is on the board.", ""});
  const auto answer = Recall("When do we deploy?");
  EXPECT_THAT(Shown(answer, "memories"), ElementsAre("deploy"));
  EXPECT_THAT(Shown(answer, "episodes"), IsEmpty());
}

TEST_F(RecallTest, ATurnNextToAMatchIsMarkedAndOneFarAwayIsNotShown) {
  const auto say = [this](int minute, const std::string& text) {
    std::ofstream(place_.project / fmt::format("facts/2025-12-01/t{:02}.md", minute))
        << fmt::format(
               "---\nid: t{:02}\ncreated: 2025-12-01T10:{:02}:00Z\nmemoryKind: episode\nsource: "
               "ann\n---\n\n{}\n",
               minute, minute, text);
  };
  std::filesystem::create_directories(place_.project / "facts/2025-12-01");
  say(0, "Good morning everyone.");
  for (int i = 1; i < 10; ++i) say(i, fmt::format("Small talk about the weather, part {}.", i));
  say(10, "Which database does billing use?");
  say(11, "Postgres, since last spring.");
  const auto answer = Recall("Which database does billing use?");
  EXPECT_THAT(Shown(answer, "episodes"),
              AllOf(Contains("t10"), Contains("t11"), Not(Contains("t00")), Not(Contains("t01"))));
  EXPECT_THAT(answer.text, HasSubstr("said close to a match] Postgres"));
  const auto run = engine_->ViewRun(answer.run, Deadline::Never());
  ASSERT_TRUE(run);
  for (const Json& one : RecallAnswerJson(answer, *run)["included"]) {
    EXPECT_EQ(one["served_by"], one["id"] == "t10" ? "words" : "neighbour") << one["id"];
  }
}

TEST_F(RecallTest, InAChatWithAModelANeighbourTakesNoRoomFromAMatch) {
  const auto shown = [this](const std::string& one, const std::string& other) {
    const auto say = [this](int minute, const std::string& source, const std::string& text) {
      std::filesystem::create_directories(place_.project / "facts/2025-12-01");
      std::ofstream(place_.project / fmt::format("facts/2025-12-01/t{:02}.md", minute))
          << fmt::format(
                 "---\nid: t{:02}\ncreated: 2025-12-01T10:{:02}:00Z\nmemoryKind: episode\nsource: "
                 "{}\n---\n\n{}\n",
                 minute, minute, source, text);
    };
    say(0, one, "Which database does the billing service use in production?");
    say(1, other, "Postgres, since the spring before last, and nobody wants to go back to files.");
    for (int i = 2; i < 20; ++i) say(i, other, fmt::format("Talk about the weather, part {}.", i));
    say(20, other, "The billing team moved to the second floor, where the coffee is much better.");
    return Shown(Recall("Which database does the billing service use in production?", {}, 130),
                 "episodes");
  };
  EXPECT_THAT(shown("ann", "ben"), AllOf(Contains("t01"), Not(Contains("t20"))));
  EXPECT_THAT(shown("user", "assistant"), Contains("t20"));
}

TEST_F(RecallTest, ATurnIsNotLabelledAsAFactUnlessItIsUndated) {
  const auto put = [this](const std::string& id, const std::string& fields) {
    std::filesystem::create_directories(place_.project / "facts/2025-12-01");
    std::ofstream(place_.project / fmt::format("facts/2025-12-01/{}.md", id))
        << fmt::format("---\nid: {}\nmemoryKind: episode\n{}---\n\nThe {} database is Postgres.\n",
                       id, fields, id);
  };
  put("plain", "created: 2025-12-01T10:00:00Z\n");
  put("undated", "");
  put("chosen", "created: 2025-12-01T10:01:00Z\ncategory: decision\n");
  EXPECT_THAT(Recall("Which database is it?").text,
              AllOf(HasSubstr("- [2025-12-01] The plain"), HasSubstr("- [fact] The undated"),
                    HasSubstr("- [decision, 2025-12-01] The chosen")));
}

TEST_F(RecallTest, APromptThatAsksForADecisionGetsTheOnlyCandidateMarkedAsWeak) {
  Put({"choice", "We decided to use PostgreSQL for the billing service.", "category: decision\n"});
  Put({"lunch", "Lunch is at noon.", ""});
  const auto answer = Recall("which database did we choose for billing?");
  EXPECT_THAT(Shown(answer, "memories"), ElementsAre("choice"));
  EXPECT_THAT(answer.text, HasSubstr("weak match]"));
  const auto run = engine_->ViewRun(answer.run, Deadline::Never());
  ASSERT_TRUE(run);
  EXPECT_EQ(RecallAnswerJson(answer, *run)["included"][0]["certainty"], "weak");
  EXPECT_THAT(Shown(Recall("paint the billing page of the old brochure green"), "memories"),
              IsEmpty())
      << "nobody asks for what was said before";
}

TEST_F(RecallTest, WithSeveralWeakCandidatesNoneIsShown) {
  Put({"a", "We decided to use PostgreSQL for the billing service.", "category: decision\n"});
  Put({"b", "The billing page of the old brochure is green.", ""});
  EXPECT_THAT(Shown(Recall("which database did we choose for billing?"), "memories"), IsEmpty());
}

TEST_F(RecallTest, OfTwoThatSeemToContradictTheNewerComesFirst) {
  Put({"a", "We deploy on Tuesdays, never on Fridays.", ""});
  std::ofstream(place_.project / "facts/2025-12-01/b.md")
      << "---\nid: b\ncreated: 2025-12-20T00:00:00Z\nmemoryKind: note\n---\n\n"
         "We deploy on Fridays now.\n";
  const auto answer = Recall("On which days do we deploy, Tuesdays or Fridays?");
  EXPECT_THAT(Shown(answer, "memories"), ElementsAre("b", "a"));
  EXPECT_THAT(answer.text, AllOf(HasSubstr("[fact, 2025-12-20] We deploy on Fridays now"),
                                 HasSubstr("[fact, 2025-12-01, may be outdated] We deploy on")));
}

TEST_F(RecallTest, AMemoryThatIsQuotedAsAnArtifactIsNotRepeated) {
  Put({"a1", "Postgres uses row security in every schema.",
       "artifactType: decision\nsourceMemoryId: m1\n", "artifacts/2025-12-01"});
  Put({"m1", "Postgres uses row security in every schema.", "category: decision\n"});
  MemoryOptions options;
  options.artifacts = true;
  const auto answer = Recall("Does postgres use row security?", options);
  EXPECT_THAT(Shown(answer, "artifacts"), ElementsAre("a1"));
  EXPECT_THAT(Shown(answer, "memories"), IsEmpty());
  EXPECT_EQ(LeftOut(answer)["m1"], "artifact");
}

TEST_F(RecallTest, UsesRaiseAScoreAndBeingShownDoesNot) {
  Put({"used", "The ledger is audited every spring by the board.", ""});
  const std::string question = "When is the ledger audited?";
  const auto access = [&] {
    const auto answer = Recall(question);
    const auto& items = answer.packet.sections;
    for (const packet::Section& section : items) {
      for (const packet::Item& item : section.items) {
        for (const ScoreTerm& term : item.candidate.terms.terms()) {
          if (term.name == "access") return term.value;
        }
      }
    }
    return Score();
  };
  EXPECT_EQ(access(), Score());
  EXPECT_EQ(access(), Score()) << "it was shown by the recall before";
  auto stores = Stores::Open(engine_->place(), Stores::Use::kRead, Deadline::Never());
  ASSERT_TRUE(stores) << stores.error().text();
  for (int i = 0; i < 9; ++i) {
    ASSERT_TRUE(
        RecordUse(*stores, {.id = "used"}, "show", test::EngineWorkspace::kNow, Deadline::Never()));
  }
  EXPECT_EQ(access(), Score::FromMillionths(100'000)) << "a third of log10(10), 0.1 at most";
}

TEST_F(RecallTest, ABrokenFileIsReportedAndTheOthersAreUsed) {
  Put({"good", "The cache is warm.", ""});
  std::ofstream(place_.project / "facts/2025-12-01/broken.md") << "---\nid: broken\nno end";
  const auto answer = Recall("Is the cache warm?");
  EXPECT_THAT(Shown(answer, "memories"), ElementsAre("good"));
  ASSERT_FALSE(answer.packet.notices.empty());
  EXPECT_THAT(answer.packet.notices.front().path, HasSubstr("broken.md"));
}

TEST_F(RecallTest, TheSameMemoriesGiveTheSameBytesAndARunReplays) {
  Put({"a", "The cache is warm on Mondays.", ""});
  Put({"b", "The cache is cold on Sundays.", ""});
  const auto first = Recall("When is the cache warm?");
  const auto second = Recall("When is the cache warm?");
  EXPECT_EQ(first.text, second.text);
  EXPECT_EQ(first.packet.digest, second.packet.digest);
  const auto replayed = engine_->Replay(first.run, Deadline::Never());
  ASSERT_TRUE(replayed) << replayed.error().text();
  EXPECT_EQ(replayed->text, first.text);
  const auto fresh = engine_->ReplayFresh(first.run, Deadline::Never());
  ASSERT_TRUE(fresh) << fresh.error().text();
  EXPECT_EQ(fresh->text, first.text);
}

}  // namespace
}  // namespace satchel::engine
