#include "tests/contract/store_engines.h"

#include <gtest/gtest.h>

#include "store/postgres/postgres.h"
#include "store/sqlite/sqlite_database.h"
#include "tests/support/postgres_database.h"
#include "tests/support/temp_dir.h"

namespace satchel::test {

std::unique_ptr<StoreEngine> StoreEngine::Start(Open open) {
  std::unique_ptr<StoreEngine> engine(new StoreEngine(std::move(open)));
  auto opened = engine->Reopen();
  if (!opened) {
    ADD_FAILURE() << opened.error().text();
    return nullptr;
  }
  engine->database_ = *std::move(opened);
  const auto added = engine->database_->AddWorkspace("key", "name", Time{1}, Deadline::Never());
  if (!added) {
    ADD_FAILURE() << added.error().text();
    return nullptr;
  }
  engine->workspace = *added;
  return engine;
}

std::unique_ptr<StoreEngine> MakeSqliteEngine() {
  return StoreEngine::Start([dir = std::make_shared<TempDir>()] {
    return store::OpenSqlite({.file = (dir->path() / "all.db").string(),
                              .mode = store::SqliteOptions::Mode::kCreate,
                              .full_sync = false});
  });
}

std::unique_ptr<StoreEngine> MakePostgresEngine() {
  return StoreEngine::Start([server = std::make_shared<PostgresDatabase>()] {
    return store::OpenPostgres({.url = server->AppUrl()});
  });
}

}  // namespace satchel::test
