#pragma once

#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <utility>

#include "store/database.h"

// The engines that every test of the stores runs on.
namespace satchel::test {

// A new, empty database with one workspace, all areas in it.
class StoreEngine {
 public:
  // What the database lives in is held by `open`, and so goes after it.
  using Open = std::function<Result<std::unique_ptr<store::Database>>()>;
  // Null, and a failed test, when it does not open.
  static std::unique_ptr<StoreEngine> Start(Open open);

  store::Database& database() { return *database_; }
  // Another connection to the same rows, as another process would have.
  Result<std::unique_ptr<store::Database>> Reopen() { return open_(); }
  store::Scope scope() const { return {.workspace = workspace}; }

  WorkspaceId workspace;

 private:
  explicit StoreEngine(Open open) : open_(std::move(open)) {}

  Open open_;
  std::unique_ptr<store::Database> database_;
};

std::unique_ptr<StoreEngine> MakeSqliteEngine();
std::unique_ptr<StoreEngine> MakePostgresEngine();

struct EngineCase {
  std::string name;
  std::function<std::unique_ptr<StoreEngine>()> make;

  friend void PrintTo(const EngineCase& engine, std::ostream* out) { *out << engine.name; }
};

}  // namespace satchel::test
