#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"
#include "store/database.h"
#include "store/sqlite/sqlite_database.h"
#include "tests/support/sqlite_rows.h"

namespace satchel::test {

// A short life of a store: made, written, read, closed, opened for reading and for writing. Goes
// on after every error and compares each answer with what it may be.
class ScriptedRun {
 public:
  explicit ScriptedRun(store::SqliteOptions options);

  void Run();
  // Afterwards, without faults: the file is sound and holds what it may hold.
  void ExpectSound();

  const std::vector<Error>& errors() const { return errors_; }
  const std::string& mistake() const { return mistake_; }  // empty: none

 private:
  void Open(store::SqliteOptions::Mode mode);
  void Close() { database_.reset(); }
  void Commit(const std::string& name, std::size_t size);
  void Read();
  void Mistake(const std::string& what);

  store::SqliteOptions options_;
  std::unique_ptr<store::Database> database_;
  // What the store may hold: a commit that failed may have been made all the same.
  std::vector<States> possible_ = {{}};
  std::vector<Error> errors_;
  std::string mistake_;
};

}  // namespace satchel::test
