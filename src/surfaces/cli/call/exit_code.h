#pragma once

#include <span>
#include <string_view>

namespace satchel::cli {

// What the process ends with. Stable: scripts branch on the numbers.
enum class ExitCode : int {
  kOk = 0,
  kNothing = 1,
  kUsage = 2,
  kConfiguration = 3,
  kAuthentication = 4,
  kNotFound = 5,
  kBusy = 6,
  kUpstream = 7,
  kFloor = 8,
  kInternal = 70,
  kSystem = 74,
  kInterrupted = 130,
};

struct ExitCodeText {
  ExitCode code;
  std::string_view name;  // the `code` of a JSON error
  std::string_view meaning;
};

// All of them, by number: `help exit-codes`, the man page and the docs.
std::span<const ExitCodeText> AllExitCodes();
std::string_view Name(ExitCode code);

}  // namespace satchel::cli
