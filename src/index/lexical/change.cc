#include "index/lexical/change.h"

#include <algorithm>

#include "base/bytes.h"
#include "index/lexical/group.h"
#include "index/lexical/rows.h"

namespace satchel::lexical {

std::string WriteChanges(std::span<const Change> changes) {
  ByteWriter out;
  for (const Change& change : changes) {
    out.String(change.key);
    out.String(change.group);
  }
  return out.Take();
}

Result<std::vector<Change>> ReadChanges(std::string_view bytes) {
  std::vector<Change> changes;
  ByteReader in(bytes);
  while (in.ok() && in.left() > 0) {
    const std::string_view key = in.String();
    const std::string_view group = in.String();
    changes.push_back({std::string(key), std::string(group)});
  }
  if (!in.ok()) return Damaged(kChanges, "a row of changes");
  return changes;
}

Result<std::vector<Change>> ReadChangeRow(const store::SegmentRow& row) {
  auto bytes = SATCHEL_TRY(Unsealed(row));
  return ReadChanges(bytes);
}

ChangeCounts CountChanges(std::span<const Change> changes) {
  ChangeCounts counts;
  for (const Change& change : changes) {
    counts.bytes += static_cast<std::int64_t>(change.key.size() + change.group.size());
    counts.documents += static_cast<std::int64_t>(DocumentsIn(change.group));
  }
  return counts;
}

std::string WriteDead(std::int64_t before, std::span<const GroupPlace> groups, std::size_t fields) {
  ByteWriter out;
  out.Number(static_cast<std::uint64_t>(before));
  for (const GroupPlace& place : groups) {
    out.Number(place.group);
    out.Number(place.first);
    out.Number(place.documents);
    for (std::size_t field = 0; field < fields; ++field) out.Number(place.lengths.at(field));
  }
  return out.Take();
}

Result<std::vector<GroupPlace>> ReadDead(const Segment& segment, std::int64_t generation,
                                         std::span<const store::SegmentRow> rows) {
  std::vector<GroupPlace> dead;
  auto before = static_cast<std::uint64_t>(segment.id);
  for (const store::SegmentRow& row : rows) {
    auto bytes = SATCHEL_TRY(Unsealed(row));
    ByteReader in(bytes);
    if (in.Number() != before) in.Fail();
    before = KeyNumber(row.key);
    while (in.ok() && in.left() > 0) {
      GroupPlace place;
      place.group = in.Small();
      place.first = in.Small();
      place.documents = in.Small();
      for (std::size_t field = 0; field < segment.summary.ranking.fields; ++field) {
        place.lengths.at(field) = in.Number();
      }
      if (std::uint64_t{place.first} + place.documents > segment.summary.documents ||
          place.group >= segment.summary.groups) {
        in.Fail();
      }
      dead.push_back(std::move(place));
    }
    if (!in.ok()) return Damaged(segment.id, "a row of removals");
  }
  if (before != static_cast<std::uint64_t>(generation)) {
    return Damaged(segment.id, "a missing row of removals");
  }
  return dead;
}

}  // namespace satchel::lexical
