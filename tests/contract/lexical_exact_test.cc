// However documents came in, were changed, removed, folded and merged, on either engine: the best
// of a search are those that scoring every document gives.

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "index/lexical/index.h"
#include "index/lexical/merge.h"
#include "index/lexical/writer.h"
#include "tests/contract/store_engines.h"
#include "tests/support/lexical_model.h"
#include "tests/support/random.h"

namespace satchel::lexical {
namespace {

using test::LexicalModel;
using test::ModelGroup;
using test::Random;

constexpr std::string_view kSource = "code";
constexpr std::size_t kGroups = 5;

Ranking RandomRanking(Random& random) {
  Ranking ranking;
  ranking.fields = 1 + random.Below(5);
  for (std::size_t field = 0; field < ranking.fields; ++field) {
    ranking.weights.at(field) =
        random.OneIn(2) ? Ranking::kOne : static_cast<std::uint32_t>(1 + random.Below(2000));
  }
  if (random.OneIn(3)) ranking.k1 = static_cast<std::uint32_t>(random.Below(3000));
  if (random.OneIn(3)) ranking.b = static_cast<std::uint32_t>(random.Below(1001));
  return ranking;
}

// One engine with an index on it.
class Place {
 public:
  Place(std::unique_ptr<test::StoreEngine> engine, const Ranking& ranking, std::size_t cache)
      : engine_(std::move(engine)),
        ranking_(ranking),
        index_(engine_->database(), kSource, ranking, cache) {}

  void Apply(std::span<const Change> changes, const WriteOptions& options) {
    auto transaction = engine_->database().Begin(engine_->scope(), store::Access::kWrite);
    ASSERT_TRUE(transaction);
    const auto applied = lexical::Apply(**transaction, kSource, ranking_, changes, options);
    ASSERT_TRUE(applied) << applied.error().text();
    ASSERT_TRUE((*transaction)->Commit({}));
  }
  void Fold() {
    const auto folded = lexical::Fold(engine_->database(), engine_->scope(), kSource, ranking_);
    ASSERT_TRUE(folded) << folded.error().text();
  }
  void Tidy(const MergeOptions& options) {
    const auto tidied =
        lexical::Tidy(engine_->database(), engine_->scope(), kSource, ranking_, options);
    ASSERT_TRUE(tidied) << tidied.error().text();
  }
  SearchResult Search(const std::vector<QueryTerm>& query, std::size_t limit) {
    auto found = index_.Search(engine_->scope(), query,
                               {.limit = limit, .explain = true, .groups = kGroups});
    EXPECT_TRUE(found) << found.error().text();
    return found ? *std::move(found) : SearchResult();
  }
  std::vector<GroupEvidence> Look(const std::vector<QueryTerm>& query,
                                  const std::vector<std::string>& keys) {
    auto found = index_.Look(engine_->scope(), query, keys);
    EXPECT_TRUE(found) << found.error().text();
    return found ? *std::move(found) : std::vector<GroupEvidence>();
  }
  std::vector<std::string> Keys() {
    auto keys = index_.Keys(engine_->scope());
    EXPECT_TRUE(keys) << keys.error().text();
    return keys ? *std::move(keys) : std::vector<std::string>();
  }

 private:
  std::unique_ptr<test::StoreEngine> engine_;
  Ranking ranking_;
  Index index_;
};

struct World {
  std::uint64_t keys = 0;
  std::uint64_t vocabulary = 0;
  std::uint64_t documents = 0;  // of a key at most
  std::uint64_t steps = 0;
};

World RandomWorld(Random& random, bool large) {
  if (large) return {.keys = 9000, .vocabulary = 400, .documents = 3, .steps = 4};
  return {.keys = 1 + random.Below(random.OneIn(4) ? 2000 : 100),
          .vocabulary = 1 + random.Below(300),
          .documents = 1 + random.Below(6),
          .steps = 1 + random.Below(8)};
}

void ChangeSome(Random& random, const World& world, const Ranking& ranking, LexicalModel& model,
                const std::vector<Place*>& places) {
  std::vector<Change> changes;
  const std::uint64_t count = 1 + random.Below(random.OneIn(2) ? world.keys : 10);
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::string key = fmt::format("d{}/f{}", random.Below(7), random.Below(world.keys));
    if (random.OneIn(6)) {
      model.Remove(key);
      changes.push_back({key, {}});
      continue;
    }
    if (random.OneIn(12)) {
      // A file that is there and has no words is as good as none.
      model.Remove(key);
      changes.push_back({key, test::Encode(ModelGroup(), ranking.fields)});
      continue;
    }
    ModelGroup group = test::RandomGroup(random, ranking.fields, world.vocabulary, world.documents);
    changes.push_back({key, test::Encode(group, ranking.fields)});
    model.Put(key, std::move(group));
  }
  // Each place cuts the changes into transactions of its own.
  for (Place* place : places) {
    const WriteOptions options{.most_pending = random.OneIn(3) ? 0 : random.Below(400)};
    for (std::size_t at = 0; at < changes.size();) {
      const std::size_t size =
          std::min<std::size_t>(changes.size() - at, 1 + random.Below(random.OneIn(2) ? 5000 : 50));
      place->Apply(std::span(changes).subspan(at, size), options);
      at += size;
    }
    if (random.OneIn(4)) place->Fold();
    if (random.OneIn(3)) place->Tidy({.batch_bytes = 1 + random.Below(5000), .segments = 2});
  }
}

std::vector<std::string> KeysOf(const LexicalModel& model) {
  std::vector<std::string> keys;
  for (const auto& [key, group] : model.groups()) keys.push_back(key);
  return keys;
}

// The groups of the hits, and any others when they are asked for by their keys.
void ExpectEvidence(Random& random, const LexicalModel& model, const std::vector<QueryTerm>& query,
                    const SearchResult& found, Place& place) {
  EXPECT_EQ(found.all_groups, model.groups().size());
  std::vector<std::string> keys;
  for (const Hit& hit : found.hits) {
    if (keys.size() == kGroups) break;
    if (std::ranges::find(keys, hit.key) == keys.end()) keys.push_back(hit.key);
  }
  std::vector<GroupEvidence> wanted;
  for (const std::string& key : keys) wanted.push_back(model.Evidence(query, key));
  EXPECT_EQ(found.groups, wanted);
  keys = {"nowhere"};
  wanted.clear();
  for (const auto& [key, group] : model.groups()) {
    if (keys.size() > kGroups || !random.OneIn(1 + (model.groups().size() / 3))) continue;
    keys.push_back(key);
    wanted.push_back(model.Evidence(query, key));
  }
  EXPECT_EQ(place.Look(query, keys), wanted);
}

std::uint64_t RunWorld(std::uint64_t seed, bool large, bool server) {
  SCOPED_TRACE(fmt::format("seed {}", seed));
  Random random(seed);
  const World world = RandomWorld(random, large);
  const Ranking ranking = RandomRanking(random);
  LexicalModel model(ranking);
  Place local(test::MakeSqliteEngine(), ranking, random.OneIn(2) ? Index::kUsualCache : 1000);
  Place other(server ? test::MakePostgresEngine() : test::MakeSqliteEngine(), ranking, 50'000);
  std::uint64_t asked = 0;
  for (std::uint64_t step = 0; step < world.steps; ++step) {
    ChangeSome(random, world, ranking, model, {&local, &other});
    if (testing::Test::HasFailure()) return asked;
    model.Count();
    EXPECT_EQ(local.Keys(), KeysOf(model));
    for (int i = 0; i < 20 && !testing::Test::HasFailure(); ++i, ++asked) {
      const auto query = test::RandomQuery(random, world.vocabulary);
      const std::size_t limit = random.OneIn(3) ? 1 + random.Below(200) : 20;
      const auto wanted = model.Best(query, limit);
      const SearchResult found = local.Search(query, limit);
      EXPECT_EQ(found.statistics, model.statistics());
      EXPECT_EQ(found.hits, wanted);
      EXPECT_EQ(other.Search(query, limit).hits, wanted);
      if (random.OneIn(4))
        ExpectEvidence(random, model, query, found, random.OneIn(2) ? local : other);
    }
  }
  return asked;
}

TEST(LexicalExactTest, TheBestAreThoseOfScoringEveryDocument) {
  const std::uint64_t first = test::FirstSeed();
  const std::uint64_t wanted = test::CaseCount(1000);
  std::uint64_t asked = 0;
  for (std::uint64_t i = 0; asked < wanted && !testing::Test::HasFailure(); ++i) {
    asked += RunWorld(first + i, i % 20 == 10, i % 10 == 3);
  }
}

}  // namespace

// Tests print what differs.
void PrintTo(const Hit& hit, std::ostream* out) {
  *out << hit.key << '#' << hit.ordinal << '=' << hit.units;
}

void PrintTo(const GroupEvidence& evidence, std::ostream* out) {
  *out << evidence.key << " of " << evidence.documents << ':';
  for (const Occurrence& one : evidence.occurrences) {
    *out << ' ' << one.ordinal << '/' << one.term << '=' << one.units;
  }
}

}  // namespace satchel::lexical
