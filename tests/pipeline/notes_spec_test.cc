// The tests that specification 002 lists, by its names, and what was decided where it
// is silent. docs/conformance/notes.md maps every rule to one of these.

#include <array>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ask/question.h"
#include "notes/files/keywords.h"
#include "packet/render/notes_json.h"
#include "packet/render/prompt.h"
#include "tests/support/candidates.h"
#include "tests/support/notes_packet.h"
#include "text/utf8.h"

namespace satchel {
namespace {

using notes::File;
using notes::FileRole;
using test::NotesFile;
using test::NotesPacked;
using test::PackNotesOf;
using test::Shown;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;
using ::testing::StartsWith;

std::string Entries(const std::vector<std::array<std::string, 3>>& entries) {
  std::string text = "# Entries\n";
  for (const auto& [date, title, body] : entries) {
    text += fmt::format("\n## [{}] {}\n\n{}\n", date, title, body);
  }
  return text;
}

std::string ManyEntries(std::string_view name, int count, std::size_t words) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    text += fmt::format("\n## [2025-{:02}-{:02}] {} number {}\n\n{}\n", i % 12 + 1, i % 28 + 1,
                        name, i, test::Words(words));
  }
  return text;
}

const packet::Section& SectionOf(const packet::Packet& packet, std::string_view name) {
  return *std::ranges::find(packet.sections, name, &packet::Section::name);
}

std::size_t Used(const packet::Packet& packet, std::string_view name) {
  return packet::CostModel(packet.tokenizer).Tokens(SectionOf(packet, name).cost);
}

Score TermOf(const packet::Candidate& candidate, std::string_view name) {
  for (const ScoreTerm& term : candidate.terms.terms()) {
    if (term.name == name) return term.value;
  }
  return Score::FromMillionths(-1);
}

// ---- score_test

TEST(NotesScoreTest, RecencyScoringWithVariousAgeBrackets) {
  struct Case {
    std::string date;
    std::int64_t millionths;
  };
  // Counted to 2026-01-01.
  const std::vector<Case> cases = {
      {"2026-01-01", 1'000'000},        {"2025-12-25", 1'000'000}, {"2025-12-24", 700'000},
      {"2025-12-02", 700'000},          {"2025-12-01", 400'000},   {"2025-10-03", 400'000},
      {"2025-10-02", 200'000},          {"1999-01-01", 200'000},   {"2026-03-01", 1'000'000},
      {"2025-12-25-235959", 1'000'000}, {"2025-02-30", 200'000},
  };
  for (const Case& each : cases) {
    const auto packed = PackNotesOf(
        {NotesFile(FileRole::kDecisions, Entries({{each.date, "A title", "A body."}}))});
    const auto& items = SectionOf(packed.packet, "decisions").items;
    ASSERT_THAT(items, SizeIs(1)) << each.date;
    EXPECT_EQ(TermOf(items[0].candidate, "recency").millionths(), each.millionths) << each.date;
  }
}

TEST(NotesScoreTest, TaskKeywordExtraction) {
  EXPECT_THAT(
      notes::Keywords(ask::Question("Fix the Login, fix \"login\" of an API at it in (parser)!")),
      ElementsAre("fix", "login", "api", "parser"));
  EXPECT_THAT(notes::Keywords(ask::Question("the of to a is it")), IsEmpty());
}

TEST(NotesScoreTest, RelevanceScoringWithNoOneAndThreeMatches) {
  const std::string tasks = "- [ ] Repair login redirect session cookies\n";
  const auto relevance = [&](const std::string& body) {
    const auto packed =
        PackNotesOf({NotesFile(FileRole::kTasks, tasks),
                     NotesFile(FileRole::kLearnings, Entries({{"2025-12-31", "Note", body}}))});
    return TermOf(SectionOf(packed.packet, "learnings").items.at(0).candidate, "relevance")
        .millionths();
  };
  EXPECT_EQ(relevance("Nothing of the kind."), 0);
  EXPECT_EQ(relevance("The session ends."), 333'333);
  EXPECT_EQ(relevance("The session and the login."), 666'667);
  EXPECT_EQ(relevance("Login, redirect, session."), 1'000'000);
  EXPECT_EQ(relevance("Login, redirect, session, cookies and repairs."), 1'000'000);
  EXPECT_EQ(relevance("Session session session."), 333'333) << "distinct keywords count";
  EXPECT_EQ(relevance("A blogin obsession."), 0) << "words, not parts of words";
  EXPECT_EQ(relevance("Sessions were repaired."), 666'667) << "by their stems";
}

TEST(NotesScoreTest, SupersededEntriesScoreNothing) {
  const auto packed = PackNotesOf({NotesFile(
      FileRole::kDecisions, Entries({{"2025-12-31", "Old way", "~~Superseded by the new way~~"},
                                     {"2025-01-01", "New way", "It stands."}}))});
  const auto& items = SectionOf(packed.packet, "decisions").items;
  ASSERT_THAT(items, SizeIs(2)) << "everything fits, so it is shown";
  EXPECT_EQ(items[1].candidate.id.value(), "DECISIONS.md#old-way");
  EXPECT_EQ(items[1].candidate.terms.total(), Score());
  EXPECT_THAT(items[1].candidate.title, HasSubstr("superseded"));
}

TEST(NotesScoreTest, NewerAndRelevantComesBeforeOlderAndIrrelevant) {
  const auto packed = PackNotesOf(
      {NotesFile(FileRole::kTasks, "- [ ] Repair login redirect\n"),
       NotesFile(FileRole::kDecisions, Entries({{"2024-01-01", "Blog posts", "Weekly."},
                                                {"2025-12-30", "Login redirect", "Login."},
                                                {"2025-12-29", "Fresh", "Other."},
                                                {"2024-01-02", "Login of old", "Redirect."}}))});
  std::vector<std::string> order;
  for (const auto& item : SectionOf(packed.packet, "decisions").items) {
    order.push_back(item.candidate.id.value());
  }
  EXPECT_THAT(order, ElementsAre("DECISIONS.md#login-redirect", "DECISIONS.md#fresh",
                                 "DECISIONS.md#login-of-old", "DECISIONS.md#blog-posts"));
}

TEST(NotesScoreTest, ATaskTextDecidesAndOpenTasksBreakTies) {
  const auto files = [] {
    return std::vector<File>{
        NotesFile(FileRole::kTasks, "- [ ] Write blog posts\n"),
        NotesFile(FileRole::kDecisions, Entries({{"2025-12-30", "Weather", "Nothing."},
                                                 {"2025-12-30", "Blog", "Nothing."},
                                                 {"2025-12-30", "Parser", "Nothing."}}))};
  };
  const auto order = [&](std::string task) {
    std::vector<std::string> titles;
    const auto packed = PackNotesOf(files(), {.task = std::move(task)});
    for (const auto& item : SectionOf(packed.packet, "decisions").items) {
      titles.push_back(item.candidate.id.value().substr(13));
    }
    return titles;
  };
  EXPECT_THAT(order(""), ElementsAre("blog", "weather", "parser"));
  EXPECT_THAT(order("repair the parser"), ElementsAre("parser", "blog", "weather"));
}

// ---- budget_test

std::vector<File> LargeFolder() {
  std::string tasks;
  std::string conventions;
  for (int i = 0; i < 60; ++i) {
    tasks += fmt::format("- [ ] Task number {} {} #added:2025-{:02}-{:02}\n", i, test::Words(30),
                         i % 12 + 1, i % 28 + 1);
    conventions += fmt::format("- Convention {} {}\n", i, test::Words(20));
  }
  return {NotesFile(FileRole::kConstitution, "- [ ] Never commit secrets\n- [ ] Tests pass\n"),
          NotesFile(FileRole::kTasks, tasks),
          NotesFile(FileRole::kConventions, conventions),
          NotesFile(FileRole::kDecisions, ManyEntries("Decision", 60, 60)),
          NotesFile(FileRole::kLearnings, ManyEntries("Learning", 60, 40)),
          NotesFile(FileRole::kListed, "Words.\n")};
}

TEST(NotesBudgetTest, TierOneIsShownWholeAtEveryBudgetAboveZero) {
  for (const std::size_t budget : {1U, 20U, 100U, 500U}) {
    const auto packed = PackNotesOf(LargeFolder(), {.budget = budget});
    EXPECT_THAT(packed.text, HasSubstr("- Never commit secrets\n- Tests pass\n")) << budget;
    EXPECT_THAT(packed.text, HasSubstr(".context/GLOSSARY.md")) << budget;
    EXPECT_THAT(Shown(packed.packet, "instruction"), SizeIs(1));
    if (packed.tokens > budget) {
      EXPECT_EQ(packed.packet.over_budget, packed.tokens - budget);
      EXPECT_THAT(packed.text.substr(0, 200), HasSubstr("budget")) << "the header says so";
      EXPECT_THAT(Shown(packed.packet, "tasks"), IsEmpty());
    }
  }
}

TEST(NotesBudgetTest, TasksCappedAtFortyPercentWithOverflowToSummaries) {
  const auto packed = PackNotesOf(LargeFolder(), {.budget = 4000});
  EXPECT_LE(Used(packed.packet, "tasks"), 1600U);
  const auto& section = SectionOf(packed.packet, "tasks");
  std::size_t full = 0;
  std::size_t lines = 0;
  std::int64_t last = -1;
  for (const packet::Item& item : section.items) {
    (item.step == 0 ? full : lines) += 1;
    EXPECT_GT(item.candidate.position, last) << "printed in file order";
    last = item.candidate.position;
    if (item.step > 0) {
      EXPECT_LE(text::CountCodePoints(item.rendition().text), 80U);
    }
  }
  EXPECT_GT(full, 5U);
  EXPECT_GT(lines, 5U);
  EXPECT_EQ(full + lines + section.rest, 60U) << "the last line counts the rest";
}

TEST(NotesBudgetTest, TheNewestTasksAreShownInFull) {
  std::string tasks;
  for (int month = 1; month <= 12; ++month) {
    tasks += fmt::format("- [ ] Task of month {} {} #added:2025-{:02}-01\n", month, test::Words(60),
                         month);
  }
  tasks += fmt::format("- [ ] Undated one {}\n", test::Words(60));
  const auto packed = PackNotesOf({NotesFile(FileRole::kTasks, tasks)}, {.budget = 1000});
  std::vector<std::string> full;
  for (const packet::Item& item : SectionOf(packed.packet, "tasks").items) {
    if (item.step == 0) full.push_back(item.candidate.title.substr(0, 16));
  }
  ASSERT_FALSE(full.empty());
  EXPECT_EQ(full.back(), "Task of month 12");
  EXPECT_THAT(full, Not(Contains("Task of month 1 ")));
}

TEST(NotesBudgetTest, ConventionsCappedAtTwentyPercent) {
  const auto packed = PackNotesOf(LargeFolder(), {.budget = 4000});
  EXPECT_LE(Used(packed.packet, "conventions"), 800U);
  const auto shown = Shown(packed.packet, "conventions");
  ASSERT_GT(shown.size(), 5U);
  EXPECT_THAT(shown.front(), StartsWith("CONVENTIONS.md#convention-0"));
}

TEST(NotesBudgetTest, AConventionTooLargeIsSkippedAndReported) {
  const auto packed = PackNotesOf(
      {NotesFile(FileRole::kConventions,
                 fmt::format("- Short one\n- Huge {}\n- Last one\n", test::Words(400)))},
      {.budget = 600});
  EXPECT_THAT(packed.text, AllOf(HasSubstr("- Short one"), HasSubstr("- Last one")));
  ASSERT_THAT(packed.packet.omissions, SizeIs(1));
  EXPECT_EQ(packed.packet.omissions[0].section, "conventions");
}

TEST(NotesBudgetTest, RemainingBudgetIsSplitBetweenDecisionsAndLearnings) {
  const auto packed =
      PackNotesOf({NotesFile(FileRole::kDecisions, ManyEntries("Decision", 60, 60)),
                   NotesFile(FileRole::kLearnings, ManyEntries("Learning", 60, 20))},
                  {.budget = 4000});
  const std::size_t decisions = Used(packed.packet, "decisions");
  const std::size_t learnings = Used(packed.packet, "learnings");
  EXPECT_GT(decisions, learnings) << "in proportion to need";
  EXPECT_GE(learnings + 40, 4000U / 5);
  EXPECT_GE(decisions + 40, 4000U / 5);
  EXPECT_LE(packed.tokens, 4000U);
}

TEST(NotesBudgetTest, WhatOneSectionDoesNotUseGoesToTheOther) {
  const auto packed = PackNotesOf({NotesFile(FileRole::kDecisions, ManyEntries("Decision", 60, 60)),
                                   NotesFile(FileRole::kLearnings, ManyEntries("Learning", 1, 10))},
                                  {.budget = 2000});
  EXPECT_THAT(Shown(packed.packet, "learnings"), ElementsAre(HasSubstr(":full")));
  EXPECT_GT(Used(packed.packet, "decisions"), 1500U);
}

TEST(NotesBudgetTest, GracefulDegradationFromFullEntriesToTitlesToACount) {
  const auto packed = PackNotesOf(LargeFolder(), {.budget = 3000});
  const auto& section = SectionOf(packed.packet, "decisions");
  std::size_t full = 0;
  std::size_t titles = 0;
  for (const packet::Item& item : section.items) {
    (item.step == 0 ? full : titles) += 1;
    EXPECT_TRUE(item.step > 0 || titles == 0) << "titles come last";
  }
  EXPECT_GT(full, 0U);
  EXPECT_GT(titles, 0U);
  EXPECT_EQ(full + titles + section.rest, 60U);
  EXPECT_THAT(packed.text, HasSubstr("Also noted:"));
  packet::Cost of_full;
  for (const packet::Item& item : section.items) {
    if (item.step == 0) of_full += item.cost;
  }
  EXPECT_LE(packet::CostModel(packed.packet.tokenizer).Tokens(of_full) * 10,
            Used(packed.packet, "decisions") * 8 + 400)
      << "full texts take about 80 % of the share";
}

TEST(NotesBudgetTest, SupersededEntriesGoFirstWhenNotEverythingFits) {
  std::string decisions = ManyEntries("Decision", 40, 60);
  decisions += "\n## [2025-12-31] Old way\n\n~~Superseded by decision 3~~\n";
  const auto packed = PackNotesOf({NotesFile(FileRole::kDecisions, decisions)}, {.budget = 1500});
  EXPECT_THAT(Shown(packed.packet, "decisions"), Not(Contains(HasSubstr("old-way"))));
  EXPECT_THAT(packed.packet.omissions,
              Contains(testing::Field(&packet::Omission::reason, packet::Reason::kSuperseded)));
}

TEST(NotesBudgetTest, EmptyFilesProduceEmptySections) {
  const auto packed = PackNotesOf(
      {NotesFile(FileRole::kTasks, "# Tasks\n"), NotesFile(FileRole::kDecisions, "\n")});
  EXPECT_THAT(Shown(packed.packet, "tasks"), IsEmpty());
  EXPECT_THAT(Shown(packed.packet, "decisions"), IsEmpty());
  EXPECT_THAT(packed.packet.omissions, IsEmpty());
  EXPECT_THAT(Shown(packed.packet, "instruction"), SizeIs(1));
}

TEST(NotesBudgetTest, BudgetZeroProducesConstitutionAndInstructionOnly) {
  const auto packed = PackNotesOf(LargeFolder(), {.budget = 0});
  for (const packet::Section& section : packed.packet.sections) {
    const bool shown = section.name == "constitution" || section.name == "instruction";
    EXPECT_EQ(section.items.empty(), !shown) << section.name;
  }
  EXPECT_THAT(packed.text, StartsWith("# Satchel packet: notes\n"));
  EXPECT_EQ(packed.packet.over_budget, packed.tokens);
}

// ---- integration

TEST(NotesIntegrationTest, ALargeFolderStaysWithinEveryBudgetByEveryCounter) {
  const packet::PromptLayout prompt;
  for (const std::size_t budget : {0U, 100U, 500U, 2000U, 8000U, 20000U}) {
    for (const auto tokenizer : {text::Tokenizer::kChars4, text::Tokenizer::kO200k,
                                 text::Tokenizer::kCl100k, text::Tokenizer::kSafe}) {
      for (const packet::Layout* layout : {static_cast<const packet::Layout*>(nullptr),
                                           static_cast<const packet::Layout*>(&prompt)}) {
        const auto packed = PackNotesOf(
            LargeFolder(), {.budget = budget, .tokenizer = tokenizer, .layout = layout});
        EXPECT_EQ(packed.tokens, packed.packet.tokens_used);
        if (packed.tokens > budget) {
          EXPECT_EQ(packed.tokens - budget, packed.packet.over_budget);
          EXPECT_THAT(Shown(packed.packet, "tasks"), IsEmpty());
        }
      }
    }
  }
}

TEST(NotesIntegrationTest, JsonHasTheKeysOfTheSpecification) {
  const auto packed = PackNotesOf(LargeFolder(), {.budget = 3000});
  const Json json = packet::NotesJson(packed.packet);
  for (const char* key : {"budget", "tokens_used", "read_order", "constitution", "tasks",
                          "conventions", "decisions", "learnings", "summaries", "instruction",
                          "over_budget", "report", "digest", "schema_version"}) {
    EXPECT_TRUE(json.contains(key)) << key;
  }
  EXPECT_THAT(json["decisions"][0].get<std::string>(), HasSubstr("wor wor")) << "the full body";
  EXPECT_THAT(json["summaries"][0].get<std::string>(), Not(HasSubstr("wor wor")));
  EXPECT_THAT(json["constitution"], SizeIs(2));
}

}  // namespace
}  // namespace satchel
