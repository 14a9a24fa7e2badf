#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "store/database.h"

namespace satchel::test {

// Passes everything on to another store, until transactions that write fail on demand: the disk is
// full, or another process holds the lock.
class FailingDatabase final : public store::Database {
 public:
  explicit FailingDatabase(store::Database& database) : database_(database) {}

  // From the n-th write on, counted from 0, each fails like this.
  void FailWrites(Error error, int from = 0) {
    failure_ = std::move(error);
    left_ = from;
  }
  void FailReads(Error error) { no_reading_ = std::move(error); }
  // Called before a write fails, with how long its caller would wait.
  void WhileWaiting(std::function<void(const Deadline&)> wait) { wait_ = std::move(wait); }
  int failed() const { return failed_; }

  Result<std::unique_ptr<store::Transaction>> Begin(const store::Scope& scope,
                                                    store::Access access) override {
    if (access == store::Access::kRead && no_reading_) return std::unexpected(*no_reading_);
    if (access == store::Access::kWrite && failure_ && left_-- <= 0) {
      ++failed_;
      if (wait_) wait_(scope.deadline);
      return std::unexpected(*failure_);
    }
    return database_.Begin(scope, access);
  }
  Result<std::optional<WorkspaceId>> FindWorkspace(std::string_view key,
                                                   const Deadline& deadline) override {
    return database_.FindWorkspace(key, deadline);
  }
  Result<WorkspaceId> AddWorkspace(std::string_view key, std::string_view name, Time now,
                                   const Deadline& deadline) override {
    return database_.AddWorkspace(key, name, now, deadline);
  }
  std::string_view engine() const override { return database_.engine(); }

 private:
  store::Database& database_;
  std::optional<Error> failure_;
  std::optional<Error> no_reading_;
  std::function<void(const Deadline&)> wait_;
  int left_ = 0;
  int failed_ = 0;
};

}  // namespace satchel::test
