#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "store/value.h"

struct sqlite3;
struct sqlite3_stmt;

namespace satchel::store::sqlite {

// A prepared statement whose parameters are $1, $2, … Confined to its connection. Functions give
// SQLite's result codes.
class Prepared {
 public:
  // `parameters`: how many there are; the statement must use each of them and no other.
  // SQLITE_MISUSE when it does not.
  static int Make(sqlite3* database, std::string_view sql, std::size_t parameters, Prepared& out);

  // $1 is position 0. Views must stay valid until Reset().
  int Bind(std::size_t position, const Parameter& parameter);
  int Step();   // SQLITE_ROW, SQLITE_DONE or an error
  int Reset();  // keeps what was bound
  void Clear();

  bool reads_only() const;
  std::size_t columns() const;
  // SQLITE_MISMATCH for a value that is neither integer, text nor bytes.
  int Read(std::size_t column, Value& out) const;
  std::string_view sql() const;

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
  std::vector<int> slots_;  // of $1, $2, … in SQLite's own count
};

}  // namespace satchel::store::sqlite
