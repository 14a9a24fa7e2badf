#include "base/deadline.h"

#include <algorithm>
#include <string>

namespace satchel {
namespace {

class SteadyClockTicker final : public Ticker {
 public:
  std::chrono::nanoseconds Elapsed() const override {
    return std::chrono::steady_clock::now().time_since_epoch();
  }
};

}  // namespace

const Ticker& SteadyTicker() {
  static const SteadyClockTicker ticker;
  return ticker;
}

Deadline Deadline::Never() { return {SteadyTicker(), std::nullopt}; }

Deadline Deadline::After(std::chrono::nanoseconds duration, const Ticker& ticker) {
  return {ticker, ticker.Elapsed() + duration};
}

Deadline Deadline::With(const CancelSource& source) const {
  Deadline copy = *this;
  copy.cancelled_ = source.cancelled_;
  return copy;
}

Deadline Deadline::Within(std::chrono::nanoseconds duration) const {
  Deadline copy = *this;
  const auto end = ticker_->Elapsed() + duration;
  copy.end_ = end_ ? std::min(*end_, end) : end;
  return copy;
}

bool Deadline::Cancelled() const {
  return cancelled_ && cancelled_->load(std::memory_order_relaxed);
}

Status Deadline::Check(std::string_view doing) const {
  if (Cancelled()) return Fail(Errc::kDeadline, std::string(doing) + ": cancelled");
  if (Expired()) return Fail(Errc::kDeadline, std::string(doing) + ": out of time");
  return {};
}

bool Deadline::Expired() const { return Cancelled() || (end_ && ticker_->Elapsed() >= *end_); }

std::optional<std::chrono::nanoseconds> Deadline::Remaining() const {
  if (Expired()) return std::chrono::nanoseconds(0);
  if (!end_) return std::nullopt;
  return *end_ - ticker_->Elapsed();
}

}  // namespace satchel
