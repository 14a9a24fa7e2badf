#include "memory/requests/transfer.h"

#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "memory/requests/import.h"
#include "tests/support/temp_dir.h"

namespace satchel::engine {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::Not;
using testing::SizeIs;

class MemoryTransferTest : public testing::Test {
 protected:
  MemoryTransferTest() {
    target_.place = {.project = dir_.path() / "app", .shared = dir_.path() / "shared"};
    target_.now = *ParseTime("2026-01-02T10:11:12Z");
  }
  MemoryImport Import(const std::string& lines) const {
    auto import = ImportMemories(target_, {.bytes = lines, .format = "satchel"});
    EXPECT_TRUE(import) << import.error().text();
    return import ? *std::move(import) : MemoryImport();
  }
  std::string Export(const MemoryPlace& place) const {
    std::string lines;
    EXPECT_TRUE(ExportMemories(
        place, {.space = "default"}, [&](std::string_view line) { lines += line; },
        Deadline::Never()));
    return lines;
  }
  std::vector<MemoryPointer> All() const {
    return LoadMemories(target_.place, {}, Deadline::Never()).value().memories;
  }

  test::TempDir dir_;
  MemoryTarget target_;
};

TEST_F(MemoryTransferTest, WhatIsExportedIsImportedAsItWas) {
  target_.scope.space = "default";
  const auto first = Remember(target_,
                              {.text = "Two\n\nparagraphs: \"quoted\" — and a dash",
                               .category = memory::Category::kDecision,
                               .tags = {"a, b", "c"},
                               .entity = "queue",
                               .attributes = {{"store", "sqlite"}, {"a b", "c: d"}},
                               .valid_from = *ParseTime("2026-01-01"),
                               .expires = *ParseTime("2027-01-01"),
                               .source = "alice"},
                              {.artifacts = true});
  ASSERT_TRUE(first);
  ASSERT_TRUE(Remember(target_,
                       {.text = "The queue is in memory now",
                        .entity = "queue",
                        .attributes = {{"store", "memory"}}},
                       {}));
  ASSERT_TRUE(Pin(target_, first->memory.id, true));
  ASSERT_TRUE(VoteFor(target_, first->memory.id, Vote::kUp, ""));
  const std::string lines = Export(target_.place);
  MemoryTarget other = target_;
  other.place.project = dir_.path() / "other";
  const auto import = ImportMemories(other, {.bytes = lines, .format = "satchel"});
  ASSERT_TRUE(import);
  EXPECT_EQ(import->added, 3U);
  EXPECT_THAT(import->bad, IsEmpty());
  EXPECT_EQ(Export(other.place), lines);
  EXPECT_EQ(Export(target_.place), lines);
  const auto again = ImportMemories(other, {.bytes = lines, .format = "satchel"});
  EXPECT_EQ(again->added, 0U);
  EXPECT_EQ(again->skipped, 3U);
}

TEST_F(MemoryTransferTest, ATextIsEnoughForARow) {
  const auto import = Import(
      "{\"text\":\"The cache lives for ten minutes\"}\r\n\n"
      "{\"text\":\"Be kind\",\"category\":\"rule\",\"created\":\"2025-05-06\",\"id\":\"r-1\","
      "\"tags\":[\"people\"],\"source\":\"bob\",\"confidence\":0.65,\"unknown\":[1]}");
  EXPECT_EQ(import.added, 2U);
  EXPECT_THAT(import.bad, IsEmpty());
  const auto rule = *FindMemory(All(), "r-1").value();
  EXPECT_EQ(rule.path, "facts/2025-05-06/r-1.md");
  EXPECT_EQ(rule.category, memory::Category::kRule);
  EXPECT_EQ(rule.confidence, Score::FromMillionths(650'000));
  EXPECT_TRUE(rule.importance);
  const auto fact = *FindMemory(All(), "fact-").value();
  EXPECT_THAT(fact.id, MatchesRegex("fact-[0-9a-z]{26}"));
  EXPECT_EQ(fact.created, target_.now);
}

TEST_F(MemoryTransferTest, BadRowsAreToldAndTheRestIsImported) {
  const auto import = Import(
      "{\"text\":\"one good fact\"}\nnot json\n[]\n{\"text\":\"\"}\n{\"id\":\"x\"}\n"
      "{\"text\":\"a b\",\"category\":\"opinion\"}\n{\"text\":\"a b\",\"created\":\"yesterday\"}\n"
      "{\"text\":\"a b\",\"id\":\"../../out\"}\n{\"text\":\"a b\",\"tags\":\"x\"}\n"
      "{\"text\":\"a b\",\"confidence\":2}\n{\"text\":\"# Satchel packet: x\"}\n"
      "{\"text\":\"a b\",\"intent_goal\":\"" +
      std::string(200'000, 'x') +
      "\"}\n"
      "{\"text\":\"" +
      std::string(70'000, 'x') +
      "\"}\n"
      "{\"text\":\"another good fact\",\"id\":\"good\"}\n");
  EXPECT_EQ(import.added, 2U);
  EXPECT_EQ(import.refused, 12U);
  std::vector<std::size_t> lines;
  for (const ImportNote& row : import.bad) lines.push_back(row.line);
  EXPECT_THAT(lines, ElementsAre(2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13));
  EXPECT_THAT(import.bad[4].why, HasSubstr("'opinion' is no category"));
  EXPECT_THAT(All(), SizeIs(2));
  EXPECT_FALSE(fs::exists(dir_.path() / "out.md"));
}

TEST_F(MemoryTransferTest, RowsOfWhichNoneCanBeUsedMakeNoNamespace) {
  target_.scope.space = "opz";
  const MemoryImport none = Import("nonsense\n{\"text\":\"\"}\n");
  EXPECT_EQ(none.refused, 2U);
  EXPECT_THAT(none.bad, SizeIs(2));
  EXPECT_FALSE(none.new_space);
  EXPECT_FALSE(fs::exists(target_.place.project));
  EXPECT_TRUE(Import("nonsense\n{\"text\":\"The pager rings\"}\n").new_space);
}

TEST_F(MemoryTransferTest, WhatIsThereIsSkipped) {
  EXPECT_EQ(Import("{\"text\":\"same words\"}\n{\"text\":\"Same words!\"}\n").skipped, 1U);
  const auto again = Import(
      "{\"text\":\"same words\"}\n{\"text\":\"same words\",\"id\":\"a\"}\n"
      "{\"text\":\"other words\",\"id\":\"a\"}\n");
  EXPECT_EQ(again.added, 1U);
  EXPECT_EQ(again.skipped, 2U);
  EXPECT_EQ(FindMemory(All(), "a").value()->text, "same words");
}

TEST_F(MemoryTransferTest, AFileInTheWayStays) {
  const auto file = dir_.Write("app/facts/2026-01-02/a.md", "---\nid: b\n---\nMine\n");
  const auto import =
      Import("{\"text\":\"Not mine\",\"id\":\"a\"}\n{\"text\":\"a second fact\"}\n");
  EXPECT_EQ(import.added, 1U);
  ASSERT_THAT(import.bad, SizeIs(1));
  EXPECT_THAT(import.bad[0].why, HasSubstr("is there and is not this memory"));
  EXPECT_EQ(test::TempDir::ReadFile(file), "---\nid: b\n---\nMine\n");
}

TEST_F(MemoryTransferTest, SecretsOfRowsAreTakenOut) {
  const std::string token = "ghp_" + std::string("16C7e42F292c6912E7710c838347Ae178B4a");
  EXPECT_EQ(Import("{\"text\":\"use " + token + "\",\"id\":\"a\"}\n").redacted, 1U);
  EXPECT_THAT(FindMemory(All(), "a").value()->text,
              AllOf(Not(HasSubstr(token)), HasSubstr("[redacted:")));
}

TEST_F(MemoryTransferTest, ManyRowsAreWrittenAtOnce) {
  std::string lines;
  for (int i = 0; i < 1'000; ++i) {
    lines += "{\"text\":\"Fact number " + std::to_string(i) + "\",\"created\":\"2025-0" +
             std::to_string(1 + i % 9) + "-01\"}\n";
  }
  EXPECT_EQ(Import(lines).added, 1'000U);
  EXPECT_THAT(All(), SizeIs(1'000));
  EXPECT_TRUE(fs::is_empty(target_.place.project / "state/drafts"));
}

TEST_F(MemoryTransferTest, AnImportThatRunsOutOfTimeWritesNothing) {
  std::string lines;
  for (int i = 0; i < 1'500; ++i) lines += "{\"text\":\"Fact number " + std::to_string(i) + "\"}\n";
  CancelSource stop;
  MemoryTarget target = target_;
  target.deadline = Deadline::Never().With(stop);
  stop.Cancel();
  EXPECT_FALSE(ImportMemories(target, {.bytes = lines, .format = "satchel"}));
  EXPECT_THAT(All(), IsEmpty());
}

}  // namespace
}  // namespace satchel::engine
