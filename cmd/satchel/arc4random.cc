// The C++ library that is linked in asks the C library for arc4random(), which glibc has since 2.36
// only. With this one the same binary also starts with 2.35 (Ubuntu 22.04).

#include <cstdint>
#include <cstdlib>
#include <sys/random.h>

extern "C" std::uint32_t arc4random() noexcept {
  std::uint32_t number = 0;
  // So few bytes come at once or, before the kernel has collected any, after a wait.
  if (::getrandom(&number, sizeof number, 0) != sizeof number) std::abort();
  return number;
}
