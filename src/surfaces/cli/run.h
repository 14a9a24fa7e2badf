#pragma once

#include <istream>
#include <ostream>
#include <string>
#include <vector>

#include "base/deadline.h"
#include "settings/environment.h"

namespace satchel::cli {

// What a run reads from and writes to. Results go to `out`, everything else to
// `err`. The streams must outlive the run.
struct Streams {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;
  bool in_is_terminal = false;
  bool out_is_terminal = false;
  bool err_is_terminal = false;
  // errno of the last failed write to `out`; null where that cannot happen.
  const int* out_errno = nullptr;
};

// The whole command line tool as a function: `args` without the program's name.
// Returns the exit code; never exits, throws or touches globals. When `interrupt` is
// cancelled, what is being done stops soon and the code is 130.
int Run(const std::vector<std::string>& args, const Streams& streams,
        const settings::Environment& environment, const CancelSource& interrupt = {});

}  // namespace satchel::cli
