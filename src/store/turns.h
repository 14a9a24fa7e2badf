#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <expected>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "base/deadline.h"
#include "store/database.h"

namespace satchel::store {

// When a thread may take one of the few connections of a pool. Who has waited longest is served
// first: else one of many threads may find none until its time is over. A thread that has a
// connection and asks for another one does not wait for others to give theirs back: they may do the
// same, and all would wait for each other. Safe to share between threads.
class Turns {
 public:
  struct Options {
    std::size_t most = 8;     // connections, but for what threads that have one take in addition
    bool one_writer = false;  // a thread that writes waits for another one that does
  };
  // Why there was no turn before the time was over.
  enum class Refusal : std::uint8_t { kAllTaken, kWriting };

  // Ends with its life, on whatever thread that is. Its Turns must outlive it.
  class Turn {
   public:
    Turn(Turn&& other) noexcept
        : turns_(std::exchange(other.turns_, nullptr)),
          access_(other.access_),
          taker_(other.taker_) {}
    Turn& operator=(Turn&& other) noexcept {
      std::swap(turns_, other.turns_);
      std::swap(access_, other.access_);
      std::swap(taker_, other.taker_);
      return *this;
    }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;
    ~Turn() {
      if (turns_ != nullptr) turns_->End(*this);
    }

   private:
    friend class Turns;
    Turn(Turns& turns, Access access) : turns_(&turns), access_(access) {}

    Turns* turns_;
    Access access_;
    std::thread::id taker_ = std::this_thread::get_id();
  };

  explicit Turns(Options options);
  Turns(const Turns&) = delete;
  Turns& operator=(const Turns&) = delete;

  // Waits until the deadline, and never longer than half a minute.
  std::expected<Turn, Refusal> Take(Access access, const Deadline& deadline);

  std::size_t most() const { return options_.most; }
  std::size_t waiting() const;  // threads
  // Turns that there can be at once: the server's limit has to hold so many connections.
  std::size_t MostEver() const { return options_.most * most_of_one_; }

 private:
  struct Waiting {
    Access access = Access::kRead;
    bool has_one = false;  // the thread has a connection already
  };

  bool IsAlone(Access access) const { return options_.one_writer && access == Access::kWrite; }
  // REQUIRES: mutex_ is held.
  bool IsFree(const Waiting& one) const;
  bool HasTurn(const Waiting& one) const;

  void End(const Turn& turn);

  const Options options_;
  const std::size_t most_of_one_;

  mutable std::mutex mutex_;
  std::condition_variable freed_;
  // Locked by mutex_.
  std::deque<const Waiting*> waiting_;             // in the order they came
  std::map<std::thread::id, std::size_t> takers_;  // and how many they have
  std::size_t taken_ = 0;
  bool writing_ = false;
};

// A connection on loan, or none; goes back to its pool by itself, and only then the turn ends.
template <typename Pool, typename Connection>
class Lease {
 public:
  Lease() = default;
  Lease(Pool& pool, Turns::Turn turn, std::unique_ptr<Connection> connection)
      : pool_(&pool), turn_(std::move(turn)), connection_(std::move(connection)) {}
  ~Lease() { reset(); }
  Lease(Lease&&) noexcept = default;
  Lease& operator=(Lease&& other) noexcept {
    std::swap(pool_, other.pool_);
    std::swap(turn_, other.turn_);
    std::swap(connection_, other.connection_);
    return *this;
  }
  Lease(const Lease&) = delete;
  Lease& operator=(const Lease&) = delete;

  void reset() {
    if (connection_) pool_->Give(std::move(connection_));
    turn_.reset();
  }
  explicit operator bool() const { return connection_ != nullptr; }
  Connection& operator*() const { return *connection_; }
  Connection* operator->() const { return connection_.get(); }

 private:
  Pool* pool_ = nullptr;  // null: there is no connection
  std::optional<Turns::Turn> turn_;
  std::unique_ptr<Connection> connection_;
};

}  // namespace satchel::store
