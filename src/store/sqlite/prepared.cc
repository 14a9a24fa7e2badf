#include "store/sqlite/prepared.h"

#include <string>
#include <utility>
#include <variant>

#include <fmt/format.h>
#include <sqlite3.h>

#include "store/sqlite/unnest.h"

namespace satchel::store::sqlite {

void Prepared::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

int Prepared::Make(sqlite3* database, std::string_view sql, std::size_t parameters, Prepared& out) {
  sqlite3_stmt* statement = nullptr;
  const char* rest = nullptr;
  const int code = sqlite3_prepare_v3(database, sql.data(), static_cast<int>(sql.size()),
                                      SQLITE_PREPARE_PERSISTENT, &statement, &rest);
  if (code != SQLITE_OK) return code;
  Prepared made;
  made.statement_.reset(statement);
  if (statement == nullptr || rest != sql.data() + sql.size()) return SQLITE_MISUSE;
  if (sqlite3_bind_parameter_count(statement) != static_cast<int>(parameters)) return SQLITE_MISUSE;
  for (std::size_t i = 1; i <= parameters; ++i) {
    const int slot = sqlite3_bind_parameter_index(statement, fmt::format("${}", i).c_str());
    if (slot == 0) return SQLITE_MISUSE;
    made.slots_.push_back(slot);
  }
  out = std::move(made);
  return SQLITE_OK;
}

int Prepared::Bind(std::size_t position, const Parameter& parameter) {
  const int slot = slots_[position];
  sqlite3_stmt* statement = statement_.get();
  // A null pointer would bind NULL where an empty value is meant.
  const auto not_null = [](std::string_view value) {
    return value.data() == nullptr ? "" : value.data();
  };
  if (const auto* integer = std::get_if<std::int64_t>(&parameter)) {
    return sqlite3_bind_int64(statement, slot, *integer);
  }
  if (const auto* text = std::get_if<Text>(&parameter)) {
    return sqlite3_bind_text64(statement, slot, not_null(text->value), text->value.size(),
                               SQLITE_STATIC, SQLITE_UTF8);
  }
  if (const auto* bytes = std::get_if<Bytes>(&parameter)) {
    return sqlite3_bind_blob64(statement, slot, not_null(bytes->value), bytes->value.size(),
                               SQLITE_STATIC);
  }
  if (std::holds_alternative<Null>(parameter)) return sqlite3_bind_null(statement, slot);
  auto* set =
      const_cast<Parameter*>(&parameter);  // NOLINT(cppcoreguidelines-pro-type-const-cast): SQLite
                                           // has no const pointers; ours is only read
  return sqlite3_bind_pointer(statement, slot, set, kSetPointer, nullptr);
}

int Prepared::Step() { return sqlite3_step(statement_.get()); }

int Prepared::Reset() { return sqlite3_reset(statement_.get()); }

void Prepared::Clear() {
  sqlite3_reset(statement_.get());
  sqlite3_clear_bindings(statement_.get());
}

bool Prepared::reads_only() const { return sqlite3_stmt_readonly(statement_.get()) != 0; }

std::size_t Prepared::columns() const {
  return static_cast<std::size_t>(sqlite3_column_count(statement_.get()));
}

int Prepared::Read(std::size_t column, Value& out) const {
  sqlite3_stmt* statement = statement_.get();
  const int at = static_cast<int>(column);
  switch (sqlite3_column_type(statement, at)) {
    case SQLITE_INTEGER:
      out = std::int64_t{sqlite3_column_int64(statement, at)};
      return SQLITE_OK;
    case SQLITE_NULL:
      out = std::monostate{};
      return SQLITE_OK;
    case SQLITE_TEXT:
    case SQLITE_BLOB: {
      const auto* data = static_cast<const char*>(sqlite3_column_blob(statement, at));
      const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement, at));
      // Without memory SQLite gives an empty value and says so only when asked.
      if (data == nullptr && sqlite3_errcode(sqlite3_db_handle(statement)) == SQLITE_NOMEM) {
        return SQLITE_NOMEM;
      }
      out = data == nullptr ? std::string() : std::string(data, size);
      return SQLITE_OK;
    }
    default:
      return SQLITE_MISMATCH;
  }
}

std::string_view Prepared::sql() const { return sqlite3_sql(statement_.get()); }

}  // namespace satchel::store::sqlite
