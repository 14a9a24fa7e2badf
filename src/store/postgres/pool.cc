#include "store/postgres/pool.h"

#include <algorithm>
#include <random>
#include <utility>

namespace satchel::store {
namespace {

using std::chrono::milliseconds;

// How soon a cancellation is seen by one who waits.
constexpr milliseconds kSlice(20);
constexpr milliseconds kFirstWait(25);
constexpr int kMostDoublings = 5;  // up to 800 ms

// Half to the whole of it, so that many clients do not come back at once.
milliseconds BackOff(int failures) {
  thread_local std::minstd_rand random(std::random_device{}());
  const milliseconds whole = kFirstWait * (1 << std::min(failures, kMostDoublings));
  return whole / 2 + milliseconds(random() % static_cast<unsigned>(whole.count() / 2));
}

}  // namespace

Pool::Pool(const Libpq& libpq, Address address, Options options)
    : libpq_(&libpq),
      address_(std::move(address)),
      options_(options),
      turns_({.most = options.most}) {}

Result<Pool::Lease> Pool::Take(const Deadline& deadline) {
  auto turn = turns_.Take(Access::kRead, deadline);
  if (!turn) {
    SATCHEL_TRY(deadline.Check("waiting for a free connection to PostgreSQL"));
    return Fail(Errc::kUnavailable, "all connections to PostgreSQL are taken");
  }
  std::unique_ptr<Connection> connection = TakeIdle();
  if (!connection) {
    auto connected = SATCHEL_TRY(Connect(deadline));
    connection = std::move(connected);
  }
  return Lease(*this, *std::move(turn), std::move(connection));
}

// Null when there is none that the server has not ended.
std::unique_ptr<Connection> Pool::TakeIdle() {
  for (;;) {
    std::unique_ptr<Connection> connection;
    {
      const std::scoped_lock lock(mutex_);
      if (idle_.empty()) return nullptr;
      connection = std::move(idle_.back());
      idle_.pop_back();
    }
    if (connection->QuietlyAlive()) return connection;
  }
}

// Until it is this thread's turn to try; the next one's is then further away.
Status Pool::WaitToConnect(const Deadline& deadline) {
  std::unique_lock lock(mutex_);
  for (;;) {
    SATCHEL_TRY(deadline.Check("waiting to connect to PostgreSQL"));
    const auto now = Clock::now();
    if (failures_ == 0) return {};
    if (now >= next_try_) {
      next_try_ = now + BackOff(failures_);
      return {};
    }
    connected_.wait_for(lock, std::min<Clock::duration>(next_try_ - now, kSlice));
  }
}

Result<std::unique_ptr<Connection>> Pool::Connect(const Deadline& deadline) {
  const auto hosts = static_cast<int>(address_.hosts.size());
  const Deadline patience = deadline.Within(options_.connection.connect_timeout * hosts);
  std::optional<Error> last;
  for (;;) {
    if (auto status = WaitToConnect(patience); !status) {
      if (last && !deadline.Expired()) return std::unexpected(*last);
      if (!deadline.Expired()) return Fail(Errc::kUnavailable, "PostgreSQL cannot be reached");
      return std::unexpected(status.error());
    }
    auto connection = Connection::Open(*libpq_, address_, options_.connection, patience);
    const std::scoped_lock lock(mutex_);
    if (connection) {
      failures_ = 0;
      (*connection)->UseNames(options_.named_statements);
      connected_.notify_all();
      return connection;
    }
    if (connection.error().code() == Errc::kDeadline && deadline.Expired()) return connection;
    if (connection.error().code() != Errc::kUnavailable &&
        connection.error().code() != Errc::kDeadline) {
      return connection;
    }
    failures_ = std::min(failures_ + 1, kMostDoublings);
    next_try_ = Clock::now() + BackOff(failures_);
    if (connection.error().code() == Errc::kUnavailable) last = connection.error();
  }
}

void Pool::Give(std::unique_ptr<Connection> connection) {
  if (connection->expired()) closer_.Take(connection->Release());
  if (!connection->usable()) return;
  const std::scoped_lock lock(mutex_);
  if (idle_.size() < turns_.most()) idle_.push_back(std::move(connection));
}

void Pool::Forget() {
  std::vector<std::unique_ptr<Connection>> gone;
  const std::scoped_lock lock(mutex_);
  gone.swap(idle_);
}

}  // namespace satchel::store
