#include "index/lexical/snapshot.h"

#include <algorithm>
#include <utility>

#include "base/sort_unique.h"
#include "index/lexical/rows.h"

// A snapshot is made from the one before it. A segment never changes, so its summary and lengths
// are taken over by its id, and its removals as long as its generation is the same. Changes are
// only added until a fold takes all of them, so those that are known are not read again. Whether
// there was a fold is seen by their size: known and new ones together have as many bytes as wait,
// or the known ones are no longer there.
//
// A group is dead when a row of removals names it or a change has its key. The statistics leave
// dead documents out. Otherwise the same files would be ranked in another way after an edit is
// undone.
namespace satchel::lexical {
namespace {

constexpr std::uint32_t kLengths = 256;

const LiveSegment* Earlier(const std::shared_ptr<const Snapshot>& before, std::int64_t id) {
  if (before == nullptr) return nullptr;
  const auto found = std::ranges::find_if(
      before->segments, [id](const LiveSegment& live) { return live.segment->id == id; });
  return found == before->segments.end() ? nullptr : &*found;
}

Status LoadSegment(RowReader& reader, const store::SegmentInfo& info, const LiveSegment* earlier,
                   LiveSegment& live) {
  live.generation = info.generation;
  if (earlier != nullptr) {
    live.segment = earlier->segment;
    live.lengths = earlier->lengths;
  } else {
    auto segment = SATCHEL_TRY(SegmentOf(info, reader.ranking()));
    live.segment = std::make_shared<const Segment>(std::move(segment));
    auto lengths = SATCHEL_TRY(reader.ReadLengths(*live.segment));
    live.lengths = std::make_shared<const std::vector<std::uint8_t>>(std::move(lengths));
  }
  if (earlier != nullptr && earlier->generation == info.generation) {
    live.removed = earlier->removed;
    return {};
  }
  if (info.generation == info.id) return {};
  auto rows =
      SATCHEL_TRY(ReadAllRows(reader.transaction(), reader.source(), info.id, RowKind::kDead));
  auto removed = SATCHEL_TRY(ReadDead(*live.segment, info.generation, rows));
  live.removed = std::move(removed);
  std::ranges::sort(live.removed, {}, &GroupPlace::group);
  return {};
}

// The changes after those that the snapshot has.
Status AddChanges(RowReader& reader, Snapshot& snapshot) {
  std::string after;
  if (!snapshot.changes.empty()) {
    after = LongKey(static_cast<std::uint64_t>(snapshot.changes.back()->number));
  }
  auto rows = SATCHEL_TRY(ReadAllRows(reader.transaction(), reader.source(), kChanges,
                                      RowKind::kChange, std::move(after)));
  for (const store::SegmentRow& row : rows) {
    auto changes = SATCHEL_TRY(ReadChangeRow(row));
    snapshot.changes.push_back(std::make_shared<const ChangeRow>(
        ChangeRow{static_cast<std::int64_t>(KeyNumber(row.key)), std::move(changes)}));
  }
  return {};
}

std::int64_t BytesOf(const Snapshot& snapshot) {
  std::int64_t bytes = 0;
  for (const auto& row : snapshot.changes) bytes += CountChanges(row->changes).bytes;
  return bytes;
}

// Those that the earlier snapshot has are not read again, unless some of them are no longer there:
// then it has more bytes than wait.
Status LoadChanges(RowReader& reader, const std::shared_ptr<const Snapshot>& before,
                   std::int64_t waiting, Snapshot& snapshot) {
  if (before != nullptr && before->generation < snapshot.generation) {
    snapshot.changes = before->changes;
  }
  const bool again = !snapshot.changes.empty();
  SATCHEL_TRY(AddChanges(reader, snapshot));
  if (again && BytesOf(snapshot) != waiting) {
    snapshot.changes.clear();
    SATCHEL_TRY(AddChanges(reader, snapshot));
  }
  if (BytesOf(snapshot) != waiting) return Damaged(kChanges, "a missing row of changes");
  auto pending = SATCHEL_TRY(Pending::From(snapshot.changes, reader.ranking()));
  snapshot.pending = std::move(pending);
  return {};
}

Status MarkDead(RowReader& reader, const Snapshot& snapshot, LiveSegment& live) {
  auto overtaken = SATCHEL_TRY(reader.FindGroups(*live.segment, snapshot.pending.keys()));
  live.dead = live.removed;
  live.dead.insert(live.dead.end(), std::make_move_iterator(overtaken.begin()),
                   std::make_move_iterator(overtaken.end()));
  SortUnique(live.dead, &GroupPlace::group);
  live.dead_counts = std::make_unique<LiveSegment::DeadCounts>();
  if (live.dead.empty()) return {};
  live.dead_bits.resize((live.segment->summary.documents / 64) + 1);
  for (const GroupPlace& place : live.dead) {
    for (std::uint32_t i = place.first; i < place.first + place.documents; ++i) {
      live.dead_bits[i / 64] |= std::uint64_t{1} << (i % 64);
    }
    live.dead_documents += place.documents;
  }
  return {};
}

// Without what is dead.
void AddStatistics(const LiveSegment& live, Statistics& statistics) {
  const SegmentSummary& summary = live.segment->summary;
  statistics.documents += summary.documents - live.dead_documents;
  for (std::size_t field = 0; field < summary.ranking.fields; ++field) {
    statistics.lengths.at(field) += summary.lengths.at(field);
    for (const GroupPlace& place : live.dead) {
      statistics.lengths.at(field) -= place.lengths.at(field);
    }
  }
}

}  // namespace

SaturationTable::SaturationTable(const Ranking& ranking, const Saturation& saturation,
                                 std::span<const Frequencies> codes)
    : saturation_(saturation),
      // NOLINTNEXTLINE(*-avoid-c-arrays): not touched before it is needed
      table_(std::make_unique_for_overwrite<float[]>((codes.size() + 1) * kLengths)) {
  weighed_.push_back(0);
  for (const Frequencies code : codes) weighed_.push_back(WeighedFrequency(ranking, code));
}

const float* SaturationTable::UpTo(std::uint32_t code) const {
  if (code < ready_.load(std::memory_order_acquire)) return table_.get();
  const std::lock_guard lock(mutex_);
  std::uint32_t next = ready_.load(std::memory_order_relaxed);
  for (; next <= code && next < weighed_.size(); ++next) {
    float* row = table_.get() + (std::size_t{next} * kLengths);
    for (std::uint32_t length = 0; length < kLengths; ++length) {
      row[length] =
          next == 0 ? 0 : saturation_.Of(weighed_[next], static_cast<std::uint8_t>(length));
    }
  }
  ready_.store(next, std::memory_order_release);
  return table_.get();
}

Result<std::shared_ptr<const Snapshot>> LoadSnapshot(
    RowReader& reader, std::span<const store::SegmentInfo> infos,
    const std::shared_ptr<const Snapshot>& before) {
  auto snapshot = std::make_shared<Snapshot>();
  std::int64_t waiting = 0;
  for (const store::SegmentInfo& info : infos) {
    if (info.id == kChanges) {
      snapshot->generation = info.generation;
      waiting = info.size;
      continue;
    }
    if (IsHidden(info)) continue;
    LiveSegment live;
    SATCHEL_TRY(LoadSegment(reader, info, Earlier(before, info.id), live));
    snapshot->segments.push_back(std::move(live));
  }
  SATCHEL_TRY(LoadChanges(reader, before, waiting, *snapshot));
  snapshot->statistics = snapshot->pending.statistics();
  for (LiveSegment& live : snapshot->segments) {
    SATCHEL_TRY(MarkDead(reader, *snapshot, live));
    AddStatistics(live, snapshot->statistics);
    snapshot->groups += live.segment->summary.groups - live.dead.size();
  }
  snapshot->groups += static_cast<std::uint64_t>(std::ranges::count_if(
      snapshot->pending.ranges(),
      [](const Pending::DocumentRange& range) { return range.documents > 0; }));
  const Saturation saturation(reader.ranking(),
                              snapshot->statistics.AverageLength(reader.ranking()));
  for (LiveSegment& live : snapshot->segments) {
    live.table = std::make_unique<SaturationTable>(reader.ranking(), saturation,
                                                   live.segment->summary.codes);
  }
  return snapshot;
}

}  // namespace satchel::lexical
