#include "store/sqlite/pool.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include <fmt/format.h>

namespace satchel::store::sqlite {

Lease::Lease(Pool& pool, std::unique_ptr<Connection> connection, Access access)
    : pool_(&pool), connection_(std::move(connection)), access_(access) {}

Lease::Lease(Lease&& other) noexcept
    : pool_(std::exchange(other.pool_, nullptr)),
      connection_(std::move(other.connection_)),
      access_(other.access_) {}

Lease::~Lease() {
  if (pool_ != nullptr) pool_->GiveBack(std::move(connection_), access_);
}

Pool::Pool(SqliteOptions options, std::unique_ptr<Connection> first)
    : options_(std::move(options)),
      most_(options_.file == ":memory:" ? 1 : std::max<std::size_t>(options_.most_connections, 1)) {
  idle_.push_back(std::move(first));
}

bool Pool::Free(Access access) const {
  return taken_ < most_ && (access == Access::kRead || !writing_);
}

Result<Lease> Pool::Take(Access access, const Deadline& deadline) {
  using std::chrono::nanoseconds;
  constexpr nanoseconds kSlice = std::chrono::milliseconds(20);  // so that a cancel is seen
  const Deadline wait = deadline.Within(kMostWait);
  std::unique_ptr<Connection> connection;
  {
    std::unique_lock lock(mutex_);
    while (!Free(access)) {
      const nanoseconds left = wait.Remaining().value_or(kSlice);
      if (left.count() == 0) {
        return Fail(Errc::kUnavailable, fmt::format("{} is in use: {}", options_.file,
                                                    taken_ < most_ ? "another thread is writing"
                                                                   : "all connections are taken"));
      }
      freed_.wait_for(lock, std::min(left, kSlice));
    }
    ++taken_;
    if (access == Access::kWrite) writing_ = true;
    if (!idle_.empty()) {
      connection = std::move(idle_.back());
      idle_.pop_back();
    }
  }
  if (!connection) {
    auto opened = OpenAnother();
    if (!opened) {
      GiveBack(nullptr, access);
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

void Pool::GiveBack(std::unique_ptr<Connection> connection, Access access) {
  if (connection && !connection->Restore()) connection.reset();
  {
    const std::lock_guard lock(mutex_);
    --taken_;
    if (access == Access::kWrite) writing_ = false;
    if (connection) idle_.push_back(std::move(connection));
  }
  freed_.notify_all();
}

}  // namespace satchel::store::sqlite
