// What vectors add to a ranking by words, on every engine.

#include "code/find/similar_code.h"

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "code/index/code_vectors.h"
#include "store/code.h"
#include "store/curated.h"
#include "tests/contract/store_engines.h"

namespace satchel::retrieval {
namespace {

using rank::Feature;
using test::EngineCase;
using testing::ElementsAre;
using testing::UnorderedElementsAreArray;

constexpr std::string_view kRules = "r1";

class SimilarCodeTest : public testing::TestWithParam<EngineCase> {
 protected:
  void SetUp() override {
    engine_ = GetParam().make();
    ASSERT_NE(engine_, nullptr);
    ranked_.query = ask::ReadQuery("which one is it");
  }

  store::FileRow File(const std::string& path) const {
    return {.id = static_cast<std::int64_t>(std::hash<std::string>()(path) % 1'000'000) + 1,
            .path = path,
            .digest = std::string(32, path.back()),
            .role = "source",
            .reading = "parsed"};
  }

  // A file that the words have found; the score is its place.
  rank::RankedFile& Rank(const std::string& path, std::int64_t millionths) {
    rank::RankedFile& file = ranked_.files.emplace_back();
    file.path = path;
    file.row = File(path);
    // A share of the best chunk gives the score; all weights are data.
    rank::At(file.features, Feature::kChunk) = Score::FromMillionths(millionths);
    file.score = rank::TermsOf(file.features, file.penalties, ranked_.query.form).total();
    return file;
  }

  NearText Near(const std::string& path, std::int64_t millionths) const {
    return {.source = "code",
            .document = path,
            .digest = VectorDigest(kRules, File(path)),
            .ordinal = 0,
            .similarity = Score::FromMillionths(millionths),
            .nearness = Score::FromMillionths(millionths)};
  }

  std::vector<std::string> Add(const std::vector<NearText>& near,
                               const std::vector<std::string>& stored = {},
                               const rank::AcceptsFile& accepts = {}) {
    auto change = store::CuratedChange::Begin(engine_->database(), engine_->scope());
    EXPECT_TRUE(change);
    EXPECT_TRUE(change->PutState("code.rules", kRules));
    std::vector<store::FileRow> rows;
    for (const std::string& path : stored) rows.push_back(File(path));
    if (!rows.empty()) {
      EXPECT_TRUE(store::CodeWriter(change->transaction()).PutFiles(rows));
    }
    EXPECT_TRUE(std::move(*change).Commit());
    auto transaction = engine_->database().Begin(engine_->scope(), store::Access::kRead);
    EXPECT_TRUE(transaction);
    const Status added = AddSimilar(**transaction, near, accepts, ranked_);
    EXPECT_TRUE(added) << added.error().text();
    std::vector<std::string> paths;
    for (const rank::RankedFile& file : ranked_.files) paths.push_back(file.path);
    return paths;
  }

  std::unique_ptr<test::StoreEngine> engine_;
  rank::RankedCode ranked_;
};

TEST_P(SimilarCodeTest, ANearFileRisesAndItsReasonsSayWhy) {
  Rank("a", 900'000);
  Rank("b", 800'000);
  Rank("c", 700'000);
  EXPECT_THAT(Add({Near("c", 600'000), Near("b", 10'000)}), ElementsAre("c", "a", "b"));
  const auto terms = rank::TermsOf(ranked_.files[0].features, {}, ranked_.query.form);
  EXPECT_EQ(terms.total(), ranked_.files[0].score);
  EXPECT_EQ(terms.terms().back().name, "similar");
}

TEST_P(SimilarCodeTest, AFileThatTheQueryNamesKeepsItsPlace) {
  rank::At(Rank("named", 900'000).features, Feature::kDefinitions) = Score::FromInt(1);
  Rank("b", 800'000);
  rank::At(Rank("path", 700'000).features, Feature::kPath) = Score::FromInt(1);
  Rank("d", 600'000);
  EXPECT_THAT(Add({Near("d", 1'000'000)}), ElementsAre("named", "d", "path", "b"));
}

TEST_P(SimilarCodeTest, TheFirstTenStayTheFirstTen) {
  std::vector<std::string> first;
  std::vector<NearText> near;
  for (int i = 0; i < 25; ++i) {
    const std::string path = fmt::format("f{:02}", i);
    Rank(path, 900'000 - (i * 10'000));
    if (i < 10) first.push_back(path);
    near.push_back(Near(path, i * 40'000));
  }
  std::vector<std::string> order = Add(near);
  ASSERT_EQ(order.size(), 25U);
  EXPECT_EQ(order[0], "f09");
  EXPECT_EQ(order[10], "f19");
  order.resize(10);
  EXPECT_THAT(order, UnorderedElementsAreArray(first));
}

TEST_P(SimilarCodeTest, AVectorOfAnotherContentSaysNothing) {
  Rank("a", 900'000);
  Rank("b", 800'000);
  NearText stale = Near("b", 900'000);
  stale.digest = VectorDigest("r0", File("b"));
  NearText gone = Near("c", 900'000);
  gone.digest = std::string(32, 'x');
  EXPECT_THAT(Add({stale, gone, Near("nowhere", 900'000)}, {"c"}), ElementsAre("a", "b"));
  EXPECT_EQ(rank::At(ranked_.files[1].features, Feature::kSimilar), Score());
}

TEST_P(SimilarCodeTest, AFileWithoutTheWordsComesLastIfItIsNearAndLookedAt) {
  Rank("a", 10'000);
  const std::vector<NearText> near = {Near("x", 500'000), Near("y", 900'000), Near("z", 200'000),
                                      Near("v", 900'000)};
  EXPECT_THAT(
      Add(near, {"v", "x", "y", "z"}, [](const store::FileRow& file) { return file.path != "v"; }),
      ElementsAre("a", "y", "x"));
  ASSERT_EQ(ranked_.files[1].chunks.size(), 1U);
  ASSERT_TRUE(KeepNearAnswers(ranked_));
  EXPECT_EQ(ranked_.files.size(), 2U);
  EXPECT_EQ(ranked_.files[0].path, "y");
}

TEST_P(SimilarCodeTest, WhatIsNotNearIsNoAnswer) {
  Rank("a", 900'000);
  Add({Near("a", 390'000)});
  EXPECT_FALSE(KeepNearAnswers(ranked_));
  EXPECT_EQ(ranked_.files.size(), 1U);
}

TEST(AsksModelTest, WhatSaysExactlyWhatItMeansIsNotSent) {
  const auto asks = [](std::string_view text) {
    return AsksModel(ask::Question(std::string(text)));
  };
  EXPECT_TRUE(asks("how are parcels sent"));
  EXPECT_TRUE(asks("parcel sending"));
  EXPECT_FALSE(asks("send_parcel"));
  EXPECT_FALSE(asks("src/parcel/send.py"));
  EXPECT_FALSE(asks("\"parcels are sent\""));
  EXPECT_FALSE(asks("?!"));
  EXPECT_FALSE(
      asks("Traceback (most recent call last):\n  File \"a.py\", line 4, in f\nNameError: mix\n"));
}

INSTANTIATE_TEST_SUITE_P(Engines, SimilarCodeTest,
                         testing::Values(EngineCase{"sqlite", test::MakeSqliteEngine},
                                         EngineCase{"postgresql", test::MakePostgresEngine}),
                         [](const auto& engine) { return engine.param.name; });

}  // namespace
}  // namespace satchel::retrieval
