#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace satchel::mcp {

// A bounded number of threads for a bounded number of jobs. Threads are started when they are first
// needed. When it goes, jobs that nobody has begun are dropped and those under way are waited for.
// Shared by all threads.
class WorkerPool {
 public:
  WorkerPool(std::size_t most_threads, std::size_t most_waiting)
      : most_threads_(most_threads), most_waiting_(most_waiting) {}
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  // False: too many wait already, and this one is not taken.
  bool Submit(std::function<void()> job);
  // Whether nothing is left to do, before so much time is over.
  bool WaitIdle(std::chrono::nanoseconds most);

 private:
  void Work();

  const std::size_t most_threads_;
  const std::size_t most_waiting_;
  std::mutex mutex_;
  std::condition_variable changed_;
  // Locked by mutex_.
  std::deque<std::function<void()>> waiting_;
  std::size_t busy_ = 0;
  bool stopped_ = false;
  std::vector<std::jthread> threads_;
};

}  // namespace satchel::mcp
