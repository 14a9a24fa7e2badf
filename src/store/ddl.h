#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "store/database.h"
#include "store/table.h"

// SQL that follows from the schema: what the engines write differently is here
// and nowhere else. Names come from the schema, never from outside.
namespace satchel::store {

enum class Dialect : std::uint8_t { kSqlite, kPostgres };

// The statements that take a store from one version to a later one, in order.
// Version 0 is an empty database. `area`: the tables of one SQLite file, or
// kEvery for all of them in one database.
std::vector<std::string> MigrationSql(Dialect dialect, std::span<const Table* const> tables,
                                      Area area, int from, int to);

// Whether a database of the area has the table.
bool IsIn(const Table& table, Area area);

// Row security on every secured table, and what the application's role may do.
std::vector<std::string> SecuritySql(std::span<const Table* const> tables,
                                     std::string_view quoted_role);

// One row on SQLite ($1 is the workspace, then the columns); on PostgreSQL all
// rows, with an array a column.
std::string InsertSql(Dialect dialect, const Table& table, OnConflict on_conflict);

// A statement's text with every `IN (SELECT value FROM unnest($n) AS value)` in
// the form for which an engine has its best plan.
enum class SetForm : std::uint8_t {
  kOne,  // `= $n`: each set has one member
  kAny,  // `= ANY ($n)`: PostgreSQL looks each member up in an index
};
std::string WithSets(std::string_view sql, SetForm form);

// Rows of a workspace in the order of the key: the first ones, or those after a
// key ($2 …). The last parameter limits their number.
std::string PageSql(const Table& table, bool after_key);

}  // namespace satchel::store
