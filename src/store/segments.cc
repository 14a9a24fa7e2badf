#include "store/segments.h"

#include <array>
#include <cstdint>
#include <utility>

#include "store/calls.h"
#include "store/schema.h"
#include "store/segment_keys.h"

namespace satchel::store {
namespace {

using enum ParameterType;

constexpr ResultColumns kRowColumns = {kInteger, kInteger, kBytes, kInteger, kBytes};

constexpr Statement kSegmentsOfSource{
    .name = "segments_of_source",
    .sql =
        "SELECT source, segment_id, generation, documents, size, summary FROM segment"
        " WHERE workspace_id = $1 AND source = $2 ORDER BY segment_id",
    .types = {kText},
    .gives = {kText, kInteger, kInteger, kInteger, kInteger, kBytes}};
constexpr Statement kRowsUnderKeys{
    .name = "rows_under_keys",
    .sql =
        "SELECT segment_id, kind, row_key, part, data FROM segment_row"
        " WHERE workspace_id = $1 AND source = $2 AND segment_id = $3 AND kind = $4"
        " AND row_key IN (SELECT value FROM unnest($5) AS value)"
        " ORDER BY row_key, part",
    .types = {kText, kInteger, kInteger, kBytesSet},
    .gives = kRowColumns};
constexpr Statement kPartsUnderKeys{
    .name = "parts_under_keys",
    .sql =
        "SELECT segment_id, kind, row_key, part, data FROM segment_row"
        " WHERE workspace_id = $1 AND source = $2 AND segment_id = $3 AND kind = $4"
        " AND row_key IN (SELECT value FROM unnest($5) AS value)"
        " AND part IN (SELECT value FROM unnest($6) AS value)"
        " ORDER BY row_key, part",
    .types = {kText, kInteger, kInteger, kBytesSet, kIntegerSet},
    .gives = kRowColumns};
constexpr Statement kRowPage{
    .name = "row_page",
    .sql =
        "SELECT segment_id, kind, row_key, part, data FROM segment_row"
        " WHERE workspace_id = $1 AND source = $2 AND segment_id = $3 AND kind = $4"
        " AND row_key > $5 ORDER BY row_key, part LIMIT $6",
    .types = {kText, kInteger, kInteger, kBytes, kInteger},
    .gives = kRowColumns};
constexpr Statement kRemoveRowsUpTo{
    .name = "remove_rows_up_to",
    .sql =
        "DELETE FROM segment_row WHERE workspace_id = $1 AND source = $2 AND segment_id = $3"
        " AND kind = $4 AND row_key <= $5",
    .types = {kText, kInteger, kInteger, kBytes},
    .writes = true};
constexpr Statement kRemoveRowsUnderKeys{
    .name = "remove_rows_under_keys",
    .sql =
        "DELETE FROM segment_row WHERE workspace_id = $1 AND source = $2 AND segment_id = $3"
        " AND kind = $4 AND row_key IN (SELECT value FROM unnest($5) AS value)",
    .types = {kText, kInteger, kInteger, kBytesSet},
    .writes = true};
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

constexpr Statement kRemoveSources{
    .name = "remove_sources",
    .sql = "DELETE FROM segment WHERE workspace_id = $1 AND source >= $2 AND source < $3",
    .types = {kText, kText},
    .writes = true};
constexpr Statement kRemoveRowsOfSources{
    .name = "remove_rows_of_sources",
    .sql = "DELETE FROM segment_row WHERE workspace_id = $1 AND source >= $2 AND source < $3",
    .types = {kText, kText},
    .writes = true};

std::vector<SegmentInfo> SegmentsFrom(Rows& rows) {
  std::vector<SegmentInfo> segments(rows.size());
  for (std::size_t i = 0; i < segments.size(); ++i) {
    segments[i] = {.source = rows.TakeString(i, 0),
                   .id = rows.Integer(i, 1),
                   .generation = rows.Integer(i, 2),
                   .documents = rows.Integer(i, 3),
                   .size = rows.Integer(i, 4),
                   .summary = rows.TakeString(i, 5)};
  }
  return segments;
}

std::vector<SegmentRow> SegmentRowsFrom(Rows& rows) {
  std::vector<SegmentRow> found(rows.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    found[i] = {.segment = rows.Integer(i, 0),
                .kind = rows.Integer(i, 1),
                .key = rows.TakeString(i, 2),
                .part = rows.Integer(i, 3),
                .data = rows.TakeString(i, 4)};
  }
  return found;
}

}  // namespace

Result<std::vector<SegmentInfo>> SegmentReader::Segments(const Scope& scope,
                                                         std::string_view source) const {
  auto rows = SATCHEL_TRY(ReadOne(database_, scope, Query{&kSegmentsOfSource, {Text{source}}}),
                          "read segments");
  return SegmentsFrom(rows);
}

Result<std::vector<SegmentInfo>> ReadSegments(Transaction& transaction, std::string_view source) {
  const Call call = Query{&kSegmentsOfSource, {Text{source}}};
  auto answers = SATCHEL_TRY(transaction.Run({&call, 1}), "read segments");
  return SegmentsFrom(answers.front().rows);
}

Result<std::vector<std::vector<SegmentRow>>> ReadSegmentRows(
    Transaction& transaction, std::string_view source, std::span<const SegmentRowQuery> queries) {
  std::vector<std::vector<SegmentRow>> rows;
  if (queries.empty()) return rows;
  std::vector<Call> calls;
  calls.reserve(queries.size());
  for (const SegmentRowQuery& query : queries) {
    if (query.parts.empty()) {
      calls.emplace_back(
          Query{&kRowsUnderKeys, {Text{source}, query.segment, query.kind, BytesSet{query.keys}}});
    } else {
      calls.emplace_back(Query{&kPartsUnderKeys,
                               {Text{source}, query.segment, query.kind, BytesSet{query.keys},
                                IntegerSet{query.parts}}});
    }
  }
  auto answers = SATCHEL_TRY(transaction.Run(calls), "read segment rows");
  for (Answer& answer : answers) rows.push_back(SegmentRowsFrom(answer.rows));
  return rows;
}

Result<std::vector<SegmentRow>> ReadSegmentPage(Transaction& transaction, std::string_view source,
                                                std::int64_t segment, std::int64_t kind,
                                                std::string_view after, std::int64_t most) {
  const Call call = Query{&kRowPage, {Text{source}, segment, kind, Bytes{after}, most}};
  auto answers = SATCHEL_TRY(transaction.Run({&call, 1}), "read segment rows");
  // A key may have several parts; a page begins with another key.
  const auto key = [](const SegmentRow& row) {
    return std::pair(std::string_view(row.key), row.part);
  };
  return CheckedPage(SegmentRowsFrom(answers.front().rows), most, std::pair(after, INT64_MAX), key);
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

Status RemoveSegmentRows(Transaction& transaction, std::string_view source, std::int64_t segment,
                         std::int64_t kind, std::string_view last) {
  const Call call = Query{&kRemoveRowsUpTo, {Text{source}, segment, kind, Bytes{last}}};
  return RunAll(transaction, {&call, 1});
}

Status RemoveRowsUnderKeys(Transaction& transaction, std::string_view source, std::int64_t segment,
                           std::int64_t kind, std::span<const std::string> keys) {
  const Call call = Query{&kRemoveRowsUnderKeys, {Text{source}, segment, kind, BytesSet{keys}}};
  return RunAll(transaction, {&call, 1});
}

Status RemoveSegments(Transaction& transaction, std::string_view source,
                      std::span<const std::int64_t> segments) {
  const std::array<Call, 2> calls = {
      Query{&kRemoveSegmentRows, {Text{source}, IntegerSet{segments}}},
      Query{&kRemoveSegments, {Text{source}, IntegerSet{segments}}}};
  return RunAll(transaction, calls);
}

Status RemoveSources(Transaction& transaction, std::string_view beginning) {
  std::string end(beginning);
  ++end.back();
  const std::array<Call, 2> calls = {Query{&kRemoveRowsOfSources, {Text{beginning}, Text{end}}},
                                     Query{&kRemoveSources, {Text{beginning}, Text{end}}}};
  return RunAll(transaction, calls);
}

std::span<const Statement* const> SegmentStatements() {
  static constexpr std::array kAll = {
      &kSegmentsOfSource, &kRowsUnderKeys,       &kPartsUnderKeys, &kRowPage,
      &kRemoveRowsUpTo,   &kRemoveRowsUnderKeys, &kRemoveSegments, &kRemoveSegmentRows,
      &kRemoveSources,    &kRemoveRowsOfSources};
  return kAll;
}

}  // namespace satchel::store
