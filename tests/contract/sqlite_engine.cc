#include <cstdlib>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "store/sqlite/sqlite_database.h"
#include "tests/contract/store_engines.h"
#include "tests/support/temp_dir.h"

namespace satchel::test {
namespace {

class SqliteEngine final : public StoreEngine {
 public:
  store::Database& database() override { return *database_; }
  Result<std::unique_ptr<store::Database>> Reopen() override {
    return store::OpenSqlite({.file = (dir_.path() / "all.db").string(),
                              .mode = store::SqliteOptions::Mode::kCreate,
                              .full_sync = false});
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
  TempDir dir_;
  std::unique_ptr<store::Database> database_;
};

}  // namespace

std::unique_ptr<StoreEngine> MakeSqliteEngine() {
  auto engine = std::make_unique<SqliteEngine>();
  const Status started = engine->Start();
  if (started) return engine;
  ADD_FAILURE() << started.error().text();
  return nullptr;
}

}  // namespace satchel::test
