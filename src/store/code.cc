#include "store/code.h"

#include <algorithm>
#include <array>
#include <utility>

#include "store/calls.h"
#include "store/code_metadata.h"
#include "store/schema.h"

// One file, because each row type is five short things that change together: columns, statement,
// reading, writing, removing.
namespace satchel::store {
namespace {

using enum ParameterType;

#define SATCHEL_FILE_COLUMNS \
  "file_id, path, digest, size, stat, language, role, reading, remark, package"
#define SATCHEL_IMPORT_COLUMNS "file_id, ordinal, kind, line, module, name, alias, target, found_by"
#define SATCHEL_SYMBOL_COLUMNS \
  "name, file_id, ordinal, kind, container, visibility, first_line, last_line, flags"

constexpr ResultColumns kFileColumns = {kInteger, kText, kBytes, kInteger, kBytes,
                                        kText,    kText, kText,  kText,    kText};
constexpr ResultColumns kImportColumns = {kInteger, kInteger, kText, kInteger, kText,
                                          kText,    kText,    kText, kText};
constexpr ResultColumns kSymbolColumns = {kText, kInteger, kInteger, kText,   kText,
                                          kText, kInteger, kInteger, kInteger};
constexpr ResultColumns kMetadataColumns = {kText, kBytes, kText, kText,
                                            kText, kText,  kText, kText};

constexpr Statement kFilesById{
    .name = "files_by_id",
    .sql = "SELECT " SATCHEL_FILE_COLUMNS
           " FROM file WHERE workspace_id = $1"
           " AND file_id IN (SELECT value FROM unnest($2) AS value) ORDER BY file_id",
    .types = {kIntegerSet},
    .gives = kFileColumns};
// The plus keeps SQLite from going through all rows in the order of their ids, which it prefers to
// sorting the few that an index finds.
constexpr Statement kFilesByPath{
    .name = "files_by_path",
    .sql = "SELECT " SATCHEL_FILE_COLUMNS
           " FROM file WHERE workspace_id = $1"
           " AND path IN (SELECT value FROM unnest($2) AS value) ORDER BY +file_id",
    .types = {kTextSet},
    .gives = kFileColumns};
constexpr Statement kFilePage{.name = "file_page",
                              .sql = "SELECT " SATCHEL_FILE_COLUMNS
                                     " FROM file WHERE workspace_id = $1 AND file_id > $2"
                                     " ORDER BY file_id LIMIT $3",
                              .types = {kInteger, kInteger},
                              .gives = kFileColumns};
constexpr Statement kFactsOfFiles{
    .name = "facts_of_files",
    .sql =
        "SELECT file_id, version, data FROM file_facts WHERE workspace_id = $1"
        " AND file_id IN (SELECT value FROM unnest($2) AS value) ORDER BY file_id",
    .types = {kIntegerSet},
    .gives = {kInteger, kInteger, kBytes}};
constexpr Statement kSymbolsNamed{.name = "symbols_named",
                                  .sql = "SELECT " SATCHEL_SYMBOL_COLUMNS
                                         " FROM symbol WHERE workspace_id = $1"
                                         " AND name IN (SELECT value FROM unnest($2) AS value)"
                                         " ORDER BY name, file_id, ordinal",
                                  .types = {kTextSet},
                                  .gives = kSymbolColumns};
constexpr Statement kSymbolsFrom{.name = "symbols_from",
                                 .sql = "SELECT " SATCHEL_SYMBOL_COLUMNS
                                        " FROM symbol WHERE workspace_id = $1 AND name >= $2"
                                        " ORDER BY name, file_id, ordinal LIMIT $3",
                                 .types = {kText, kInteger},
                                 .gives = kSymbolColumns};
constexpr Statement kUsersOfNames{
    .name = "users_of_names",
    .sql =
        "SELECT name_hash, file_id FROM name_use WHERE workspace_id = $1"
        " AND name_hash IN (SELECT value FROM unnest($2) AS value)"
        " ORDER BY name_hash, file_id",
    .types = {kIntegerSet},
    .gives = {kInteger, kInteger}};
constexpr Statement kNameUsePage{
    .name = "name_use_page",
    .sql =
        "SELECT name_hash, file_id FROM name_use WHERE workspace_id = $1"
        " AND (name_hash > $2 OR (name_hash = $2 AND file_id > $3))"
        " ORDER BY name_hash, file_id LIMIT $4",
    .types = {kInteger, kInteger, kInteger},
    .gives = {kInteger, kInteger}};
constexpr Statement kImportsOfFiles{
    .name = "imports_of_files",
    .sql = "SELECT " SATCHEL_IMPORT_COLUMNS
           " FROM file_import WHERE workspace_id = $1"
           " AND file_id IN (SELECT value FROM unnest($2) AS value) ORDER BY file_id, ordinal",
    .types = {kIntegerSet},
    .gives = kImportColumns};
// Some modules are not found in the workspace, and have no target.
constexpr Statement kImportTargets{
    .name = "import_targets",
    .sql =
        "SELECT file_id, target FROM file_import WHERE workspace_id = $1"
        " AND file_id IN (SELECT value FROM unnest($2) AS value) AND target <> ''"
        " ORDER BY file_id, ordinal",
    .types = {kIntegerSet},
    .gives = {kInteger, kText}};
// In the order of the index, for the same reason.
constexpr Statement kImporters{.name = "importers",
                               .sql = "SELECT " SATCHEL_IMPORT_COLUMNS
                                      " FROM file_import WHERE workspace_id = $1"
                                      " AND target IN (SELECT value FROM unnest($2) AS value)"
                                      " ORDER BY target, file_id, ordinal",
                               .types = {kTextSet},
                               .gives = kImportColumns};
constexpr Statement kMetadataPage{
    .name = "metadata_page",
    .sql =
        "SELECT path, digest, purpose, module, domain, concepts, public_surface, complexity"
        " FROM file_metadata WHERE workspace_id = $1 AND path > $2 ORDER BY path LIMIT $3",
    .types = {kText, kInteger},
    .gives = kMetadataColumns};
constexpr Statement kMetadataOfFiles{
    .name = "metadata_of_files",
    .sql =
        "SELECT path, digest, purpose, module, domain, concepts, public_surface, complexity"
        " FROM file_metadata WHERE workspace_id = $1"
        " AND path IN (SELECT value FROM unnest($2) AS value) ORDER BY path",
    .types = {kTextSet},
    .gives = kMetadataColumns};
constexpr Statement kCountFiles{
    .name = "count_files",
    .sql =
        "SELECT COUNT(*), CAST(COALESCE(SUM(size), 0) AS BIGINT) FROM file"
        " WHERE workspace_id = $1 AND reading <> 'binary' AND reading <> 'packet'",
    .types = {},
    .gives = {kInteger, kInteger}};
constexpr Statement kCountSymbols{.name = "count_symbols",
                                  .sql = "SELECT COUNT(*) FROM symbol WHERE workspace_id = $1",
                                  .types = {},
                                  .gives = {kInteger}};
constexpr Statement kCountImports{.name = "count_imports",
                                  .sql = "SELECT COUNT(*) FROM file_import WHERE workspace_id = $1",
                                  .types = {},
                                  .gives = {kInteger}};
constexpr Statement kCountMetadata{
    .name = "count_metadata",
    .sql = "SELECT COUNT(*) FROM file_metadata WHERE workspace_id = $1",
    .types = {},
    .gives = {kInteger}};
constexpr Statement kRemoveFiles{.name = "remove_files",
                                 .sql =
                                     "DELETE FROM file WHERE workspace_id = $1"
                                     " AND file_id IN (SELECT value FROM unnest($2) AS value)",
                                 .types = {kIntegerSet},
                                 .writes = true};
constexpr Statement kRemoveFacts{.name = "remove_facts",
                                 .sql =
                                     "DELETE FROM file_facts WHERE workspace_id = $1"
                                     " AND file_id IN (SELECT value FROM unnest($2) AS value)",
                                 .types = {kIntegerSet},
                                 .writes = true};
constexpr Statement kRemoveImports{.name = "remove_imports",
                                   .sql =
                                       "DELETE FROM file_import WHERE workspace_id = $1"
                                       " AND file_id IN (SELECT value FROM unnest($2) AS value)",
                                   .types = {kIntegerSet},
                                   .writes = true};
constexpr Statement kRemoveSymbols{
    .name = "remove_symbols",
    .sql =
        "DELETE FROM symbol WHERE workspace_id = $1"
        " AND name IN (SELECT value FROM unnest($2) AS value) AND file_id = $3",
    .types = {kTextSet, kInteger},
    .writes = true};
constexpr Statement kRemoveNameUses{
    .name = "remove_name_uses",
    .sql =
        "DELETE FROM name_use WHERE workspace_id = $1"
        " AND name_hash IN (SELECT value FROM unnest($2) AS value) AND file_id = $3",
    .types = {kIntegerSet, kInteger},
    .writes = true};
constexpr Statement kRemoveAllSymbols{
    .name = "remove_all_symbols",
    .sql = "DELETE FROM symbol WHERE workspace_id = $1 AND file_id = $2",
    .types = {kInteger},
    .writes = true};
constexpr Statement kRemoveAllNameUses{
    .name = "remove_all_name_uses",
    .sql = "DELETE FROM name_use WHERE workspace_id = $1 AND file_id = $2",
    .types = {kInteger},
    .writes = true};

#undef SATCHEL_FILE_COLUMNS
#undef SATCHEL_IMPORT_COLUMNS
#undef SATCHEL_SYMBOL_COLUMNS

// One function a row type: from row `i` of what a statement gave.
FileRow FileFrom(Rows& rows, std::size_t i) {
  return {.id = rows.Integer(i, 0),
          .path = rows.TakeString(i, 1),
          .digest = rows.TakeString(i, 2),
          .size = rows.Integer(i, 3),
          .stat = rows.TakeString(i, 4),
          .language = rows.TakeString(i, 5),
          .role = rows.TakeString(i, 6),
          .reading = rows.TakeString(i, 7),
          .remark = rows.TakeString(i, 8),
          .package = rows.TakeString(i, 9)};
}

FactsRow FactsFrom(Rows& rows, std::size_t i) {
  return {rows.Integer(i, 0), rows.Integer(i, 1), rows.TakeString(i, 2)};
}

SymbolRow SymbolFrom(Rows& rows, std::size_t i) {
  return {.name = rows.TakeString(i, 0),
          .file = rows.Integer(i, 1),
          .ordinal = rows.Integer(i, 2),
          .kind = rows.TakeString(i, 3),
          .container = rows.TakeString(i, 4),
          .visibility = rows.TakeString(i, 5),
          .first_line = rows.Integer(i, 6),
          .last_line = rows.Integer(i, 7),
          .flags = rows.Integer(i, 8)};
}

NameUse NameUseFrom(Rows& rows, std::size_t i) { return {rows.Integer(i, 0), rows.Integer(i, 1)}; }

ImportRow ImportFrom(Rows& rows, std::size_t i) {
  return {.file = rows.Integer(i, 0),
          .ordinal = rows.Integer(i, 1),
          .kind = rows.TakeString(i, 2),
          .line = rows.Integer(i, 3),
          .module = rows.TakeString(i, 4),
          .name = rows.TakeString(i, 5),
          .alias = rows.TakeString(i, 6),
          .target = rows.TakeString(i, 7),
          .rule = rows.TakeString(i, 8)};
}

ImportTarget ImportTargetFrom(Rows& rows, std::size_t i) {
  return {.file = rows.Integer(i, 0), .path = rows.TakeString(i, 1)};
}

MetadataRow MetadataFrom(Rows& rows, std::size_t i) {
  return {.path = rows.TakeString(i, 0),
          .digest = rows.TakeString(i, 1),
          .purpose = rows.TakeString(i, 2),
          .module = rows.TakeString(i, 3),
          .domain = rows.TakeString(i, 4),
          .concepts = rows.TakeString(i, 5),
          .public_surface = rows.TakeString(i, 6),
          .complexity = rows.TakeString(i, 7)};
}

template <class Row>
std::vector<Row> AllFrom(Rows& rows, Row (*from)(Rows&, std::size_t)) {
  std::vector<Row> all;
  all.reserve(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) all.push_back(from(rows, i));
  return all;
}

template <class Row>
Result<std::vector<Row>> ReadRows(Database& database, const Scope& scope, const Query& query,
                                  Row (*from)(Rows&, std::size_t)) {
  auto rows = SATCHEL_TRY(ReadOne(database, scope, query), "read code");
  return AllFrom(rows, from);
}

template <class Row>
Result<std::vector<Row>> ReadRows(Transaction& transaction, const Query& query,
                                  Row (*from)(Rows&, std::size_t)) {
  const Call call = query;
  auto answers = SATCHEL_TRY(transaction.Run({&call, 1}), "read code");
  return AllFrom(answers.front().rows, from);
}

template <class Row, class Cells>
Status PutRows(Transaction& transaction, const Table& table, std::span<const Row> rows,
               Cells cells) {
  if (rows.empty()) return {};
  Insert insert{.table = &table, .on_conflict = OnConflict::kReplace};
  insert.cells.reserve(rows.size() * table.columns.size());
  for (const Row& row : rows) cells(insert, row);
  const Call call = std::move(insert);
  return RunAll(transaction, {&call, 1});
}

}  // namespace

bool IsLeftOut(const FileRow& file) { return file.reading == "binary" || file.reading == "packet"; }

Result<std::vector<FileRow>> CodeReader::FilesById(const Scope& scope,
                                                   std::span<const std::int64_t> ids) const {
  return ReadRows(database_, scope, {&kFilesById, {IntegerSet{ids}}}, FileFrom);
}

Result<std::vector<FileRow>> CodeReader::FilesByPath(const Scope& scope,
                                                     std::span<const std::string> paths) const {
  return ReadRows(database_, scope, {&kFilesByPath, {TextSet{paths}}}, FileFrom);
}

Result<std::vector<FileRow>> CodeReader::Files(const Scope& scope, std::int64_t after,
                                               std::int64_t most) const {
  auto page = SATCHEL_TRY(ReadRows(database_, scope, {&kFilePage, {after, most}}, FileFrom));
  return CheckedPage(std::move(page), most, after, [](const FileRow& row) { return row.id; });
}

Result<std::vector<FactsRow>> CodeReader::Facts(const Scope& scope,
                                                std::span<const std::int64_t> files) const {
  return ReadRows(database_, scope, {&kFactsOfFiles, {IntegerSet{files}}}, FactsFrom);
}

Result<std::vector<SymbolRow>> CodeReader::SymbolsNamed(const Scope& scope,
                                                        std::span<const std::string> names) const {
  return ReadRows(database_, scope, {&kSymbolsNamed, {TextSet{names}}}, SymbolFrom);
}

Result<std::vector<SymbolRow>> CodeReader::SymbolsFrom(const Scope& scope, std::string_view from,
                                                       std::int64_t most) const {
  return ReadRows(database_, scope, {&kSymbolsFrom, {Text{from}, most}}, SymbolFrom);
}

Result<std::vector<NameUse>> CodeReader::Users(const Scope& scope,
                                               std::span<const std::int64_t> name_hashes) const {
  return ReadRows(database_, scope, {&kUsersOfNames, {IntegerSet{name_hashes}}}, NameUseFrom);
}

Result<std::vector<NameUse>> CodeReader::NameUses(const Scope& scope, const NameUse& after,
                                                  std::int64_t most) const {
  const auto key = [](const NameUse& use) { return std::pair(use.name_hash, use.file); };
  auto page = SATCHEL_TRY(ReadRows(
      database_, scope, Query{&kNameUsePage, {after.name_hash, after.file, most}}, NameUseFrom));
  return CheckedPage(std::move(page), most, key(after), key);
}

Result<std::vector<ImportRow>> CodeReader::Imports(const Scope& scope,
                                                   std::span<const std::int64_t> files) const {
  return ReadRows(database_, scope, {&kImportsOfFiles, {IntegerSet{files}}}, ImportFrom);
}

Result<std::vector<ImportRow>> CodeReader::Importers(const Scope& scope,
                                                     std::span<const std::string> targets) const {
  auto rows =
      SATCHEL_TRY(ReadRows(database_, scope, {&kImporters, {TextSet{targets}}}, ImportFrom));
  std::ranges::sort(rows, {},
                    [](const ImportRow& row) { return std::pair(row.file, row.ordinal); });
  return rows;
}

Result<std::vector<MetadataRow>> CodeReader::Metadata(const Scope& scope,
                                                      std::span<const std::string> paths) const {
  return ReadRows(database_, scope, {&kMetadataOfFiles, {TextSet{paths}}}, MetadataFrom);
}

Result<CodeCounts> CodeReader::Counts(const Scope& scope) const {
  const std::array<Call, 4> calls = {Query{&kCountFiles, {}}, Query{&kCountSymbols, {}},
                                     Query{&kCountImports, {}}, Query{&kCountMetadata, {}}};
  const auto answers = SATCHEL_TRY(Read(database_, scope, calls), "count code");
  for (const Answer& answer : answers) {
    SATCHEL_TRY(OnlyInteger(answer.rows), "count code");
  }
  return CodeCounts{.files = answers[0].rows.Integer(0, 0),
                    .bytes = answers[0].rows.Integer(0, 1),
                    .symbols = answers[1].rows.Integer(0, 0),
                    .imports = answers[2].rows.Integer(0, 0),
                    .metadata = answers[3].rows.Integer(0, 0)};
}

Result<std::vector<FileRow>> CodeView::FilesById(std::span<const std::int64_t> ids) {
  return ReadRows(transaction_, {&kFilesById, {IntegerSet{ids}}}, FileFrom);
}

Result<std::vector<FileRow>> CodeView::FilesByPath(std::span<const std::string> paths) {
  return ReadRows(transaction_, {&kFilesByPath, {TextSet{paths}}}, FileFrom);
}

Result<std::vector<FactsRow>> CodeView::Facts(std::span<const std::int64_t> files) {
  return ReadRows(transaction_, {&kFactsOfFiles, {IntegerSet{files}}}, FactsFrom);
}

Result<std::vector<FactsRow>> CodeView::FactsAtLast(std::span<const std::int64_t> files) {
  const Call call = Query{&kFactsOfFiles, {IntegerSet{files}}};
  auto answers = SATCHEL_TRY(transaction_.Commit({&call, 1}), "read code");
  return AllFrom(answers.front().rows, FactsFrom);
}

Result<std::vector<SymbolRow>> CodeView::SymbolsNamed(std::span<const std::string> names) {
  return ReadRows(transaction_, {&kSymbolsNamed, {TextSet{names}}}, SymbolFrom);
}

Result<std::vector<ImportRow>> CodeView::Importers(std::span<const std::string> targets) {
  return ReadRows(transaction_, {&kImporters, {TextSet{targets}}}, ImportFrom);
}

Result<std::vector<MetadataRow>> MetadataOf(Transaction& transaction,
                                            std::span<const std::string> paths) {
  return ReadRows(transaction, {&kMetadataOfFiles, {TextSet{paths}}}, MetadataFrom);
}

Result<std::vector<MetadataRow>> CodeView::MetadataPage(const std::string& after,
                                                        std::int64_t most) {
  auto page =
      SATCHEL_TRY(ReadRows(transaction_, {&kMetadataPage, {Text{after}, most}}, MetadataFrom));
  return CheckedPage(std::move(page), most, std::string_view(after),
                     [](const MetadataRow& row) { return std::string_view(row.path); });
}

Result<std::vector<SymbolRow>> CodeView::SymbolsFrom(std::string_view from, std::int64_t most) {
  return ReadRows(transaction_, {&kSymbolsFrom, {Text{from}, most}}, SymbolFrom);
}

Result<std::vector<ImportRow>> CodeView::Imports(std::span<const std::int64_t> files) {
  return ReadRows(transaction_, {&kImportsOfFiles, {IntegerSet{files}}}, ImportFrom);
}

Result<std::vector<ImportTarget>> CodeView::ImportTargets(std::span<const std::int64_t> files) {
  return ReadRows(transaction_, {&kImportTargets, {IntegerSet{files}}}, ImportTargetFrom);
}

Result<std::int64_t> CodeWriter::AllotFileIds(std::int64_t count) {
  return AllotIds(transaction(), "file", count);
}

Status CodeWriter::PutFiles(std::span<const FileRow> rows) {
  return PutRows(transaction(), kFileTable, rows, [](Insert& insert, const FileRow& row) {
    AddRow(insert, {row.id, Text{row.path}, Bytes{row.digest}, row.size, Bytes{row.stat},
                    Text{row.language}, Text{row.role}, Text{row.reading}, Text{row.remark},
                    Text{row.package}});
  });
}

Status CodeWriter::PutFacts(std::span<const FactsRow> rows) {
  return PutRows(transaction(), kFileFactsTable, rows, [](Insert& insert, const FactsRow& row) {
    AddRow(insert, {row.file, row.version, Bytes{row.data}});
  });
}

Status CodeWriter::PutSymbols(std::span<const SymbolRow> rows) {
  return PutRows(transaction(), kSymbolTable, rows, [](Insert& insert, const SymbolRow& row) {
    AddRow(insert, {Text{row.name}, row.file, row.ordinal, Text{row.kind}, Text{row.container},
                    Text{row.visibility}, row.first_line, row.last_line, row.flags});
  });
}

Status CodeWriter::PutNameUses(std::span<const NameUse> rows) {
  return PutRows(transaction(), kNameUseTable, rows, [](Insert& insert, const NameUse& row) {
    AddRow(insert, {row.name_hash, row.file});
  });
}

Status CodeWriter::PutImports(std::span<const ImportRow> rows) {
  return PutRows(transaction(), kFileImportTable, rows, [](Insert& insert, const ImportRow& row) {
    AddRow(insert, {row.file, row.ordinal, Text{row.kind}, row.line, Text{row.module},
                    Text{row.name}, Text{row.alias}, Text{row.target}, Text{row.rule}});
  });
}

Status CodeWriter::PutMetadata(std::span<const MetadataRow> rows) {
  return PutRows(transaction(), kFileMetadataTable, rows,
                 [](Insert& insert, const MetadataRow& row) {
                   AddRow(insert, {Text{row.path}, Bytes{row.digest}, Text{row.purpose},
                                   Text{row.module}, Text{row.domain}, Text{row.concepts},
                                   Text{row.public_surface}, Text{row.complexity}});
                 });
}

Status CodeWriter::RemoveFiles(std::span<const std::int64_t> files) {
  if (files.empty()) return {};
  const std::array<Call, 3> calls = {Query{&kRemoveFacts, {IntegerSet{files}}},
                                     Query{&kRemoveImports, {IntegerSet{files}}},
                                     Query{&kRemoveFiles, {IntegerSet{files}}}};
  return RunAll(transaction(), calls);
}

Status CodeWriter::RemoveFacts(std::span<const std::int64_t> files) {
  const Call call = Query{&kRemoveFacts, {IntegerSet{files}}};
  return RunAll(transaction(), {&call, 1});
}

Status CodeWriter::RemoveImports(std::span<const std::int64_t> files) {
  if (files.empty()) return {};
  const Call call = Query{&kRemoveImports, {IntegerSet{files}}};
  return RunAll(transaction(), {&call, 1});
}

Status CodeWriter::RemoveNames(std::span<const Names> names) {
  std::vector<Call> calls;
  for (const Names& of : names) {
    if (!of.known) {
      calls.emplace_back(Query{&kRemoveAllSymbols, {of.file}});
      calls.emplace_back(Query{&kRemoveAllNameUses, {of.file}});
      continue;
    }
    if (!of.defined.empty()) {
      calls.emplace_back(Query{&kRemoveSymbols, {TextSet{of.defined}, of.file}});
    }
    if (!of.used.empty()) {
      calls.emplace_back(Query{&kRemoveNameUses, {IntegerSet{of.used}, of.file}});
    }
  }
  return calls.empty() ? Status() : RunAll(transaction(), calls);
}

std::span<const Statement* const> CodeStatements() {
  static constexpr std::array kAll = {
      &kFilesById,     &kFilesByPath,     &kFilePage,         &kFactsOfFiles,     &kSymbolsNamed,
      &kSymbolsFrom,   &kUsersOfNames,    &kNameUsePage,      &kImportsOfFiles,   &kImportTargets,
      &kImporters,     &kMetadataOfFiles, &kMetadataPage,     &kCountFiles,       &kCountSymbols,
      &kCountImports,  &kCountMetadata,   &kRemoveFiles,      &kRemoveFacts,      &kRemoveImports,
      &kRemoveSymbols, &kRemoveNameUses,  &kRemoveAllSymbols, &kRemoveAllNameUses};
  return kAll;
}

}  // namespace satchel::store
