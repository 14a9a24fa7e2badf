#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/deadline.h"
#include "base/result.h"
#include "store/postgres/address.h"
#include "store/postgres/closer.h"
#include "store/postgres/connection.h"
#include "store/turns.h"

namespace satchel::store {

// Connections to one database, shared by all threads; how many there can be is Turns::MostEver().
// Broken ones leave by themselves. While the server cannot be reached, attempts to
// connect are spread out: one at a time, waiting longer after each failure.
class Pool {
 public:
  using Lease = store::Lease<Pool, Connection>;
  struct Options {
    std::size_t most = 8;
    bool named_statements = false;
    Connection::Options connection;
  };

  Pool(const Libpq& libpq, Address address, Options options);
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  // Waits for a free one until the deadline; for a server that cannot be reached
  // no longer than the timeout.
  Result<Lease> Take(const Deadline& deadline);
  // For the next one, when it is usable. One whose time ran out is cancelled at
  // the server and closed in the background: a server that does not answer must
  // not hold up a caller who has no time left.
  void Give(std::unique_ptr<Connection> connection);
  // The server is not what it was (read-only, stopping): idle connections go too.
  void Forget();

 private:
  using Clock = std::chrono::steady_clock;

  std::unique_ptr<Connection> TakeIdle();
  Result<std::unique_ptr<Connection>> Connect(const Deadline& deadline);
  Status WaitToConnect(const Deadline& deadline);

  const Libpq* libpq_;
  Address address_;
  Options options_;
  Closer closer_;

  Turns turns_;

  std::mutex mutex_;
  std::condition_variable connected_;
  std::vector<std::unique_ptr<Connection>> idle_;  // by mutex_, as all below
  int failures_ = 0;
  Clock::time_point next_try_{};
};

}  // namespace satchel::store
