#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "store/value.h"

namespace satchel::store {

// Which of a workspace's stores a table belongs to: a file of its own on SQLite.
enum class Area : std::uint8_t {
  kEvery,    // in each of them
  kCurated,  // derived; can be rebuilt
  kRaw,      // the log
  kSession,  // of one task
};

// Everything has the schema version that brought it; the migration from one
// version to a later one is what came in between.
struct Column {
  std::string_view name;
  ValueType type = ValueType::kInteger;
  bool nullable = false;
  int since = 1;
};

struct Index {
  std::string_view name;
  std::span<const std::string_view> columns;  // after workspace_id
  int since = 1;
};

// A table. Its first column is workspace_id, an integer, which the driver fills
// in and which `columns` leaves out.
struct Table {
  std::string_view name;
  Area area = Area::kCurated;
  std::span<const Column> columns;
  std::size_t key = 0;  // the first so many columns, after workspace_id, are the primary key
  std::span<const Index> indexes = {};
  // Rows of a few hundred bytes at most, always read by key: kept in the key's own tree.
  bool clustered = false;
  bool secured = true;  // row security; only the directory of workspaces has none
  int since = 1;
};

}  // namespace satchel::store
