#include "store/segments.h"

#include <array>
#include <utility>

#include "store/calls.h"
#include "store/sql/schema.h"

namespace satchel::store {
namespace {

using enum ParameterType;

constexpr Statement kSegmentsOfSource{
    .name = "segments_of_source",
    .sql =
        "SELECT source, segment_id, generation, documents, size, summary FROM segment"
        " WHERE workspace_id = $1 AND source = $2 ORDER BY segment_id",
    .types = {kText}};
constexpr Statement kSegmentRows{
    .name = "segment_rows",
    .sql =
        "SELECT segment_id, kind, row_key, part, data FROM segment_row"
        " WHERE workspace_id = $1 AND source = $2"
        " AND segment_id IN (SELECT value FROM unnest($3) AS value) AND kind = $4"
        " AND row_key IN (SELECT value FROM unnest($5) AS value)"
        " ORDER BY segment_id, row_key, part",
    .types = {kText, kIntegerSet, kInteger, kBytesSet}};
constexpr Statement kRemoveSegments{
    .name = "remove_segments",
    .sql =
        "DELETE FROM segment WHERE workspace_id = $1 AND source = $2"
        " AND segment_id IN (SELECT value FROM unnest($3) AS value)",
    .types = {kText, kIntegerSet},
    .writes = true};
constexpr Statement kRemoveSegmentRows{
    .name = "remove_segment_rows",
    .sql =
        "DELETE FROM segment_row WHERE workspace_id = $1 AND source = $2"
        " AND segment_id IN (SELECT value FROM unnest($3) AS value)",
    .types = {kText, kIntegerSet},
    .writes = true};

}  // namespace

Result<std::vector<SegmentInfo>> SegmentReader::Segments(const Scope& scope,
                                                         std::string_view source) const {
  auto rows = ReadOne(database_, scope, Query{&kSegmentsOfSource, {Text{source}}});
  if (!rows) return std::move(rows.error()).While("read segments");
  std::vector<SegmentInfo> segments(rows->size());
  for (std::size_t i = 0; i < segments.size(); ++i) {
    segments[i] = {.source = rows->TakeString(i, 0),
                   .id = rows->Integer(i, 1),
                   .generation = rows->Integer(i, 2),
                   .documents = rows->Integer(i, 3),
                   .size = rows->Integer(i, 4),
                   .summary = rows->TakeString(i, 5)};
  }
  return segments;
}

Result<std::vector<SegmentRow>> SegmentReader::RowsOf(const Scope& scope, std::string_view source,
                                                      std::span<const std::int64_t> segments,
                                                      std::int64_t kind,
                                                      std::span<const std::string> keys) const {
  auto rows =
      ReadOne(database_, scope,
              Query{&kSegmentRows, {Text{source}, IntegerSet{segments}, kind, BytesSet{keys}}});
  if (!rows) return std::move(rows.error()).While("read segment rows");
  std::vector<SegmentRow> found(rows->size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    found[i] = {.segment = rows->Integer(i, 0),
                .kind = rows->Integer(i, 1),
                .key = rows->TakeString(i, 2),
                .part = rows->Integer(i, 3),
                .data = rows->TakeString(i, 4)};
  }
  return found;
}

Status PutSegment(Transaction& transaction, const SegmentInfo& segment) {
  const Call call = Insert{.table = &kSegmentTable,
                           .on_conflict = OnConflict::kReplace,
                           .cells = {Text{segment.source}, segment.id, segment.generation,
                                     segment.documents, segment.size, Bytes{segment.summary}}};
  return RunAll(transaction, {&call, 1});
}

Status PutSegmentRows(Transaction& transaction, std::string_view source,
                      std::span<const SegmentRow> rows) {
  Insert insert{.table = &kSegmentRowTable, .on_conflict = OnConflict::kReplace};
  insert.cells.reserve(rows.size() * kSegmentRowTable.columns.size());
  for (const SegmentRow& row : rows) {
    AddRow(insert,
           {Text{source}, row.segment, row.kind, Bytes{row.key}, row.part, Bytes{row.data}});
  }
  const Call call = std::move(insert);
  return RunAll(transaction, {&call, 1});
}

Status RemoveSegments(Transaction& transaction, std::string_view source,
                      std::span<const std::int64_t> segments) {
  const std::array<Call, 2> calls = {
      Query{&kRemoveSegmentRows, {Text{source}, IntegerSet{segments}}},
      Query{&kRemoveSegments, {Text{source}, IntegerSet{segments}}}};
  return RunAll(transaction, calls);
}

std::span<const Statement* const> SegmentStatements() {
  static constexpr std::array kAll = {&kSegmentsOfSource, &kSegmentRows, &kRemoveSegments,
                                      &kRemoveSegmentRows};
  return kAll;
}

}  // namespace satchel::store
