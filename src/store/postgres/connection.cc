#include "store/postgres/connection.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <poll.h>

#include <fmt/format.h>

#include "store/ddl.h"
#include "store/postgres/sqlstate.h"

// Queue() only hands messages to libpq, and Finish() sends them with one sync at their end: however
// many statements there are, they take one round trip. When one of them fails, the server passes
// over all others up to the sync, so the first failure is the one that says what happened. A
// statement that is new to the connection is prepared in the same round trip, which has one answer
// more; `awaited_` tells which answer belongs to which message.
//
// After a deadline or a broken socket nobody knows which answers are still on their way. A later
// request could take them for its own, so such a connection is never used again.
namespace satchel::store {
namespace {

using std::chrono::duration_cast;
using std::chrono::milliseconds;

constexpr int kOldestServer = 150'000;
// How soon a cancellation is seen by one who waits.
constexpr milliseconds kSlice(20);

void DropNotice(void* /*unused*/, const PGresult* /*unused*/) {}

}  // namespace

Status WaitFor(int socket, short events, const Deadline& deadline) {
  for (;;) {
    SATCHEL_TRY(deadline.Check("waiting for PostgreSQL"));
    milliseconds wait = kSlice;
    if (const auto left = deadline.Remaining()) {
      wait = std::clamp(duration_cast<milliseconds>(*left), milliseconds(1), kSlice);
    }
    pollfd entry{.fd = socket, .events = events, .revents = 0};
    const int ready = ::poll(&entry, 1, static_cast<int>(wait.count()));
    if (ready > 0) return {};
    if (ready < 0 && errno != EINTR) return Fail(Errc::kInternal, "cannot wait for a socket");
  }
}

Result<ConnectionHandle> Connection::Connect(const Libpq& libpq, const Address::Settings& settings,
                                             const Address& address, const Deadline& deadline) {
  std::vector<const char*> keys;
  std::vector<const char*> values;
  for (const auto& [key, value] : settings) {
    keys.push_back(key.c_str());
    values.push_back(value.c_str());
  }
  keys.push_back(nullptr);
  values.push_back(nullptr);
  ConnectionHandle handle(libpq.connect_start_params(keys.data(), values.data(), 0),
                          FreeConnection{&libpq});
  if (!handle) return Fail(Errc::kUnavailable, "no memory for a connection");
  PGconn* connection = handle.get();
  libpq.set_notice_receiver(connection, DropNotice, nullptr);
  libpq.set_error_verbosity(connection, PQERRORS_VERBOSE);  // with the SQLSTATE
  auto polling = PGRES_POLLING_WRITING;
  if (libpq.status(connection) == CONNECTION_BAD) polling = PGRES_POLLING_FAILED;
  while (polling != PGRES_POLLING_OK) {
    if (polling == PGRES_POLLING_FAILED) {
      if (libpq.connection_needs_password(connection) != 0) {
        return Fail(Errc::kDenied, "PostgreSQL asks for a password, and there is none",
                    "set SATCHEL_STORE_PASSWORD, or use a password file");
      }
      return std::unexpected(ErrorOfConnect(address.Scrub(libpq.error_message(connection))));
    }
    const short events = polling == PGRES_POLLING_READING ? POLLIN : POLLOUT;
    SATCHEL_TRY(WaitFor(libpq.socket(connection), events, deadline));
    polling = libpq.connect_poll(connection);
  }
  const int version = libpq.server_version(connection);
  if (version < kOldestServer) {
    return Fail(Errc::kInvalidInput,
                fmt::format("the PostgreSQL server has version {}.{}; Satchel needs 15 or later",
                            version / 10'000, version % 10'000),
                "upgrade the server");
  }
  if (libpq.setnonblocking(connection, 1) != 0 || libpq.enter_pipeline_mode(connection) != 1) {
    return Fail(Errc::kInternal, "libpq refuses pipeline mode");
  }
  return handle;
}

Result<std::unique_ptr<Connection>> Connection::Open(const Libpq& libpq, const Address& address,
                                                     milliseconds timeout,
                                                     const Deadline& deadline) {
  std::optional<Error> told;
  for (const Address::Settings& settings : address.hosts) {
    SATCHEL_TRY(deadline.Check("connecting to PostgreSQL"));
    auto handle = Connect(libpq, settings, address, deadline.Within(timeout));
    if (handle) {
      return std::unique_ptr<Connection>(new Connection(libpq, std::move(*handle)));
    }
    Error error = handle.error();
    if (error.code() == Errc::kDeadline && !deadline.Expired()) {
      error = Error(Errc::kUnavailable, "PostgreSQL did not answer in time");
    }
    // An answer says more than silence.
    if (!told || told->code() == Errc::kUnavailable) told = std::move(error);
  }
  return std::unexpected(told.value_or(Error(Errc::kInternal, "an address without a host")));
}

void Connection::Queue(const char* sql, const Arguments& arguments, const void* identity) {
  const std::size_t message = messages_++;
  if (send_failed_ || !usable_) return;
  int sent = 1;
  if (named_ && identity != nullptr) {
    auto [name, added] = names_.try_emplace(identity);
    if (added) name->second = fmt::format("satchel_{}", names_.size());
    const bool awaited =
        std::ranges::any_of(awaited_, [&](const Awaited& one) { return one.prepared == identity; });
    if (!prepared_.contains(identity) && !awaited) {
      sent = libpq_->send_prepare(handle_.get(), name->second.c_str(), sql, arguments.size(),
                                  arguments.types());
      awaited_.push_back({message, identity});
    }
    if (sent == 1) {
      sent = libpq_->send_query_prepared(handle_.get(), name->second.c_str(), arguments.size(),
                                         arguments.values(), arguments.lengths(),
                                         arguments.formats(), 1);
    }
  } else {
    sent =
        libpq_->send_query_params(handle_.get(), sql, arguments.size(), arguments.types(),
                                  arguments.values(), arguments.lengths(), arguments.formats(), 1);
  }
  awaited_.push_back({message, nullptr});
  send_failed_ = sent != 1;
}

Connection::Failure Connection::Lost(std::size_t at) {
  usable_ = false;
  return {.error = Error(Errc::kUnavailable, "the connection to PostgreSQL was lost"), .at = at};
}

Connection::Failure Connection::FailureOf(const PGresult* result, std::size_t at) {
  const char* state = libpq_->result_error_field(result, PG_DIAG_SQLSTATE);
  if (state == nullptr) return Lost(at);
  const char* message = libpq_->result_error_field(result, PG_DIAG_MESSAGE_PRIMARY);
  return {.error = ErrorOfSqlstate(state, message == nullptr ? "" : message),
          .at = at,
          .sqlstate = state};
}

void Connection::Take(Progress& progress, ResultHandle result) {
  const ExecStatusType status = libpq_->result_status(result.get());
  // More answers than messages: whatever it is, it is not the protocol.
  const bool expected = progress.answered < awaited_.size();
  const Awaited awaited = expected ? awaited_[progress.answered] : Awaited{messages_, nullptr};
  ++progress.answered;
  if (!expected) {
    if (!progress.failure) progress.failure = Lost(messages_);
    usable_ = false;
    return;
  }
  if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK) {
    if (awaited.prepared != nullptr) {
      prepared_.insert(awaited.prepared);
    } else {
      progress.results.push_back(std::move(result));
    }
    return;
  }
  if (status == PGRES_PIPELINE_ABORTED && progress.failure) return;
  if (!progress.failure) progress.failure = FailureOf(result.get(), awaited.message);
}

// True when the round is over.
bool Connection::Collect(Progress& progress) {
  while (usable_ && libpq_->is_busy(handle_.get()) == 0) {
    ResultHandle result(libpq_->get_result(handle_.get()), FreeResult{libpq_});
    if (!result) {
      if (libpq_->status(handle_.get()) == CONNECTION_BAD) break;
      continue;
    }
    if (libpq_->result_status(result.get()) == PGRES_PIPELINE_SYNC) return true;
    Take(progress, std::move(result));
    if (libpq_->status(handle_.get()) == CONNECTION_BAD) break;
  }
  if (!usable_ || libpq_->status(handle_.get()) == CONNECTION_BAD) {
    if (!progress.failure) progress.failure = Lost(progress.answered);
    usable_ = false;
    return true;
  }
  return false;
}

std::expected<Connection::Results, Connection::Failure> Connection::Finish(
    const Deadline& deadline) {
  Progress progress;
  if (send_failed_ || !usable_ || libpq_->pipeline_sync(handle_.get()) != 1) {
    progress.failure = Lost(0);
  }
  while (!progress.failure || usable_) {
    const int flushed = libpq_->flush(handle_.get());
    // A server that closed may have said why: what it sent is read before that is told.
    const bool broken = flushed < 0;
    const short events = flushed == 1 ? POLLIN | POLLOUT : POLLIN;
    if (Collect(progress)) break;
    if (auto status = WaitFor(libpq_->socket(handle_.get()), events, deadline); !status) {
      usable_ = false;
      expired_ = true;
      progress.failure = Failure{.error = status.error(), .at = progress.answered};
      break;
    }
    const bool read = libpq_->consume_input(handle_.get()) == 1;
    if (!read || broken) {
      if (!Collect(progress)) progress.failure = progress.failure.value_or(Lost(progress.answered));
      usable_ = false;
      break;
    }
  }
  awaited_.clear();
  messages_ = 0;
  send_failed_ = false;
  if (progress.failure) return std::unexpected(std::move(*progress.failure));
  return std::move(progress.results);
}

Result<ResultHandle> Connection::Execute(const char* sql, const Arguments& arguments,
                                         const Deadline& deadline) {
  Queue(sql, arguments);
  auto results = Finish(deadline);
  if (!results) return std::unexpected(std::move(results.error().error));
  return std::move(results->front());
}

const std::string& Connection::InsertText(const Table& table, OnConflict on_conflict) {
  auto [found, added] = inserts_.try_emplace({&table, on_conflict});
  if (added) found->second = InsertSql(Dialect::kPostgres, table, on_conflict);
  return found->second;
}

const std::string& Connection::QueryText(const Statement& statement) {
  auto [found, added] = queries_.try_emplace(statement.sql);
  if (added) found->second = WithSets(statement.sql, SetForm::kAny);
  return found->second;
}

const void* Connection::InsertIdentity(const Table& table, OnConflict on_conflict) {
  return &InsertText(table, on_conflict);
}

bool Connection::QuietlyAlive() const {
  if (!usable_ || libpq_->status(handle_.get()) != CONNECTION_OK) return false;
  pollfd entry{.fd = libpq_->socket(handle_.get()), .events = POLLIN, .revents = 0};
  return ::poll(&entry, 1, 0) == 0;
}

}  // namespace satchel::store
