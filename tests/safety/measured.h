#pragma once

#include <cstdint>
#include <string>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

namespace satchel::test {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif
#else
inline constexpr bool kSanitized = false;
#endif

// What a function in a process of its own says, and what it took.
struct Measured {
  std::string told;
  int status = -1;
  double seconds = 0;  // of processor time
  std::int64_t megabytes = 0;
};

template <class Body>
Measured InAProcess(const Body& body) {
  Measured measured;
  int ends[2] = {-1, -1};
  if (::pipe(ends) != 0) return measured;
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(ends[0]);
    const std::string told = body();
    const bool written =
        ::write(ends[1], told.data(), told.size()) == static_cast<ssize_t>(told.size());
    ::_exit(written ? 0 : 1);
  }
  ::close(ends[1]);
  char bytes[4096];
  for (ssize_t size = 0; (size = ::read(ends[0], bytes, sizeof bytes)) > 0;) {
    measured.told.append(bytes, static_cast<std::size_t>(size));
  }
  ::close(ends[0]);
  rusage used{};
  ::wait4(child, &measured.status, 0, &used);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + (static_cast<double>(time.tv_usec) / 1e6);
  };
  measured.seconds = seconds(used.ru_utime) + seconds(used.ru_stime);
  measured.megabytes = used.ru_maxrss / 1024;
  return measured;
}

}  // namespace satchel::test
