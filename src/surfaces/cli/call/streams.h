#pragma once

#include <chrono>
#include <cstddef>
#include <istream>
#include <ostream>

namespace satchel::cli {

// What a run has of its process: what it reads from and writes to. Results go to `out`, everything
// else to `err`. The streams must outlive the run.
struct Streams {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;
  bool in_is_terminal = false;
  bool out_is_terminal = false;
  bool err_is_terminal = false;
  std::size_t out_columns = 0;  // of the terminal; 0: there is none, and nothing is cut
  // errno of a failed read of `in`, and of the last failed write to `out`; null where that cannot
  // happen.
  const int* in_errno = nullptr;
  const int* out_errno = nullptr;
  // Ends the process with code 0 once this time is over, whatever it is doing then. Null: it cannot
  // be ended.
  void (*end_after)(std::chrono::microseconds most) = nullptr;
  // This program, so that it can start itself. Null: it cannot be started.
  const char* program = nullptr;
  std::size_t out_rows = 0;  // of the terminal; 0: there is none, and nothing is paged
};

}  // namespace satchel::cli
