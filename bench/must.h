#pragma once

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/result.h"

// A benchmark has no use for a failure but to say it.
namespace satchel::bench {

[[noreturn]] inline void Stop(std::string_view why) {
  fmt::print(stderr, "{}: {}\n", program_invocation_short_name, why);
  std::fflush(stdout);
  std::_Exit(1);  // other threads may be at work
}

template <class T>
T Must(Result<T> result) {
  if (!result) Stop(result.error().text());
  return *std::move(result);
}
inline void Must(const Status& status) {
  if (!status) Stop(status.error().text());
}

inline double Seconds(std::chrono::steady_clock::duration time) {
  return std::chrono::duration<double>(time).count();
}

}  // namespace satchel::bench
