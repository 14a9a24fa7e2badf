// Rows of the lexical index are damaged, one at a time: whatever is asked is then answered exactly
// or refused as damaged, never answered wrongly. Rows that are made to hurt and have a right check
// may change what is answered, and do nothing worse. `scripts/soak lexical_flips` has more of them.

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <sys/resource.h>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/hash.h"
#include "index/lexical/index.h"
#include "index/lexical/merge.h"
#include "index/lexical/rows.h"
#include "index/lexical/writer.h"
#include "tests/safety/lexical_world.h"
#include "tests/support/random.h"

namespace satchel::lexical {
namespace {

using test::LexicalWorld;
using test::Random;
using Answer = LexicalWorld::Answer;
using store::SegmentInfo;
using store::SegmentRow;

constexpr std::string_view kSource = LexicalWorld::kSource;
constexpr LexicalWorld::Size kSmall = {.keys = 150, .vocabulary = 150, .steps = 5};
// Two rows of windows and of lengths.
constexpr LexicalWorld::Size kLarge = {.keys = 9000, .vocabulary = 300, .steps = 4};
constexpr std::size_t kSummaryCheck = sizeof(std::uint64_t);

void FlipABit(Random& random, std::string& bytes) {
  const std::uint64_t bit = random.Below(bytes.size() * 8);
  bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << (bit % 8)));
}

// The rows of a world and one of them at a time.
class Victim {
 public:
  explicit Victim(LexicalWorld& world) : world_(world), sound_(world.Read()) {
    std::erase_if(infos_ = sound_.infos,
                  [](const SegmentInfo& info) { return info.id == kChanges; });
    for (const SegmentRow& row : sound_.rows) kinds_[row.kind].push_back(&row);
  }

  const LexicalWorld::Rows& sound() const { return sound_; }
  const std::vector<SegmentInfo>& infos() const { return infos_; }
  const std::map<std::int64_t, std::vector<const SegmentRow*>>& kinds() const { return kinds_; }

  // Kinds with few rows as often as those with many.
  const SegmentRow& AnyRow() {
    auto kind = kinds_.begin();
    std::advance(kind, world_.random().Below(kinds_.size()));
    return *world_.random().Pick(kind->second);
  }

  // Puts back what Damage() took.
  void Repair() {
    std::exchange(repair_, [] {})();
  }

  void Damage() {
    Random& random = world_.random();
    if (random.OneIn(8)) return DamageSummary();
    const SegmentRow& row = AnyRow();
    repair_ = [this, row] { world_.Put(row); };
    SegmentRow damaged = row;
    switch (random.Below(8)) {
      case 0:
        return world_.Drop(row);
      case 1:
        damaged.data.resize(random.Below(damaged.data.size()));
        break;
      case 2:
        damaged.data += static_cast<char>(random.Next());
        break;
      case 3: {  // another row's, both ways
        const SegmentRow& other = *random.Pick(kinds_.at(row.kind));
        SegmentRow swapped = other;
        std::swap(damaged.data, swapped.data);
        world_.Put(swapped);
        repair_ = [this, row, other] {
          world_.Put(row);
          world_.Put(other);
        };
        break;
      }
      default:
        FlipABit(random, damaged.data);
    }
    world_.Put(damaged);
  }

  // Any bytes in a row, with a check that holds.
  void Forge(const SegmentRow& row, std::string data) {
    repair_ = [this, row] { world_.Put(row); };
    world_.Put(
        SealedRow(row.segment, static_cast<RowKind>(row.kind), row.key, row.part, std::move(data)));
  }
  void Forge(const SegmentInfo& info, std::string summary) {
    repair_ = [this, info] { world_.Put(info); };
    const std::uint64_t check = StableHash(summary, static_cast<std::uint64_t>(info.id));
    summary.append(reinterpret_cast<const char*>(&check), sizeof check);
    SegmentInfo forged = info;
    forged.summary = std::move(summary);
    world_.Put(forged);
  }

 private:
  void DamageSummary() {
    Random& random = world_.random();
    const SegmentInfo& info = random.Pick(infos_);
    repair_ = [this, info] { world_.Put(info); };
    SegmentInfo damaged = info;
    switch (random.Below(4)) {
      case 0:
        damaged.summary.resize(random.Below(damaged.summary.size()));
        break;
      case 1:
        damaged.summary = random.Pick(infos_).summary;
        if (damaged.summary == info.summary) FlipABit(random, damaged.summary);
        break;
      default:
        FlipABit(random, damaged.summary);
    }
    world_.Put(damaged);
  }

  LexicalWorld& world_;
  LexicalWorld::Rows sound_;
  std::vector<SegmentInfo> infos_;
  std::map<std::int64_t, std::vector<const SegmentRow*>> kinds_;
  std::function<void()> repair_ = [] {};
};

using Cases = std::function<void(LexicalWorld&, Victim&)>;

// So many cases, in worlds that are made anew now and then.
void InWorlds(std::uint64_t count, std::uint64_t of_each, const Cases& run) {
  const std::uint64_t first = test::FirstSeed();
  for (std::uint64_t done = 0, round = 0; done < count; ++round) {
    SCOPED_TRACE(fmt::format("seed {}", first + round));
    const bool large = round % 8 == 1;
    LexicalWorld world(first + round, large ? kLarge : kSmall, large ? 1 : 1 + (round % 5));
    Victim victim(world);
    ASSERT_EQ(world.Ask(true), Answer::kRight);
    const std::uint64_t here = large ? 1 + (of_each / 8) : of_each;
    for (std::uint64_t i = 0; i < here && done < count; ++i, ++done) {
      SCOPED_TRACE(fmt::format("case {}", i));
      run(world, victim);
      if (testing::Test::HasFailure()) return;
    }
    ASSERT_EQ(world.Ask(true), Answer::kRight);
  }
}

TEST(LexicalFlipsTest, ADamagedRowIsAnErrorAndNeverAnotherAnswer) {
  std::uint64_t damaged = 0;
  const std::uint64_t count = test::CaseCount(300);
  InWorlds(count, std::max<std::uint64_t>(150, count / 50),
           [&](LexicalWorld& world, Victim& victim) {
             victim.Damage();
             const Answer answer = world.Ask();
             EXPECT_NE(answer, Answer::kWrong);
             if (answer == Answer::kDamaged) ++damaged;
             victim.Repair();
           });
  fmt::print("{} of {} were met and refused\n", damaged, count);
  EXPECT_GT(damaged, count / 10);
}

TEST(LexicalFlipsTest, EveryMissingRowIsFoundByWhoeverNeedsIt) {
  LexicalWorld world(test::FirstSeed(), kSmall, 2);
  Victim victim(world);
  for (const auto& [kind, rows] : victim.kinds()) {
    std::uint64_t damaged = 0;
    for (const SegmentRow* row : rows) {
      world.Drop(*row);
      const Answer answer = world.Ask(true);
      EXPECT_NE(answer, Answer::kWrong) << "kind " << kind;
      if (answer == Answer::kDamaged) ++damaged;
      world.Put(*row);
    }
    EXPECT_GT(damaged, 0U) << "kind " << kind;
  }
  // Each kind was there.
  EXPECT_EQ(victim.kinds().size(), 9U);
}

bool IsRightOrDamaged(const auto& result) {
  return result || result.error().code() == Errc::kCorrupt;
}

// Everything into one segment, or what waits into one.
Result<bool> Work(LexicalWorld& world, const std::vector<SegmentInfo>& infos) {
  Random& random = world.random();
  if (random.OneIn(3)) {
    auto folded = Fold(world.database(), world.scope(), kSource, world.ranking());
    if (!folded) return std::unexpected(folded.error());
    return true;
  }
  std::vector<std::int64_t> ids;
  for (const SegmentInfo& info : infos) ids.push_back(info.id);
  return Merge(world.database(), world.scope(), kSource, world.ranking(), ids,
               {.batch_bytes = 1 + random.Below(20'000)});
}

Status TidyUp(LexicalWorld& world) {
  auto tidied = Tidy(world.database(), world.scope(), kSource, world.ranking(), {.segments = 2});
  return tidied ? Status() : std::unexpected(tidied.error());
}

// All but what a merge that failed was about to make.
LexicalWorld::Rows Published(LexicalWorld& world) {
  LexicalWorld::Rows all = world.Read();
  std::vector<std::int64_t> making;
  for (const SegmentInfo& info : all.infos) {
    if (info.generation < 0) making.push_back(info.id);
  }
  const auto is_made = [&](std::int64_t id) {
    return std::ranges::find(making, id) != making.end();
  };
  std::erase_if(all.infos, [&](const SegmentInfo& info) { return is_made(info.id); });
  std::erase_if(all.rows, [&](const SegmentRow& row) { return is_made(row.segment); });
  return all;
}

TEST(LexicalFlipsTest, WorkOverADamagedRowLeavesTheOldSegments) {
  std::uint64_t refused = 0;
  const std::uint64_t count = std::max<std::uint64_t>(test::CaseCount(300) / 10, 40);
  InWorlds(count, 20, [&](LexicalWorld& world, Victim& victim) {
    victim.Damage();
    const LexicalWorld::Rows before = world.Read();
    const auto done = Work(world, victim.infos());
    if (done) {
      EXPECT_NE(world.Ask(), Answer::kWrong);
      EXPECT_TRUE(IsRightOrDamaged(TidyUp(world)));
      EXPECT_NE(world.Ask(), Answer::kWrong);
    } else {
      ++refused;
      EXPECT_EQ(done.error().code(), Errc::kCorrupt) << done.error().text();
      // Not with EXPECT_EQ, which would print every byte.
      EXPECT_TRUE(Published(world) == before);
      victim.Repair();
      EXPECT_EQ(world.Ask(), Answer::kRight);
      EXPECT_TRUE(TidyUp(world));
      EXPECT_EQ(world.Ask(), Answer::kRight);
    }
    victim.Repair();
    world.Restore(victim.sound());
  });
  fmt::print("{} of {} pieces of work were refused\n", refused, count);
  EXPECT_GT(refused, count / 10);
}

// Something else than what was there: a few bits, a hole, other bytes, a number without end.
std::string Forged(Random& random, std::string bytes, std::string_view other) {
  for (std::uint64_t times = 1 + random.Below(3); times > 0; --times) {
    const std::size_t at = random.Below(bytes.size() + 1);
    switch (random.Below(7)) {
      case 0:
        bytes.erase(at, random.Below(8));
        break;
      case 1:
        bytes.insert(at, std::string(1 + random.Below(6), static_cast<char>(random.Next())));
        break;
      case 2:  // a large number
        bytes.insert(at, std::string(1 + random.Below(9), '\xFF') + '\x01');
        break;
      case 3:
        bytes.replace(at, random.Below(9), std::string(4 + random.Below(5), '\xFF'));
        break;
      case 4:
        bytes = bytes.substr(0, at).append(other.substr(random.Below(other.size() + 1)));
        break;
      case 5:
        if (random.OneIn(8))
          bytes.append(random.Below(100'000), static_cast<char>(random.Below(4)));
        break;
      default:
        if (!bytes.empty()) FlipABit(random, bytes);
    }
  }
  return bytes;
}

std::int64_t MegabytesAtMost() {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  return used.ru_maxrss / 1024;
}

TEST(LexicalFlipsTest, ForgedRowsWithARightCheckDoNoHarm) {
  std::uint64_t refused = 0;
  const std::uint64_t count = test::CaseCount(300);
  const std::int64_t before = MegabytesAtMost();
  InWorlds(
      count, std::max<std::uint64_t>(150, count / 50), [&](LexicalWorld& world, Victim& victim) {
        Random& random = world.random();
        if (random.OneIn(4)) {
          const SegmentInfo& info = random.Pick(victim.infos());
          std::string body = info.summary.substr(0, info.summary.size() - kSummaryCheck);
          victim.Forge(info, Forged(random, std::move(body), random.Pick(victim.infos()).summary));
        } else {
          const SegmentRow& row = victim.AnyRow();
          const auto data = Unsealed(row);
          ASSERT_TRUE(data);
          victim.Forge(row, Forged(random, std::string(*data), victim.AnyRow().data));
        }
        Index index(world.database(), kSource, world.ranking(), 1U << 20U);
        for (int i = 0; i < 2; ++i) {
          const auto query = test::RandomQuery(random, 300);
          const auto found = index.Search(world.scope(), query, {.limit = 30, .explain = true});
          EXPECT_TRUE(IsRightOrDamaged(found));
          if (!found) ++refused;
        }
        EXPECT_TRUE(IsRightOrDamaged(index.Keys(world.scope())));
        EXPECT_TRUE(IsRightOrDamaged(index.Status(world.scope())));
        if (random.OneIn(20)) {
          EXPECT_TRUE(IsRightOrDamaged(Work(world, victim.infos())));
          EXPECT_TRUE(IsRightOrDamaged(TidyUp(world)));
          EXPECT_NE(world.Read().infos.size(), 0U);
          world.Restore(victim.sound());
        }
        victim.Repair();
      });
  fmt::print("{} questions over {} forged rows were refused\n", refused, count);
  EXPECT_GT(refused, 0U);
  EXPECT_LT(MegabytesAtMost() - before, 900);
}

TEST(LexicalFlipsTest, ClearingAndApplyingEverythingHeals) {
  for (std::uint64_t round = 0; round < 6; ++round) {
    LexicalWorld world(test::FirstSeed() + round, kSmall, 2);
    Victim victim(world);
    // Of two that stay open one has met the damage, the other has not.
    Index early(world.database(), kSource, world.ranking());
    ASSERT_EQ(world.AskOf(early, true), Answer::kRight);
    while (world.Ask(true) != Answer::kDamaged) victim.Damage();
    Index late(world.database(), kSource, world.ranking());
    ASSERT_EQ(world.AskOf(late, true), Answer::kDamaged);
    const std::vector<Change> everything = world.Everything();
    world.Write([&](store::Transaction& transaction) -> Status {
      if (auto cleared = Clear(transaction, kSource); !cleared) return cleared;
      return Apply(transaction, kSource, world.ranking(), everything,
                   {.most_pending = round % 2 == 0 ? 0U : 100'000U});
    });
    EXPECT_EQ(world.AskOf(early, true), Answer::kRight);
    EXPECT_EQ(world.AskOf(late, true), Answer::kRight);
    EXPECT_EQ(world.Ask(true), Answer::kRight);
  }
}

TEST(LexicalFlipsTest, WhatWaitedBeforeIsGoneAfterClearing) {
  LexicalWorld world(test::FirstSeed(), kSmall, 1);
  std::vector<Change> everything = world.Everything();
  Index index(world.database(), kSource, world.ranking());
  const std::vector<Change> half(everything.begin(), everything.begin() + 10);
  const auto write = [&](const std::vector<Change>& changes) {
    world.Write([&](store::Transaction& transaction) -> Status {
      if (auto cleared = Clear(transaction, kSource); !cleared) return cleared;
      return Apply(transaction, kSource, world.ranking(), changes, {.most_pending = 100'000});
    });
    const auto keys = index.Keys(world.scope());
    EXPECT_TRUE(keys) << keys.error().text();
    return keys ? keys->size() : 0;
  };
  EXPECT_EQ(write(everything), everything.size());
  EXPECT_EQ(write(half), half.size());
}

}  // namespace
}  // namespace satchel::lexical
