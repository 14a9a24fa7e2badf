#include "store/vectors.h"

#include <array>
#include <charconv>
#include <cstdint>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "store/calls.h"
#include "store/curated.h"
#include "store/schema.h"

namespace satchel::store {
namespace {

using enum ParameterType;

// Counter and state: the one locks, the other can be read without a lock.
constexpr std::string_view kCounter = "vectors";
constexpr std::string_view kChangeState = "vectors.change";

constexpr Statement kHashPage{
    .name = "vector_hash_page",
    .sql =
        "SELECT source, document, digest, part, texts, current, change, dimensions, hashes"
        " FROM document_vectors WHERE workspace_id = $1 AND space = $2"
        " AND (source, document, digest, part) > ($3, $4, $5, $6)"
        " ORDER BY source, document, digest, part LIMIT $7",
    .types = {kText, kText, kText, kBytes, kInteger, kInteger},
    .gives = {kText, kText, kBytes, kInteger, kInteger, kInteger, kInteger, kInteger, kBytes}};
constexpr Statement kCodePage{
    .name = "vector_code_page",
    .sql =
        "SELECT source, document, digest, part, texts, current, change, dimensions, codes"
        " FROM document_vectors WHERE workspace_id = $1 AND space = $2 AND current = 1"
        " AND (source, document, digest, part) > ($3, $4, $5, $6)"
        " ORDER BY source, document, digest, part LIMIT $7",
    .types = {kText, kText, kText, kBytes, kInteger, kInteger},
    .gives = {kText, kText, kBytes, kInteger, kInteger, kInteger, kInteger, kInteger, kBytes}};
constexpr Statement kVectorRow{
    .name = "vector_row",
    .sql =
        "SELECT space, source, document, digest, part, texts, current, change, dimensions, hashes,"
        " codes FROM document_vectors WHERE workspace_id = $1 AND space = $2 AND source = $3"
        " AND document = $4 AND digest = $5 AND part = $6",
    .types = {kText, kText, kText, kBytes, kInteger},
    .gives = {kText, kText, kText, kBytes, kInteger, kInteger, kInteger, kInteger, kInteger, kBytes,
              kBytes}};
constexpr Statement kSetCurrent{
    .name = "set_current_vectors",
    .sql =
        "UPDATE document_vectors SET current = CASE WHEN digest = $5 THEN 1 ELSE 0 END,"
        " change = $6 WHERE workspace_id = $1 AND space = $2 AND source = $3 AND document = $4",
    .types = {kText, kText, kText, kBytes, kInteger},
    .writes = true};
constexpr Statement kRemoveVectors{
    .name = "remove_vectors",
    .sql =
        "DELETE FROM document_vectors WHERE workspace_id = $1 AND space = $2 AND source = $3"
        " AND document = $4 AND digest = $5 AND part = $6",
    .types = {kText, kText, kText, kBytes, kInteger},
    .writes = true};
constexpr Statement kOldVectors{
    .name = "old_vectors",
    .sql =
        "SELECT space, source, document, digest, part FROM document_vectors"
        " WHERE workspace_id = $1 AND (space <> $2 OR current = 0)"
        " ORDER BY change, space, source, document, digest, part",
    .types = {kText},
    .gives = {kText, kText, kText, kBytes, kInteger}};
constexpr Statement kCountVectors{
    .name = "count_vectors",
    .sql =
        "SELECT source, COUNT(*) FROM document_vectors WHERE workspace_id = $1 AND space = $2"
        " AND current = 1 AND part = 0 GROUP BY source ORDER BY source",
    .types = {kText},
    .gives = {kText, kInteger}};

std::vector<Parameter> ParametersOf(const VectorKey& key) {
  return {Text{key.space}, Text{key.source}, Text{key.document}, Bytes{key.digest}, key.part};
}

VectorKey KeyFrom(Rows& rows, std::size_t row) {
  return {.space = rows.TakeString(row, 0),
          .source = rows.TakeString(row, 1),
          .document = rows.TakeString(row, 2),
          .digest = rows.TakeString(row, 3),
          .part = rows.Integer(row, 4)};
}

}  // namespace

Result<std::int64_t> LockVectors(Transaction& transaction) {
  const auto change = SATCHEL_TRY(AllotIds(transaction, kCounter, 1), "change vectors");
  const std::string value = fmt::format("{}", change);
  const Call call = Insert{.table = &kStateTable,
                           .on_conflict = OnConflict::kReplace,
                           .cells = {Text{kChangeState}, Text{value}}};
  SATCHEL_TRY(RunAll(transaction, {&call, 1}), "change vectors");
  return change;
}

Result<std::int64_t> LastVectorChange(Transaction& transaction) {
  const std::array names = {std::string(kChangeState)};
  const auto state = SATCHEL_TRY(ReadState(transaction, names));
  const auto found = state.find(names.front());
  if (found == state.end()) return 0;
  std::int64_t change = 0;
  const std::string& text = found->second;
  std::from_chars(text.data(), text.data() + text.size(), change);
  return change;
}

Result<std::vector<VectorRow>> ReadVectorPage(Transaction& transaction, VectorDetail detail,
                                              const VectorKey& after, std::int64_t most) {
  const bool hashes = detail == VectorDetail::kHashes;
  // Nothing is before the first key, whose part is 0.
  const bool first = after.source.empty();
  const Call call = Query{hashes ? &kHashPage : &kCodePage,
                          {Text{after.space}, Text{after.source}, Text{after.document},
                           Bytes{after.digest}, first ? -1 : after.part, most}};
  auto answers = SATCHEL_TRY(transaction.Run({&call, 1}), "read vectors");
  Rows& rows = answers.front().rows;
  std::vector<VectorRow> found(rows.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    VectorRow& row = found[i];
    row.key = {.space = after.space,
               .source = rows.TakeString(i, 0),
               .document = rows.TakeString(i, 1),
               .digest = rows.TakeString(i, 2),
               .part = rows.Integer(i, 3)};
    row.texts = rows.Integer(i, 4);
    row.current = rows.Integer(i, 5) != 0;
    row.change = rows.Integer(i, 6);
    row.dimensions = rows.Integer(i, 7);
    (hashes ? row.hashes : row.codes) = rows.TakeString(i, 8);
  }
  const auto key = [](const VectorRow& row) {
    return std::tie(row.key.source, row.key.document, row.key.digest, row.key.part);
  };
  const std::int64_t part = first ? -1 : after.part;
  return CheckedPage(std::move(found), most,
                     std::tie(after.source, after.document, after.digest, part), key);
}

Result<std::vector<VectorRow>> ReadVectorRows(Transaction& transaction,
                                              std::span<const VectorKey> keys) {
  std::vector<VectorRow> found;
  if (keys.empty()) return found;
  std::vector<Call> calls;
  calls.reserve(keys.size());
  for (const VectorKey& key : keys) calls.emplace_back(Query{&kVectorRow, ParametersOf(key)});
  auto answers = SATCHEL_TRY(transaction.Run(calls), "read vectors");
  for (Answer& answer : answers) {
    Rows& rows = answer.rows;
    if (rows.empty()) continue;
    VectorRow& row = found.emplace_back();
    row.key = KeyFrom(rows, 0);
    row.texts = rows.Integer(0, 5);
    row.current = rows.Integer(0, 6) != 0;
    row.change = rows.Integer(0, 7);
    row.dimensions = rows.Integer(0, 8);
    row.hashes = rows.TakeString(0, 9);
    row.codes = rows.TakeString(0, 10);
  }
  return found;
}

Status PutVectors(Transaction& transaction, std::span<const VectorRow> rows) {
  if (rows.empty()) return {};
  Insert insert{.table = &kDocumentVectorsTable, .on_conflict = OnConflict::kReplace};
  insert.cells.reserve(rows.size() * kDocumentVectorsTable.columns.size());
  for (const VectorRow& row : rows) {
    AddRow(insert,
           {Text{row.key.space}, Text{row.key.source}, Text{row.key.document},
            Bytes{row.key.digest}, row.key.part, row.texts, std::int64_t{row.current ? 1 : 0},
            row.change, row.dimensions, Bytes{row.hashes}, Bytes{row.codes}});
  }
  const Call call = std::move(insert);
  return RunAll(transaction, {&call, 1});
}

Status SetCurrent(Transaction& transaction, std::span<const VectorKey> documents,
                  std::int64_t change) {
  if (documents.empty()) return {};
  std::vector<Call> calls;
  calls.reserve(documents.size());
  for (const VectorKey& key : documents) {
    calls.emplace_back(
        Query{&kSetCurrent,
              {Text{key.space}, Text{key.source}, Text{key.document}, Bytes{key.digest}, change}});
  }
  return RunAll(transaction, calls);
}

Status RemoveVectors(Transaction& transaction, std::span<const VectorKey> keys) {
  if (keys.empty()) return {};
  std::vector<Call> calls;
  calls.reserve(keys.size());
  for (const VectorKey& key : keys) calls.emplace_back(Query{&kRemoveVectors, ParametersOf(key)});
  return RunAll(transaction, calls);
}

Result<std::vector<VectorKey>> ReadOldVectors(Transaction& transaction, std::string_view space) {
  const Call call = Query{&kOldVectors, {Text{space}}};
  auto answers = SATCHEL_TRY(transaction.Run({&call, 1}), "read vectors");
  Rows& rows = answers.front().rows;
  std::vector<VectorKey> keys;
  keys.reserve(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) keys.push_back(KeyFrom(rows, i));
  return keys;
}

Result<std::map<std::string, std::int64_t>> CountVectors(Transaction& transaction,
                                                         std::string_view space) {
  const Call call = Query{&kCountVectors, {Text{space}}};
  auto answers = SATCHEL_TRY(transaction.Run({&call, 1}), "count vectors");
  Rows& rows = answers.front().rows;
  std::map<std::string, std::int64_t> counts;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    counts.emplace(rows.TakeString(i, 0), rows.Integer(i, 1));
  }
  return counts;
}

std::span<const Statement* const> VectorStatements() {
  static constexpr std::array kAll = {&kHashPage,      &kCodePage,   &kVectorRow,   &kSetCurrent,
                                      &kRemoveVectors, &kOldVectors, &kCountVectors};
  return kAll;
}

}  // namespace satchel::store
