#include "index/lexical/writer.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "index/lexical/group.h"
#include "index/lexical/row_reader.h"
#include "index/lexical/rows.h"
#include "index/lexical/segment_builder.h"
#include "index/lexical/source_lock.h"
#include "store/segments.h"

// All of a change is in the caller's transaction, so readers see the whole of it or nothing. The
// lock comes before anything is read: what is read after it is what the writer before committed.
//
// A few changes become one row, which readers search from memory. When too much waits, all that
// waits becomes a segment, the newest documents of each key. Every key that is in it is removed
// from the older segments, also a key that has no documents any more: afterwards no row of changes
// is left that would hide what those segments have of it.
//
// Every change ends with the row of segment 0. Its number tells readers that what they know is old.
// Its size is the number of bytes that wait, so that a lost row of changes is noticed.
namespace satchel::lexical {
namespace {

constexpr std::size_t kBatchBytes = 1U << 20U;
constexpr std::int64_t kChangesInAPage = 1000;
constexpr std::size_t kWriterCache = 32U << 20U;

// Rows on their way into the store, a batch at a time.
class RowBatch {
 public:
  RowBatch(store::Transaction& transaction, std::string_view source)
      : transaction_(transaction), source_(source) {}

  Status Add(store::SegmentRow row) {
    bytes_ += row.data.size();
    rows_.push_back(std::move(row));
    return bytes_ < kBatchBytes ? Status() : Flush();
  }
  Status Flush() {
    if (rows_.empty()) return {};
    auto put = store::PutSegmentRows(transaction_, source_, rows_);
    rows_.clear();
    bytes_ = 0;
    return put;
  }

 private:
  store::Transaction& transaction_;
  std::string source_;
  std::vector<store::SegmentRow> rows_;
  std::size_t bytes_ = 0;
};

store::SegmentInfo ChangesInfo(std::string_view source, std::int64_t generation,
                               const ChangeCounts& pending) {
  return {.source = std::string(source),
          .id = kChanges,
          .generation = generation,
          .documents = pending.documents,
          .size = pending.bytes,
          .summary = {}};
}

// The rows of changes that wait, the oldest first.
Result<std::vector<std::vector<Change>>> ReadWaiting(store::Transaction& transaction,
                                                     std::string_view source,
                                                     std::span<const store::SegmentInfo> infos) {
  std::vector<std::vector<Change>> waiting;
  std::int64_t missing = 0;
  for (const store::SegmentInfo& info : infos) {
    if (info.id == kChanges) missing = info.size;
  }
  std::string after;
  for (;;) {
    auto page = SATCHEL_TRY(store::ReadSegmentPage(transaction, source, kChanges,
                                                   static_cast<std::int64_t>(RowKind::kChange),
                                                   after, kChangesInAPage));
    for (const store::SegmentRow& row : page) {
      auto changes = SATCHEL_TRY(ReadChangeRow(row));
      missing -= CountChanges(changes).bytes;
      waiting.push_back(std::move(changes));
      after = row.key;
    }
    if (page.size() < static_cast<std::size_t>(kChangesInAPage)) break;
  }
  if (missing != 0) return Damaged(kChanges, "a missing row of changes");
  return waiting;
}

// What older segments have of these keys is no longer: a row of removals for each segment.
Status RemoveKeys(store::Transaction& transaction, std::string_view source, const Ranking& ranking,
                  std::span<const store::SegmentInfo> infos, std::span<const std::string> keys,
                  std::int64_t number) {
  RowCache cache(kWriterCache);
  RowReader reader(transaction, source, ranking, cache);
  for (const store::SegmentInfo& info : infos) {
    if (info.id == kChanges || IsHidden(info)) continue;
    auto segment = SATCHEL_TRY(SegmentOf(info, ranking));
    auto places = SATCHEL_TRY(reader.FindGroups(segment, keys));
    if (places.empty()) continue;
    std::ranges::sort(places, {}, &GroupPlace::group);
    const store::SegmentRow row =
        SealedRow(info.id, RowKind::kDead, LongKey(static_cast<std::uint64_t>(number)), 0,
                  WriteDead(info.generation, places, ranking.fields));
    SATCHEL_TRY(store::PutSegmentRows(transaction, source, {&row, 1}));
    store::SegmentInfo changed = info;
    changed.generation = number;
    SATCHEL_TRY(store::PutSegment(transaction, changed));
  }
  return {};
}

// Everything that waits and these changes, the newest of each key, as a segment.
Status MakeSegment(store::Transaction& transaction, std::string_view source, const Ranking& ranking,
                   std::span<const store::SegmentInfo> infos, std::span<const Change> changes,
                   std::int64_t number) {
  const auto waiting = SATCHEL_TRY(ReadWaiting(transaction, source, infos));
  struct Latest {
    std::string_view group;
    bool is_new = false;  // all along
  };
  std::map<std::string_view, Latest> latest;
  const auto take = [&latest](std::span<const Change> some) {
    for (const Change& change : some) {
      const auto [at, first] = latest.try_emplace(change.key, Latest{{}, true});
      at->second = {change.group, at->second.is_new && change.is_new};
    }
  };
  for (const std::vector<Change>& row : waiting) take(row);
  take(changes);
  SegmentBuilder builder(ranking);
  std::vector<std::string> keys;
  for (const auto& [key, change] : latest) {
    if (!change.is_new) keys.emplace_back(key);
    if (change.group.empty()) continue;
    auto group = SATCHEL_TRY(ReadGroup(change.group));
    // A file without words is no group: whether it waits or is in a segment, it counts alike.
    if (group.documents.empty()) continue;
    SATCHEL_TRY(builder.Add(key, group));
  }
  SATCHEL_TRY(RemoveKeys(transaction, source, ranking, infos, keys, number));
  if (builder.documents() > 0) {
    RowBatch batch(transaction, source);
    auto info = SATCHEL_TRY(
        builder.Write(number, [&](store::SegmentRow row) { return batch.Add(std::move(row)); }));
    SATCHEL_TRY(batch.Flush());
    info.source = source;
    info.generation = number;
    SATCHEL_TRY(store::PutSegment(transaction, info));
  }
  return store::RemoveSegmentRows(transaction, source, kChanges,
                                  static_cast<std::int64_t>(RowKind::kChange),
                                  LongKey(static_cast<std::uint64_t>(number)));
}

}  // namespace

Status Apply(store::Transaction& transaction, std::string_view source, const Ranking& ranking,
             std::span<const Change> changes, const WriteOptions& options) {
  if (changes.empty()) return {};
  ChangeCounts counted = CountChanges(changes);
  auto number = SATCHEL_TRY(LockSource(transaction, source));
  auto infos = SATCHEL_TRY(store::ReadSegments(transaction, source));
  for (const store::SegmentInfo& info : infos) {
    if (info.id != kChanges) continue;
    counted.documents += info.documents;
    counted.bytes += info.size;
  }
  if (counted.documents > static_cast<std::int64_t>(options.most_pending) ||
      counted.bytes > static_cast<std::int64_t>(options.most_pending_bytes)) {
    SATCHEL_TRY(MakeSegment(transaction, source, ranking, infos, changes, number));
    counted = {};
  } else {
    const store::SegmentRow row =
        SealedRow(kChanges, RowKind::kChange, LongKey(static_cast<std::uint64_t>(number)), 0,
                  WriteChanges(changes));
    SATCHEL_TRY(store::PutSegmentRows(transaction, source, {&row, 1}));
  }
  return store::PutSegment(transaction, ChangesInfo(source, number, counted));
}

Status Fold(store::Database& curated, const store::Scope& scope, std::string_view source,
            const Ranking& ranking) {
  auto transaction = SATCHEL_TRY(curated.Begin(scope, store::Access::kWrite));
  auto number = SATCHEL_TRY(LockSource(*transaction, source));
  auto infos = SATCHEL_TRY(store::ReadSegments(*transaction, source));
  const bool waits = std::ranges::any_of(
      infos, [](const store::SegmentInfo& info) { return info.id == kChanges && info.size > 0; });
  if (!waits) return {};
  SATCHEL_TRY(MakeSegment(*transaction, source, ranking, infos, {}, number));
  SATCHEL_TRY(store::PutSegment(*transaction, ChangesInfo(source, number, {})));
  auto done = transaction->Commit({});
  return done ? Status() : std::unexpected(done.error());
}

Status Clear(store::Transaction& transaction, std::string_view source) {
  auto number = SATCHEL_TRY(LockSource(transaction, source));
  auto infos = SATCHEL_TRY(store::ReadSegments(transaction, source));
  if (infos.empty()) return {};
  std::vector<std::int64_t> ids;
  for (const store::SegmentInfo& info : infos) ids.push_back(info.id);
  SATCHEL_TRY(store::RemoveSegments(transaction, source, ids));
  return store::PutSegment(transaction, ChangesInfo(source, number, {}));
}

}  // namespace satchel::lexical
