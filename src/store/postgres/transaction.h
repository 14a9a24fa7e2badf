#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "store/database.h"
#include "store/postgres/connection.h"
#include "store/postgres/pool.h"

namespace satchel::store {

// A transaction of PostgreSQL. Nothing is sent before the first call: what opens
// the transaction travels with it, and what ends it with the last one.
class PostgresTransaction final : public Transaction {
 public:
  PostgresTransaction(Pool& pool, Scope scope, Access access)
      : pool_(&pool), scope_(std::move(scope)), access_(access) {}
  ~PostgresTransaction() override;
  PostgresTransaction(const PostgresTransaction&) = delete;
  PostgresTransaction& operator=(const PostgresTransaction&) = delete;

  Result<std::vector<Answer>> Run(std::span<const Call> calls) override;
  Result<std::vector<Answer>> Commit(std::span<const Call> calls) override;

 private:
  enum class State : std::uint8_t { kNew, kOpen, kOver };
  enum class Then : std::uint8_t { kGoOn, kCommit };

  // A call and its messages: none for an insert of nothing, several for a large one.
  struct Sent {
    std::size_t messages = 0;
    std::uint64_t changed_before = 0;  // rows that a later one of the same call replaces
  };

  Result<std::vector<Answer>> Execute(std::span<const Call> calls, Then then);
  Result<std::vector<Answer>> RoundTrip(std::span<const Call> calls, Then then, bool& again);
  Status Check(std::span<const Call> calls) const;
  void Open();
  Result<Sent> Queue(const Call& call);
  Result<Sent> QueueInsert(const Insert& insert);
  static std::vector<Answer> Collect(std::span<const Call> calls, std::span<const Sent> sent,
                                     Connection::Outcomes& outcomes, std::size_t at);
  Error Explain(const Connection::Failure& failure) const;
  void Close();
  void Count(std::span<const Answer> answers) const;

  Pool* pool_;
  Scope scope_;
  Access access_;
  State state_ = State::kNew;
  Pool::Lease connection_;   // from the first call to the end
  std::size_t opening_ = 0;  // messages that open the transaction in this round trip
};

}  // namespace satchel::store
