#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/child.h"
#include "base/deadline.h"
#include "base/result.h"

namespace satchel {

// A program to run with nothing inherited but what is listed here. Its limits hold unless the
// request says otherwise.
struct ProcessRequest {
  std::filesystem::path program;
  std::vector<std::string> args;         // without the program's name
  std::vector<std::string> environment;  // "NAME=value"
  std::string input;                     // its standard input
  std::size_t max_output = 64U << 20U;
  // Takes what it prints as it arrives, so that nobody has to hold all of it; may be null. An
  // error ends the program, and RunProcess() returns that error.
  std::function<Status(std::string_view)> take;
  ProcessLimits limits = {};
};

struct ProcessResult {
  int code = -1;    // the exit code; -1 when a signal ended it
  int signal = 0;   // that ended it; 0: none
  std::string out;  // all of it; nothing if the request takes it
  std::string err;  // its beginning, at most 4 kB
};

// A program of that name in `search_path`, which is the user's PATH; only absolute parts count.
std::optional<std::filesystem::path> FindProgram(std::string_view name,
                                                 std::string_view search_path);

// Runs it to its end. Kills it if it prints more than the limit (kInvalidInput), if the deadline
// passes (kDeadline), or if it runs longer than its own limits allow (kUnavailable). No shell, no
// open files besides the standard three. The program ends with this process, also if that is
// killed: the calling thread waits here, so the kernel's signal at its death cannot come early.
Result<ProcessResult> RunProcess(const ProcessRequest& request, const Deadline& deadline);

}  // namespace satchel
