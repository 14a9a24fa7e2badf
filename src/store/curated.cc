#include "store/curated.h"

#include <array>
#include <utility>

#include "store/calls.h"
#include "store/schema.h"

namespace satchel::store {
namespace {

using enum ParameterType;

#define SATCHEL_DOCUMENT_COLUMNS \
  "source, document_id, path, digest, kind, role, language, title, size, time, attributes"

// Some documents have no time.
constexpr ResultColumns kDocumentColumns =
    ResultColumns{kText, kInteger, kText,    kBytes,   kText, kText,
                  kText, kText,    kInteger, kInteger, kText}
        .OrNull(9);

constexpr Statement kDocumentsById{
    .name = "documents_by_id",
    .sql = "SELECT " SATCHEL_DOCUMENT_COLUMNS
           " FROM document WHERE workspace_id = $1 AND source = $2"
           " AND document_id IN (SELECT value FROM unnest($3) AS value) ORDER BY document_id",
    .types = {kText, kIntegerSet},
    .gives = kDocumentColumns};
// The plus: see code.cc.
constexpr Statement kDocumentsByPath{
    .name = "documents_by_path",
    .sql = "SELECT " SATCHEL_DOCUMENT_COLUMNS
           " FROM document WHERE workspace_id = $1 AND source = $2"
           " AND path IN (SELECT value FROM unnest($3) AS value) ORDER BY +document_id",
    .types = {kText, kTextSet},
    .gives = kDocumentColumns};
constexpr Statement kDocumentPage{
    .name = "document_page",
    .sql = "SELECT " SATCHEL_DOCUMENT_COLUMNS
           " FROM document WHERE workspace_id = $1 AND source = $2 AND document_id > $3"
           " ORDER BY document_id LIMIT $4",
    .types = {kText, kInteger, kInteger},
    .gives = kDocumentColumns};
constexpr Statement kRemoveDocuments{
    .name = "remove_documents",
    .sql =
        "DELETE FROM document WHERE workspace_id = $1 AND source = $2"
        " AND document_id IN (SELECT value FROM unnest($3) AS value)",
    .types = {kText, kIntegerSet},
    .writes = true};
constexpr Statement kStateByName{
    .name = "state_by_name",
    .sql =
        "SELECT name, value FROM state WHERE workspace_id = $1"
        " AND name IN (SELECT value FROM unnest($2) AS value) ORDER BY name",
    .types = {kTextSet},
    .gives = {kText, kText}};

#undef SATCHEL_DOCUMENT_COLUMNS

std::vector<DocumentRow> DocumentsFrom(Rows rows) {
  std::vector<DocumentRow> documents(rows.size());
  for (std::size_t i = 0; i < documents.size(); ++i) {
    DocumentRow& document = documents[i];
    document.source = rows.TakeString(i, 0);
    document.id = rows.Integer(i, 1);
    document.path = rows.TakeString(i, 2);
    document.digest = rows.TakeString(i, 3);
    document.kind = rows.TakeString(i, 4);
    document.role = rows.TakeString(i, 5);
    document.language = rows.TakeString(i, 6);
    document.title = rows.TakeString(i, 7);
    document.size = rows.Integer(i, 8);
    if (const auto micros = rows.OptionalInteger(i, 9)) document.time = Time{*micros};
    document.attributes = rows.TakeString(i, 10);
  }
  return documents;
}

std::int64_t IdOf(const DocumentRow& row) { return row.id; }

Result<std::vector<DocumentRow>> ReadDocuments(Database& database, const Scope& scope,
                                               const Query& query) {
  auto rows = SATCHEL_TRY(ReadOne(database, scope, query), "read documents");
  return DocumentsFrom(std::move(rows));
}

std::map<std::string, std::string> ValuesFrom(Rows& rows) {
  std::map<std::string, std::string> values;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    values.emplace(rows.TakeString(i, 0), rows.TakeString(i, 1));
  }
  return values;
}

}  // namespace

Result<std::vector<DocumentRow>> CuratedReader::DocumentsById(
    const Scope& scope, std::string_view source, std::span<const std::int64_t> ids) const {
  return ReadDocuments(database_, scope, {&kDocumentsById, {Text{source}, IntegerSet{ids}}});
}

Result<std::vector<DocumentRow>> CuratedReader::DocumentsByPath(
    const Scope& scope, std::string_view source, std::span<const std::string> paths) const {
  return ReadDocuments(database_, scope, {&kDocumentsByPath, {Text{source}, TextSet{paths}}});
}

Result<std::vector<DocumentRow>> CuratedReader::Documents(const Scope& scope,
                                                          std::string_view source,
                                                          std::int64_t after,
                                                          std::int64_t most) const {
  auto page =
      SATCHEL_TRY(ReadDocuments(database_, scope, {&kDocumentPage, {Text{source}, after, most}}));
  return CheckedPage(std::move(page), most, after, &IdOf);
}

Result<std::map<std::string, std::string>> CuratedReader::State(
    const Scope& scope, std::span<const std::string> names) const {
  auto rows =
      SATCHEL_TRY(ReadOne(database_, scope, Query{&kStateByName, {TextSet{names}}}), "read state");
  return ValuesFrom(rows);
}

Result<std::map<std::string, std::string>> ReadState(Transaction& transaction,
                                                     std::span<const std::string> names) {
  const Call call = Query{&kStateByName, {TextSet{names}}};
  auto answers = SATCHEL_TRY(transaction.Run({&call, 1}), "read state");
  return ValuesFrom(answers.front().rows);
}

Result<CuratedChange> CuratedChange::Begin(Database& database, const Scope& scope) {
  auto transaction = SATCHEL_TRY(database.Begin(scope, Access::kWrite), "change curated");
  return CuratedChange(std::move(transaction));
}

Result<std::vector<DocumentRow>> CuratedChange::Documents(std::string_view source,
                                                          std::int64_t after, std::int64_t most) {
  const Call call = Query{&kDocumentPage, {Text{source}, after, most}};
  auto answers = SATCHEL_TRY(transaction_->Run({&call, 1}), "read documents");
  return CheckedPage(DocumentsFrom(std::move(answers.front().rows)), most, after, &IdOf);
}

Result<std::int64_t> CuratedChange::AllotDocumentIds(std::string_view source, std::int64_t count) {
  return AllotIds(*transaction_, "document." + std::string(source), count);
}

Status CuratedChange::PutDocuments(std::span<const DocumentRow> documents) {
  Insert insert{.table = &kDocumentTable, .on_conflict = OnConflict::kReplace};
  insert.cells.reserve(documents.size() * kDocumentTable.columns.size());
  for (const DocumentRow& row : documents) {
    AddRow(insert, {Text{row.source}, row.id, Text{row.path}, Bytes{row.digest}, Text{row.kind},
                    Text{row.role}, Text{row.language}, Text{row.title}, row.size, OrNull(row.time),
                    Text{row.attributes}});
  }
  const Call call = std::move(insert);
  return RunAll(*transaction_, {&call, 1});
}

Status CuratedChange::RemoveDocuments(std::string_view source, std::span<const std::int64_t> ids) {
  const Call call = Query{&kRemoveDocuments, {Text{source}, IntegerSet{ids}}};
  return RunAll(*transaction_, {&call, 1});
}

Status CuratedChange::PutState(std::string_view name, std::string_view value) {
  const Call call = Insert{.table = &kStateTable,
                           .on_conflict = OnConflict::kReplace,
                           .cells = {Text{name}, Text{value}}};
  return RunAll(*transaction_, {&call, 1});
}

Status CuratedChange::Commit() && {
  SATCHEL_TRY(transaction_->Commit({}));
  return {};
}

std::span<const Statement* const> CuratedStatements() {
  static constexpr std::array kAll = {&kDocumentsById, &kDocumentsByPath, &kDocumentPage,
                                      &kRemoveDocuments, &kStateByName};
  return kAll;
}

}  // namespace satchel::store
