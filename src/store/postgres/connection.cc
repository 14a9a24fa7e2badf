#include "store/postgres/connection.h"

#include <algorithm>
#include <charconv>
#include <string_view>

#include <fmt/format.h>

#include "store/ddl.h"
#include "store/postgres/decode.h"
#include "store/postgres/sqlstate.h"

// Queue() only hands messages to libpq, and Finish() sends them with one sync at their end: however
// many statements there are, they take one round trip. When one of them fails, the server passes
// over all others up to the sync, so the first failure is the one that says what happened. A
// statement that is new to the connection is prepared in the same round trip, which has one answer
// more; `awaited_` tells which answer belongs to which message.
//
// No answer is trusted. libpq gives out rows one by one, so that a row that does not fit its
// statement ends the round trip before the next one is kept; the channel bounds the bytes. An
// answer more or less than was asked for ends it too.
//
// After a deadline, a broken socket or an answer that does not fit, nobody knows which answers are
// still on their way. A later request could take them for its own, so such a connection is never
// used again.
namespace satchel::store {
namespace {

using std::chrono::duration_cast;
using std::chrono::milliseconds;

constexpr int kOldestServer = 150'000;
// What a server says before the first statement.
constexpr Channel::Limits kGreeting = {.answer = std::size_t{1} << 20U,
                                       .message = std::size_t{1} << 20U};
// libpq gives a null between two answers, and never more than that while it waits for one.
constexpr int kMostNulls = 2;

void DropNotice(void* /*unused*/, const PGresult* /*unused*/) {}

std::uint64_t ChangedBy(const Libpq& libpq, PGresult* result) {
  const std::string_view text = libpq.cmd_tuples(result);
  std::uint64_t changed = 0;
  std::from_chars(text.data(), text.data() + text.size(), changed);
  return changed;
}

Error ErrorOfFailedConnect(const Libpq& libpq, PGconn* connection, const Address& address) {
  if (libpq.connection_needs_password(connection) != 0) {
    return Fail(Errc::kDenied, "PostgreSQL asks for a password, and there is none",
                "set SATCHEL_STORE_PASSWORD, or use a password file")
        .error();
  }
  return ErrorOfConnect(address.Scrub(libpq.error_message(connection)));
}

}  // namespace

Result<std::unique_ptr<Channel>> Connection::Connect(const Libpq& libpq,
                                                     const Address::Settings& settings,
                                                     const Address& address,
                                                     const Deadline& deadline) {
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
  auto channel = std::make_unique<Channel>(libpq, std::move(handle));
  channel->Begin(kGreeting);
  libpq.set_notice_receiver(connection, DropNotice, nullptr);
  libpq.set_error_verbosity(connection, PQERRORS_VERBOSE);  // with the SQLSTATE
  auto polling = PGRES_POLLING_WRITING;
  if (libpq.status(connection) == CONNECTION_BAD) polling = PGRES_POLLING_FAILED;
  while (polling != PGRES_POLLING_OK) {
    if (polling == PGRES_POLLING_FAILED) {
      return std::unexpected(ErrorOfFailedConnect(libpq, connection, address));
    }
    SATCHEL_TRY(channel->Follow());
    SATCHEL_TRY(channel->Move());
    SATCHEL_TRY(channel->Wait(
        polling == PGRES_POLLING_READING ? Channel::For::kReading : Channel::For::kWriting,
        deadline));
    SATCHEL_TRY(channel->Move());
    polling = libpq.connect_poll(connection);
  }
  SATCHEL_TRY(channel->Follow());
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
  return channel;
}

Result<std::unique_ptr<Connection>> Connection::Open(const Libpq& libpq, const Address& address,
                                                     const Options& options,
                                                     const Deadline& deadline) {
  std::optional<Error> told;
  for (const Address::Settings& settings : address.hosts) {
    SATCHEL_TRY(deadline.Check("connecting to PostgreSQL"));
    auto channel = Connect(libpq, settings, address, deadline.Within(options.connect_timeout));
    if (channel) {
      return std::unique_ptr<Connection>(new Connection(std::move(*channel), options));
    }
    Error error = channel.error();
    if (error.code() == Errc::kDeadline && !deadline.Expired()) {
      error = Error(Errc::kUnavailable, "PostgreSQL did not answer in time");
    }
    // An answer says more than silence.
    if (!told || told->code() == Errc::kUnavailable) told = std::move(error);
  }
  return std::unexpected(told.value_or(Error(Errc::kInternal, "an address without a host")));
}

void Connection::Queue(const char* sql, const Arguments& arguments, const ResultColumns& gives,
                       const void* identity) {
  const std::size_t message = messages_++;
  if (send_failed_ || !usable_) return;
  int sent = 1;
  if (named_ && identity != nullptr) {
    auto [name, added] = names_.try_emplace(identity);
    if (added) name->second = fmt::format("satchel_{}", names_.size());
    const bool awaited =
        std::ranges::any_of(awaited_, [&](const Awaited& one) { return one.prepared == identity; });
    if (!prepared_.contains(identity) && !awaited) {
      sent = libpq_->send_prepare(handle(), name->second.c_str(), sql, arguments.size(),
                                  arguments.types());
      awaited_.push_back({message, identity, {}});
    }
    if (sent == 1) {
      sent = libpq_->send_query_prepared(handle(), name->second.c_str(), arguments.size(),
                                         arguments.values(), arguments.lengths(),
                                         arguments.formats(), 1);
    }
  } else {
    sent =
        libpq_->send_query_params(handle(), sql, arguments.size(), arguments.types(),
                                  arguments.values(), arguments.lengths(), arguments.formats(), 1);
  }
  awaited_.push_back({message, nullptr, gives});
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

Status Connection::TakeRows(Progress& progress, const Awaited& awaited,
                            const PGresult* result) const {
  if (!progress.reading) {
    SATCHEL_TRY(CheckColumns(*libpq_, result, awaited.gives));
    progress.reading = Rows(awaited.gives.size());
  }
  progress.cells += static_cast<std::size_t>(libpq_->ntuples(result)) *
                    std::max<std::size_t>(awaited.gives.size(), 1);
  if (progress.cells > options_.most_cells) {
    return Fail(
        Errc::kCorrupt,
        fmt::format("PostgreSQL sent more than {} values for one answer", options_.most_cells),
        "check that the address is that of a PostgreSQL server with Satchel's store");
  }
  return DecodeRows(*libpq_, result, awaited.gives, *progress.reading);
}

// A row, or the end of an answer.
void Connection::TakeAnswer(Progress& progress, const Awaited& awaited, PGresult* result) {
  if (auto taken = TakeRows(progress, awaited, result); !taken) {
    if (!progress.failure)
      progress.failure = Failure{.error = taken.error(), .at = awaited.message};
    usable_ = false;
    return;
  }
  if (libpq_->result_status(result) == PGRES_SINGLE_TUPLE) return;
  ++progress.answered;
  if (awaited.prepared != nullptr) {
    prepared_.insert(awaited.prepared);
  } else {
    progress.outcomes.push_back({.rows = *std::move(progress.reading),
                                 .changed = ChangedBy(*libpq_, result),
                                 .tag = libpq_->cmd_status(result)});
  }
  progress.reading.reset();
}

void Connection::Take(Progress& progress, PGresult* result) {
  const ExecStatusType status = libpq_->result_status(result);
  if (progress.answered == awaited_.size()) {  // whatever it is, it is not the protocol
    if (!progress.failure) progress.failure = Lost(messages_);
    usable_ = false;
    return;
  }
  const Awaited& awaited = awaited_[progress.answered];
  if (status == PGRES_TUPLES_OK || status == PGRES_SINGLE_TUPLE || status == PGRES_COMMAND_OK) {
    TakeAnswer(progress, awaited, result);
    return;
  }
  ++progress.answered;
  progress.reading.reset();
  if (status == PGRES_PIPELINE_ABORTED && progress.failure) return;
  if (status != PGRES_FATAL_ERROR) usable_ = false;  // a copy that nobody asked for
  if (!progress.failure) progress.failure = FailureOf(result, awaited.message);
}

Connection::Round Connection::Collect(Progress& progress) {
  int nulls = 0;
  while (usable_ && libpq_->status(handle()) != CONNECTION_BAD && libpq_->is_busy(handle()) == 0) {
    const ResultHandle result(libpq_->get_result(handle()), FreeResult{libpq_});
    if (!result) {
      if (++nulls > kMostNulls) break;
      // For the statement that comes next. Of no effect where none does.
      libpq_->set_single_row_mode(handle());
      continue;
    }
    nulls = 0;
    channel_->Progress();
    if (libpq_->result_status(result.get()) == PGRES_PIPELINE_SYNC) {
      if (progress.answered == awaited_.size()) return Round::kOver;
      break;
    }
    Take(progress, result.get());
  }
  const bool waits = usable_ && nulls <= kMostNulls && libpq_->status(handle()) != CONNECTION_BAD &&
                     libpq_->is_busy(handle()) != 0;
  if (waits) return Round::kGoesOn;
  if (!progress.failure) progress.failure = Lost(progress.answered);
  usable_ = false;
  return Round::kOver;
}

// A record of TLS may hold more than libpq takes at once, and no socket tells of the rest.
bool Connection::Read() {
  const int times = libpq_->ssl_in_use(handle()) != 0 ? 3 : 1;
  for (int i = 0; i < times; ++i) {
    if (libpq_->consume_input(handle()) != 1) return false;
  }
  return true;
}

Status Connection::Exchange(Progress& progress, const Deadline& deadline) {
  libpq_->set_single_row_mode(handle());
  for (;;) {
    const int flushed = libpq_->flush(handle());
    SATCHEL_TRY(channel_->Move());
    if (Collect(progress) == Round::kOver) return {};
    SATCHEL_TRY(
        channel_->Wait(flushed == 1 ? Channel::For::kBoth : Channel::For::kReading, deadline));
    SATCHEL_TRY(channel_->Move());
    // A server that closed may have said why: what it sent is read before that is told.
    if (!Read() || flushed < 0) {
      if (Collect(progress) == Round::kGoesOn && !progress.failure) {
        progress.failure = Lost(progress.answered);
      }
      usable_ = false;
      return {};
    }
  }
}

std::expected<Connection::Outcomes, Connection::Failure> Connection::Finish(
    const Deadline& deadline) {
  Progress progress;
  if (send_failed_ || !usable_ || libpq_->pipeline_sync(handle()) != 1) {
    progress.failure = Lost(0);
  } else {
    channel_->Begin(options_.limits);
    auto done = Exchange(progress, deadline.Within(options_.statement_timeout));
    if (!done) {
      usable_ = false;
      expired_ = done.error().code() == Errc::kDeadline;
      const bool ours = expired_ && !deadline.Expired();
      Error error =
          ours ? Error(Errc::kDeadline, fmt::format("PostgreSQL did not answer within {} s",
                                                    duration_cast<std::chrono::duration<double>>(
                                                        options_.statement_timeout)
                                                        .count()))
               : done.error();
      progress.failure = Failure{.error = std::move(error), .at = progress.answered};
    }
  }
  awaited_.clear();
  messages_ = 0;
  send_failed_ = false;
  if (progress.failure) return std::unexpected(std::move(*progress.failure));
  return std::move(progress.outcomes);
}

Result<Connection::Outcome> Connection::Execute(const char* sql, const Arguments& arguments,
                                                const ResultColumns& gives,
                                                const Deadline& deadline) {
  Queue(sql, arguments, gives);
  auto outcomes = Finish(deadline);
  if (!outcomes) return std::unexpected(std::move(outcomes.error().error));
  return std::move(outcomes->front());
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
  return usable_ && libpq_->status(handle()) == CONNECTION_OK && channel_->IsQuiet();
}

}  // namespace satchel::store
