#pragma once

#include <filesystem>
#include <string>

#include <gtest/gtest.h>
#include <sqlite3.h>

namespace satchel::test {

// Whatever SQL says, done to a file behind the program's back. The number of rows that its last
// statement changed.
inline int ChangeSqlite(const std::filesystem::path& file, const std::string& sql) {
  sqlite3* database = nullptr;
  EXPECT_EQ(sqlite3_open(file.c_str(), &database), SQLITE_OK);
  char* error = nullptr;
  EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, &error), SQLITE_OK)
      << (error == nullptr ? "" : error) << " in " << sql;
  sqlite3_free(error);
  const int changed = sqlite3_changes(database);
  sqlite3_close(database);
  return changed;
}

}  // namespace satchel::test
