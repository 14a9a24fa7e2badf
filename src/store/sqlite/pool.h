#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "base/deadline.h"
#include "base/result.h"
#include "store/database.h"
#include "store/sqlite/connection.h"
#include "store/sqlite/sqlite_database.h"

namespace satchel::store::sqlite {

class Pool;

// A connection on loan; goes back by itself. Writers of one process queue here instead of polling
// for the file's lock.
class Lease {
 public:
  Lease(Pool& pool, std::unique_ptr<Connection> connection, Access access);
  ~Lease();
  Lease(Lease&& other) noexcept;
  Lease& operator=(Lease&&) = delete;
  Lease(const Lease&) = delete;
  Lease& operator=(const Lease&) = delete;

  Connection& operator*() const { return *connection_; }
  Connection* operator->() const { return connection_.get(); }

 private:
  Pool* pool_;
  std::unique_ptr<Connection> connection_;
  Access access_;
  std::thread::id taker_ = std::this_thread::get_id();
};

// A few connections to one file, opened when needed. Who has waited longest is served first: else
// one of many threads may find none until its time is over. A thread that has a connection and asks
// for another one does not wait for the others to give theirs back: they may do the same, and all
// would wait for each other. Safe to share between threads.
class Pool {
 public:
  Pool(SqliteOptions options, std::unique_ptr<Connection> first);

  Result<Lease> Take(Access access, const Deadline& deadline);

  const SqliteOptions& options() const { return options_; }

 private:
  friend class Lease;
  void GiveBack(std::unique_ptr<Connection> connection, Access access, std::thread::id taker);
  struct Waiting {
    Access access = Access::kRead;
    bool has_one = false;  // the thread has a connection already
  };

  // REQUIRES: mutex_ is held.
  bool Free(const Waiting& one) const;
  bool HasTurn(const Waiting& one) const;
  Status AwaitTurn(std::unique_lock<std::mutex>& lock, Access access, const Deadline& wait);

  Result<std::unique_ptr<Connection>> OpenAnother() const;

  const SqliteOptions options_;
  const std::size_t most_;

  std::mutex mutex_;
  std::condition_variable freed_;
  // Locked by mutex_.
  std::vector<std::unique_ptr<Connection>> idle_;
  std::deque<const Waiting*> waiting_;             // in the order they came
  std::map<std::thread::id, std::size_t> takers_;  // and how many they have
  std::size_t taken_ = 0;
  bool writing_ = false;
};

}  // namespace satchel::store::sqlite
