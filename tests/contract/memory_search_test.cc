// Memories in the lexical index, on every engine: what is found, in which order, and how the index
// follows the files.

#include "memory/index/memory_search.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/time.h"
#include "tests/contract/store_engines.h"

namespace satchel::retrieval {
namespace {

using test::EngineCase;
using testing::AllOf;
using testing::ElementsAre;
using testing::Gt;
using testing::IsEmpty;
using testing::Le;
using testing::Lt;

constexpr std::string_view kSource = "memory/test";

std::shared_ptr<memory::Memory> Make(std::string id, std::string text,
                                     std::string_view day = "2026-01-05") {
  auto memory = std::make_shared<memory::Memory>();
  memory->path = "facts/" + std::string(day) + "/" + id + ".md";
  memory->id = std::move(id);
  memory->text = std::move(text);
  memory->created = *ParseTime(day);
  return memory;
}

std::shared_ptr<memory::Memory> Said(std::string id, std::string who, std::string text,
                                     std::string_view day) {
  auto memory = Make(std::move(id), std::move(text), day);
  memory->kind = memory::Kind::kEpisode;
  memory->source = std::move(who);
  return memory;
}

using Memories = std::vector<std::shared_ptr<const memory::Memory>>;

class MemorySearchTest : public testing::TestWithParam<EngineCase> {
 protected:
  void SetUp() override {
    engine_ = GetParam().make();
    ASSERT_NE(engine_, nullptr);
    index_ = NewMemoryIndex(engine_->database(), kSource);
  }

  // The namespace has these from now on.
  void Use(Memories memories) {
    search_ = std::make_unique<MemorySearch>(std::move(memories));
    const Status indexed = search_->Index(engine_->database(), engine_->scope(), kSource);
    ASSERT_TRUE(indexed) << indexed.error().text();
  }

  bool IsIndexed(const MemorySearch& search) {
    auto transaction = engine_->database().Begin(engine_->scope(), store::Access::kRead);
    EXPECT_TRUE(transaction);
    const auto indexed = search.IsIndexed(**transaction, *index_);
    EXPECT_TRUE(indexed) << indexed.error().text();
    return indexed && *indexed;
  }

  std::vector<RankedMemory> Search(std::string_view question) {
    auto transaction = engine_->database().Begin(engine_->scope(), store::Access::kRead);
    EXPECT_TRUE(transaction);
    auto ranked = search_->Search(**transaction, *index_, ask::Question(std::string(question)));
    EXPECT_TRUE(ranked) << ranked.error().text();
    return ranked ? *std::move(ranked) : std::vector<RankedMemory>();
  }

  std::vector<std::string> Ids(std::string_view question) {
    std::vector<std::string> ids;
    for (const RankedMemory& found : Search(question)) {
      ids.push_back(found.id);
    }
    return ids;
  }

  std::unique_ptr<test::StoreEngine> engine_;
  std::unique_ptr<lexical::Index> index_;
  std::unique_ptr<MemorySearch> search_;
};

TEST_P(MemorySearchTest, RareWordsCountMoreAndFormsOfAWordAreOne) {
  Use({Make("a", "We deploy with Helm."), Make("b", "We deploy by hand."),
       Make("c", "Retries of the queue are five."), Make("d", "We eat lunch.")});
  EXPECT_THAT(Ids("deploying with helm"), ElementsAre("a", "b"));
  EXPECT_THAT(Ids("how often does the queue retry?"), ElementsAre("c"));
  EXPECT_THAT(Ids("unrelated"), IsEmpty());
  EXPECT_THAT(Ids(""), IsEmpty());
}

TEST_P(MemorySearchTest, TheShareIsOfWhatIsAskedForAndNamesTheWords) {
  Use({Make("a", "alpha beta"), Make("b", "alpha gamma"), Make("c", "delta")});
  const auto whole = Search("alpha beta");
  ASSERT_EQ(whole.size(), 2U);
  EXPECT_THAT(whole[0].share, AllOf(Gt(Score::FromMillionths(800'000)), Le(Score::FromInt(1))));
  EXPECT_THAT(whole[0].words, ElementsAre("beta", "alpha"));
  EXPECT_THAT(whole[1].share, Lt(Score::FromMillionths(500'000)));
  // What nobody knows is a part of the question all the same.
  EXPECT_THAT(Search("alpha beta zeta eta theta")[0].share, Lt(Score::FromMillionths(500'000)));
}

TEST_P(MemorySearchTest, WordsOfAskingAreNoPartOfTheQuestionUnlessThereIsNothingElse) {
  Use({Make("a", "The queue is durable."), Make("b", "I know the way home.")});
  const auto asked = Search("What do we know about the queue?");
  ASSERT_FALSE(asked.empty());
  EXPECT_EQ(asked[0].id, "a");
  EXPECT_THAT(asked[0].share, Gt(Score::FromMillionths(800'000)));
  for (const RankedMemory& found : asked) {
    if (found.id == "b") {
      EXPECT_EQ(found.share, Score());
    }
  }
  EXPECT_THAT(Ids("What do we know?"), ElementsAre("b"));
}

TEST_P(MemorySearchTest, TagsKeywordsEntitiesAndAttributesAreSearched) {
  auto memory = Make("a", "It is five.");
  memory->tags = {"queue"};
  memory->keywords = {"retries"};
  memory->entity = "worker";
  memory->attributes = {{"limit", "five"}};
  Use({memory});
  for (const char* word : {"queue", "retries", "worker", "limit"}) {
    EXPECT_THAT(Ids(word), ElementsAre("a")) << word;
  }
}

TEST_P(MemorySearchTest, BetweenEqualsTheNewerOneComesFirstAndThenTheId) {
  Use({Make("a", "same words", "2026-01-01"), Make("b", "same words", "2026-02-01"),
       Make("d", "same words", "2025-12-01"), Make("c", "same words", "2025-12-01")});
  EXPECT_THAT(Ids("same"), ElementsAre("b", "a", "c", "d"));
}

TEST_P(MemorySearchTest, WhatWasSaidInAnswerIsFoundByItsQuestion) {
  Use({Said("q", "Ann", "Which colour did you choose for the kitchen walls?", "2026-03-01"),
       Said("r", "Bob", "A warm yellow.", "2026-03-01"),
       Said("s", "Bob", "My sister moved to Lisbon.", "2026-04-01"),
       Make("n", "The kitchen is closed on Monday.", "2026-03-01")});
  const auto ids = Ids("What colour has Bob's kitchen?");
  ASSERT_GE(ids.size(), 2U);
  EXPECT_THAT(ids, testing::Contains("r"));
  EXPECT_THAT(ids, testing::Not(testing::Contains("s")));
}

TEST_P(MemorySearchTest, ADayThatIsAskedAboutDecidesBetweenEquals) {
  Use({Make("a", "We released version seven.", "2026-03-04"),
       Make("b", "We released version six.", "2026-01-10")});
  EXPECT_EQ(Ids("What did we release in March 2026?").front(), "a");
  EXPECT_EQ(Ids("What did we release in January 2026?").front(), "b");
}

TEST_P(MemorySearchTest, TheIndexFollowsWhatIsAddedChangedAndRemoved) {
  Use({Make("a", "alpha", "2026-01-01"), Make("b", "beta", "2026-01-02")});
  EXPECT_TRUE(IsIndexed(*search_));
  const MemorySearch later({Make("a", "gamma", "2026-01-01"), Make("c", "beta", "2026-01-03")});
  EXPECT_FALSE(IsIndexed(later));
  Use({Make("a", "gamma", "2026-01-01"), Make("c", "beta", "2026-01-03")});
  EXPECT_TRUE(IsIndexed(later));
  EXPECT_THAT(Ids("alpha"), IsEmpty());
  EXPECT_THAT(Ids("gamma"), ElementsAre("a"));
  EXPECT_THAT(Ids("beta"), ElementsAre("c"));
  Use({});
  EXPECT_TRUE(IsIndexed(*search_));
  EXPECT_THAT(Ids("beta"), IsEmpty());
}

TEST_P(MemorySearchTest, WhatIsNotIndexedYetIsNotFoundAndNothingElseSuffers) {
  Use({Make("a", "alpha one", "2026-01-01"), Make("b", "alpha two", "2026-01-02")});
  // Another process has read more than was indexed.
  search_ = std::make_unique<MemorySearch>(Memories{Make("a", "alpha one", "2026-01-01"),
                                                    Make("b", "alpha two", "2026-01-02"),
                                                    Make("c", "alpha three", "2026-01-03")});
  EXPECT_FALSE(IsIndexed(*search_));
  EXPECT_THAT(Ids("alpha"), ElementsAre("b", "a"));
}

TEST_P(MemorySearchTest, ManyOfOneDayAreSeveralGroupsAndAllAreFound) {
  Memories memories;
  for (int i = 0; i < 200; ++i) {
    memories.push_back(Make("m" + std::to_string(1000 + i), "word" + std::to_string(i)));
  }
  Use(memories);
  for (const int i : {0, 63, 64, 127, 128, 199}) {
    EXPECT_THAT(Ids("word" + std::to_string(i)), testing::Contains("m" + std::to_string(1000 + i)));
  }
}

INSTANTIATE_TEST_SUITE_P(Engines, MemorySearchTest,
                         testing::Values(EngineCase{"sqlite", test::MakeSqliteEngine},
                                         EngineCase{"postgresql", test::MakePostgresEngine}),
                         [](const auto& engine) { return engine.param.name; });

}  // namespace
}  // namespace satchel::retrieval
