#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/deadline.h"
#include "base/result.h"
#include "store/database.h"
#include "store/postgres/address.h"
#include "store/postgres/arguments.h"
#include "store/postgres/channel.h"
#include "store/postgres/libpq.h"
#include "store/postgres/postgres.h"

namespace satchel::store {

// One connection in pipeline mode, confined to one thread at a time. Messages
// are queued; Finish sends what is left and waits for all answers: one round trip.
class Connection {
 public:
  struct Options {
    std::chrono::milliseconds connect_timeout{5'000};     // for one host
    std::chrono::milliseconds statement_timeout{30'000};  // for one round trip
    Channel::Limits limits;
    std::size_t most_cells = 10'000'000;  // of one round trip

    static Options From(const PostgresOptions& options) {
      return {.connect_timeout = options.connect_timeout,
              .statement_timeout = options.statement_timeout,
              .limits = {.answer = options.most_answer_bytes, .message = options.most_row_bytes}};
    }
  };
  // Refuses servers older than 15. Stops at the deadline, and for a host after its timeout.
  static Result<std::unique_ptr<Connection>> Open(const Libpq& libpq, const Address& address,
                                                  const Options& options, const Deadline& deadline);

  // What one message gave.
  struct Outcome {
    Rows rows;
    std::uint64_t changed = 0;
    std::string tag;  // of the command: "COMMIT", "INSERT 0 1"
  };
  struct Failure {
    Error error;
    std::size_t at = 0;    // the message that failed
    std::string sqlstate;  // empty: no answer of the server
  };
  using Outcomes = std::vector<Outcome>;

  // `gives`: the columns of the rows that the statement must give; none when it gives no rows.
  // `identity`, when not null and names are used, is what a prepared statement is remembered by.
  void Queue(const char* sql, const Arguments& arguments, const ResultColumns& gives = {},
             const void* identity = nullptr);
  // An outcome for each message, in their order. Stops at the deadline or after the statement
  // timeout, whichever comes first.
  std::expected<Outcomes, Failure> Finish(const Deadline& deadline);

  // One statement by itself, in its own round trip.
  Result<Outcome> Execute(const char* sql, const Arguments& arguments, const ResultColumns& gives,
                          const Deadline& deadline);

  void UseNames(bool named) { named_ = named; }
  // For statements that take long, such as those of a migration.
  void SetStatementTimeout(std::chrono::milliseconds timeout) {
    options_.statement_timeout = timeout;
  }
  // The text of a statement in the form PostgreSQL plans best.
  const std::string& QueryText(const Statement& statement);
  const std::string& InsertText(const Table& table, OnConflict on_conflict);
  // An address that stands for the statement of InsertText.
  const void* InsertIdentity(const Table& table, OnConflict on_conflict);

  // False once an answer was lost: what it would say next is not known.
  bool usable() const { return usable_; }
  // The server may still be at work for it.
  bool expired() const { return expired_; }
  // Not for anybody else: the server is not what it was.
  void Retire() { usable_ = false; }
  // An idle connection that has something to say says that it ended.
  bool QuietlyAlive() const;
  // For the one who cancels and closes it.
  std::unique_ptr<Channel> Release() { return std::move(channel_); }

 private:
  struct Awaited {
    std::size_t message;
    const void* prepared;  // null: the message's own answer
    ResultColumns gives;
  };
  struct Progress {
    Outcomes outcomes;
    std::optional<Failure> failure;
    std::size_t answered = 0;     // of those awaited
    std::optional<Rows> reading;  // of the answer that has not ended
    std::size_t cells = 0;
  };
  enum class Round : std::uint8_t { kGoesOn, kOver };

  Connection(std::unique_ptr<Channel> channel, const Options& options)
      : libpq_(&channel->libpq()), channel_(std::move(channel)), options_(options) {}
  static Result<std::unique_ptr<Channel>> Connect(const Libpq& libpq,
                                                  const Address::Settings& settings,
                                                  const Address& address, const Deadline& deadline);

  PGconn* handle() const { return channel_->get(); }
  Failure Lost(std::size_t at);
  Status Exchange(Progress& progress, const Deadline& deadline);
  Round Collect(Progress& progress);
  bool Read();
  void Take(Progress& progress, PGresult* result);
  void TakeAnswer(Progress& progress, const Awaited& awaited, PGresult* result);
  Status TakeRows(Progress& progress, const Awaited& awaited, const PGresult* result) const;
  Failure FailureOf(const PGresult* result, std::size_t at);

  const Libpq* libpq_;
  std::unique_ptr<Channel> channel_;
  Options options_;
  bool usable_ = true;
  bool expired_ = false;
  bool named_ = false;
  bool send_failed_ = false;
  std::size_t messages_ = 0;
  std::vector<Awaited> awaited_;
  std::unordered_map<const void*, std::string> names_;
  std::set<const void*> prepared_;
  std::unordered_map<std::string_view, std::string> queries_;  // by the text they come from
  std::map<std::pair<const Table*, OnConflict>, std::string> inserts_;
};
}  // namespace satchel::store
