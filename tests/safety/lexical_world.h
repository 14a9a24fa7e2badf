#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "index/lexical/index.h"
#include "index/lexical/merge.h"
#include "index/lexical/writer.h"
#include "store/segments.h"
#include "tests/support/lexical_model.h"
#include "tests/support/random.h"
#include "tests/support/sqlite_rows.h"

namespace satchel::test {

inline constexpr store::Statement kEverySegmentRow = {
    .name = "test_every_segment_row",
    .sql =
        "SELECT segment_id, kind, row_key, part, data FROM segment_row"
        " WHERE workspace_id = $1 AND source = $2 ORDER BY segment_id, kind, row_key, part",
    .types = {store::ParameterType::kText},
    .gives = {store::ParameterType::kInteger, store::ParameterType::kInteger,
              store::ParameterType::kBytes, store::ParameterType::kInteger,
              store::ParameterType::kBytes}};
inline constexpr store::Statement kDropSegmentRow = {
    .name = "test_drop_segment_row",
    .sql =
        "DELETE FROM segment_row WHERE workspace_id = $1 AND source = $2 AND segment_id = $3"
        " AND kind = $4 AND row_key = $5 AND part = $6",
    .types = {store::ParameterType::kText, store::ParameterType::kInteger,
              store::ParameterType::kInteger, store::ParameterType::kBytes,
              store::ParameterType::kInteger},
    .writes = true};

// A lexical index in memory, what it must answer, and every row of it within reach.
class LexicalWorld {
 public:
  static constexpr std::string_view kSource = "code";

  struct Size {
    std::uint64_t keys = 0;
    std::uint64_t vocabulary = 0;
    std::uint64_t steps = 0;
  };
  struct Rows {
    std::vector<store::SegmentInfo> infos;
    std::vector<store::SegmentRow> rows;
    friend bool operator==(const Rows&, const Rows&) = default;
  };

  LexicalWorld(std::uint64_t seed, const Size& size, std::size_t fields)
      : random_(seed), size_(size), ranking_(RankingOf(fields)), model_(ranking_) {
    auto opened = OpenState({.file = ":memory:", .mode = store::SqliteOptions::Mode::kCreate});
    EXPECT_TRUE(opened) << opened.error().text();
    database_ = *std::move(opened);
    scope_.workspace = kOnly;
    // All of it as one segment, then changes that become segments of their own or wait.
    Change(size.keys, 0);
    for (std::uint64_t step = 0; step < size.steps; ++step) {
      Change(1 + random_.Below(1 + (size.keys / 10)), step % 2 == 0 ? 0 : 10'000);
    }
    Change(5, 10'000);
    Change(5, 10'000);
    model_.Count();
    for (int i = 0; i < 16; ++i) {
      // Of one of them every document that has a word: no window is passed over.
      Question question{RandomQuery(random_, size.vocabulary), i == 7 ? size.keys * 4 : 20, {}};
      question.wanted = model_.Best(question.query, question.limit);
      questions_.push_back(std::move(question));
    }
  }

  Random& random() { return random_; }
  store::Database& database() { return *database_; }
  const store::Scope& scope() const { return scope_; }
  const lexical::Ranking& ranking() const { return ranking_; }

  // Everything again, in one go.
  std::vector<lexical::Change> Everything() const {
    std::vector<lexical::Change> changes;
    for (const auto& [key, group] : model_.groups()) {
      changes.push_back({key, Encode(group, ranking_.fields)});
    }
    return changes;
  }

  void Write(const std::function<Status(store::Transaction&)>& body) {
    auto transaction = database_->Begin(scope_, store::Access::kWrite);
    ASSERT_TRUE(transaction) << transaction.error().text();
    const Status done = body(**transaction);
    ASSERT_TRUE(done) << done.error().text();
    ASSERT_TRUE((*transaction)->Commit({}));
  }

  Rows Read() {
    Rows all;
    auto transaction = database_->Begin(scope_, store::Access::kRead);
    EXPECT_TRUE(transaction);
    all.infos = store::ReadSegments(**transaction, kSource).value();
    const store::Call call = store::Query{&kEverySegmentRow, {store::Text{kSource}}};
    auto answers = (*transaction)->Run({&call, 1});
    EXPECT_TRUE(answers);
    store::Rows& rows = answers->front().rows;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      all.rows.push_back({.segment = rows.Integer(i, 0),
                          .kind = rows.Integer(i, 1),
                          .key = rows.TakeString(i, 2),
                          .part = rows.Integer(i, 3),
                          .data = rows.TakeString(i, 4)});
    }
    return all;
  }

  void Put(const store::SegmentRow& row) {
    Write(
        [&](auto& transaction) { return store::PutSegmentRows(transaction, kSource, {&row, 1}); });
  }
  void Put(const store::SegmentInfo& info) {
    Write([&](auto& transaction) { return store::PutSegment(transaction, info); });
  }
  void Drop(const store::SegmentRow& row) {
    const store::Call call = store::Query{
        &kDropSegmentRow,
        {store::Text{kSource}, row.segment, row.kind, store::Bytes{row.key}, row.part}};
    Write([&](auto& transaction) -> Status {
      auto done = transaction.Run({&call, 1});
      return done ? Status() : std::unexpected(done.error());
    });
  }
  // Nothing but these.
  void Restore(const Rows& all) {
    std::vector<std::int64_t> ids;
    const Rows now = Read();
    for (const store::SegmentInfo& info : now.infos) ids.push_back(info.id);
    for (const store::SegmentRow& row : now.rows) ids.push_back(row.segment);
    Write([&](auto& transaction) -> Status {
      if (auto gone = store::RemoveSegments(transaction, kSource, ids); !gone) return gone;
      for (const store::SegmentInfo& info : all.infos) {
        if (auto put = store::PutSegment(transaction, info); !put) return put;
      }
      return store::PutSegmentRows(transaction, kSource, all.rows);
    });
  }

  enum class Answer : std::uint8_t { kRight, kDamaged, kWrong };

  // A few of the questions, to an index that knows nothing yet; `all`: every one.
  Answer Ask(bool all = false) {
    lexical::Index index(*database_, kSource, ranking_, random_.OneIn(2) ? 1U << 20U : 1000);
    return AskOf(index, all);
  }
  Answer AskOf(lexical::Index& index, bool all) {
    bool damaged = false;
    const std::uint64_t count = all ? questions_.size() : 2;
    for (std::uint64_t i = 0; i < count; ++i) {
      const Question& question = all ? questions_[i] : random_.Pick(questions_);
      auto found = index.Search(scope_, question.query, {.limit = question.limit, .explain = true});
      if (!found) {
        if (found.error().code() != Errc::kCorrupt) return Answer::kWrong;
        damaged = true;
      } else if (found->hits != question.wanted || found->statistics != model_.statistics()) {
        return Answer::kWrong;
      }
    }
    auto keys = index.Keys(scope_);
    if (!keys) return keys.error().code() == Errc::kCorrupt ? Answer::kDamaged : Answer::kWrong;
    if (*keys != KeysOfModel()) return Answer::kWrong;
    return damaged ? Answer::kDamaged : Answer::kRight;
  }

 private:
  struct Question {
    std::vector<lexical::QueryTerm> query;
    std::size_t limit = 0;
    std::vector<lexical::Hit> wanted;
  };

  static lexical::Ranking RankingOf(std::size_t fields) {
    lexical::Ranking ranking;
    ranking.fields = fields;
    for (std::size_t field = 0; field < fields; ++field) {
      ranking.weights.at(field) = static_cast<std::uint32_t>(lexical::Ranking::kOne << field);
    }
    return ranking;
  }

  std::vector<std::string> KeysOfModel() const {
    std::vector<std::string> keys;
    for (const auto& [key, group] : model_.groups()) keys.push_back(key);
    return keys;
  }

  void Change(std::uint64_t count, std::size_t most_pending) {
    std::vector<lexical::Change> changes;
    const bool first = model_.groups().empty();
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::string key = fmt::format("k{}", first ? i : random_.Below(size_.keys));
      if (!first && random_.OneIn(4)) {
        model_.Remove(key);
        changes.push_back({key, {}});
        continue;
      }
      ModelGroup group = RandomGroup(random_, ranking_.fields, size_.vocabulary, 3);
      changes.push_back({key, Encode(group, ranking_.fields)});
      model_.Put(key, std::move(group));
    }
    Write([&](auto& transaction) {
      return lexical::Apply(transaction, kSource, ranking_, changes,
                            {.most_pending = most_pending});
    });
  }

  Random random_;
  const Size size_;
  const lexical::Ranking ranking_;
  LexicalModel model_;
  std::unique_ptr<store::Database> database_;
  store::Scope scope_;
  std::vector<Question> questions_;
};

}  // namespace satchel::test
