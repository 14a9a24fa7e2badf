#include "code/requests/pending_look.h"

#include <algorithm>
#include <utility>

namespace satchel::engine {

void PendingLook::Touch(Moment now) {
  if (!burst_) burst_ = Burst{.first = now, .last = now};
  burst_->last = now;
}

void PendingLook::Add(std::string path, Moment now) {
  Touch(now);
  if (all_) return;
  paths_.insert(std::move(path));
  if (paths_.size() > most_files_) AddAll(now);
}

void PendingLook::AddAll(Moment now) {
  Touch(now);
  all_ = true;
  paths_.clear();
}

std::optional<PendingLook::Moment> PendingLook::due() const {
  if (!burst_) return std::nullopt;
  return std::max(not_before_,
                  std::min(burst_->last + pauses_.quiet, burst_->first + pauses_.most));
}

PendingLook::Look PendingLook::Take() {
  Look look{.all = all_, .paths = {paths_.begin(), paths_.end()}};
  burst_.reset();
  not_before_ = {};
  all_ = false;
  paths_.clear();
  return look;
}

}  // namespace satchel::engine
