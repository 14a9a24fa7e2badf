#include "store/sqlite/pool.h"

#include <utility>

#include <fmt/format.h>

namespace satchel::store::sqlite {

Pool::Pool(SqliteOptions options, std::unique_ptr<Connection> first)
    : options_(std::move(options)),
      turns_({.most = options_.file == ":memory:" ? 1 : options_.most_connections,
              .one_writer = true}) {
  idle_.push_back(std::move(first));
}

Result<Pool::Lease> Pool::Take(Access access, const Deadline& deadline) {
  auto turn = turns_.Take(access, deadline);
  if (!turn) {
    return Fail(Errc::kUnavailable, fmt::format("{} is in use: {}", options_.file,
                                                turn.error() == Turns::Refusal::kWriting
                                                    ? "another thread is writing"
                                                    : "all connections are taken"));
  }
  std::unique_ptr<Connection> connection;
  {
    const std::scoped_lock lock(mutex_);
    if (!idle_.empty()) {
      connection = std::move(idle_.back());
      idle_.pop_back();
    }
  }
  if (!connection) {
    auto opened = SATCHEL_TRY(OpenAnother());
    connection = std::move(opened);
  }
  connection->SetDeadline(deadline);
  return Lease(*this, *std::move(turn), std::move(connection));
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

void Pool::Give(std::unique_ptr<Connection> connection) {
  if (!connection->Restore()) return;
  const std::scoped_lock lock(mutex_);
  if (idle_.size() < turns_.most()) idle_.push_back(std::move(connection));
}

}  // namespace satchel::store::sqlite
