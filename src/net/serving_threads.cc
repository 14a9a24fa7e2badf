#include "net/serving_threads.h"

#include <system_error>
#include <utility>

namespace satchel::net {

ServingThreads::~ServingThreads() {
  {
    const std::scoped_lock lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  threads_.clear();
}

bool ServingThreads::Start(std::function<void()> work) {
  const std::scoped_lock lock(mutex_);
  if (free_ <= waiting_.size() && threads_.size() < most_) {
    try {
      threads_.emplace_back([this] { Serve(); });
    } catch (const std::system_error&) {
      if (threads_.empty()) return false;  // otherwise one of the others does it
    }
  }
  waiting_.push_back(std::move(work));
  changed_.notify_one();
  return true;
}

void ServingThreads::Serve() {
  std::unique_lock lock(mutex_);
  while (true) {
    ++free_;
    changed_.wait(lock, [&] { return ending_ || !waiting_.empty(); });
    --free_;
    if (waiting_.empty()) return;
    const std::function<void()> work = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    work();
    lock.lock();
  }
}

}  // namespace satchel::net
