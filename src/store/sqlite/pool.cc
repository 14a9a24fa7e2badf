#include "store/sqlite/pool.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include <fmt/format.h>

namespace satchel::store::sqlite {
namespace {

// Threads of this process end; another process that holds a lock may not.
constexpr std::chrono::seconds kMostTurn(30);

}  // namespace

Lease::Lease(Pool& pool, std::unique_ptr<Connection> connection, Access access)
    : pool_(&pool), connection_(std::move(connection)), access_(access) {}

Lease::Lease(Lease&& other) noexcept
    : pool_(std::exchange(other.pool_, nullptr)),
      connection_(std::move(other.connection_)),
      access_(other.access_),
      taker_(other.taker_) {}

Lease::~Lease() {
  if (pool_ != nullptr) pool_->GiveBack(std::move(connection_), access_, taker_);
}

Pool::Pool(SqliteOptions options, std::unique_ptr<Connection> first)
    : options_(std::move(options)),
      most_(options_.file == ":memory:" ? 1 : std::max<std::size_t>(options_.most_connections, 1)) {
  idle_.push_back(std::move(first));
}

bool Pool::Free(const Waiting& one) const {
  return (taken_ < most_ || one.has_one) && (one.access == Access::kRead || !writing_);
}

bool Pool::HasTurn(const Waiting& one) const {
  if (!Free(one)) return false;
  if (one.has_one) return true;
  // Whoever came before and could go on now, goes first.
  return std::ranges::none_of(waiting_.begin(), std::ranges::find(waiting_, &one),
                              [this](const Waiting* before) { return Free(*before); });
}

Status Pool::AwaitTurn(std::unique_lock<std::mutex>& lock, Access access, const Deadline& wait) {
  using std::chrono::nanoseconds;
  constexpr nanoseconds kSlice = std::chrono::milliseconds(20);  // so that a cancel is seen
  const auto taker = takers_.find(std::this_thread::get_id());
  const Waiting own{.access = access, .has_one = taker != takers_.end() && taker->second < most_};
  waiting_.push_back(&own);
  Status turn;
  while (!HasTurn(own)) {
    const nanoseconds left = wait.Remaining().value_or(kSlice);
    if (left.count() == 0) {
      turn = Fail(Errc::kUnavailable, fmt::format("{} is in use: {}", options_.file,
                                                  taken_ < most_ ? "another thread is writing"
                                                                 : "all connections are taken"));
      break;
    }
    freed_.wait_for(lock, std::min(left, kSlice));
  }
  std::erase(waiting_, &own);
  return turn;
}

Result<Lease> Pool::Take(Access access, const Deadline& deadline) {
  std::unique_ptr<Connection> connection;
  {
    std::unique_lock lock(mutex_);
    SATCHEL_TRY(AwaitTurn(lock, access, deadline.Within(kMostTurn)));
    ++taken_;
    ++takers_[std::this_thread::get_id()];
    if (access == Access::kWrite) writing_ = true;
    if (!idle_.empty()) {
      connection = std::move(idle_.back());
      idle_.pop_back();
    }
  }
  // One that waits behind this one may be able to go on as well.
  freed_.notify_all();
  if (!connection) {
    auto opened = OpenAnother();
    if (!opened) {
      GiveBack(nullptr, access, std::this_thread::get_id());
      return std::unexpected(opened.error());
    }
    connection = std::move(*opened);
  }
  connection->SetDeadline(deadline);
  return Lease(*this, std::move(connection), access);
}

Result<std::unique_ptr<Connection>> Pool::OpenAnother() const {
  if (options_.file == ":memory:") {
    return Fail(Errc::kUnavailable, "the store in memory is gone after an error");
  }
  SqliteOptions options = options_;
  if (options.mode == SqliteOptions::Mode::kCreate) options.mode = SqliteOptions::Mode::kReadWrite;
  auto opened = SATCHEL_TRY(Connection::Open(options));
  const auto sync = options.full_sync ? Connection::Sync::kFull : Connection::Sync::kNormal;
  SATCHEL_TRY(opened->Configure(sync, options.checkpoint_pages));
  return opened;
}

void Pool::GiveBack(std::unique_ptr<Connection> connection, Access access, std::thread::id taker) {
  if (connection && !connection->Restore()) connection.reset();
  {
    const std::lock_guard lock(mutex_);
    --taken_;
    if (const auto found = takers_.find(taker); --found->second == 0) takers_.erase(found);
    if (access == Access::kWrite) writing_ = false;
    if (connection && taken_ + idle_.size() < most_) idle_.push_back(std::move(connection));
  }
  freed_.notify_all();
}

}  // namespace satchel::store::sqlite
