#include "surfaces/mcp/stdio/worker_pool.h"

#include <utility>

namespace satchel::mcp {

WorkerPool::~WorkerPool() {
  std::deque<std::function<void()>> dropped;
  {
    const std::scoped_lock lock(mutex_);
    stopped_ = true;
    dropped.swap(waiting_);
  }
  changed_.notify_all();
  threads_.clear();  // joins: nobody submits any more
}

bool WorkerPool::Submit(std::function<void()> job) {
  {
    const std::scoped_lock lock(mutex_);
    const std::size_t idle = threads_.size() - busy_;
    if (stopped_ || waiting_.size() >= most_waiting_ + idle) return false;
    waiting_.push_back(std::move(job));
    if (waiting_.size() > idle && threads_.size() < most_threads_) {
      threads_.emplace_back([this] { Work(); });
    }
  }
  changed_.notify_all();
  return true;
}

bool WorkerPool::WaitIdle(std::chrono::nanoseconds most) {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, most, [&] { return waiting_.empty() && busy_ == 0; });
}

void WorkerPool::Work() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [&] { return stopped_ || !waiting_.empty(); });
    if (stopped_) return;
    auto job = std::move(waiting_.front());
    waiting_.pop_front();
    ++busy_;
    lock.unlock();
    job();
    job = nullptr;  // what it holds goes before anybody may think that it is over
    lock.lock();
    --busy_;
    changed_.notify_all();
  }
}

}  // namespace satchel::mcp
