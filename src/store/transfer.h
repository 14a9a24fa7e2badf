#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "base/sha256.h"
#include "store/database.h"
#include "store/table.h"

// A workspace's rows as text, the same bytes from every engine: how one moves
// between engines, and how tests compare them. Format: docs/formats/export.md.
namespace satchel::store {

// Takes a line without its line break; an error ends the export.
using LineSink = std::function<Status(std::string_view line)>;

// Writes an export: the head, rows of some databases, the end with count and
// digest. Pages of rows are read one after the other, each a round trip; the
// workspace must not change meanwhile, or the digest is of no single moment.
class Exporter {
 public:
  explicit Exporter(LineSink sink) : sink_(std::move(sink)) {}

  Status Head();
  // All rows of an area's own tables, table by table, in the order of their keys.
  // The databases divide the keys among them, in this order.
  Status Rows(std::span<Database* const> databases, const Scope& scope, Area area);
  Status End();

  std::uint64_t rows() const { return rows_; }

 private:
  Status Line(std::string_view line);
  Status Table(Database& database, const Scope& scope, const store::Table& table);

  LineSink sink_;
  Sha256 digest_;
  std::uint64_t rows_ = 0;
};

// Reads an export line by line. Everything about it is checked: the version, the
// tables, the types, and at the end the count and the digest.
class Importer {
 public:
  // Where the rows of an area go, and for whom.
  using Target = std::function<Result<Database*>(Area area, std::string_view task)>;

  // Without a target nothing is written: the export is only checked.
  Importer(std::optional<Target> target, Scope scope)
      : target_(std::move(target)), scope_(std::move(scope)) {}

  Status Line(std::string_view line);
  // After the last line.
  Status Finish() const;

  std::uint64_t rows() const { return rows_; }

 private:
  Status ReadHead(const Json& line);
  Status ReadRow(const Json& line);
  Status ReadEnd(const Json& line);
  Status Flush();

  std::optional<Target> target_;
  const Scope scope_;
  Sha256 digest_;
  bool started_ = false;
  bool ended_ = false;
  std::uint64_t rows_ = 0;
  std::uint64_t line_ = 0;
  // Rows of one table, and of one session, that are not written yet.
  const store::Table* table_ = nullptr;
  std::string task_;
  std::vector<std::vector<Value>> waiting_;
};

// Whether an area has any row that an export would carry.
Result<bool> HasRows(Database& database, const Scope& scope, Area area);

// SHA-256 over all rows of an area, the same on every engine.
Result<Digest> DigestOfRows(Database& database, const Scope& scope, Area area);

}  // namespace satchel::store
