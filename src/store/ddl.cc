#include "store/ddl.h"

#include <algorithm>
#include <cassert>
#include <cstddef>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "store/schema.h"

namespace satchel::store {
namespace {

std::string_view TypeName(Dialect dialect, ValueType type) {
  const bool sqlite = dialect == Dialect::kSqlite;
  switch (type) {
    case ValueType::kInteger:
      return sqlite ? "INTEGER" : "bigint";
    case ValueType::kText:
      return sqlite ? "TEXT" : "text COLLATE \"C\"";  // bytes decide an order, as on SQLite
    case ValueType::kBytes:
      return sqlite ? "BLOB" : "bytea";
  }
  return "";
}

std::string ColumnSql(Dialect dialect, const Column& column) {
  return fmt::format("{} {}{}", column.name, TypeName(dialect, column.type),
                     column.nullable ? "" : " NOT NULL");
}

std::vector<std::string_view> Names(std::span<const Column> columns) {
  std::vector<std::string_view> names;
  for (const Column& column : columns) names.push_back(column.name);
  return names;
}

std::vector<std::string_view> KeyOf(const Table& table) {
  std::vector<std::string_view> names = Names(table.columns.first(table.key));
  names.insert(names.begin(), "workspace_id");
  return names;
}

std::vector<std::string> Placeholders(std::size_t first, std::size_t count) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < count; ++i) out.push_back(fmt::format("${}", first + i));
  return out;
}

std::string CreateTable(Dialect dialect, const Table& table, int version) {
  std::string columns =
      fmt::format("workspace_id {} NOT NULL", TypeName(dialect, ValueType::kInteger));
  for (const Column& column : table.columns) {
    if (column.since <= version) columns += ", " + ColumnSql(dialect, column);
  }
  std::string_view options;
  if (dialect == Dialect::kSqlite) options = table.clustered ? " STRICT, WITHOUT ROWID" : " STRICT";
  return fmt::format("CREATE TABLE {} ({}, PRIMARY KEY ({})){}", table.name, columns,
                     fmt::join(KeyOf(table), ", "), options);
}

std::string CreateIndex(const Table& table, const Index& index) {
  return fmt::format("CREATE INDEX {} ON {} (workspace_id, {})", index.name, table.name,
                     fmt::join(index.columns, ", "));
}

// Rows that are there get the empty value.
std::string AddColumn(Dialect dialect, const Table& table, const Column& column) {
  std::string sql =
      fmt::format("ALTER TABLE {} ADD COLUMN {}", table.name, ColumnSql(dialect, column));
  if (column.nullable) return sql;
  switch (column.type) {
    case ValueType::kInteger:
      return sql + " DEFAULT 0";
    case ValueType::kText:
      return sql + " DEFAULT ''";
    case ValueType::kBytes:
      return sql + (dialect == Dialect::kSqlite ? " DEFAULT x''" : " DEFAULT ''");
  }
  return sql;
}

}  // namespace

bool IsIn(const Table& table, Area area) {
  return area == Area::kEvery || table.area == Area::kEvery || table.area == area;
}

std::vector<std::string> MigrationSql(Dialect dialect, std::span<const Table* const> tables,
                                      Area area, int from, int to) {
  std::vector<std::string> sql;
  for (const Table* table : tables) {
    if (!IsIn(*table, area) || table->since > to) continue;
    const bool is_new = table->since > from;
    if (is_new) sql.push_back(CreateTable(dialect, *table, to));
    for (const Column& column : table->columns) {
      if (!is_new && column.since > from && column.since <= to) {
        sql.push_back(AddColumn(dialect, *table, column));
      }
    }
    for (const Index& index : table->indexes) {
      if (index.since <= to && (is_new || index.since > from)) {
        sql.push_back(CreateIndex(*table, index));
      }
    }
  }
  return sql;
}

std::vector<std::string> SecuritySql(std::span<const Table* const> tables,
                                     std::string_view quoted_role) {
  std::vector<std::string> sql;
  for (const Table* table : tables) {
    if (!table->secured) {
      // The directory may be read and added to; the record of migrations only read.
      sql.push_back(fmt::format("GRANT SELECT{} ON {} TO {}",
                                table == &kWorkspaceTable ? ", INSERT" : "", table->name,
                                quoted_role));
      continue;
    }
    constexpr std::string_view kOwn = "workspace_id = current_setting('satchel.workspace')::bigint";
    sql.push_back(fmt::format("ALTER TABLE {} ENABLE ROW LEVEL SECURITY", table->name));
    sql.push_back(fmt::format("DROP POLICY IF EXISTS own_workspace ON {}", table->name));
    sql.push_back(fmt::format("CREATE POLICY own_workspace ON {} USING ({}) WITH CHECK ({})",
                              table->name, kOwn, kOwn));
    sql.push_back(
        fmt::format("GRANT SELECT, INSERT, UPDATE, DELETE ON {} TO {}", table->name, quoted_role));
  }
  return sql;
}

std::string InsertSql(Dialect dialect, const Table& table, OnConflict on_conflict) {
  const std::vector<std::string_view> columns = Names(table.columns);
  std::string sql =
      fmt::format("INSERT INTO {} (workspace_id, {}) ", table.name, fmt::join(columns, ", "));
  const std::vector<std::string> values = Placeholders(2, columns.size());
  if (dialect == Dialect::kSqlite) {
    sql += fmt::format("VALUES ($1, {})", fmt::join(values, ", "));
  } else {
    sql += fmt::format("SELECT $1, added.* FROM unnest({}) AS added ({})", fmt::join(values, ", "),
                       fmt::join(columns, ", "));
  }
  if (on_conflict == OnConflict::kFail) return sql;
  sql += fmt::format(" ON CONFLICT ({})", fmt::join(KeyOf(table), ", "));
  const auto others = table.columns.subspan(table.key);
  if (on_conflict == OnConflict::kIgnore || others.empty()) return sql + " DO NOTHING";
  std::vector<std::string> sets;
  for (const Column& column : others)
    sets.push_back(fmt::format("{0} = excluded.{0}", column.name));
  return sql + fmt::format(" DO UPDATE SET {}", fmt::join(sets, ", "));
}

std::string WithSets(std::string_view sql, SetForm form) {
  constexpr std::string_view kBefore = "IN (SELECT value FROM unnest(";
  constexpr std::string_view kAfter = ") AS value)";
  std::string out;
  for (;;) {
    const std::size_t at = sql.find(kBefore);
    out += sql.substr(0, at);
    if (at == std::string_view::npos) return out;
    sql.remove_prefix(at + kBefore.size());
    const std::size_t end = sql.find(kAfter);
    assert(end != std::string_view::npos && "a set written in another way");
    const std::string_view parameter = sql.substr(0, end);
    out += fmt::format(fmt::runtime(form == SetForm::kOne ? "= {}" : "= ANY ({})"), parameter);
    sql.remove_prefix(end + kAfter.size());
  }
}

std::string PageSql(const Table& table, bool after_key) {
  std::string sql = fmt::format("SELECT {} FROM {} WHERE workspace_id = $1",
                                fmt::join(Names(table.columns), ", "), table.name);
  const std::vector<std::string_view> key = Names(table.columns.first(table.key));
  std::size_t next = 2;
  if (after_key && !key.empty()) {
    sql += fmt::format(" AND ({}) > ({})", fmt::join(key, ", "),
                       fmt::join(Placeholders(next, key.size()), ", "));
    next += key.size();
  }
  if (!key.empty()) sql += fmt::format(" ORDER BY {}", fmt::join(key, ", "));
  return sql + fmt::format(" LIMIT ${}", next);
}

}  // namespace satchel::store
