#include "store/sqlite/recovery.h"

#include <utility>

#include <sqlite3.h>

namespace satchel::store::sqlite {
namespace {

// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): set by SQLite's log
thread_local bool recovered = false;

void OnLog(void* /*unused*/, int code, const char* /*message*/) {
  if (code == SQLITE_NOTICE_RECOVER_WAL) recovered = true;
}

}  // namespace

void WatchRecoveries() {
  // Fails when SQLite is in use already: then it was called before.
  [[maybe_unused]] static const int kDone = sqlite3_config(SQLITE_CONFIG_LOG, &OnLog, nullptr);
}

bool TakeRecovered() { return std::exchange(recovered, false); }

Status EndRecoveredLog(Connection& connection) {
  // Somebody else who reads or writes meanwhile makes it busy, which is no error: the rest of
  // the log is then theirs.
  SATCHEL_TRY(connection.Evaluate("PRAGMA wal_checkpoint(TRUNCATE)"), "end the log of a crash");
  return {};
}

}  // namespace satchel::store::sqlite
