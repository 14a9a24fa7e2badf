#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/deadline.h"
#include "base/result.h"

namespace satchel {

// A program to run with nothing inherited but what is listed here.
struct ProcessRequest {
  std::filesystem::path program;
  std::vector<std::string> args;         // without the program's name
  std::vector<std::string> environment;  // "NAME=value"
  std::string input;                     // its standard input
  std::size_t max_output = 64U << 20U;
};

struct ProcessResult {
  int code = -1;    // the exit code; -1 when a signal ended it
  std::string out;  // all of it
  std::string err;  // its beginning, at most 4 kB
};

// A program of that name in `search_path`, which is the user's PATH; only absolute parts count.
std::optional<std::filesystem::path> FindProgram(std::string_view name,
                                                 std::string_view search_path);

// Runs it to its end. Kills it when it prints more than the limit (kInvalidInput) or when the
// deadline passes (kDeadline). No shell, no open files beside the standard three.
Result<ProcessResult> RunProcess(const ProcessRequest& request, const Deadline& deadline);

}  // namespace satchel
