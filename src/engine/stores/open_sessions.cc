#include "engine/stores/open_sessions.h"

#include <algorithm>

namespace satchel::engine {

std::shared_ptr<store::Database> OpenSessions::FindLocked(std::string_view file) {
  const auto found = std::ranges::find(entries_, file, &Entry::first);
  if (found == entries_.end()) return nullptr;
  std::rotate(entries_.begin(), found, found + 1);
  return entries_.front().second;
}

std::shared_ptr<store::Database> OpenSessions::Find(std::string_view file) {
  const std::lock_guard lock(mutex_);
  return FindLocked(file);
}

std::shared_ptr<store::Database> OpenSessions::Add(std::string_view file,
                                                   std::shared_ptr<store::Database> opened) {
  Entry gone;  // closed after the lock
  const std::lock_guard lock(mutex_);
  if (auto there = FindLocked(file)) {
    gone.second = std::move(opened);
    return there;
  }
  if (entries_.size() == kMost) {
    gone = std::move(entries_.back());
    entries_.pop_back();
  }
  entries_.emplace(entries_.begin(), file, opened);
  return opened;
}

void OpenSessions::Forget(std::string_view file) {
  Entry gone;  // closed after the lock
  const std::lock_guard lock(mutex_);
  const auto found = std::ranges::find(entries_, file, &Entry::first);
  if (found == entries_.end()) return;
  gone = std::move(*found);
  entries_.erase(found);
}

}  // namespace satchel::engine
