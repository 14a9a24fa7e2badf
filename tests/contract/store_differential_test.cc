// Random operations give the same answers and the same rows on both engines.

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "store/calls.h"
#include "store/curated.h"
#include "store/raw_log.h"
#include "store/schema.h"
#include "store/segments.h"
#include "store/session_state.h"
#include "store/transfer.h"
#include "tests/contract/store_engines.h"
#include "tests/support/random.h"

namespace satchel::store {
namespace {

using test::Random;

// Keys are few, so that operations meet; texts are of every kind.
class Words {
 public:
  explicit Words(Random& random) : random_(random) {}

  std::string Key() { return fmt::format("k{}", random_.Below(12)); }
  std::string Text() {
    static const std::vector<std::string> kParts = {"",  "a", "Z",  "'",  "\"", "\\", "\n",   "{}",
                                                    "é", "ß", "數", "🎒", "$1", "%",  "\x7f", "--"};
    std::string text;
    for (std::uint64_t i = random_.Below(6); i > 0; --i) text += random_.Pick(kParts);
    return text;
  }
  std::string Bytes() {
    std::string bytes;
    for (std::uint64_t i = random_.Below(20); i > 0; --i) {
      bytes += static_cast<char>(random_.Below(256));
    }
    return bytes;
  }
  // Mostly small, now and then at the ends of what fits.
  std::int64_t Integer() {
    if (random_.OneIn(20)) return random_.OneIn(2) ? INT64_MIN : INT64_MAX;
    return static_cast<std::int64_t>(random_.Below(30)) - 10;
  }
  std::int64_t Id() { return static_cast<std::int64_t>(random_.Below(12)); }
  template <class Make>
  auto Some(std::uint64_t most, Make make) {
    std::vector<decltype(make())> some;
    for (std::uint64_t i = random_.Below(most + 1); i > 0; --i) some.push_back(make());
    return some;
  }

 private:
  Random& random_;
};

// What an operation gave, as text that can be compared. Texts of errors differ
// between engines; their codes do not.
std::string Said(const Error& error) { return fmt::format("error {}", Name(error.code())); }
std::string Said(const Status& status) { return status ? "ok" : Said(status.error()); }

std::string Show(const DocumentRow& row) {
  return fmt::format("{}/{}/{}/{}/{}/{}/{}/{}/{}", row.source, row.id, row.path, row.digest,
                     row.kind, row.title, row.size, row.time ? row.time->micros : -7,
                     row.attributes);
}
std::string Show(const SegmentRow& row) {
  return fmt::format("{}/{}/{}/{}/{}", row.segment, row.kind, row.key, row.part, row.data);
}
std::string Show(const SegmentInfo& row) {
  return fmt::format("{}/{}/{}/{}/{}", row.id, row.generation, row.documents, row.size,
                     row.summary);
}
std::string Show(const RunRow& row) {
  return fmt::format("{}/{}/{}/{}/{}/{}/{}/{}", row.id.value(), row.started_at.micros,
                     row.finished_at ? row.finished_at->micros : -7, row.status, row.pinned,
                     row.budget.value_or(-7), row.size, row.outcome);
}
std::string Show(const DecisionRow& row) {
  return fmt::format("{}/{}/{}/{}/{}", row.ordinal, row.item.value(), row.included, row.score,
                     row.reason);
}
std::string Show(const SessionInfo& row) {
  return fmt::format("{}/{}/{}", row.task, row.created_at.micros, row.used_at.micros);
}

template <class Row>
std::string Said(const Result<std::vector<Row>>& rows) {
  if (!rows) return Said(rows.error());
  std::string text;
  for (const Row& row : *rows) text += Show(row) + "\n";
  return text;
}

using Operation = std::function<std::string(Database&, const Scope&)>;

DocumentRow RandomDocument(Random& random, Words& words) {
  return {.source = random.OneIn(2) ? "code" : "notes",
          .id = words.Id(),
          .path = words.Key(),
          .digest = words.Bytes(),
          .kind = words.Text(),
          .role = "",
          .language = words.Text(),
          .title = words.Text(),
          .size = words.Integer(),
          .time = random.OneIn(2) ? std::optional(Time{words.Integer()}) : std::nullopt,
          .attributes = words.Text()};
}

Operation ChangeCurated(Random& random, Words& words) {
  auto documents = words.Some(4, [&] { return RandomDocument(random, words); });
  // The same key twice in one bulk insert is refused by one engine and not by the other.
  std::map<std::pair<std::string, std::int64_t>, DocumentRow> unique;
  for (const DocumentRow& row : documents) unique.try_emplace({row.source, row.id}, row);
  documents.clear();
  for (const auto& [key, row] : unique) documents.push_back(row);
  const auto gone = words.Some(3, [&] { return words.Id(); });
  const auto segment_row =
      SegmentRow{words.Id(), words.Id() % 3, words.Bytes(), words.Id() % 2, words.Bytes()};
  const auto segments = words.Some(2, [&] { return words.Id(); });
  const SegmentInfo segment{.source = "code",
                            .id = words.Id(),
                            .generation = words.Integer(),
                            .documents = words.Integer(),
                            .size = words.Integer(),
                            .summary = words.Bytes()};
  const std::string name = words.Key();
  const std::string value = words.Text();
  const std::int64_t count = words.Id();
  const bool keep = !random.OneIn(4);
  return [=](Database& database, const Scope& scope) {
    auto change = CuratedChange::Begin(database, scope);
    if (!change) return Said(change.error());
    std::string said = Said(change->RemoveDocuments("code", gone));
    said += Said(change->PutDocuments(documents));
    said += Said(change->PutState(name, value));
    said += Said(RemoveSegments(change->transaction(), "code", segments));
    said += Said(PutSegment(change->transaction(), segment));
    said += Said(PutSegmentRows(change->transaction(), "code", {&segment_row, 1}));
    const auto id = change->AllotDocumentIds("code", count);
    said += id ? std::to_string(*id) : Said(id.error());
    if (keep) said += Said(std::move(*change).Commit());
    return said;
  };
}

std::string SaidOfRows(Database& database, const Scope& scope,
                       const std::vector<std::int64_t>& segments,
                       const std::vector<std::string>& keys) {
  std::vector<SegmentRowQuery> queries;
  for (const std::int64_t segment : segments) {
    queries.push_back({.segment = segment, .kind = 1, .keys = keys});
  }
  const auto transaction = database.Begin(scope, Access::kRead);
  if (!transaction) return Said(transaction.error());
  auto answers = ReadSegmentRows(**transaction, "code", queries);
  if (!answers) return Said(answers.error());
  std::string said;
  for (std::vector<SegmentRow>& rows : *answers) {
    said += Said(Result<std::vector<SegmentRow>>(std::move(rows)));
  }
  return said;
}

Operation ReadCurated(Random& random, Words& words) {
  const auto ids = words.Some(5, [&] { return words.Id(); });
  const auto paths = words.Some(5, [&] { return words.Key(); });
  const auto keys = words.Some(5, [&] { return words.Bytes(); });
  const std::int64_t after = words.Integer();
  const auto most = static_cast<std::int64_t>(random.Below(10));
  return [=](Database& database, const Scope& scope) {
    const CuratedReader reader(database);
    const SegmentReader segments(database);
    std::string said = Said(reader.DocumentsById(scope, "code", ids));
    said += Said(reader.DocumentsByPath(scope, "code", paths));
    said += Said(reader.Documents(scope, "notes", after, most));
    said += Said(segments.Segments(scope, "code"));
    said += SaidOfRows(database, scope, ids, keys);
    const auto state = reader.State(scope, paths);
    if (!state) return said + Said(state.error());
    for (const auto& [name, value] : *state) said += name + "=" + value + "\n";
    return said;
  };
}

Operation UseLog(Random& random, Words& words) {
  RunRow run{.id = RunId(words.Key()),
             .started_at = {words.Integer()},
             .recipe = words.Text(),
             .status = words.Text(),
             .pinned = random.OneIn(4),
             .budget = random.OneIn(2) ? std::optional(words.Integer()) : std::nullopt,
             .size = static_cast<std::int64_t>(random.Below(100)),
             .request = words.Text(),
             .outcome = words.Text()};
  if (random.OneIn(2)) run.finished_at = Time{words.Integer()};
  const auto decisions = words.Some(3, [&] {
    return DecisionRow{.ordinal = words.Id(),
                       .stage = words.Text(),
                       .section = words.Text(),
                       .source = words.Text(),
                       .item = ItemId(words.Key()),
                       .included = random.OneIn(2),
                       .rendition = words.Text(),
                       .reason = words.Text(),
                       .score = words.Integer(),
                       .detail = words.Text()};
  });
  const auto items = words.Some(3, [&] { return words.Key(); });
  const bool collect = random.OneIn(10);
  const bool pin = random.OneIn(2);
  return [=](Database& database, const Scope& scope) {
    const RawWriter writer(database);
    const RawReader reader(database);
    std::string said = Said(writer.Start(scope, run));
    RunLog log(database, run.id);
    for (const DecisionRow& row : decisions) said += Said(log.Add(scope, row));
    said += Said(log.Flush(scope));
    said += Said(writer.Finish(scope, run));
    if (pin) {
      const auto pinned = writer.Pin(scope, RunId(items.empty() ? "none" : items[0]), true);
      said += pinned ? std::to_string(static_cast<int>(*pinned)) : Said(pinned.error());
    }
    if (collect) {
      const auto gone = writer.Collect(scope, {.days = 1, .most_bytes = 200, .always = 2}, Time{9});
      said += gone ? fmt::format("{}/{}", gone->runs, gone->bytes) : Said(gone.error());
    }
    said += Said(reader.Runs(scope, items));
    said += Said(reader.LatestRuns(scope, std::nullopt, 3));
    said += Said(reader.Decisions(scope, run.id, 2, 5));
    said += Said(reader.DecisionsOn(scope, run.id, items));
    return said;
  };
}

Operation UseSession(Random& random, Words& words) {
  const std::string task = words.Key();
  std::map<std::string, SessionValue> values;
  for (std::uint64_t i = random.Below(4); i > 0; --i) {
    values[words.Key()] = {words.Integer(), words.Text()};
  }
  const auto names = words.Some(3, [&] { return words.Key(); });
  const bool remove = random.OneIn(5);
  const Time now{words.Integer()};
  return [=](Database& database, const Scope& scope) {
    const SessionState state(database);
    std::string said = Said(state.Put(scope, task, values, now));
    if (remove) said += Said(state.Remove(scope, names));
    said += Said(state.Sessions(scope));
    const auto read = state.Read(scope, task, names);
    if (!read) return said + Said(read.error());
    for (const auto& [name, value] : *read) {
      said += fmt::format("{}={}/{}\n", name, value.version, value.value);
    }
    return said;
  };
}

TEST(StoreDifferentialTest, BothEnginesAnswerTheSame) {
  const auto sqlite = test::MakeSqliteEngine();
  const auto postgres = test::MakePostgresEngine();
  ASSERT_NE(sqlite, nullptr);
  ASSERT_NE(postgres, nullptr);
  const std::uint64_t seed = test::FirstSeed();
  SCOPED_TRACE(fmt::format("seed {}", seed));
  Random random(seed);
  Words words(random);
  const std::uint64_t count = test::CaseCount(1'500);
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto make = std::array{ChangeCurated, ReadCurated, UseLog, UseSession}[random.Below(4)];
    const Operation operation = make(random, words);
    const std::string one = operation(sqlite->database(), sqlite->scope());
    const std::string other = operation(postgres->database(), postgres->scope());
    ASSERT_EQ(one, other) << "operation " << i;
    if (i % 500 != 0 && i + 1 != count) continue;
    const auto left = DigestOfRows(sqlite->database(), sqlite->scope(), Area::kEvery);
    const auto right = DigestOfRows(postgres->database(), postgres->scope(), Area::kEvery);
    ASSERT_TRUE(left && right);
    ASSERT_EQ(left->Hex(), right->Hex()) << "operation " << i;
  }
}

}  // namespace
}  // namespace satchel::store
