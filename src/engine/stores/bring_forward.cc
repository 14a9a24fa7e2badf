#include "engine/stores/bring_forward.h"

#include "base/writer_lock.h"
#include "store/sqlite/sqlite_database.h"

namespace satchel::engine {

Status BringForward(const StorePlace& place, const Deadline& deadline) {
  const auto lock = SATCHEL_TRY(WriterLock::Acquire(place.directory, deadline));
  SATCHEL_TRY(store::OpenSqlite({.file = (place.directory / "curated.db").string(),
                                 .area = store::Area::kCurated,
                                 .mode = store::SqliteOptions::Mode::kReadWrite}));
  return {};
}

}  // namespace satchel::engine
