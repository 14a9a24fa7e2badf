#include "code/parse/parse_budget.h"

#include <algorithm>

namespace satchel::code {

ParseBudget& ParseBudget::OfProcess() {
  static ParseBudget budget(kBytes);
  return budget;
}

ParseBudget::Share::Share(ParseBudget& budget, std::size_t bytes)
    : budget_(budget), bytes_(std::min(bytes, budget.bytes_)) {
  std::unique_lock lock(budget.mutex_);
  const std::uint64_t mine = budget.next_++;
  budget.changed_.wait(
      lock, [&] { return budget.serving_ == mine && bytes_ <= budget.bytes_ - budget.used_; });
  budget.used_ += bytes_;
  ++budget.serving_;
  budget.changed_.notify_all();
}

ParseBudget::Share::~Share() {
  const std::lock_guard lock(budget_.mutex_);
  budget_.used_ -= bytes_;
  budget_.changed_.notify_all();
}

}  // namespace satchel::code
