#include "store/transfer.h"

#include <algorithm>
#include <array>
#include <deque>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/ascii.h"
#include "base/hex.h"
#include "store/calls.h"
#include "store/ddl.h"
#include "store/schema.h"

// An export is a head, a line for each row, and an end with the number of rows and a digest of all
// lines before it. Tables come in the order of the schema and rows in the order of their keys, and
// no line names an engine or a workspace. So the same rows give the same bytes, and two stores are
// compared by comparing exports.
//
// The digest is known to be right only at the end, when earlier rows would be written already. An
// importer without a target writes nothing, and whoever imports reads the file twice: first to
// check it, then to write.
namespace satchel::store {
namespace {

constexpr int kExportVersion = 1;
constexpr std::int64_t kPage = 500;

// The reading statements that follow from the schema, two a table. They live as
// long as the program: a statement's address is its identity.
struct PageStatements {
  std::string first_name;
  std::string first_sql;
  std::string next_name;
  std::string next_sql;
  Statement first;
  Statement next;
};

const PageStatements& PagesOf(const Table& table) {
  static const std::deque<std::pair<const Table*, PageStatements>>& all = [] {
    auto* made = new std::deque<std::pair<const Table*, PageStatements>>();
    for (const Table* each : Tables()) {
      PageStatements& pages = made->emplace_back(each, PageStatements()).second;
      pages.first_name = fmt::format("first_{}_page", each->name);
      pages.first_sql = PageSql(*each, false);
      pages.next_name = fmt::format("next_{}_page", each->name);
      pages.next_sql = PageSql(*each, true);
      ParameterTypes types;
      for (const Column& column : each->columns.first(each->key)) types.Add(TypeOf(column.type));
      types.Add(ParameterType::kInteger);
      ResultColumns gives;
      for (const Column& column : each->columns) gives.Add(column.type, column.nullable);
      pages.first = {.name = pages.first_name,
                     .sql = pages.first_sql,
                     .types = {ParameterType::kInteger},
                     .gives = gives};
      pages.next = {.name = pages.next_name, .sql = pages.next_sql, .types = types, .gives = gives};
    }
    return std::cref(*made);
  }();
  return std::ranges::find(all, &table, &std::pair<const Table*, PageStatements>::first)->second;
}

std::optional<std::string> FromHex(std::string_view hex) {
  const auto digit = [](char c) { return IsUpper(c) ? -1 : HexValue(c); };
  if (hex.size() % 2 != 0) return std::nullopt;
  std::string bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    const int high = digit(hex[i]);
    const int low = digit(hex[i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    bytes += static_cast<char>((high << 4) | low);
  }
  return bytes;
}

Json CellJson(const Value& value, ValueType type) {
  if (std::holds_alternative<std::monostate>(value)) return nullptr;
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return *integer;
  const auto& text = std::get<std::string>(value);
  return type == ValueType::kBytes ? Json(HexOf(text)) : Json(text);
}

// Nothing when the cell does not fit its column.
std::optional<Value> CellFrom(const Json& cell, const Column& column) {
  if (cell.is_null()) {
    return column.nullable ? std::optional<Value>(std::monostate()) : std::nullopt;
  }
  if (column.type == ValueType::kInteger) {
    if (!cell.is_number_integer()) return std::nullopt;
    if (cell.is_number_unsigned() && cell.get<std::uint64_t>() > INT64_MAX) return std::nullopt;
    return cell.get<std::int64_t>();
  }
  if (!cell.is_string()) return std::nullopt;
  auto text = cell.get<std::string>();
  if (column.type == ValueType::kText)
    return text.contains('\0') ? std::nullopt : std::optional<Value>(text);
  auto bytes = FromHex(text);
  return bytes ? std::optional<Value>(*std::move(bytes)) : std::nullopt;
}

Parameter ParameterFor(const Value& value, ValueType type) {
  if (std::holds_alternative<std::monostate>(value)) return Null{};
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return *integer;
  const auto& text = std::get<std::string>(value);
  return type == ValueType::kBytes ? Parameter(Bytes{text}) : Parameter(Text{text});
}

// The directory, the migrations and the fence belong to a database, not to what
// it holds.
bool Travels(const Table& table) { return table.secured && &table != &kHomeTable; }

std::vector<const Table*> TablesOf(Area area) {
  std::vector<const Table*> tables;
  for (const Table* table : Tables()) {
    const bool wanted = area == Area::kEvery || table->area == area;
    if (wanted && Travels(*table)) tables.push_back(table);
  }
  return tables;
}

const Table* TableNamed(std::string_view name) {
  const auto found = std::ranges::find(Tables(), name, &Table::name);
  return found != Tables().end() && Travels(**found) ? *found : nullptr;
}

}  // namespace

Status Exporter::Line(std::string_view line) {
  digest_.Update(line).Update("\n");
  return sink_(line);
}

// No name: the same rows are the same bytes, whatever the workspace is called.
Status Exporter::Head() {
  return Line(CanonicalJson({{"satchel_export", kExportVersion}, {"schema", kSchemaVersion}}));
}

Status Exporter::Rows(std::span<Database* const> databases, const Scope& scope, Area area) {
  for (const store::Table* table : TablesOf(area)) {
    for (Database* database : databases) {
      SATCHEL_TRY(Table(*database, scope, *table));
    }
  }
  return {};
}

Status Exporter::Table(Database& database, const Scope& scope, const store::Table& table) {
  const PageStatements& pages = PagesOf(table);
  Query query{.statement = &pages.first, .parameters = {kPage}};
  std::vector<Value> key;
  for (;;) {
    auto rows = SATCHEL_TRY(ReadOne(database, scope, query), fmt::format("export {}", table.name));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      Json line = {table.name};
      for (std::size_t c = 0; c < table.columns.size(); ++c) {
        line.push_back(CellJson(rows.at(i, c), table.columns[c].type));
      }
      SATCHEL_TRY(Line(CanonicalJson(line)));
      ++rows_;
    }
    if (std::cmp_less(rows.size(), kPage) || table.key == 0) return {};
    std::vector<Value> last;
    for (std::size_t c = 0; c < table.key; ++c) last.push_back(rows.at(rows.size() - 1, c));
    // A page that does not go beyond the one before would be exported for ever.
    if (std::cmp_greater(rows.size(), kPage) || !(key < last)) {
      return PageError().While(fmt::format("export {}", table.name));
    }
    key = std::move(last);
    query = {.statement = &pages.next};
    for (std::size_t c = 0; c < table.key; ++c) {
      query.parameters.push_back(ParameterFor(key[c], table.columns[c].type));
    }
    query.parameters.emplace_back(kPage);
  }
}

Status Exporter::End() {
  return sink_(CanonicalJson({{"rows", rows_}, {"sha256", digest_.Finish().Hex()}}));
}

Status Importer::Line(std::string_view line) {
  ++line_;
  const auto wrong = [&](std::string_view why) {
    return Fail(Errc::kInvalidInput, fmt::format("line {} of the export: {}", line_, why),
                "export the workspace again");
  };
  if (ended_) return wrong("text after the end");
  const auto json = ParseJson(line);
  if (!json) return wrong(json.error().text());
  Status read;
  if (!started_) {
    read = ReadHead(*json);
  } else if (json->is_array()) {
    read = ReadRow(*json);
  } else {
    return ReadEnd(*json);
  }
  if (!read) return wrong(read.error().text());
  digest_.Update(line).Update("\n");
  return {};
}

Status Importer::ReadHead(const Json& line) {
  const auto is = [](const Json& json, std::string_view key, auto check) {
    const auto found = json.find(key);
    return found != json.end() && check(*found);
  };
  const auto number = [](int wanted) {
    return [wanted](const Json& value) { return value == Json(wanted); };
  };
  if (!line.is_object() || !is(line, "satchel_export", number(kExportVersion))) {
    return Fail(Errc::kInvalidInput, "it is no export of a Satchel workspace in version 1");
  }
  // Versions only add; a row whose table has more columns now is refused where it is read.
  const auto known = [](const Json& value) {
    return value.is_number_integer() && value >= Json(1) && value <= Json(kSchemaVersion);
  };
  if (!is(line, "schema", known)) {
    return Fail(Errc::kInvalidInput,
                fmt::format("its schema is none of the versions 1 to {}; a newer Satchel wrote it",
                            kSchemaVersion));
  }
  started_ = true;
  return {};
}

Status Importer::ReadRow(const Json& line) {
  const Table* table =
      line.empty() || !line[0].is_string() ? nullptr : TableNamed(line[0].get<std::string>());
  if (table == nullptr) return Fail(Errc::kInvalidInput, "no such table");
  if (line.size() != table->columns.size() + 1) {
    return Fail(Errc::kInvalidInput,
                fmt::format("{} has {} columns", table->name, table->columns.size()));
  }
  std::vector<Value> row;
  for (std::size_t c = 0; c < table->columns.size(); ++c) {
    auto cell = CellFrom(line[c + 1], table->columns[c]);
    if (!cell) {
      return Fail(Errc::kInvalidInput,
                  fmt::format("{}.{} cannot hold that", table->name, table->columns[c].name));
    }
    row.push_back(*std::move(cell));
  }
  ++rows_;
  if (!target_) return {};
  const std::string task = table->area == Area::kSession ? std::get<std::string>(row[0]) : "";
  if (table != table_ || task != task_ || std::cmp_greater_equal(waiting_.size(), kPage)) {
    SATCHEL_TRY(Flush());
    table_ = table;
    task_ = task;
  }
  waiting_.push_back(std::move(row));
  return {};
}

Status Importer::Flush() {
  if (waiting_.empty() || !target_) return {};
  auto database = SATCHEL_TRY((*target_)(table_->area, task_));
  Insert insert{.table = table_, .on_conflict = OnConflict::kFail};
  for (const std::vector<Value>& row : waiting_) {
    for (std::size_t c = 0; c < row.size(); ++c) {
      insert.cells.push_back(ParameterFor(row[c], table_->columns[c].type));
    }
  }
  const Call call = std::move(insert);
  auto written = Write(*database, scope_, {&call, 1});
  waiting_.clear();
  if (!written) return std::move(written.error()).While(fmt::format("import {}", table_->name));
  return {};
}

Status Importer::ReadEnd(const Json& line) {
  const Json wanted = {{"rows", rows_}, {"sha256", digest_.Finish().Hex()}};
  if (line != wanted) {
    return Fail(Errc::kCorrupt,
                fmt::format("line {} of the export: count or digest differ from "
                            "what was read",
                            line_),
                "the file was cut or changed; export the workspace again");
  }
  ended_ = true;
  return Flush();
}

Status Importer::Finish() const {
  if (ended_) return {};
  return Fail(Errc::kCorrupt, "the export has no end", "it was cut; export the workspace again");
}

Result<bool> HasRows(Database& database, const Scope& scope, Area area) {
  for (const Table* table : TablesOf(area)) {
    const auto rows = SATCHEL_TRY(
        ReadOne(database, scope,
                Query{.statement = &PagesOf(*table).first, .parameters = {std::int64_t{1}}}));
    if (!rows.empty()) return true;
  }
  return false;
}

Result<Digest> DigestOfRows(Database& database, const Scope& scope, Area area) {
  Sha256 digest;
  Exporter exporter([&digest](std::string_view line) -> Status {
    digest.Update(line).Update("\n");
    return {};
  });
  Database* const one = &database;
  SATCHEL_TRY(exporter.Rows({&one, 1}, scope, area));
  return digest.Finish();
}

}  // namespace satchel::store
