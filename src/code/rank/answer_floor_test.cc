#include "code/rank/answer_floor.h"

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "code/rank/code_field.h"
#include "text/analyser.h"

namespace satchel::rank {
namespace {

using testing::IsEmpty;
using testing::Not;

constexpr std::uint64_t kDocuments = 400;

// A file of one chunk, with the words that its fields say.
struct OneFile {
  std::map<CodeField, std::string_view> says;
  std::map<Feature, Score> features = {};
};

// What the ranking of these files would be: words that none of them has are nowhere.
RankedCode Rank(const ask::Query& query, const std::vector<OneFile>& files) {
  RankedCode ranked;
  ranked.query = query;
  ranked.all_documents = kDocuments;
  ranked.documents.resize(query.terms.size());
  text::Analyser analyser;
  for (const OneFile& one : files) {
    RankedFile& file = ranked.files.emplace_back();
    for (const auto& [feature, value] : one.features) At(file.features, feature) = value;
    std::map<std::uint32_t, lexical::Frequencies> found;
    for (const auto& [field, text] : one.says) {
      for (const text::Term& term : analyser.Analyse(text)) {
        const auto at = std::ranges::find(query.terms, term.text, &lexical::QueryTerm::text);
        if (at == query.terms.end()) continue;
        auto& often = found[static_cast<std::uint32_t>(at - query.terms.begin())];
        often = lexical::OneMore(often, static_cast<std::size_t>(field));
      }
    }
    for (const auto& [term, often] : found) {
      ++ranked.documents[term];
      file.evidence.occurrences.push_back({.ordinal = 0, .term = term, .frequencies = often});
    }
  }
  return ranked;
}

AnswerFloor Judge(std::string_view text, const std::vector<OneFile>& files) {
  const ask::Query query = ask::ReadQuery(text);
  return FloorOf(query, Rank(query, files));
}

const OneFile kSessions = {
    .says = {{CodeField::kNames, "sign_cookie open_session SessionInterface"},
             {CodeField::kPath, "web/sessions.py"},
             {CodeField::kComments, "The cookie of a session is signed with the secret key."},
             {CodeField::kBody, "sign cookie session secret key return"}}};

TEST(AnswerFloorTest, AQuestionWhoseWordsAreNamesOfOnePlaceIsAnswered) {
  const AnswerFloor floor = Judge("where is the session cookie signed?", {kSessions});
  EXPECT_TRUE(floor.judged);
  EXPECT_FALSE(floor.IsWeak());
}

TEST(AnswerFloorTest, AQuestionAboutSomethingElseIsNot) {
  EXPECT_TRUE(Judge("how do I return a pair of shoes that does not fit?", {kSessions}).IsWeak());
  EXPECT_TRUE(Judge("kubernetes autoscaler return key", {kSessions}).IsWeak());
}

TEST(AnswerFloorTest, WordsInABodyAreWeakerThanInNames) {
  const OneFile body = {.says = {{CodeField::kBody, "session cookie signed"}}};
  EXPECT_LT(Judge("where is the session cookie signed", {body}).standing,
            Judge("where is the session cookie signed", {kSessions}).standing);
}

TEST(AnswerFloorTest, WhatOnlyAFarFileSaysDoesNotCount) {
  std::vector<OneFile> files(6, OneFile{.says = {{CodeField::kBody, "cookie"}}});
  files.back() = kSessions;
  const Score last = Judge("session cookie signing", files).standing;
  std::swap(files.front(), files.back());
  EXPECT_LT(last, Judge("session cookie signing", files).standing);
}

TEST(AnswerFloorTest, NamesAndPastedTextsAreNotJudgedByTheirWords) {
  EXPECT_FALSE(Judge("SessionInterface", {kSessions}).judged);
  EXPECT_FALSE(Judge("Wrong total\n\nThe voucher is applied twice.", {kSessions}).judged);
  EXPECT_FALSE(Judge("words", {}).judged) << "there is nothing to judge";
}

constexpr std::string_view kForeignReport =
    "Upload fails\n\nStorageClient.upload_part() raises BucketError after retry_policy ran out.";

TEST(AnswerFloorTest, APastedTextWhoseNamesAreElsewhereIsWeak) {
  const AnswerFloor floor = Judge(kForeignReport, {kSessions});
  EXPECT_TRUE(floor.names_elsewhere);
  EXPECT_TRUE(floor.IsWeak());
  EXPECT_FALSE(floor.IsNone()) << "the closest places are shown";
}

TEST(AnswerFloorTest, APastedTextIsNotWeakIfHalfOfItsNamesAreHere) {
  const OneFile half = {.says = {{CodeField::kNames, "StorageClient retry_policy"}}};
  EXPECT_FALSE(Judge(kForeignReport, {half}).IsWeak());
}

TEST(AnswerFloorTest, APastedTextIsNotWeakForTwoUnknownNames) {
  EXPECT_FALSE(Judge("Upload fails\n\nupload_part() raises BucketError after a while.", {kSessions})
                   .IsWeak());
}

TEST(AnswerFloorTest, APastedTextIsNotWeakIfItNamesAFileThatIsHere) {
  for (const Feature feature : {Feature::kPath, Feature::kFrame}) {
    const OneFile named = {.says = {}, .features = {{feature, Score::FromInt(1)}}};
    EXPECT_FALSE(Judge(kForeignReport, {named}).IsWeak());
  }
}

TEST(AnswerFloorTest, AWordOrTwoThatStandHereAreAnswered) {
  const OneFile body = {.says = {{CodeField::kBody, "platypus hedgehog"}}};
  EXPECT_FALSE(Judge("platypus", {body}).judged);
  EXPECT_FALSE(Judge("hedgehog platypus", {body}).judged);
  EXPECT_TRUE(Judge("hedgehog okapi", {body}).judged) << "one of them is nowhere";
}

TEST(AnswerFloorTest, AQueryThatNamesWhatIsHereNeverAbstains) {
  const std::string_view text = "who on earth calls sign_cookie in the middle of the night";
  EXPECT_FALSE(Judge(text, {kSessions}).judged);
  const OneFile path = {.says = {}, .features = {{Feature::kPath, Score::FromInt(1)}}};
  EXPECT_FALSE(Judge("fix the typo in sessions.py please", {path}).judged);
}

TEST(AnswerFloorTest, AWordThatIsSpeltWronglyCountsAsWhatStandsForIt) {
  const ask::Query query = ask::ReadQuery("sesion cookies");
  RankedCode ranked = Rank(query, {kSessions});
  const AnswerFloor wrong = FloorOf(query, ranked);
  const std::vector<ReplacedWord> replaced = {
      {.word = 0, .by = Replacing::kAlike, .certainty = 0.8, .with = {"session"}}};
  const std::vector<std::uint64_t> documents = ranked.documents;
  ranked = Rank(WithReplacements(query, replaced), {kSessions});
  ranked.replaced = replaced;
  ranked.documents = documents;
  const AnswerFloor corrected = FloorOf(query, ranked);
  EXPECT_GT(corrected.standing, wrong.standing);
  EXPECT_FALSE(corrected.IsWeak());
}

TEST(AnswerFloorTest, TheSignsAddUpToTheStanding) {
  const AnswerFloor floor = Judge("where is the session cookie signed", {kSessions});
  ASSERT_THAT(floor.signs, Not(IsEmpty()));
  Score sum;
  for (const ask::JudgedSign& sign : floor.signs) sum += sign.term;
  EXPECT_EQ(sum, floor.standing);
}

}  // namespace
}  // namespace satchel::rank
