#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "base/deadline.h"
#include "base/result.h"
#include "store/database.h"
#include "store/sqlite/connection.h"
#include "store/sqlite/sqlite_database.h"
#include "store/turns.h"

namespace satchel::store::sqlite {

// A few connections to one file, opened when needed. Writers of one process queue here instead of
// polling for the file's lock. Safe to share between threads.
class Pool {
 public:
  using Lease = store::Lease<Pool, Connection>;

  Pool(SqliteOptions options, std::unique_ptr<Connection> first);

  Result<Lease> Take(Access access, const Deadline& deadline);
  // For the next one; what it has not committed is rolled back.
  void Give(std::unique_ptr<Connection> connection);

  const SqliteOptions& options() const { return options_; }

 private:
  Result<std::unique_ptr<Connection>> OpenAnother() const;

  const SqliteOptions options_;
  Turns turns_;

  std::mutex mutex_;
  std::vector<std::unique_ptr<Connection>> idle_;  // locked by mutex_
};

}  // namespace satchel::store::sqlite
