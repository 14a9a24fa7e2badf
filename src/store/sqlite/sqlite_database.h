#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "base/result.h"
#include "store/database.h"
#include "store/table.h"

namespace satchel::store {

struct SqliteOptions {
  enum class Mode : std::uint8_t {
    kReadOnly,   // never migrates
    kReadWrite,  // the file must be there
    kCreate,
  };

  std::string file;  // or ":memory:", which lives as long as the Database and has one connection
  Area area = Area::kEvery;
  Mode mode = Mode::kReadOnly;
  // FULL: a commit that returned survives power loss. Without it the last ones may be lost, never
  // the file: for what can be rebuilt.
  bool full_sync = true;
  std::size_t most_connections = 8;
  int checkpoint_pages = 1'000;  // the write-ahead log goes into the file after so many
  std::string vfs = {};          // of tests; empty is the system's
};

// Opens one file of a workspace, brings its schema up to date unless read-only, and refuses what
// is not a store of this area without touching it: kNotFound, kInvalidInput (foreign, newer, not
// permitted), kCorrupt, kUnavailable.
Result<std::unique_ptr<Database>> OpenSqlite(const SqliteOptions& options);

}  // namespace satchel::store
