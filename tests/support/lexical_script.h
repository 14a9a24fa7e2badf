#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/result.h"
#include "index/lexical/index.h"
#include "index/lexical/merge.h"
#include "index/lexical/writer.h"
#include "store/database.h"
#include "tests/support/lexical_model.h"
#include "tests/support/random.h"
#include "tests/support/sqlite_rows.h"

namespace satchel::test {

// Rows of segments that nothing stands for.
inline constexpr store::Statement kOrphans = {
    .name = "test_orphans",
    .sql =
        "SELECT count(*) FROM segment_row AS r WHERE r.workspace_id = $1 AND NOT EXISTS"
        " (SELECT 1 FROM segment AS s WHERE s.workspace_id = r.workspace_id"
        " AND s.source = r.source AND s.segment_id = r.segment_id)",
    .gives = {store::ParameterType::kInteger}};
inline constexpr store::Statement kUnpublished = {
    .name = "test_unpublished",
    .sql = "SELECT count(*) FROM segment WHERE workspace_id = $1 AND generation < 0",
    .gives = {store::ParameterType::kInteger}};

// Steps that change a lexical index, each known by its number alone: whoever knows how many are in
// a store knows what it must answer.
class LexicalScript {
 public:
  static constexpr std::string_view kSource = "code";
  static constexpr std::uint64_t kKeys = 50;
  static constexpr std::uint64_t kVocabulary = 60;

  explicit LexicalScript(std::uint64_t seed, WorkspaceId workspace = kOnly)
      : seed_(seed), workspace_(workspace), model_(Weights()) {}

  static lexical::Ranking Weights() {
    lexical::Ranking ranking;
    ranking.fields = 2;
    ranking.weights = {256, 700};
    return ranking;
  }

  // The step with this number as one commit, together with a row that says so.
  Status Commit(store::Database& database, std::int64_t step) const {
    std::vector<lexical::Change> changes;
    for (const auto& [key, group] : ChangesOf(step)) {
      changes.push_back({key, group ? Encode(*group, Weights().fields) : std::string()});
    }
    Random random(Mixed(step) + 1);
    auto transaction = database.Begin(scope(), store::Access::kWrite);
    if (!transaction) return std::unexpected(transaction.error());
    if (auto applied = lexical::Apply(**transaction, kSource, Weights(), changes,
                                      {.most_pending = random.Below(60)});
        !applied) {
      return applied;
    }
    const std::string text = std::to_string(step);
    const store::Call last = PutState("last", text);
    auto done = (*transaction)->Commit({&last, 1});
    return done ? Status() : std::unexpected(done.error());
  }

  // What is done to the index now and then, and changes no answer.
  Status Work(store::Database& database, std::int64_t step) const {
    Random random(Mixed(step) + 2);
    if (random.OneIn(4)) {
      if (auto folded = lexical::Fold(database, scope(), kSource, Weights()); !folded) {
        return folded;
      }
    }
    return random.OneIn(2) ? Tidy(database, 1 + random.Below(3000)) : Status();
  }
  Status Tidy(store::Database& database, std::size_t batch_bytes) const {
    auto tidied = lexical::Tidy(database, scope(), kSource, Weights(),
                                {.batch_bytes = batch_bytes, .segments = 3});
    return tidied ? Status() : std::unexpected(tidied.error());
  }

  static Result<std::int64_t> LastIn(store::Database& database) {
    auto states = All(database);
    if (!states) return std::unexpected(states.error());
    return states->empty() ? 0 : std::stoll(states->front().second);
  }

  // The documents after so many steps; never fewer than the last time.
  const LexicalModel& Advance(std::int64_t steps) {
    for (; at_ < steps; ++at_) {
      for (auto& [key, group] : ChangesOf(at_ + 1)) {
        if (group) {
          model_.Put(key, *std::move(group));
        } else {
          model_.Remove(key);
        }
      }
    }
    model_.Count();
    return model_;
  }

  store::Scope scope() const { return {.workspace = workspace_}; }

  // What is wrong with a store that has so many steps; empty: nothing. They are never fewer than
  // the last time.
  std::string Problem(store::Database& database, std::int64_t steps) {
    Advance(steps);
    return ProblemOf(database);
  }
  // The same, and the number may go back again.
  std::string ProblemNow(store::Database& database, std::int64_t steps) const {
    return LexicalScript(*this).Problem(database, steps);
  }

 private:
  using Changes = std::map<std::string, std::optional<ModelGroup>>;

  std::uint64_t Mixed(std::int64_t step) const {
    return (seed_ * 1'000'003) + (static_cast<std::uint64_t>(step) * 7919);
  }

  Changes ChangesOf(std::int64_t step) const {
    Random random(Mixed(step));
    Changes changes;
    for (std::uint64_t i = 1 + random.Below(random.OneIn(4) ? kKeys : 6); i > 0; --i) {
      auto& group = changes[fmt::format("k{}", random.Below(kKeys))];
      group = random.OneIn(4)
                  ? std::nullopt
                  : std::optional(RandomGroup(random, Weights().fields, kVocabulary, 3));
    }
    return changes;
  }

  std::string ProblemOf(store::Database& database) {
    const auto orphans = store::ReadOne(database, scope(), store::Query{&kOrphans, {}});
    if (!orphans) return std::string(orphans.error().text());
    if (orphans->Integer(0, 0) != 0) return "there are rows of no segment";
    lexical::Index index(database, kSource, Weights());
    const auto keys = index.Keys(scope());
    if (!keys) return std::string(keys.error().text());
    std::vector<std::string> wanted;
    for (const auto& [key, group] : model_.groups()) wanted.push_back(key);
    if (*keys != wanted) return "it has other keys";
    Random random(model_.statistics().lengths[0]);
    for (int i = 0; i < 3; ++i) {
      const auto query = RandomQuery(random, kVocabulary);
      const auto found = index.Search(scope(), query, {.limit = 30, .explain = true});
      if (!found) return std::string(found.error().text());
      if (found->hits != model_.Best(query, 30)) return "it answers otherwise";
      if (found->statistics != model_.statistics()) return "it counts otherwise";
    }
    return "";
  }

  std::uint64_t seed_;
  WorkspaceId workspace_;
  std::int64_t at_ = 0;
  LexicalModel model_;  // after so many steps
};

}  // namespace satchel::test
