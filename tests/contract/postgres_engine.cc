#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "store/postgres/postgres.h"
#include "tests/contract/store_engines.h"
#include "tests/support/postgres_database.h"

namespace satchel::test {
namespace {

class PostgresEngine final : public StoreEngine {
 public:
  store::Database& database() override { return *database_; }
  Result<std::unique_ptr<store::Database>> Reopen() override {
    return store::OpenPostgres({.url = server_.AppUrl()});
  }

  Status Start() {
    auto opened = Reopen();
    if (!opened) return std::unexpected(opened.error());
    database_ = *std::move(opened);
    const auto added = database_->AddWorkspace("key", "name", Time{1}, Deadline::Never());
    if (!added) return std::unexpected(added.error());
    workspace = *added;
    return {};
  }

 private:
  PostgresDatabase server_;
  std::unique_ptr<store::Database> database_;
};

}  // namespace

std::unique_ptr<StoreEngine> MakePostgresEngine() {
  auto engine = std::make_unique<PostgresEngine>();
  const Status started = engine->Start();
  if (started) return engine;
  ADD_FAILURE() << started.error().text();
  return nullptr;
}

}  // namespace satchel::test
