#pragma once

#include <cstdint>
#include <string>

#include "base/deadline.h"
#include "base/result.h"
#include "store/table.h"

namespace satchel::store {

struct SqliteCopy {
  std::string from;
  std::string to;  // replaced if it exists
  Area area = Area::kCurated;
  // The only workspace in the file, and its key in the copy.
  std::string key;
  std::string new_key;
  std::uint64_t most_bytes = 0;
};

// Copies a store's file as one snapshot, while others may read and write it. Returns kInvalidInput
// if the file is larger than `most_bytes`, kConflict if it holds a different workspace, and the
// errors of OpenSqlite(). If it fails, nothing is left at `to`. Not durable: for what can be
// rebuilt. REQUIRES: no other process uses `to`.
Status CopySqlite(const SqliteCopy& copy, const Deadline& deadline);

}  // namespace satchel::store
