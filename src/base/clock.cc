#include "base/clock.h"

#include <chrono>

namespace satchel {

Time SystemClock::Now() const {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return {std::chrono::duration_cast<std::chrono::microseconds>(now).count()};
}

}  // namespace satchel
