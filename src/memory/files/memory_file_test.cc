#include <string>
#include <tuple>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "memory/files/front_matter.h"
#include "memory/files/score_text.h"
#include "tests/support/random.h"

namespace satchel::memory {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

// As engram writes it.
constexpr std::string_view kFile =
    "---\n"
    "id: decision-1700000000000-ab12\n"
    "category: decision\n"
    "created: 2026-01-02T03:04:05.678Z\n"
    "updated: 2026-01-03T00:00:00+02:00\n"
    "source: extraction\n"
    "confidence: 0.95\n"
    "confidenceTier: explicit\n"
    "tags: [\"db\", \"a, b\"]\n"
    "entityRef: project-satchel\n"
    "supersedes: decision-0\n"
    "expiresAt: 2027-01-01\n"
    "status: pending_review\n"
    "supersededBy: decision-2\n"
    "valid_at: 2026-01-01T00:00:00Z\n"
    "invalid_at: 2026-06-01T00:00:00Z\n"
    "lifecycleState: validated\n"
    "verificationState: user_confirmed\n"
    "accessCount: 7\n"
    "mw_success: 2\n"
    "mw_fail: 1\n"
    "importanceScore: 0.30000000000000004\n"
    "importanceLevel: low\n"
    "importanceReasons: [\"has \\\"quotes\\\"\"]\n"
    "importanceKeywords: [\"postgres\", \"sqlite\"]\n"
    "links:\n"
    "  - targetId: fact-9\n"
    "    linkType: contradicts\n"
    "    strength: 0.7\n"
    "    reason: \"it said \\\"no\\\"\"\n"
    "intentGoal: plan\n"
    "intentActionType: decide\n"
    "intentEntityTypes: [\"repo\", \"docs\"]\n"
    "artifactType: decision\n"
    "sourceMemoryId: fact-3\n"
    "memoryKind: episode\n"
    "structuredAttributes: {\"engine\":\"sqlite\",\"mode\":\"wal, fast\"}\n"
    "contentHash: abc\n"
    "pinned: true\n"
    "---\n"
    "\n"
    "We use SQLite.\n";

Memory Of(std::string_view file, std::string_view path = "facts/2026-01-02/x.md") {
  const auto read = MemoryFromFile(file, path);
  EXPECT_TRUE(read) << file;
  if (!read) return {};
  EXPECT_THAT(read->faults, IsEmpty()) << file;
  return read->memory;
}

std::vector<std::string> FaultsOf(const std::string& fields) {
  return MemoryFromFile("---\n" + fields + "---\n", "facts/x.md").value().faults;
}

auto LinkTuple(const Link& link) {
  return std::make_tuple(link.target, link.type, link.strength, link.reason);
}

void ExpectSame(const Memory& a, const Memory& b) {
  const auto fields = [](const Memory& m) {
    return std::tie(m.id, m.space, m.path, m.text, m.category, m.state, m.kind, m.artifact,
                    m.pinned, m.lifecycle, m.verification, m.created, m.updated, m.expires,
                    m.valid_from, m.valid_to, m.confidence, m.importance, m.tags, m.keywords,
                    m.entity, m.attributes, m.supersedes, m.superseded_by, m.intent.goal,
                    m.intent.action, m.intent.entities, m.artifact_type, m.source_memory, m.source,
                    m.accesses, m.up_votes, m.down_votes);
  };
  EXPECT_EQ(fields(a), fields(b)) << FileOf(a);
  ASSERT_EQ(a.links.size(), b.links.size());
  for (std::size_t i = 0; i < a.links.size(); ++i) {
    EXPECT_EQ(LinkTuple(a.links[i]), LinkTuple(b.links[i]));
  }
}

TEST(MemoryFromFileTest, WhatIsReadHasNoSecret) {
  const std::string token = "ghp_" + std::string("Zq7rT2mX9kLw4vB8nC3sD6fG1hJ5pY0aRt2E");
  const std::string file = "---\nid: fact-1\ntags: [deploy, " + token + "]\nentityRef: " + token +
                           "\nlinks:\n  - targetId: fact-2\n    reason: " + token +
                           "\n---\nThe key is " + token + ".\n";
  const ReadMemory read = MemoryFromFile(file, "facts/fact-1.md").value();
  EXPECT_EQ(read.memory.text, "The key is [redacted:github-token].");
  EXPECT_EQ(read.memory.entity, "[redacted:github-token]");
  EXPECT_THAT(read.memory.tags, ElementsAre("deploy", "[redacted:github-token]"));
  ASSERT_EQ(read.memory.links.size(), 1U);
  EXPECT_EQ(read.memory.links[0].reason, "[redacted:github-token]");
}

TEST(MemoryFromFileTest, ATokenIsNoId) {
  const std::string token = "ghp_" + std::string("Zq7rT2mX9kLw4vB8nC3sD6fG1hJ5pY0aRt2E");
  const std::string file = "---\nid: " + token + "\n---\nText.\n";
  EXPECT_EQ(MemoryFromFile(file, "facts/fact-1.md").value().memory.id, "fact-1");
  const auto refused = MemoryFromFile("Text.\n", "facts/" + token + ".md");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().text().find(token), std::string::npos);
}

TEST(MemoryFileTest, HasTheFieldsOfItsFile) {
  const Memory memory = Of(kFile);
  EXPECT_EQ(memory.id, "decision-1700000000000-ab12");
  EXPECT_EQ(memory.path, "facts/2026-01-02/x.md");
  EXPECT_EQ(memory.text, "We use SQLite.");
  EXPECT_EQ(memory.category, Category::kDecision);
  EXPECT_EQ(memory.state, MemoryState::kPendingReview);
  EXPECT_EQ(memory.kind, Kind::kEpisode);
  EXPECT_FALSE(memory.artifact);
  EXPECT_TRUE(memory.pinned);
  EXPECT_EQ(memory.lifecycle, Lifecycle::kValidated);
  EXPECT_EQ(memory.verification, Verification::kUserConfirmed);
  EXPECT_EQ(memory.created, *ParseTime("2026-01-02T03:04:05.678Z"));
  EXPECT_EQ(memory.updated, *ParseTime("2026-01-02T22:00:00Z"));
  EXPECT_EQ(memory.expires, *ParseTime("2027-01-01T00:00:00Z"));
  EXPECT_EQ(memory.valid_from, *ParseTime("2026-01-01T00:00:00Z"));
  EXPECT_EQ(memory.valid_to, *ParseTime("2026-06-01T00:00:00Z"));
  EXPECT_EQ(memory.confidence, Score::FromMillionths(950'000));
  EXPECT_EQ(memory.importance, Score::FromMillionths(300'000));
  EXPECT_THAT(memory.tags, ElementsAre("db", "a, b"));
  EXPECT_THAT(memory.keywords, ElementsAre("postgres", "sqlite"));
  EXPECT_EQ(memory.entity, "project-satchel");
  EXPECT_THAT(memory.attributes, ElementsAre(Pair("engine", "sqlite"), Pair("mode", "wal, fast")));
  EXPECT_EQ(memory.supersedes, "decision-0");
  EXPECT_EQ(memory.superseded_by, "decision-2");
  ASSERT_EQ(memory.links.size(), 1U);
  EXPECT_EQ(LinkTuple(memory.links[0]),
            std::make_tuple("fact-9", LinkType::kContradicts, Score::FromMillionths(700'000),
                            "it said \"no\""));
  EXPECT_EQ(memory.intent.goal, "plan");
  EXPECT_EQ(memory.intent.action, "decide");
  EXPECT_THAT(memory.intent.entities, ElementsAre("docs", "repo"));
  EXPECT_EQ(memory.artifact_type, "decision");
  EXPECT_EQ(memory.source_memory, "fact-3");
  EXPECT_EQ(memory.source, "extraction");
  EXPECT_EQ(memory.accesses, 7);
  EXPECT_EQ(memory.up_votes, 2);
  EXPECT_EQ(memory.down_votes, 1);
}

TEST(MemoryFileTest, ReadsTheSameWithAMarkAndCarriageReturns) {
  std::string file = "\xEF\xBB\xBF";
  for (const char c : kFile) {
    if (c == '\n') file += '\r';
    file += c;
  }
  ExpectSame(Of(file), Of(kFile));
}

TEST(MemoryFileTest, ThePlaceSaysWhatNoFieldDoes) {
  constexpr std::string_view kEmpty = "---\n---\ntext\n";
  EXPECT_EQ(Of(kEmpty, "facts/a b.md").id, "a b");
  EXPECT_EQ(Of(kEmpty, "top.MD").id, "top");
  EXPECT_EQ(Of(kEmpty, "facts/x.md").category, Category::kFact);
  EXPECT_EQ(Of(kEmpty, "facts/x.md").kind, Kind::kNote);
  EXPECT_EQ(Of(kEmpty, "corrections/x.md").category, Category::kCorrection);
  EXPECT_EQ(Of(kEmpty, "entities/x.md").category, Category::kEntity);
  EXPECT_EQ(Of(kEmpty, "boxes/2026-01-01/x.md").kind, Kind::kBox);
  EXPECT_EQ(Of(kEmpty, "archive/x.md").state, MemoryState::kArchived);
  EXPECT_TRUE(Of(kEmpty, "artifacts/2026-01-01/x.md").artifact);
  EXPECT_FALSE(Of(kEmpty, "facts/artifacts/x.md").artifact);
  EXPECT_EQ(Of("---\nstatus: active\n---\n", "archive/x.md").state, MemoryState::kActive);
  EXPECT_EQ(Of("---\ncategory: skill\n---\n", "corrections/x.md").category, Category::kSkill);
  EXPECT_EQ(Of("---\ncreatedAt: 2026-01-01\n---\n", "boxes/x.md").created,
            *ParseTime("2026-01-01"));
}

TEST(MemoryFileTest, ImportanceMayBeAMapOrANumber) {
  const Memory inline_map =
      Of("---\nimportance: {score: 0.75, level: high, keywords: [a, \"b c\"]}\n---\n");
  EXPECT_EQ(inline_map.importance, Score::FromMillionths(750'000));
  EXPECT_THAT(inline_map.keywords, ElementsAre("a", "b c"));
  const Memory map = Of("---\nimportance:\n  score: 0.2\n  keywords: [x]\n---\n");
  EXPECT_EQ(map.importance, Score::FromMillionths(200'000));
  EXPECT_THAT(map.keywords, ElementsAre("x"));
  EXPECT_EQ(Of("---\nimportance: 0.4\n---\n").importance, Score::FromMillionths(400'000));
  EXPECT_EQ(Of("---\nimportance: {score: 0.1}\nimportanceScore: 0.6\n---\n").importance,
            Score::FromMillionths(600'000));
}

TEST(MemoryFileTest, ListsAreForgiving) {
  EXPECT_THAT(Of("---\ntags: a, b ,, a\n---\n").tags, ElementsAre("a", "b"));
  EXPECT_THAT(Of("---\ntags:\n  - b\n  - a\n---\n").tags, ElementsAre("b", "a"));
  EXPECT_THAT(Of("---\ntags:\n---\n").tags, IsEmpty());
  const Memory memory = Of("---\nlinks: [one, two]\n---\n");
  ASSERT_EQ(memory.links.size(), 2U);
  EXPECT_EQ(LinkTuple(memory.links[1]),
            std::make_tuple("two", LinkType::kRelated, Score::FromInt(1), ""));
}

TEST(MemoryFileTest, AValueThatIsNoneIsAFaultAndMissing) {
  const auto read = MemoryFromFile(
      "---\nid: [a]\ncategory: opinion\ncreated: yesterday\nconfidence: 1.5\naccessCount: -1\n"
      "pinned: maybe\nlinks:\n  - linkType: likes\n    strength: x\n  - targetId: t\n---\n",
      "facts/name.md");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->memory.id, "name");
  EXPECT_EQ(read->memory.category, Category::kFact);
  EXPECT_EQ(read->memory.created, std::nullopt);
  EXPECT_EQ(read->memory.confidence, Score::FromMillionths(800'000));
  EXPECT_EQ(read->memory.accesses, 0);
  EXPECT_FALSE(read->memory.pinned);
  EXPECT_EQ(read->memory.links.size(), 1U);
  EXPECT_THAT(read->faults,
              ElementsAre("line 2: 'id' is one value",
                          HasSubstr("line 3: 'opinion' is no category: there are fact,"),
                          "line 7: 'pinned': 'maybe' is not true or false",
                          HasSubstr("line 4: 'created': 'yesterday' is not a time"),
                          "line 5: 'confidence': '1.5' is not a number from 0 to 1",
                          HasSubstr("line 8: 'likes' is no link type"),
                          "line 8: the strength 'x' is not a number from 0 to 1",
                          "line 8: a link without a targetId",
                          "line 6: 'accessCount': '-1' is not a whole number"));
}

TEST(MemoryFileTest, BadIdsAndTimesOutOfRangeAreFaults) {
  EXPECT_THAT(FaultsOf("id: \"a\\nb\"\n"), ElementsAre("line 2: 'a b' is no id"));
  EXPECT_THAT(FaultsOf("id: " + std::string(300, 'x') + "\n"), ElementsAre(HasSubstr("is no id")));
  EXPECT_THAT(FaultsOf("created: 9999-12-31T23:59:59-23:59\n"), ElementsAre(HasSubstr("time")));
  EXPECT_THAT(FaultsOf("created: 0000-01-01T00:00:00+00:01\n"), ElementsAre(HasSubstr("time")));
  EXPECT_THAT(FaultsOf("created: 0000-01-01T00:00:00Z\n"), IsEmpty());
  EXPECT_THAT(FaultsOf("structuredAttributes: text\n"),
              ElementsAre(HasSubstr("names with values")));
}

TEST(MemoryFileTest, AFileWithoutAnyIdIsRefused) {
  EXPECT_FALSE(MemoryFromFile("---\n---\n", "facts/a\nb.md"));
  EXPECT_FALSE(MemoryFromFile("---\n---\n", ""));
  EXPECT_FALSE(MemoryFromFile("no front matter", "facts/x.md"));
}

TEST(MemoryFileTest, FileOfWritesFieldsInOrderAndNothingEmpty) {
  Memory memory;
  memory.id = "fact-1";
  memory.text = "Text.";
  memory.tags = {"a"};
  EXPECT_EQ(FileOf(memory),
            "---\nid: fact-1\ncategory: fact\nconfidence: 0.8\ntags: [\"a\"]\nmemoryKind: note\n"
            "---\n\nText.\n");
}

TEST(MemoryFileTest, FileOfReadsBackEqual) {
  const Memory memory = Of(kFile);
  ExpectSame(Of(FileOf(memory), memory.path), memory);
  Memory archived = memory;
  archived.path = "archive/x.md";
  archived.state = MemoryState::kActive;
  ExpectSame(Of(FileOf(archived), archived.path), archived);
}

std::string AnyText(test::Random& random) {
  constexpr auto kParts = std::to_array<std::string_view>(
      {"a",          "B",      " ",   ": ", " #", "\"", "'",  "\\",   "[",
       "]",          "{",      "}",   ",",  "-",  "\n", "\t", "null", "\u00e9",
       "\U0001F600", "\u2028", "---", "*",  "&",  "|",  ">",  "0",    "."});
  std::string text = "x";
  for (std::uint64_t i = random.Below(6); i > 0; --i) text += random.Pick(kParts);
  text += 'y';
  return random.OneIn(2) ? text : text.substr(1, text.size() - 2) + "z";
}

Memory AnyMemory(test::Random& random) {
  const auto score = [&] {
    return Score::FromMillionths(static_cast<std::int64_t>(random.Below(1'000'001)));
  };
  const auto time = [&]() -> std::optional<Time> {
    if (random.OneIn(2)) return std::nullopt;
    return Time{static_cast<std::int64_t>(random.Below(4'000'000'000'000'000))};
  };
  Memory memory;
  memory.id = "id-" + std::to_string(random.Below(1000));
  memory.path = random.OneIn(3) ? "archive/x.md" : "boxes/x.md";
  memory.text = BodyText(AnyText(random));
  memory.category = static_cast<Category>(random.Below(13));
  memory.state = static_cast<MemoryState>(random.Below(7));
  memory.kind = static_cast<Kind>(random.Below(5));
  memory.pinned = random.OneIn(2);
  if (random.OneIn(2)) memory.lifecycle = static_cast<Lifecycle>(random.Below(5));
  if (random.OneIn(2)) memory.verification = static_cast<Verification>(random.Below(4));
  memory.created = time();
  memory.updated = time();
  memory.expires = time();
  memory.valid_from = time();
  memory.valid_to = time();
  memory.confidence = score();
  if (random.OneIn(2)) memory.importance = score();
  memory.entity = AnyText(random);
  memory.supersedes = AnyText(random);
  memory.source = AnyText(random);
  memory.intent.goal = AnyText(random);
  for (std::uint64_t i = random.Below(3); i > 0; --i) {
    memory.tags.push_back(std::to_string(i) + AnyText(random) + "t");
    memory.attributes.emplace_back(AnyText(random), AnyText(random));
    memory.links.push_back({.target = AnyText(random),
                            .type = static_cast<LinkType>(random.Below(5)),
                            .strength = score(),
                            .reason = AnyText(random)});
  }
  memory.accesses = static_cast<std::int64_t>(random.Below(100));
  memory.down_votes = static_cast<std::int64_t>(random.Below(100));
  return memory;
}

TEST(MemoryFileTest, AnyMemoryReadsBackEqual) {
  const std::uint64_t cases = test::CaseCount(2'000);
  for (std::uint64_t seed = test::FirstSeed(); seed < test::FirstSeed() + cases; ++seed) {
    SCOPED_TRACE(seed);
    test::Random random(seed);
    const Memory memory = AnyMemory(random);
    ExpectSame(Of(FileOf(memory), memory.path), memory);
    if (HasFailure()) return;
  }
}

TEST(ParseFractionTest, IsExact) {
  const auto millionths = [](std::string_view text) {
    const auto score = ParseFraction(text);
    return score ? score->millionths() : -1;
  };
  EXPECT_EQ(millionths("0.85"), 850'000);
  EXPECT_EQ(millionths("1"), 1'000'000);
  EXPECT_EQ(millionths("1.000"), 1'000'000);
  EXPECT_EQ(millionths("0"), 0);
  EXPECT_EQ(millionths(".5"), 500'000);
  EXPECT_EQ(millionths("1."), 1'000'000);
  EXPECT_EQ(millionths("0.1234565"), 123'456);
  EXPECT_EQ(millionths("0.1234575"), 123'458);
  EXPECT_EQ(millionths("0.12345650000000000001"), 123'457);
  EXPECT_EQ(millionths("5e-7"), 0);
  EXPECT_EQ(millionths("5.1e-7"), 1);
  EXPECT_EQ(millionths("9E-1"), 900'000);
  EXPECT_EQ(millionths("0.0001e+3"), 100'000);
  EXPECT_EQ(millionths("1e-300"), 0);
  EXPECT_EQ(millionths("0.9999999"), 1'000'000);
  for (const std::string_view bad :
       {"", ".", "-0.1", "1.0000001", "2", "1e1", "0.5x", "e1", "0.5e", "0.5e+-1", "0,5", "NaN",
        " 1", "99999999999999999999", "1e400", "1e99999999999"}) {
    EXPECT_EQ(ParseFraction(bad), std::nullopt) << bad;
  }
}

TEST(MemoryNamesTest, EveryNameReadsBack) {
  for (int i = 0; i < 13; ++i) {
    const auto category = static_cast<Category>(i);
    EXPECT_EQ(*ParseCategory(Name(category)), category);
  }
  for (int i = 0; i < 7; ++i) {
    const auto state = static_cast<MemoryState>(i);
    EXPECT_EQ(*ParseMemoryState(Name(state)), state);
  }
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(*ParseLifecycle(Name(static_cast<Lifecycle>(i))), static_cast<Lifecycle>(i));
    EXPECT_EQ(*ParseKind(Name(static_cast<Kind>(i))), static_cast<Kind>(i));
    EXPECT_EQ(*ParseLinkType(Name(static_cast<LinkType>(i))), static_cast<LinkType>(i));
  }
  EXPECT_EQ(*ParseVerification("disputed"), Verification::kDisputed);
  EXPECT_EQ(Name(Category::kReasoningTrace), "reasoning_trace");
  const auto bad = ParseKind("nota");
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().code(), Errc::kInvalidInput);
  EXPECT_EQ(bad.error().text(),
            "'nota' is no kind: there are episode, note, box, dream, procedural");
}

}  // namespace
}  // namespace satchel::memory
