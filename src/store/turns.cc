#include "store/turns.h"

#include <algorithm>
#include <chrono>

// A request holds a transaction while what it calls opens another one: a search reads memories
// while the transaction of its texts is open. If the second one had to wait for a free connection,
// as many such requests as there are connections would each hold one and wait for ever. So it does
// not wait; in exchange, threads that have none yet wait for as long as all together have more than
// they should. So connections are bounded all the same: by how many threads may have one, times how
// many one thread may have. Requests nest to two.
namespace satchel::store {
namespace {

using std::chrono::nanoseconds;

constexpr std::size_t kMostOfOne = 3;
// Threads of this process end; another process that holds a lock may not.
constexpr std::chrono::seconds kMostTime(30);
constexpr nanoseconds kSlice = std::chrono::milliseconds(20);  // so that a cancel is seen

}  // namespace

Turns::Turns(Options options)
    : options_{.most = std::max<std::size_t>(options.most, 1), .one_writer = options.one_writer},
      most_of_one_(std::min(options_.most, kMostOfOne)) {}

std::size_t Turns::waiting() const {
  const std::scoped_lock lock(mutex_);
  return waiting_.size();
}

bool Turns::IsFree(const Waiting& one) const {
  return (taken_ < options_.most || one.has_one) && !(writing_ && IsAlone(one.access));
}

bool Turns::HasTurn(const Waiting& one) const {
  if (!IsFree(one)) return false;
  if (one.has_one) return true;
  // Whoever came before and could go on now, goes first.
  return std::ranges::none_of(waiting_.begin(), std::ranges::find(waiting_, &one),
                              [this](const Waiting* before) { return IsFree(*before); });
}

std::expected<Turns::Turn, Turns::Refusal> Turns::Take(Access access, const Deadline& deadline) {
  const Deadline wait = deadline.Within(kMostTime);
  std::unique_lock lock(mutex_);
  const auto taker = takers_.find(std::this_thread::get_id());
  const Waiting own{.access = access,
                    .has_one = taker != takers_.end() && taker->second < most_of_one_};
  waiting_.push_back(&own);
  while (!HasTurn(own)) {
    const nanoseconds left = wait.Remaining().value_or(kSlice);
    if (left.count() == 0) {
      std::erase(waiting_, &own);
      return std::unexpected(writing_ && IsAlone(access) ? Refusal::kWriting : Refusal::kAllTaken);
    }
    freed_.wait_for(lock, std::min(left, kSlice));
  }
  std::erase(waiting_, &own);
  ++taken_;
  ++takers_[std::this_thread::get_id()];
  if (IsAlone(access)) writing_ = true;
  lock.unlock();
  // One that waits behind this one may be able to go on as well.
  freed_.notify_all();
  return Turn(*this, access);
}

void Turns::End(const Turn& turn) {
  {
    const std::scoped_lock lock(mutex_);
    --taken_;
    if (const auto found = takers_.find(turn.taker_); --found->second == 0) takers_.erase(found);
    if (IsAlone(turn.access_)) writing_ = false;
  }
  freed_.notify_all();
}

}  // namespace satchel::store
