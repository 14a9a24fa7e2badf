#include "engine/requests/merged_places.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::retrieval {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// A place that has these words of the query in a field.
SearchPlace Place(std::string_view name, const ask::Query& query,
                  const std::vector<std::size_t>& words, std::string_view field = "body") {
  SearchPlace place;
  place.path = name;
  place.start_line = 1;
  place.end_line = 2;
  for (const std::size_t word : words) {
    place.words.push_back({.word = query.terms[word].text,
                           .worth = Score::FromInt(1),
                           .fields = {{std::string(field), 1}}});
  }
  return place;
}

class MergedPlacesTest : public ::testing::Test {
 protected:
  explicit MergedPlacesTest(std::string_view query = "retry failed uploads quickly")
      : query_(ask::ReadQuery(query)) {
    answer_.documents = 1'000;
    for (std::size_t i = 0; i < query_.words; ++i) {
      answer_.words.emplace_back(query_.terms[i].text, 10);
    }
  }

  FoundTexts Texts(std::vector<SearchPlace> places) const {
    for (SearchPlace& place : places) place.source = "notes";
    return {.source = "notes",
            .places = std::move(places),
            .documents = std::vector<std::uint64_t>(query_.words, 1),
            .all_documents = 20};
  }

  std::vector<std::string> Merge(std::vector<FoundTexts> texts, std::size_t limit = 10) {
    MergeTexts({.query = query_, .limit = limit}, std::move(texts), answer_);
    return Names(answer_.results);
  }

  static std::vector<std::string> Names(const std::vector<SearchPlace>& places) {
    std::vector<std::string> names;
    for (const SearchPlace& place : places) names.push_back(place.path);
    return names;
  }

  ask::Query query_;
  SearchAnswer answer_;
};

TEST_F(MergedPlacesTest, WhatHasMoreOfTheQueryComesFirst) {
  answer_.results = {Place("some.cc", query_, {0, 1})};
  EXPECT_THAT(Merge({Texts({Place("all.md", query_, {0, 1, 2, 3})})}),
              ElementsAre("all.md", "some.cc"));
}

TEST_F(MergedPlacesTest, CodeComesFirstWhereBothHaveTheSame) {
  answer_.results = {Place("a.cc", query_, {0, 1, 2})};
  EXPECT_THAT(Merge({Texts({Place("a.md", query_, {0, 1, 2})})}), ElementsAre("a.cc", "a.md"));
}

TEST_F(MergedPlacesTest, ATitleSaysMoreThanABody) {
  EXPECT_THAT(Merge({Texts({Place("body.md", query_, {0, 1, 2})}),
                     Texts({Place("title.md", query_, {0, 1, 2}, "title")})}),
              ElementsAre("title.md", "body.md"));
}

TEST_F(MergedPlacesTest, EachSourceKeepsItsOrder) {
  answer_.results = {Place("first.cc", query_, {0, 1}), Place("second.cc", query_, {0, 1, 2, 3})};
  EXPECT_THAT(Merge({Texts({Place("a.md", query_, {0, 1, 2})})}),
              ElementsAre("first.cc", "second.cc", "a.md"));
}

TEST_F(MergedPlacesTest, SourcesThatAreWorthTheSameTakeTurns) {
  for (const char* name : {"1.cc", "2.cc", "3.cc"}) {
    answer_.results.push_back(Place(name, query_, {0, 1, 2}));
  }
  EXPECT_THAT(
      Merge({Texts({Place("1.md", query_, {0, 1, 2}), Place("2.md", query_, {0, 1, 2})})}, 4),
      ElementsAre("1.cc", "1.md", "2.cc", "2.md"));
}

TEST_F(MergedPlacesTest, ATextWithOneWordOfManyIsNoAnswer) {
  answer_.results = {Place("a.cc", query_, {0, 1})};
  EXPECT_THAT(Merge({Texts({Place("a.md", query_, {0})})}), ElementsAre("a.cc"));
}

TEST_F(MergedPlacesTest, WeakPlacesOfBothAreResultsIfThereAreNoOthers) {
  answer_.weak = true;
  answer_.results = {Place("a.cc", query_, {0})};
  query_ = ask::ReadQuery("retry failed uploads quickly when nobody is looking at them");
  answer_.words.resize(query_.words, {"", 0});
  EXPECT_THAT(Merge({Texts({Place("a.md", query_, {0, 1})})}), ElementsAre("a.md", "a.cc"));
  EXPECT_TRUE(answer_.weak);
  EXPECT_EQ(answer_.abstained, "");
}

TEST_F(MergedPlacesTest, ATextThatMatchesWellComesWithoutWeakPlacesOfCode) {
  answer_.weak = true;
  answer_.results = {Place("a.cc", query_, {0})};
  answer_.missing = {"quickly"};
  EXPECT_THAT(Merge({Texts({Place("a.md", query_, {0, 1, 2, 3})})}), ElementsAre("a.md"));
  EXPECT_FALSE(answer_.weak);
  EXPECT_THAT(answer_.missing, IsEmpty());  // the text has it
}

TEST_F(MergedPlacesTest, WeakTextsAreResultsIfNoCodeIsFound) {
  answer_.abstained = kNothingFound;
  query_ = ask::ReadQuery("retry failed uploads quickly when nobody is looking at them");
  answer_.words.resize(query_.words, {"", 0});
  EXPECT_THAT(Merge({Texts({Place("a.md", query_, {0, 1})})}), ElementsAre("a.md"));
  EXPECT_TRUE(answer_.weak);
  EXPECT_EQ(answer_.abstained, "");
}

TEST_F(MergedPlacesTest, ANameThatIsNowhereHasNoWeakResults) {
  answer_.abstained = kNameNowhere;
  query_ = ask::ReadQuery("retry failed uploads quickly when nobody is looking at them");
  answer_.words.resize(query_.words, {"", 0});
  EXPECT_THAT(Merge({Texts({Place("a.md", query_, {0, 1})})}), IsEmpty());
  EXPECT_THAT(Names(answer_.nearest), ElementsAre("a.md"));
  EXPECT_EQ(answer_.abstained, kNameNowhere);
}

TEST_F(MergedPlacesTest, ATextStandsForThePlaceOfItsFile) {
  answer_.results = {Place("NOTES.md", query_, {0, 1, 2}), Place("a.cc", query_, {0, 1})};
  EXPECT_THAT(Merge({Texts({Place("NOTES.md", query_, {0, 1, 2})})}),
              ElementsAre("NOTES.md", "a.cc"));
}

TEST_F(MergedPlacesTest, SaysWhatWasSearched) {
  answer_.sources = {{.name = "code", .documents = 1'000}};
  Merge({Texts({})});
  EXPECT_EQ(answer_.documents, 1'020U);
  ASSERT_EQ(answer_.sources.size(), 2U);
  EXPECT_EQ(answer_.sources.back().name, "notes");
  EXPECT_EQ(answer_.abstained, kNothingFound);
}

TEST_F(MergedPlacesTest, ASourceMayKnowBetterHowMuchOfTheQueryAPlaceHas) {
  const auto memory = [this](std::string_view name, int score, std::int64_t share) {
    SearchPlace place = Place(name, query_, {0});
    place.id = name;
    place.score = Score::FromInt(score);
    place.share = Score::FromMillionths(share * 1'000);
    return place;
  };
  const auto anew = [this](std::vector<FoundTexts> found, std::size_t limit = 10) {
    answer_.results.clear();
    return Merge(std::move(found), limit);
  };
  // One word of four is chance, but the source says that it is an answer.
  FoundTexts texts =
      Texts({memory("said", 10, 400), memory("beside", 6, 100), memory("far", 4, 50)});
  EXPECT_THAT(anew({texts}), ElementsAre("said", "beside")) << "half of the best, behind it";
  EXPECT_THAT(anew({texts}, 1), ElementsAre("said"));
  // What vectors add to the best takes nothing away from the others.
  texts.places.front().terms = {{.name = "words", .value = Score::FromInt(10)},
                                {.name = "similar", .value = Score::FromInt(9)}};
  texts.places.front().score = Score::FromInt(19);
  EXPECT_THAT(anew({texts}), ElementsAre("said", "beside"));
  // Beside another source nothing is filled up.
  FoundTexts notes = Texts({Place("note", query_, {0, 1, 2, 3})});
  notes.source = "decisions";
  for (SearchPlace& place : notes.places) place.source = "decisions";
  EXPECT_THAT(anew({texts, notes}), testing::UnorderedElementsAre("said", "note"));
  texts.places.front().share = Score::FromMillionths(300'000);
  EXPECT_THAT(anew({texts}), IsEmpty()) << "too little of what is asked";
}

}  // namespace
}  // namespace satchel::retrieval
