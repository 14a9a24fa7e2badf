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
    : libpq_(&libpq), address_(std::move(address)), options_(options), closer_(libpq) {
  options_.most = std::max<std::size_t>(options_.most, 1);
}

Result<std::unique_ptr<Connection>> Pool::Take(const Deadline& deadline) {
  std::unique_lock lock(mutex_);
  for (;;) {
    while (!idle_.empty()) {
      std::unique_ptr<Connection> connection = std::move(idle_.back());
      idle_.pop_back();
      if (connection->QuietlyAlive()) return connection;
      --open_;
      lock.unlock();
      connection.reset();
      lock.lock();
    }
    if (open_ < options_.most) break;
    SATCHEL_TRY(deadline.Check("waiting for a free connection to PostgreSQL"));
    freed_.wait_for(lock, kSlice);
  }
  ++open_;
  lock.unlock();
  auto connection = Connect(deadline);
  if (!connection) {
    lock.lock();
    --open_;
    freed_.notify_one();
  }
  return connection;
}

// Until it is this thread's turn to try; the next one's is then further away.
Status Pool::WaitForTurn(const Deadline& deadline) {
  std::unique_lock lock(mutex_);
  for (;;) {
    SATCHEL_TRY(deadline.Check("waiting to connect to PostgreSQL"));
    const auto now = Clock::now();
    if (failures_ == 0) return {};
    if (now >= next_try_) {
      next_try_ = now + BackOff(failures_);
      return {};
    }
    freed_.wait_for(lock, std::min<Clock::duration>(next_try_ - now, kSlice));
  }
}

Result<std::unique_ptr<Connection>> Pool::Connect(const Deadline& deadline) {
  const auto hosts = static_cast<int>(address_.hosts.size());
  const Deadline patience = deadline.Within(options_.connect_timeout * hosts);
  std::optional<Error> last;
  for (;;) {
    if (auto status = WaitForTurn(patience); !status) {
      if (last && !deadline.Expired()) return std::unexpected(*last);
      if (!deadline.Expired()) return Fail(Errc::kUnavailable, "PostgreSQL cannot be reached");
      return std::unexpected(status.error());
    }
    auto connection = Connection::Open(*libpq_, address_, options_.connect_timeout, patience);
    const std::scoped_lock lock(mutex_);
    if (connection) {
      failures_ = 0;
      (*connection)->UseNames(options_.named_statements);
      freed_.notify_all();
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
  std::unique_ptr<Connection> broken;
  const std::scoped_lock lock(mutex_);
  if (connection->usable()) {
    idle_.push_back(std::move(connection));
  } else {
    --open_;
    broken = std::move(connection);
  }
  freed_.notify_one();
}

void Pool::Forget() {
  std::vector<std::unique_ptr<Connection>> gone;
  const std::scoped_lock lock(mutex_);
  gone.swap(idle_);
  open_ -= gone.size();
  freed_.notify_all();
}

}  // namespace satchel::store
