#include "store/database.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

namespace satchel::store {

StoreCount& StoreCount::operator+=(const StoreCount& other) {
  calls += other.calls;
  round_trips += other.round_trips;
  rows += other.rows;
  return *this;
}

namespace {

Result<std::vector<Answer>> RunOnce(Database& database, const Scope& scope, Access access,
                                    std::span<const Call> calls) {
  auto transaction = SATCHEL_TRY(database.Begin(scope, access));
  return transaction->Commit(calls);
}

}  // namespace

Result<std::vector<Answer>> Read(Database& database, const Scope& scope,
                                 std::span<const Call> calls) {
  return RunOnce(database, scope, Access::kRead, calls);
}

Result<Rows> ReadOne(Database& database, const Scope& scope, const Call& call) {
  auto answers = SATCHEL_TRY(RunOnce(database, scope, Access::kRead, {&call, 1}));
  return std::move(answers.front().rows);
}

Result<std::vector<Answer>> Write(Database& database, const Scope& scope,
                                  std::span<const Call> calls) {
  return RunOnce(database, scope, Access::kWrite, calls);
}

Result<std::vector<Answer>> WriteRepeatable(Database& database, const Scope& scope,
                                            std::span<const Call> calls) {
  using std::chrono::milliseconds;
  constexpr int kMostTries = 8;
  milliseconds wait(20);
  for (int tries = 1;; ++tries) {
    auto answers = RunOnce(database, scope, Access::kWrite, calls);
    if (answers || answers.error().code() != Errc::kUnavailable || tries == kMostTries) {
      return answers;
    }
    const auto left = scope.deadline.Remaining();
    if (left && *left <= wait) return answers;
    std::this_thread::sleep_for(wait);
    wait = std::min(wait * 2, milliseconds(1'000));
  }
}

}  // namespace satchel::store
