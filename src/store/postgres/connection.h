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
#include "store/postgres/libpq.h"

namespace satchel::store {

// One connection in pipeline mode, confined to one thread at a time. Messages
// are queued; Finish sends what is left and waits for all answers: one round trip.
class Connection {
 public:
  // Refuses servers older than 15. Stops at the deadline, and after `timeout` a host.
  static Result<std::unique_ptr<Connection>> Open(const Libpq& libpq, const Address& address,
                                                  std::chrono::milliseconds timeout,
                                                  const Deadline& deadline);

  struct Failure {
    Error error;
    std::size_t at = 0;    // the message that failed
    std::string sqlstate;  // empty: no answer of the server
  };
  using Results = std::vector<ResultHandle>;

  // `identity`, when not null and names are used, is what a prepared statement
  // is remembered by.
  void Queue(const char* sql, const Arguments& arguments, const void* identity = nullptr);
  std::expected<Results, Failure> Finish(const Deadline& deadline);

  // One statement by itself, in its own round trip.
  Result<ResultHandle> Execute(const char* sql, const Arguments& arguments,
                               const Deadline& deadline);

  void UseNames(bool named) { named_ = named; }
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
  ConnectionHandle Release() { return std::move(handle_); }
  const Libpq& libpq() const { return *libpq_; }

 private:
  struct Awaited {
    std::size_t message;
    const void* prepared;  // null: the message's own answer
  };
  struct Progress {
    Results results;
    std::optional<Failure> failure;
    std::size_t answered = 0;
  };

  Connection(const Libpq& libpq, ConnectionHandle handle)
      : libpq_(&libpq), handle_(std::move(handle)) {}
  static Result<ConnectionHandle> Connect(const Libpq& libpq, const Address::Settings& settings,
                                          const Address& address, const Deadline& deadline);

  Failure Lost(std::size_t at);
  bool Collect(Progress& progress);
  void Take(Progress& progress, ResultHandle result);
  Failure FailureOf(const PGresult* result, std::size_t at);

  const Libpq* libpq_;
  ConnectionHandle handle_;
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

// Waits until the socket is ready. An error is the deadline's.
Status WaitFor(int socket, short events, const Deadline& deadline);

}  // namespace satchel::store
