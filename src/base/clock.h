#pragma once

#include "base/time.h"

namespace satchel {

// Where a run gets its time from. Nothing that reaches output reads the wall
// clock any other way, so that `--now` fixes it. Safe to share between threads.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual Time Now() const = 0;
};

// The machine's clock.
class SystemClock final : public Clock {
 public:
  Time Now() const override;
};

// Always the same moment: `--now`, replay and tests.
class FixedClock final : public Clock {
 public:
  explicit FixedClock(Time now) : now_(now) {}
  Time Now() const override { return now_; }

 private:
  Time now_;
};

}  // namespace satchel
