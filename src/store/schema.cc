#include "store/schema.h"

#include <array>
#include <string_view>

namespace satchel::store {
namespace {

constexpr auto kInteger = ValueType::kInteger;
constexpr auto kText = ValueType::kText;
constexpr auto kBytes = ValueType::kBytes;

constexpr std::array kWorkspaceColumns = {Column{"key", kText}, Column{"name", kText},
                                          Column{"created_at", kInteger}};
constexpr std::array kMigrationColumns = {Column{"version", kInteger},
                                          Column{"applied_at", kInteger}};
constexpr std::array kHomeColumns = {Column{"here", kInteger}, Column{"epoch", kInteger}};
constexpr std::array kCounterColumns = {Column{"name", kText}, Column{"next", kInteger}};
constexpr std::array kWriteKeyColumns = {Column{"write_key", kText},
                                         Column{"written_at", kInteger}};
constexpr std::array kStateColumns = {Column{"name", kText}, Column{"value", kText}};

constexpr std::array kDocumentColumns = {
    Column{"source", kText},        Column{"document_id", kInteger},
    Column{"path", kText},      // or another key inside the source
    Column{"digest", kBytes},   // SHA-256 of the content
    Column{"kind", kText},      // of the source: file, entry, node, memory
    Column{"role", kText},      // source, test, doc, example, generated, vendored; or empty
    Column{"language", kText},  // or empty
    Column{"title", kText},         Column{"size", kInteger},     // bytes of the content
    Column{"time", kInteger, true}, Column{"attributes", kText},  // JSON of the source
};
constexpr std::array<std::string_view, 2> kDocumentByPath = {"source", "path"};
constexpr std::array kDocumentIndexes = {Index{"document_by_path", kDocumentByPath}};

constexpr std::array kSegmentColumns = {
    Column{"source", kText},       Column{"segment_id", kInteger}, Column{"generation", kInteger},
    Column{"documents", kInteger}, Column{"size", kInteger},       Column{"summary", kBytes}};
constexpr std::array kSegmentRowColumns = {Column{"source", kText},  Column{"segment_id", kInteger},
                                           Column{"kind", kInteger}, Column{"row_key", kBytes},
                                           Column{"part", kInteger}, Column{"data", kBytes}};

constexpr std::array kFileColumns = {
    Column{"file_id", kInteger}, Column{"path", kText},
    Column{"digest", kBytes},   // SHA-256 of the content
    Column{"size", kInteger},   // bytes of the content
    Column{"stat", kBytes},     // what a look at the file tells whether it changed; or empty
    Column{"language", kText},  // or empty
    Column{"role", kText},      // source, test, doc, example, generated, vendored
    Column{"reading", kText},   // parsed, damaged, lines, limit
    Column{"remark", kText},    // which limit; or empty
    Column{"package", kText}};  // of the languages that have one; or empty
constexpr std::array<std::string_view, 1> kFileByPath = {"path"};
constexpr std::array kFileIndexes = {Index{"file_by_path", kFileByPath, 2}};
constexpr std::array kFileFactsColumns = {Column{"file_id", kInteger}, Column{"version", kInteger},
                                          Column{"data", kBytes}};
constexpr std::array kSymbolColumns = {
    Column{"name", kText},          Column{"file_id", kInteger},
    Column{"ordinal", kInteger},    Column{"kind", kText},
    Column{"container", kText},     Column{"visibility", kText},
    Column{"first_line", kInteger}, Column{"last_line", kInteger},
    Column{"flags", kInteger}};  // 1 declared only, 2 stale
constexpr std::array kNameUseColumns = {Column{"name_hash", kInteger}, Column{"file_id", kInteger}};
constexpr std::array kFileImportColumns = {
    Column{"file_id", kInteger}, Column{"ordinal", kInteger}, Column{"kind", kText},
    Column{"line", kInteger},    Column{"module", kText},     Column{"name", kText},
    Column{"alias", kText},      Column{"target", kText},  // a path of the workspace; or empty
    Column{"found_by", kText}};                            // the rule; `external`; or empty
constexpr std::array<std::string_view, 1> kFileImportByTarget = {"target"};
constexpr std::array kFileImportIndexes = {Index{"file_import_by_target", kFileImportByTarget, 2}};
constexpr std::array kFileMetadataColumns = {
    Column{"path", kText}, Column{"digest", kBytes},  // of the content it was said about:
                                                      // stale when it is another
    Column{"purpose", kText}, Column{"module", kText}, Column{"domain", kText},
    Column{"concepts", kText},  // JSON
    Column{"public_surface", kText}, Column{"complexity", kText}};

constexpr std::array kHistoryCommitColumns = {
    Column{"number", kInteger},     // of no meaning; never that of another commit
    Column{"commit_id", kText},     // as Git prints it
    Column{"committed", kInteger},  // seconds since 1970
    Column{"changed", kInteger},    // files, however many of them are named
    Column{"title", kText},        Column{"body", kText},
    Column{"changes", kBytes}};  // of the code source
constexpr std::array kHistoryPathColumns = {
    Column{"path", kText},          // as commits named it
    Column{"current_path", kText},  // what it is called since; empty: it is gone
    Column{"commits", kBytes}};     // numbers, of the code source
constexpr std::array<std::string_view, 1> kHistoryPathByCurrentPath = {"current_path"};
constexpr std::array kHistoryPathIndexes = {
    Index{"history_path_by_current_path", kHistoryPathByCurrentPath, 3}};

constexpr std::array kDocumentVectorsColumns = {
    Column{"space", kText},  // in which vectors can be compared: a model, and how it is asked
    Column{"source", kText},        Column{"document", kText},  // a path, or a name in the source
    Column{"digest", kBytes},                                   // of the content that was embedded
    Column{"part", kInteger},                                   // of a document with many texts
    Column{"texts", kInteger},                                  // in all parts
    Column{"current", kInteger},  // 0: the document is another now, or gone
    Column{"change", kInteger},   // that put it or made it current
    Column{"dimensions", kInteger}, Column{"hashes", kBytes},  // of the texts, 16 bytes each
    Column{"codes", kBytes}};  // of their vectors, a byte a dimension

constexpr std::array kRunColumns = {
    Column{"run_id", kText},
    Column{"started_at", kInteger},
    Column{"finished_at", kInteger, true},
    Column{"recipe", kText},
    Column{"status", kText},
    Column{"pinned", kInteger},
    Column{"budget", kInteger, true},
    Column{"size", kInteger},   // bytes of all rows of the run, for retention
    Column{"request", kText},   // JSON
    Column{"outcome", kText}};  // JSON: digest, counts, what the stores cost
constexpr std::array<std::string_view, 2> kRunByStart = {"started_at", "run_id"};
constexpr std::array kRunIndexes = {Index{"run_by_start", kRunByStart}};

constexpr std::array kStageColumns = {Column{"run_id", kText}, Column{"ordinal", kInteger},
                                      Column{"name", kText}, Column{"record", kText}};
constexpr std::array kDecisionColumns = {
    Column{"run_id", kText},      Column{"ordinal", kInteger}, Column{"stage", kText},
    Column{"section", kText},     Column{"source", kText},     Column{"item_id", kText},
    Column{"included", kInteger}, Column{"rendition", kText},  Column{"reason", kText},
    Column{"score", kInteger},    Column{"detail", kText}};  // JSON: tier, relation, terms
constexpr std::array<std::string_view, 2> kDecisionByItem = {"run_id", "item_id"};
constexpr std::array kDecisionIndexes = {Index{"decision_by_item", kDecisionByItem}};
constexpr std::array kEventColumns = {Column{"run_id", kText}, Column{"ordinal", kInteger},
                                      Column{"kind", kText}, Column{"at", kInteger},
                                      Column{"body", kText}};

constexpr std::array kSessionColumns = {Column{"task", kText}, Column{"created_at", kInteger},
                                        Column{"used_at", kInteger}};
constexpr std::array kSessionValueColumns = {Column{"task", kText}, Column{"name", kText},
                                             Column{"version", kInteger}, Column{"value", kText}};

}  // namespace

constexpr Table kWorkspaceTable{
    .name = "workspace", .area = Area::kEvery, .columns = kWorkspaceColumns, .secured = false};
constexpr Table kMigrationTable{.name = "migration",
                                .area = Area::kEvery,
                                .columns = kMigrationColumns,
                                .key = 1,
                                .secured = false};
constexpr Table kHomeTable{.name = "home", .area = Area::kEvery, .columns = kHomeColumns};
constexpr Table kCounterTable{.name = "counter",
                              .area = Area::kCurated,
                              .columns = kCounterColumns,
                              .key = 1,
                              .clustered = true};
constexpr Table kWriteKeyTable{.name = "write_key",
                               .area = Area::kRaw,
                               .columns = kWriteKeyColumns,
                               .key = 1,
                               .clustered = true};
constexpr Table kStateTable{
    .name = "state", .area = Area::kCurated, .columns = kStateColumns, .key = 1, .clustered = true};
constexpr Table kDocumentTable{.name = "document",
                               .area = Area::kCurated,
                               .columns = kDocumentColumns,
                               .key = 2,
                               .indexes = kDocumentIndexes};
constexpr Table kSegmentTable{
    .name = "segment", .area = Area::kCurated, .columns = kSegmentColumns, .key = 2};
constexpr Table kSegmentRowTable{
    .name = "segment_row", .area = Area::kCurated, .columns = kSegmentRowColumns, .key = 5};
constexpr Table kFileTable{.name = "file",
                           .area = Area::kCurated,
                           .columns = kFileColumns,
                           .key = 1,
                           .indexes = kFileIndexes,
                           .since = 2};
constexpr Table kFileFactsTable{.name = "file_facts",
                                .area = Area::kCurated,
                                .columns = kFileFactsColumns,
                                .key = 1,
                                .since = 2};
constexpr Table kSymbolTable{.name = "symbol",
                             .area = Area::kCurated,
                             .columns = kSymbolColumns,
                             .key = 3,
                             .clustered = true,
                             .since = 2};
constexpr Table kNameUseTable{.name = "name_use",
                              .area = Area::kCurated,
                              .columns = kNameUseColumns,
                              .key = 2,
                              .clustered = true,
                              .since = 2};
constexpr Table kFileImportTable{.name = "file_import",
                                 .area = Area::kCurated,
                                 .columns = kFileImportColumns,
                                 .key = 2,
                                 .indexes = kFileImportIndexes,
                                 .clustered = true,
                                 .since = 2};
constexpr Table kFileMetadataTable{.name = "file_metadata",
                                   .area = Area::kCurated,
                                   .columns = kFileMetadataColumns,
                                   .key = 1,
                                   .since = 2};
constexpr Table kHistoryCommitTable{.name = "history_commit",
                                    .area = Area::kCurated,
                                    .columns = kHistoryCommitColumns,
                                    .key = 1,
                                    .since = 3};
constexpr Table kHistoryPathTable{.name = "history_path",
                                  .area = Area::kCurated,
                                  .columns = kHistoryPathColumns,
                                  .key = 1,
                                  .indexes = kHistoryPathIndexes,
                                  .since = 3};
constexpr Table kDocumentVectorsTable{.name = "document_vectors",
                                      .area = Area::kCurated,
                                      .columns = kDocumentVectorsColumns,
                                      .key = 5,
                                      .since = 4};
constexpr Table kRunTable{
    .name = "run", .area = Area::kRaw, .columns = kRunColumns, .key = 1, .indexes = kRunIndexes};
constexpr Table kStageTable{
    .name = "stage", .area = Area::kRaw, .columns = kStageColumns, .key = 2};
constexpr Table kDecisionTable{.name = "decision",
                               .area = Area::kRaw,
                               .columns = kDecisionColumns,
                               .key = 2,
                               .indexes = kDecisionIndexes};
constexpr Table kEventTable{
    .name = "event", .area = Area::kRaw, .columns = kEventColumns, .key = 2};
constexpr Table kSessionTable{
    .name = "session", .area = Area::kSession, .columns = kSessionColumns, .key = 1};
constexpr Table kSessionValueTable{
    .name = "session_value", .area = Area::kSession, .columns = kSessionValueColumns, .key = 2};

std::span<const Table* const> Tables() {
  static constexpr std::array kAll = {
      &kWorkspaceTable,     &kMigrationTable,   &kHomeTable,
      &kCounterTable,       &kWriteKeyTable,    &kStateTable,
      &kDocumentTable,      &kSegmentTable,     &kSegmentRowTable,
      &kFileTable,          &kFileFactsTable,   &kSymbolTable,
      &kNameUseTable,       &kFileImportTable,  &kFileMetadataTable,
      &kHistoryCommitTable, &kHistoryPathTable, &kDocumentVectorsTable,
      &kRunTable,           &kStageTable,       &kDecisionTable,
      &kEventTable,         &kSessionTable,     &kSessionValueTable};
  return kAll;
}

}  // namespace satchel::store
