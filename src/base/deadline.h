#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <string_view>

#include "base/result.h"

namespace satchel {

// Elapsed time for deadlines and timings. Never part of output; a test steps
// its own. Safe to share between threads.
class Ticker {
 public:
  virtual ~Ticker() = default;
  virtual std::chrono::nanoseconds Elapsed() const = 0;
};

// std::chrono::steady_clock since an arbitrary start.
const Ticker& SteadyTicker();

// The side that asks work to stop. Copies share one flag; any thread may call.
class CancelSource {
 public:
  CancelSource() : cancelled_(std::make_shared<std::atomic<bool>>(false)) {}
  void Cancel() { cancelled_->store(true, std::memory_order_relaxed); }

 private:
  friend class Deadline;
  std::shared_ptr<std::atomic<bool>> cancelled_;
};

// How long work may go on, and whether somebody asked it to stop. Cheap to copy
// and to ask; safe to share between threads. The ticker must outlive it.
class Deadline {
 public:
  static Deadline Never();
  static Deadline After(std::chrono::nanoseconds duration, const Ticker& ticker = SteadyTicker());

  // The same deadline, which `source` can also end.
  Deadline With(const CancelSource& source) const;
  // The earlier of this one and `duration` from now.
  Deadline Within(std::chrono::nanoseconds duration) const;

  // OK while there is time; else kDeadline, naming what was stopped.
  Status Check(std::string_view doing) const;
  bool Expired() const;
  // Zero when expired; nothing when there is no limit.
  std::optional<std::chrono::nanoseconds> Remaining() const;

 private:
  Deadline(const Ticker& ticker, std::optional<std::chrono::nanoseconds> end)
      : ticker_(&ticker), end_(end) {}
  bool Cancelled() const;

  const Ticker* ticker_;
  std::optional<std::chrono::nanoseconds> end_;
  std::shared_ptr<const std::atomic<bool>> cancelled_;  // null: nobody can cancel
};

}  // namespace satchel
