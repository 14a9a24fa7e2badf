// The rules of specification 002 that a number or a word decides, each so narrow that one more or
// less of it fails. Sizes are of the printed text, in bytes divided by four, counted here and not
// by what is tested. tests/checks/mutations.toml changes each constant and names its test.

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "notes/files/folder.h"
#include "pack/built_in.h"
#include "packet/cost.h"
#include "packet/render/notes_json.h"
#include "tests/support/candidates.h"
#include "tests/support/notes_packet.h"
#include "tests/support/temp_dir.h"
#include "text/utf8.h"

namespace satchel {
namespace {

using notes::FileRole;
using test::NotesFile;
using test::NotesPacked;
using test::PackNotesOf;
using test::Shown;
using ::testing::AllOf;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::Gt;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Le;
using ::testing::Not;
using ::testing::SizeIs;

std::size_t Tokens(std::string_view text) { return (text.size() + 3) / 4; }

// A section as it is printed, from its heading to the next one or to the instruction.
std::string_view Part(std::string_view text, std::string_view heading) {
  const auto begin = text.find(fmt::format("## {}\n", heading));
  if (begin == text.npos) return "";
  const auto next = std::min(text.find("\n## ", begin), text.find("\nBefore you start", begin));
  return text.substr(begin, next == text.npos ? next : next + 1 - begin);
}

// What stands in full in a section that has titles, too.
std::string_view FullPart(std::string_view part) {
  const auto begin = part.find("### ");
  return begin == part.npos ? "" : part.substr(begin, part.find("Also noted:\n") - begin);
}

std::vector<std::string> LinesOf(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

// Items that take a hundred bytes each in a packet, but for one.
std::string Items(std::string_view mark, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    text += fmt::format("{} Item {:03} {}\n", mark, i, test::Words(22));
  }
  return text;
}

// Entries that take 27 tokens each in full and 6 by their titles.
std::string Entries(std::string_view name, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    text += fmt::format("\n## [2025-12-31] {} {:03}\n\n{}\n", name, i, test::Words(20));
  }
  return text;
}

NotesPacked EntriesOf(int decisions, int learnings, std::size_t budget) {
  return PackNotesOf({NotesFile(FileRole::kDecisions, "# D\n" + Entries("Entry", decisions)),
                      NotesFile(FileRole::kLearnings, "# L\n" + Entries("Entry", learnings))},
                     {.budget = budget});
}

// What there is for decisions and learnings: the budget without all that is printed around them.
std::size_t RestFor(std::size_t budget) { return budget - Tokens(EntriesOf(0, 0, budget).text); }

constexpr std::size_t kEverything = 10'000'000;

TEST(NotesRulesTest, TokensAreBytesDividedByFourRoundedUp) {
  for (const std::size_t budget : {200U, 1000U, 8000U}) {
    for (const char* word : {"a", "ab", "abc", "abcd", "\u0431\u0443\u043a\u0432\u044b"}) {
      const auto packed = PackNotesOf({NotesFile(FileRole::kTasks, fmt::format("- [ ] {}\n", word)),
                                       NotesFile(FileRole::kDecisions, Entries(word, 40))},
                                      {.budget = budget});
      EXPECT_EQ(packed.packet.tokens_used, (packed.text.size() + 3) / 4) << budget << word;
      EXPECT_LE(packed.text.size(), 4 * budget);
      if (!packed.packet.show_meter) continue;
      EXPECT_THAT(packed.text, HasSubstr(fmt::format("chars4 tokens, used{:>7}.",
                                                     (packed.text.size() + 3) / 4)));
    }
  }
}

TEST(NotesRulesTest, TasksTakeFortyPercentAndTheirFullTextsFourFifthsOfThat) {
  for (const std::size_t budget : {4000U, 8000U, 20'000U}) {
    const auto packed =
        PackNotesOf({NotesFile(FileRole::kTasks, Items("- [ ]", 900))}, {.budget = budget});
    const std::size_t share = budget * 40 / 100;
    EXPECT_THAT(Tokens(Part(packed.text, "Current Tasks")), AllOf(Gt(share - 25), Le(share)));
    std::size_t full = 0;
    for (const std::string& line : LinesOf(Part(packed.text, "Current Tasks"))) {
      if (line.starts_with("- Item") && !line.ends_with("\u2026")) full += line.size() + 1;
    }
    EXPECT_THAT(full / 4, AllOf(Gt(share * 80 / 100 - 26), Le(share * 80 / 100))) << budget;
  }
}

TEST(NotesRulesTest, ConventionsTakeTwentyPercentTheFirstThatFit) {
  for (const std::size_t budget : {4000U, 8000U, 20'000U}) {
    const auto packed =
        PackNotesOf({NotesFile(FileRole::kConventions, Items("-", 900))}, {.budget = budget});
    const std::string_view part = Part(packed.text, "Key Conventions");
    EXPECT_THAT(Tokens(part), AllOf(Gt(budget * 20 / 100 - 26), Le(budget * 20 / 100)));
    const std::size_t shown = Shown(packed.packet, "conventions").size();
    EXPECT_THAT(part, HasSubstr(fmt::format("- Item {:03} ", shown - 1))) << "without a gap";
  }
}

TEST(NotesRulesTest, FullEntriesTakeFourFifthsOfTheShareAndTitlesTheRest) {
  for (const std::size_t budget : {4000U, 8000U}) {
    const std::size_t rest = RestFor(budget);
    for (const bool decisions : {true, false}) {
      const auto packed = EntriesOf(decisions ? 900 : 0, decisions ? 0 : 900, budget);
      const std::string_view part =
          Part(packed.text, decisions ? "Recent Decisions" : "Recent Learnings");
      EXPECT_THAT(Tokens(part), AllOf(Gt(rest - 12), Le(rest + 1)));
      EXPECT_THAT(Tokens(FullPart(part)), AllOf(Gt(rest * 80 / 100 - 29), Le(rest * 80 / 100 + 1)))
          << budget << decisions;
    }
  }
}

TEST(NotesRulesTest, TheRestIsSplitInProportionToNeed) {
  constexpr std::size_t kBudget = 8000;
  const std::size_t rest = RestFor(kBudget);
  for (const auto& [decisions, learnings] :
       {std::pair(900, 300), std::pair(600, 600), std::pair(300, 900)}) {
    const std::string all = EntriesOf(decisions, learnings, kEverything).text;
    const std::size_t need = Tokens(Part(all, "Recent Decisions"));
    const std::size_t other = Tokens(Part(all, "Recent Learnings"));
    ASSERT_GT(need + other, rest) << "not everything fits";
    const std::size_t share = rest * need / (need + other);
    const std::string text = EntriesOf(decisions, learnings, kBudget).text;
    EXPECT_THAT(Tokens(Part(text, "Recent Decisions")), AllOf(Gt(share - 40), Le(share + 40)));
    EXPECT_THAT(Tokens(Part(text, "Recent Learnings")),
                AllOf(Gt(rest - share - 40), Le(rest - share + 40)));
  }
}

TEST(NotesRulesTest, ASmallSectionHasTwentyPercentOfTheBudgetToItself) {
  constexpr std::size_t kBudget = 8000;
  for (const bool decisions : {true, false}) {
    // A seventh of the need, which would be less than a fifth of the budget.
    const std::string text = EntriesOf(decisions ? 100 : 600, decisions ? 600 : 100, kBudget).text;
    const std::string_view part = Part(text, decisions ? "Recent Decisions" : "Recent Learnings");
    EXPECT_NEAR(static_cast<double>(Tokens(part)), kBudget * 0.2, 30) << decisions;
  }
}

// Rules that leave little of the budget, so that the first section behind them takes all of it.
NotesPacked BehindALargeFloor(bool tasks, bool conventions) {
  return PackNotesOf({NotesFile(FileRole::kConstitution, Items("-", 32)),
                      NotesFile(FileRole::kTasks, "# T\n" + Items("- [ ]", tasks ? 40 : 0)),
                      NotesFile(FileRole::kConventions, "# C\n" + Items("-", conventions ? 40 : 0)),
                      NotesFile(FileRole::kDecisions, Entries("Decision", 40)),
                      NotesFile(FileRole::kLearnings, Entries("Learning", 40))},
                     {.budget = 1200});
}

TEST(NotesRulesTest, AHigherTierIsFilledBeforeALowerOneGetsAnything) {
  const auto all = BehindALargeFloor(true, true);
  ASSERT_EQ(all.packet.over_budget, 0U);
  EXPECT_THAT(Shown(all.packet, "tasks"), SizeIs(Gt(3U)));
  EXPECT_THAT(Shown(all.packet, "conventions"), IsEmpty());
  EXPECT_THAT(Shown(all.packet, "decisions"), IsEmpty());
  EXPECT_THAT(Shown(all.packet, "learnings"), IsEmpty());
  const auto without_tasks = BehindALargeFloor(false, true);
  EXPECT_THAT(Shown(without_tasks.packet, "conventions"), SizeIs(Gt(3U)));
  EXPECT_THAT(Shown(without_tasks.packet, "decisions"), IsEmpty());
  EXPECT_THAT(Shown(without_tasks.packet, "learnings"), IsEmpty());
  const auto entries = BehindALargeFloor(false, false);
  EXPECT_THAT(Shown(entries.packet, "decisions"), Not(IsEmpty()));
  EXPECT_THAT(Shown(entries.packet, "learnings"), Not(IsEmpty()));
}

TEST(NotesRulesTest, SectionsArePrintedInTheOrderOfTheirTiers) {
  const auto packed = PackNotesOf({NotesFile(FileRole::kConstitution, "- Rule\n"),
                                   NotesFile(FileRole::kTasks, "- [ ] Task\n"),
                                   NotesFile(FileRole::kConventions, "- Convention\n"),
                                   NotesFile(FileRole::kDecisions, Entries("Decision", 1)),
                                   NotesFile(FileRole::kLearnings, Entries("Learning", 1))});
  std::vector<std::string> headings;
  for (const std::string& line : LinesOf(packed.text)) {
    if (line.starts_with("## ") || line.starts_with("Before you start")) {
      headings.push_back(line.substr(0, line.find(',')));
    }
  }
  EXPECT_THAT(headings, ElementsAre("## Constitution", "## Read These Files", "## Current Tasks",
                                    "## Key Conventions", "## Recent Decisions",
                                    "## Recent Learnings", "Before you start"));
}

TEST(NotesRulesTest, KeywordsAreThoseOfTheTasksThatAreShown) {
  std::string tasks =
      "- [ ] The zebra waits for a long time #added:2020-01-01\n- [x] A giraffe came\n";
  for (int i = 0; i < 60; ++i) {
    tasks += fmt::format("- [ ] Repair login number {:02} #added:2025-12-31\n", i);
  }
  const auto relevance = [&tasks](const std::string& word, std::size_t budget) {
    const auto packed = PackNotesOf(
        {NotesFile(FileRole::kTasks, tasks),
         NotesFile(FileRole::kLearnings, fmt::format("## [2025-12-31] One\n\nA {}.\n", word))},
        {.budget = budget});
    const auto& terms =
        std::ranges::find(packed.packet.sections, "learnings", &packet::Section::name)
            ->items.at(0)
            .candidate.terms;
    return terms.terms().at(1).value.millionths();
  };
  EXPECT_EQ(relevance("login", 800), 333'333);
  EXPECT_EQ(relevance("zebra", 800), 0) << "the oldest task is not among those that fit";
  EXPECT_EQ(relevance("zebra", 8000), 333'333);
  EXPECT_EQ(relevance("giraffe", 8000), 0) << "a task that is done";
}

TEST(NotesRulesTest, MatchesInTheTitleAndInTheBodyCountTogether) {
  const auto relevance = [](std::string_view title, std::string_view body) {
    const auto packed = PackNotesOf(
        {NotesFile(FileRole::kDecisions, fmt::format("## [2025-12-31] {}\n\n{}\n", title, body))},
        {.task = "repair login redirect"});
    return packed.packet.sections.at(4)
        .items.at(0)
        .candidate.terms.terms()
        .at(1)
        .value.millionths();
  };
  EXPECT_EQ(relevance("The login", "Nothing."), 333'333);
  EXPECT_EQ(relevance("Nothing", "The login."), 333'333);
  EXPECT_EQ(relevance("The login", "A redirect."), 666'667);
  EXPECT_EQ(relevance("The login", "Of the login."), 333'333) << "one keyword";
}

TEST(NotesRulesTest, ArchitectureAndGlossaryAreListedAndNothingOfThemIsRead) {
  const test::TempDir temp;
  for (const char* name : {"ARCHITECTURE", "GLOSSARY"}) {
    temp.Write(fmt::format(".context/{}.md", name),
               "# Quagga\n\nQuagga text.\n\n- Quagga rule\n- [ ] Quagga task\n\n"
               "## [2025-12-31] Quagga entry\n\nQuagga body.\n");
  }
  temp.Write(".context/TASKS.md", "- [ ] Quagga is asked for\n");
  const auto packed = PackNotesOf(notes::LoadNotes(temp.path(), false).value(), {.task = "quagga"});
  EXPECT_THAT(
      Part(packed.text, "Read These Files"),
      AllOf(HasSubstr("- .context/ARCHITECTURE.md\n"), HasSubstr("- .context/GLOSSARY.md\n")));
  EXPECT_EQ(packed.text.find("uagga"), packed.text.rfind("uagga")) << "the task alone";
  const Json json = packet::NotesJson(packed.packet);
  EXPECT_EQ(json["read_order"],
            Json({".context/TASKS.md", ".context/ARCHITECTURE.md", ".context/GLOSSARY.md"}));
  for (const char* key : {"constitution", "conventions", "decisions", "learnings", "summaries"}) {
    EXPECT_THAT(json[key], IsEmpty()) << key;
  }
  EXPECT_EQ(json["tasks"], Json::array({"Quagga is asked for"}));
}

TEST(NotesRulesTest, AgentFilesAreConventionsAfterTheProjectsOwn) {
  const auto packed = PackNotesOf({NotesFile(FileRole::kConventions, "- Own\n"),
                                   NotesFile(FileRole::kAgentFile, "- Foreign\n")});
  EXPECT_THAT(Part(packed.text, "Key Conventions"),
              HasSubstr("- Own (notes, workspace)\n- Foreign (notes, repository)\n"));
  const Json json = packet::NotesJson(packed.packet);
  EXPECT_EQ(json["conventions"], Json({"Own", "Foreign"}));
  EXPECT_EQ(json["conventions_trust"], Json({"workspace", "repository"}));
  EXPECT_EQ(json["read_order"], Json({".context/CONVENTIONS.md"}));
  EXPECT_THAT(json["constitution"], IsEmpty());
}

TEST(NotesRulesTest, AgentFilesShareTheTwentyPercentOfConventions) {
  const auto packed = PackNotesOf({NotesFile(FileRole::kConventions, Items("-", 10)),
                                   NotesFile(FileRole::kAgentFile, Items("*", 900))},
                                  {.budget = 4000});
  const Json trust = packet::NotesJson(packed.packet)["conventions_trust"];
  EXPECT_EQ(std::ranges::count(trust, Json("workspace")), 10);
  EXPECT_GT(std::ranges::count(trust, Json("repository")), 5);
  for (const packet::Section& section : packed.packet.sections) {
    if (section.name != "conventions") continue;
    EXPECT_LE(packet::CostModel(packed.packet.tokenizer).Tokens(section.cost), 800U);
  }
}

TEST(NotesRulesTest, TheInstructionNeverAsksToObeyAgentFiles) {
  const auto instruction = [](std::vector<notes::File> files) {
    const Json json = packet::NotesJson(PackNotesOf(std::move(files)).packet);
    return json["instruction"].get<std::string>();
  };
  const auto agents = NotesFile(FileRole::kAgentFile, "- Foreign\n");
  EXPECT_THAT(instruction({agents}),
              AllOf(HasSubstr("information only"), Not(HasSubstr("work by"))));
  EXPECT_THAT(instruction({NotesFile(FileRole::kTasks, "- [ ] a\n"), agents}),
              Not(HasSubstr("work by")));
  EXPECT_THAT(instruction({NotesFile(FileRole::kConventions, "- Own\n"), agents}),
              AllOf(HasSubstr("work by"), HasSubstr("except those marked repository")));
}

TEST(NotesRulesTest, AFileThatTheReaderKnowsIsNotShown) {
  notes::File agents = NotesFile(FileRole::kAgentFile, "- Foreign\n");
  agents.copies = {"GEMINI.md", ".cursor/rules/main.mdc"};
  const auto shown = [&](std::vector<std::string> omitted) {
    auto reading = std::make_unique<pipeline::NotesReading>(notes::ReadNotes({agents}), omitted);
    const auto packed = test::PackRecipe("notes", std::move(reading), {});
    return packet::NotesJson(packed.packet)["conventions"].size() == 1;
  };
  EXPECT_TRUE(shown({}));
  EXPECT_TRUE(shown({"CLAUDE.md", "AGENTS", ".cursor/rule"}));
  EXPECT_FALSE(shown({"AGENTS.md"}));
  EXPECT_FALSE(shown({"GEMINI.md"})) << "it has the same words";
  EXPECT_FALSE(shown({".cursor/rules"}));
}

TEST(NotesRulesTest, TitlesStandBelowALineOfTheirOwn) {
  const std::string text = EntriesOf(200, 200, 4000).text;
  for (const char* heading : {"Recent Decisions", "Recent Learnings"}) {
    const std::vector<std::string> lines = LinesOf(Part(text, heading));
    const auto noted = std::ranges::find(lines, "Also noted:");
    ASSERT_NE(noted, lines.end()) << heading;
    EXPECT_EQ(*(noted - 1), "") << "directly below a quotation it would be its last line";
    EXPECT_EQ(
        std::ranges::count_if(lines, [](const auto& line) { return line.contains("Also noted:"); }),
        1);
    // Titles, the count of the rest and the blank line that ends a section.
    const std::vector<std::string> below(noted + 1, lines.end() - 2);
    EXPECT_THAT(below, SizeIs(Gt(10U)));
    EXPECT_THAT(below, Each(testing::StartsWith("- [2025-12-31] Entry ")));
    EXPECT_THAT(lines.at(lines.size() - 2), testing::MatchesRegex("- and [0-9]+ more"));
    for (auto line = lines.begin(); line != noted; ++line) {
      EXPECT_FALSE(line->starts_with("- ")) << "no title above it: " << *line;
    }
  }
}

TEST(NotesRulesTest, ATaskInOneLineHasEightyCharactersAndShowsThatItIsCut) {
  const auto shown = [](const std::string& task) {
    const auto packed = PackNotesOf({NotesFile(FileRole::kTasks, "- [ ] " + task + "\n")});
    const auto& item = packed.packet.sections.at(2).items.at(0).candidate;
    return item.renditions.at(1).text;
  };
  const std::string eighty = std::string(39, 'a') + " " + std::string(40, 'b');
  EXPECT_EQ(shown(eighty), eighty);
  EXPECT_EQ(shown(eighty + " #added:2025-01-01"), eighty) << "tags are no words";
  EXPECT_EQ(shown(eighty + " c"), std::string(39, 'a') + "\u2026");
  EXPECT_EQ(shown(std::string(80, 'a')), std::string(80, 'a'));
  EXPECT_EQ(shown(std::string(81, 'a')), std::string(79, 'a') + "\u2026");
  const std::string text =
      PackNotesOf({NotesFile(FileRole::kTasks, Items("- [ ]", 400))}, {.budget = 2000}).text;
  std::size_t cut = 0;
  for (const std::string& line : LinesOf(Part(text, "Current Tasks"))) {
    if (!line.starts_with("- Item") || line.ends_with("wor")) continue;
    EXPECT_THAT(line, EndsWith("\u2026"));
    EXPECT_LE(text::CountCodePoints(line), 82U) << "with its mark";
    ++cut;
  }
  EXPECT_GT(cut, 3U);
}

TEST(NotesRulesTest, JsonHasTheseKeysAndNoOthersHoweverLittleThereIs) {
  const auto keys = [](const NotesPacked& packed) {
    std::vector<std::string> names;
    const Json json = packet::NotesJson(packed.packet);
    for (const auto& [name, value] : json.items()) names.push_back(name);
    std::ranges::sort(names);
    return names;
  };
  const auto all = ElementsAre(
      "budget", "constitution", "conventions", "conventions_trust", "decisions", "digest", "hub",
      "instruction", "learnings", "over_budget", "read_order", "recipe", "report", "schema_version",
      "skill", "steering", "summaries", "tasks", "tokenizer", "tokens_used");
  ASSERT_THAT(keys(PackNotesOf(std::vector<notes::File>())), all);
  ASSERT_THAT(keys(EntriesOf(200, 200, 4000)), all);
  const Json json = packet::NotesJson(EntriesOf(200, 200, 4000).packet);
  for (const char* key : {"read_order", "constitution", "tasks", "conventions", "decisions",
                          "learnings", "summaries"}) {
    ASSERT_TRUE(json[key].is_array()) << key;
    for (const Json& item : json[key]) EXPECT_TRUE(item.is_string()) << key;
  }
  for (const char* key : {"decisions", "learnings"}) {
    EXPECT_THAT(json[key].at(0).get<std::string>(), HasSubstr("[2025-12-31] Entry 000\n\nwor wor"));
  }
  EXPECT_THAT(json["summaries"].at(0).get<std::string>(), Not(HasSubstr("wor")));
  EXPECT_TRUE(json["instruction"].is_string());
}

TEST(NotesRulesTest, ThePacketOfNotesHasEightThousandTokensOfFourBytesAndNoWeightsToSet) {
  const pipeline::Recipe& recipe = *pipeline::BuiltIn().FindRecipe("notes");
  EXPECT_EQ(recipe.budget, 8000U);
  EXPECT_EQ(recipe.tokenizer, text::Tokenizer::kChars4);
  EXPECT_EQ(pipeline::NotesOptions().ToJson(), Json({{"agent_files", true}}));
}

}  // namespace
}  // namespace satchel
