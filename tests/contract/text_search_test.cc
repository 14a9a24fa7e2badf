// Texts in the lexical index, on every engine: what is found, and how the index follows the rows of
// the documents.

#include "index/texts/text_search.h"

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "index/texts/text_documents.h"
#include "store/document_set.h"
#include "tests/contract/store_engines.h"

namespace satchel::retrieval {
namespace {

using test::EngineCase;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::string_view kSource = "notes";

class TextSearchTest : public testing::TestWithParam<EngineCase> {
 protected:
  void SetUp() override {
    engine_ = GetParam().make();
    ASSERT_NE(engine_, nullptr);
    indexes_ = std::make_unique<TextIndexes>(engine_->database());
  }

  std::vector<SourceText> Texts(std::span<const std::string> ids) const {
    std::vector<SourceText> texts;
    for (const std::string& id : ids) {
      if (const auto text = texts_.find(id); text != texts_.end()) texts.push_back(text->second);
    }
    return texts;
  }

  void Add(const std::string& id, std::string title, std::string body, bool superseded = false) {
    texts_[id] = {.id = id,
                  .kind = "decision",
                  .title = std::move(title),
                  .body = std::move(body),
                  .path = "DECISIONS.md",
                  .first_line = 10,
                  .superseded = superseded};
  }

  // The store has these texts from now on.
  Status Update() {
    std::vector<store::DocumentRow> rows;
    std::string digest = "d";
    for (const auto& [id, text] : texts_) {
      rows.push_back({.source = std::string(kSource), .path = id, .digest = text.body});
      digest += id + text.body;
    }
    const auto updated = store::UpdateDocuments(
        engine_->database(), engine_->scope(), kSource, digest, std::move(rows),
        [this](store::CuratedChange& change, const store::DocumentChange& documents) {
          const Status put =
              PutTexts(change, kSource, documents, [this](auto ids) { return Texts(ids); });
          return fails_ ? Fail(Errc::kInternal, "on demand") : put;
        });
    if (!updated) return std::unexpected(updated.error());
    return TidyTexts(engine_->database(), engine_->scope(), kSource);
  }

  std::vector<SearchPlace> Find(std::string_view text, std::size_t most = 10) {
    auto transaction = engine_->database().Begin(engine_->scope(), store::Access::kRead);
    EXPECT_TRUE(transaction);
    const ask::Question question{std::string(text)};
    auto found = FindTexts(**transaction, indexes_->Of(kSource), kSource,
                           {.question = question, .most = most, .now = {}},
                           [this](auto ids) { return Texts(ids); });
    EXPECT_TRUE(found) << found.error().text();
    return found ? std::move(found->places) : std::vector<SearchPlace>();
  }

  std::vector<std::string> Ids(std::string_view text, std::size_t most = 10) {
    std::vector<std::string> ids;
    for (const SearchPlace& place : Find(text, most)) ids.push_back(place.id);
    return ids;
  }

  std::unique_ptr<test::StoreEngine> engine_;
  std::unique_ptr<TextIndexes> indexes_;
  std::map<std::string, SourceText> texts_;
  bool fails_ = false;
};

TEST_P(TextSearchTest, AWordInTheTitleCountsMore) {
  Add("a", "Colours", "Uploads are blue.");
  Add("b", "Uploads", "They are tried again.");
  ASSERT_TRUE(Update());
  EXPECT_THAT(Ids("upload"), ElementsAre("b", "a"));
  EXPECT_THAT(Ids("upload", 1), ElementsAre("b"));
  EXPECT_THAT(Ids("whales"), IsEmpty());
}

TEST_P(TextSearchTest, ItsPlaceIsInTheFile) {
  Add("a", "Uploads", "## Uploads\n\nBlue is a colour.\nThey are tried again.");
  ASSERT_TRUE(Update());
  const auto found = Find("tried");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].start_line, 10U);
  EXPECT_EQ(found[0].end_line, 13U);
  ASSERT_FALSE(found[0].lines.empty());
  EXPECT_EQ(found[0].lines[0].number, 13U);
  EXPECT_EQ(found[0].lines[0].text, "They are tried again.");
}

TEST_P(TextSearchTest, WhatWasReplacedComesLast) {
  Add("a", "Uploads", "tried twice", true);
  Add("b", "Uploads", "tried three times, with a longer pause in between");
  ASSERT_TRUE(Update());
  EXPECT_THAT(Ids("uploads tried"), ElementsAre("b", "a"));
}

TEST_P(TextSearchTest, APhraseMustStandThere) {
  Add("a", "Uploads", "again and tried");
  Add("b", "Uploads", "tried again");
  ASSERT_TRUE(Update());
  EXPECT_THAT(Ids("\"tried again\""), ElementsAre("b"));
}

TEST_P(TextSearchTest, TheIndexFollowsTheDocuments) {
  Add("a", "Uploads", "tried again");
  Add("b", "Invoices", "rounded");
  ASSERT_TRUE(Update());
  Add("b", "Invoices", "tried");
  Add("c", "Parcels", "tried on Tuesdays");
  texts_.erase("a");
  ASSERT_TRUE(Update());
  EXPECT_THAT(Ids("tried"), testing::UnorderedElementsAre("b", "c"));
  EXPECT_THAT(Ids("rounded"), IsEmpty());
}

TEST_P(TextSearchTest, BothComeOrNeither) {
  Add("a", "Uploads", "tried");
  ASSERT_TRUE(Update());
  Add("b", "Parcels", "tried");
  fails_ = true;
  EXPECT_FALSE(Update());
  EXPECT_THAT(Ids("tried"), ElementsAre("a"));
  fails_ = false;
  ASSERT_TRUE(Update());
  EXPECT_THAT(Ids("tried"), testing::UnorderedElementsAre("a", "b"));
}

TEST_P(TextSearchTest, RowsOfAnEarlierVersionGetTheirWords) {
  Add("a", "Uploads", "tried");
  std::vector<store::DocumentRow> rows = {
      {.source = std::string(kSource), .path = "a", .digest = "tried"}};
  ASSERT_TRUE(store::UpdateDocuments(engine_->database(), engine_->scope(), kSource, "old",
                                     std::move(rows)));
  EXPECT_THAT(Ids("tried"), IsEmpty());
  ASSERT_TRUE(Update());  // not one row is another
  EXPECT_THAT(Ids("tried"), ElementsAre("a"));
}

INSTANTIATE_TEST_SUITE_P(Engines, TextSearchTest,
                         testing::Values(EngineCase{"sqlite", test::MakeSqliteEngine},
                                         EngineCase{"postgresql", test::MakePostgresEngine}),
                         [](const auto& engine) { return engine.param.name; });

}  // namespace
}  // namespace satchel::retrieval
