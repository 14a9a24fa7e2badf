// Threads that search one index while others change, fold and merge it: every answer is that of a
// moment between the beginning and the end of its search.

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "index/lexical/index.h"
#include "index/lexical/merge.h"
#include "index/lexical/row_reader.h"
#include "index/lexical/snapshot.h"
#include "index/lexical/writer.h"
#include "store/segments.h"
#include "tests/contract/store_engines.h"
#include "tests/support/lexical_script.h"
#include "tests/support/random.h"

namespace satchel::lexical {
namespace {

using test::EngineCase;
using test::LexicalScript;
using test::Random;

constexpr std::size_t kQuestions = 6;
constexpr std::size_t kLimit = 15;

// What is to be answered after each step.
struct Moment {
  Statistics statistics;
  std::vector<std::vector<Hit>> answers;  // to each question
};

class LexicalReadersTest : public testing::TestWithParam<EngineCase> {
 protected:
  static void ApplyTo(test::StoreEngine& engine, const std::vector<Change>& changes,
                      std::size_t most_pending) {
    auto transaction = engine.database().Begin(engine.scope(), store::Access::kWrite);
    ASSERT_TRUE(transaction);
    ASSERT_TRUE(Apply(**transaction, LexicalScript::kSource, LexicalScript::Weights(), changes,
                      {.most_pending = most_pending}));
    ASSERT_TRUE((*transaction)->Commit({}));
  }
};

class Race {
 public:
  Race(test::StoreEngine& engine, std::uint64_t seed, std::int64_t steps)
      : engine_(engine),
        script_(seed, engine.workspace),
        steps_(steps),
        index_(engine.database(), LexicalScript::kSource, LexicalScript::Weights(), 100'000) {
    Random random(seed);
    for (std::size_t i = 0; i < kQuestions; ++i) {
      questions_.push_back(test::RandomQuery(random, LexicalScript::kVocabulary));
    }
    LexicalScript later(script_);
    for (std::int64_t step = 0; step <= steps; ++step) {
      const test::LexicalModel& model = later.Advance(step);
      Moment moment{.statistics = model.statistics(), .answers = {}};
      for (const auto& question : questions_) {
        moment.answers.push_back(model.Best(question, kLimit));
      }
      moments_.push_back(std::move(moment));
    }
  }

  void Run() {
    std::vector<std::jthread> threads;
    for (std::uint64_t i = 0; i < 3; ++i) threads.emplace_back([this, i] { Ask(i); });
    for (std::uint64_t i = 0; i < 2; ++i) threads.emplace_back([this, i] { Work(i); });
    for (std::int64_t step = 1; step <= steps_ && !testing::Test::HasFailure(); ++step) {
      begun_ = step;
      const Status done = script_.Commit(engine_.database(), step);
      EXPECT_TRUE(done) << done.error().text();
      ended_ = step;
      const std::uint64_t before = asked_;
      while (asked_ < before + 3 && !testing::Test::HasFailure()) std::this_thread::yield();
    }
    stop_ = true;
    threads.clear();
    EXPECT_TRUE(script_.Tidy(engine_.database(), 10'000));
    EXPECT_EQ(script_.Problem(engine_.database(), steps_), "");
  }

  std::uint64_t asked() const { return asked_; }
  std::uint64_t worked() const { return worked_; }

 private:
  void Ask(std::uint64_t thread) {
    Random random(thread);
    while (!stop_ && !testing::Test::HasFailure()) {
      const std::size_t question = random.Below(kQuestions);
      const std::int64_t first = ended_;
      const auto found =
          index_.Search(engine_.scope(), questions_[question], {.limit = kLimit, .explain = true});
      const std::int64_t last = begun_;
      ASSERT_TRUE(found) << found.error().text();
      bool right = false;
      for (std::int64_t at = first; at <= last && !right; ++at) {
        const Moment& moment = moments_[static_cast<std::size_t>(at)];
        right = found->hits == moment.answers[question] && found->statistics == moment.statistics;
      }
      ASSERT_TRUE(right) << "question " << question << " between " << first << " and " << last;
      ++asked_;
    }
  }

  // Two of these get in each other's way.
  void Work(std::uint64_t thread) {
    Random random(100 + thread);
    while (!stop_ && !testing::Test::HasFailure()) {
      const Status done = random.OneIn(4)
                              ? Fold(engine_.database(), engine_.scope(), LexicalScript::kSource,
                                     LexicalScript::Weights())
                              : script_.Tidy(engine_.database(), 1 + random.Below(20'000));
      ASSERT_TRUE(done) << done.error().text();
      ++worked_;
    }
  }

  test::StoreEngine& engine_;
  LexicalScript script_;
  const std::int64_t steps_;
  std::vector<std::vector<QueryTerm>> questions_;
  std::vector<Moment> moments_;
  Index index_;
  // Shared by the threads.
  std::atomic<std::int64_t> begun_ = 0;
  std::atomic<std::int64_t> ended_ = 0;
  std::atomic<std::uint64_t> asked_ = 0;
  std::atomic<std::uint64_t> worked_ = 0;
  std::atomic<bool> stop_ = false;
};

TEST_P(LexicalReadersTest, EveryAnswerIsThatOfAMomentDuringTheSearch) {
  const std::uint64_t rounds = test::CaseCount(4);
  std::uint64_t asked = 0;
  std::uint64_t worked = 0;
  for (std::uint64_t round = 0; round < rounds && !testing::Test::HasFailure(); ++round) {
    SCOPED_TRACE(fmt::format("seed {}", test::FirstSeed() + round));
    const auto engine = GetParam().make();
    ASSERT_NE(engine, nullptr);
    Race race(*engine, test::FirstSeed() + round, 40);
    race.Run();
    asked += race.asked();
    worked += race.worked();
  }
  fmt::print("{} answers beside {} folds and merges\n", asked, worked);
  EXPECT_GT(worked, 0U);
}

// The keys of what waits, as a transaction has them.
std::vector<std::string> PendingKeys(store::Transaction& transaction, RowCache& cache,
                                     std::shared_ptr<const Snapshot>& snapshot) {
  const Ranking ranking = LexicalScript::Weights();
  RowReader reader(transaction, LexicalScript::kSource, ranking, cache);
  const auto infos = store::ReadSegments(transaction, LexicalScript::kSource);
  EXPECT_TRUE(infos);
  auto loaded = LoadSnapshot(reader, *infos, snapshot);
  EXPECT_TRUE(loaded) << loaded.error().text();
  if (loaded) snapshot = *std::move(loaded);
  return snapshot == nullptr ? std::vector<std::string>() : snapshot->pending.keys();
}

TEST_P(LexicalReadersTest, AReaderThatBeganEarlierTakesNoChangesOfALaterSnapshot) {
  const auto engine = GetParam().make();
  ASSERT_NE(engine, nullptr);
  const Ranking ranking = LexicalScript::Weights();
  const std::string group = test::Encode({{{{"word"}, {}}}}, ranking.fields);
  ApplyTo(*engine, {{"a", group}, {"b", group}}, 0);
  ApplyTo(*engine, {{"a", {}}}, 100);
  auto early = engine->database().Begin(engine->scope(), store::Access::kRead);
  ASSERT_TRUE(early);
  ASSERT_TRUE(store::ReadSegments(**early, LexicalScript::kSource));  // now it has its moment
  // The removal becomes part of the segment, and something else waits.
  ASSERT_TRUE(Fold(engine->database(), engine->scope(), LexicalScript::kSource, ranking));
  ApplyTo(*engine, {{"b", {}}}, 100);
  auto late = engine->database().Begin(engine->scope(), store::Access::kRead);
  ASSERT_TRUE(late);
  RowCache cache(100'000);
  std::shared_ptr<const Snapshot> snapshot;
  EXPECT_EQ(PendingKeys(**late, cache, snapshot), std::vector<std::string>{"b"});
  EXPECT_EQ(snapshot->statistics.documents, 0U);
  EXPECT_EQ(PendingKeys(**early, cache, snapshot), std::vector<std::string>{"a"});
  EXPECT_EQ(snapshot->statistics.documents, 1U);
}

TEST_P(LexicalReadersTest, AViewIsOfOneStateWhateverIsWrittenMeanwhile) {
  const auto engine = GetParam().make();
  ASSERT_NE(engine, nullptr);
  const Ranking ranking = LexicalScript::Weights();
  const std::string group = test::Encode({{{{"word"}, {}}}}, ranking.fields);
  ApplyTo(*engine, {{"a", group}, {"b", group}}, 0);
  Index index(engine->database(), LexicalScript::kSource, ranking);
  const std::vector<QueryTerm> query = {{"word"}};
  const std::vector<std::string> keys = {"a", "b"};

  auto transaction = engine->database().Begin(engine->scope(), store::Access::kRead);
  ASSERT_TRUE(transaction);
  IndexView view(index, **transaction);
  const auto before = view.Search(query, {});
  ASSERT_TRUE(before) << before.error().text();
  ASSERT_EQ(before->hits.size(), 2U);
  ApplyTo(*engine, {{"a", {}}}, 100);
  ASSERT_TRUE(Fold(engine->database(), engine->scope(), LexicalScript::kSource, ranking));
  // Another reader sees it, and leaves its newer state behind in the index.
  const auto beside = index.Search(engine->scope(), query, {});
  ASSERT_TRUE(beside) << beside.error().text();
  EXPECT_EQ(beside->hits.size(), 1U);
  const auto looked = view.Look(query, keys);
  ASSERT_TRUE(looked) << looked.error().text();
  EXPECT_EQ(looked->size(), 2U);
  const auto again = view.Search(query, {});
  ASSERT_TRUE(again) << again.error().text();
  EXPECT_EQ(again->hits, before->hits);
  EXPECT_EQ(again->statistics, before->statistics);
  transaction->reset();
  const auto after = index.Look(engine->scope(), query, keys);
  ASSERT_TRUE(after) << after.error().text();
  EXPECT_EQ(after->size(), 1U);
}

TEST_P(LexicalReadersTest, TheTermsOfASegmentAreKeptWhenTheyAreAskedForAgain) {
  const auto engine = GetParam().make();
  ASSERT_NE(engine, nullptr);
  const Ranking ranking = LexicalScript::Weights();
  ApplyTo(*engine, {{"a", test::Encode({{{{"one", "two"}, {}}}}, ranking.fields)}}, 0);
  ApplyTo(*engine, {{"b", test::Encode({{{{"two"}, {}}}}, ranking.fields)}}, 100);  // in none yet
  Index index(engine->database(), LexicalScript::kSource, ranking);
  std::vector<std::uint64_t> calls;
  for (int round = 0; round < 3; ++round) {
    store::StoreCount count;
    store::Scope scope = engine->scope();
    scope.count = &count;
    auto transaction = engine->database().Begin(scope, store::Access::kRead);
    ASSERT_TRUE(transaction);
    IndexView view(index, **transaction);
    std::multimap<std::string, std::uint64_t, std::less<>> terms;
    const auto visit = [&terms](std::string_view term, std::uint64_t documents) {
      terms.emplace(term, documents);
    };
    ASSERT_TRUE(view.VisitTerms(visit));
    const std::multimap<std::string, std::uint64_t, std::less<>> expected = {
        {"one", 1}, {"two", 1}, {"two", 1}};
    EXPECT_EQ(terms, expected);
    calls.push_back(count.calls);
  }
  EXPECT_LT(calls[2], calls[1]);
}

TEST_P(LexicalReadersTest, ALimitOfNoneSaysOnlyWhatTheTermsAreWorth) {
  const auto engine = GetParam().make();
  ASSERT_NE(engine, nullptr);
  const Ranking ranking = LexicalScript::Weights();
  ApplyTo(*engine, {{"a", test::Encode({{{{"one", "two"}, {}}}}, ranking.fields)}}, 0);
  ApplyTo(*engine, {{"b", test::Encode({{{{"two"}, {}}}}, ranking.fields)}}, 100);  // in none yet
  Index index(engine->database(), LexicalScript::kSource, ranking);
  const std::vector<QueryTerm> query = {{"one"}, {"two"}, {"three"}};
  const auto whole = index.Search(engine->scope(), query, {.limit = 20, .groups = 20});
  const auto counted = index.Search(engine->scope(), query, {.limit = 0, .groups = 20});
  ASSERT_TRUE(whole && counted);
  EXPECT_EQ(whole->hits.size(), 2U);
  EXPECT_TRUE(counted->hits.empty());
  EXPECT_TRUE(counted->groups.empty());
  EXPECT_EQ(counted->documents, whole->documents);
  EXPECT_EQ(counted->statistics, whole->statistics);
  EXPECT_EQ(counted->all_groups, whole->all_groups);
}

INSTANTIATE_TEST_SUITE_P(Engines, LexicalReadersTest,
                         testing::Values(EngineCase{"Sqlite", test::MakeSqliteEngine},
                                         EngineCase{"Postgres", test::MakePostgresEngine}),
                         [](const auto& engine) { return engine.param.name; });

}  // namespace
}  // namespace satchel::lexical
