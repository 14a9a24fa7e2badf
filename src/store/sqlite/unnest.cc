#include "store/sqlite/unnest.h"

#include <cstddef>
#include <memory>
#include <new>
#include <string>
#include <variant>

#include <sqlite3.h>

#include "store/value.h"

namespace satchel::store::sqlite {
namespace {

constexpr int kValueColumn = 0;
constexpr int kSetColumn = 1;

// SQLite keeps pointers to the base classes and casts back in our callbacks.
struct Cursor : sqlite3_vtab_cursor {
  Cursor() : sqlite3_vtab_cursor{} {}

  const Parameter* set = nullptr;
  std::size_t at = 0;
};

Cursor& From(sqlite3_vtab_cursor* base) { return *static_cast<Cursor*>(base); }

std::size_t SizeOf(const Parameter* set) {
  if (set == nullptr) return 0;
  if (const auto* integers = std::get_if<IntegerSet>(set)) return integers->values.size();
  if (const auto* texts = std::get_if<TextSet>(set)) return texts->values.size();
  if (const auto* bytes = std::get_if<BytesSet>(set)) return bytes->values.size();
  return 0;
}

int Connect(sqlite3* database, void* /*aux*/, int /*argc*/, const char* const* /*argv*/,
            sqlite3_vtab** out, char** /*error*/) {
  const int code = sqlite3_declare_vtab(database, "CREATE TABLE x(value, elements HIDDEN)");
  if (code != SQLITE_OK) return code;
  sqlite3_vtab_config(database, SQLITE_VTAB_DIRECTONLY);
  *out = new (std::nothrow) sqlite3_vtab{};
  return *out == nullptr ? SQLITE_NOMEM : SQLITE_OK;
}

int Disconnect(sqlite3_vtab* table) {
  delete table;
  return SQLITE_OK;
}

int BestIndex(sqlite3_vtab* /*table*/, sqlite3_index_info* info) {
  for (int i = 0; i < info->nConstraint; ++i) {
    const auto& constraint = info->aConstraint[i];
    if (constraint.iColumn != kSetColumn || constraint.op != SQLITE_INDEX_CONSTRAINT_EQ) continue;
    if (constraint.usable == 0) return SQLITE_CONSTRAINT;
    info->aConstraintUsage[i].argvIndex = 1;
    info->aConstraintUsage[i].omit = 1;
    info->estimatedCost = 1;
    info->estimatedRows = 100;
    info->idxNum = 1;
    return SQLITE_OK;
  }
  // Without a set there is nothing.
  info->estimatedCost = 1e9;
  info->idxNum = 0;
  return SQLITE_OK;
}

int Open(sqlite3_vtab* /*table*/, sqlite3_vtab_cursor** out) {
  auto* cursor = new (std::nothrow) Cursor;
  if (cursor == nullptr) return SQLITE_NOMEM;
  *out = cursor;
  return SQLITE_OK;
}

int Close(sqlite3_vtab_cursor* cursor) {
  delete &From(cursor);
  return SQLITE_OK;
}

int Filter(sqlite3_vtab_cursor* base, int index, const char* /*name*/, int count,
           sqlite3_value** values) {
  Cursor& cursor = From(base);
  cursor.at = 0;
  cursor.set = index == 1 && count == 1
                   ? static_cast<const Parameter*>(sqlite3_value_pointer(values[0], kSetPointer))
                   : nullptr;
  return SQLITE_OK;
}

int Next(sqlite3_vtab_cursor* cursor) {
  ++From(cursor).at;
  return SQLITE_OK;
}

int Eof(sqlite3_vtab_cursor* base) {
  const Cursor& cursor = From(base);
  return cursor.at >= SizeOf(cursor.set) ? 1 : 0;
}

int Column(sqlite3_vtab_cursor* base, sqlite3_context* context, int column) {
  const Cursor& cursor = From(base);
  if (column != kValueColumn) return SQLITE_OK;
  if (const auto* integers = std::get_if<IntegerSet>(cursor.set)) {
    sqlite3_result_int64(context, integers->values[cursor.at]);
  } else if (const auto* texts = std::get_if<TextSet>(cursor.set)) {
    const std::string& text = texts->values[cursor.at];
    sqlite3_result_text64(context, text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8);
  } else if (const auto* bytes = std::get_if<BytesSet>(cursor.set)) {
    const std::string& value = bytes->values[cursor.at];
    sqlite3_result_blob64(context, value.data(), value.size(), SQLITE_STATIC);
  }
  return SQLITE_OK;
}

int RowId(sqlite3_vtab_cursor* cursor, sqlite3_int64* out) {
  *out = static_cast<sqlite3_int64>(From(cursor).at);
  return SQLITE_OK;
}

// xCreate is null: the table exists in every connection and cannot be made in a file.
constexpr sqlite3_module kModule = {.iVersion = 0,
                                    .xCreate = nullptr,
                                    .xConnect = Connect,
                                    .xBestIndex = BestIndex,
                                    .xDisconnect = Disconnect,
                                    .xDestroy = nullptr,
                                    .xOpen = Open,
                                    .xClose = Close,
                                    .xFilter = Filter,
                                    .xNext = Next,
                                    .xEof = Eof,
                                    .xColumn = Column,
                                    .xRowid = RowId};

}  // namespace

int RegisterUnnest(sqlite3* database) {
  return sqlite3_create_module_v2(database, "unnest", &kModule, nullptr, nullptr);
}

}  // namespace satchel::store::sqlite
