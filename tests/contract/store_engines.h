#pragma once

#include <functional>
#include <memory>
#include <ostream>
#include <string>

#include "store/database.h"

// The engines that every test of the stores runs on.
namespace satchel::test {

// A new, empty database with one workspace, all areas in it. What it needs lives
// as long as this.
class StoreEngine {
 public:
  virtual ~StoreEngine() = default;
  virtual store::Database& database() = 0;
  // Another connection to the same rows, as another process would have.
  virtual Result<std::unique_ptr<store::Database>> Reopen() = 0;

  store::Scope scope() const { return {.workspace = workspace}; }
  WorkspaceId workspace;
};

std::unique_ptr<StoreEngine> MakeSqliteEngine();
std::unique_ptr<StoreEngine> MakePostgresEngine();

struct EngineCase {
  std::string name;
  std::function<std::unique_ptr<StoreEngine>()> make;

  friend void PrintTo(const EngineCase& engine, std::ostream* out) { *out << engine.name; }
};

}  // namespace satchel::test
