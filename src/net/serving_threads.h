#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace satchel::net {

// Threads that are made when there is work for one more, up to a number, and kept; work beyond that
// waits. Safe to use from several threads.
class ServingThreads {
 public:
  explicit ServingThreads(std::size_t most) : most_(most) {}
  // Waits for all work.
  ~ServingThreads();
  ServingThreads(const ServingThreads&) = delete;
  ServingThreads& operator=(const ServingThreads&) = delete;

  // False: the system has no thread for it.
  bool Start(std::function<void()> work);

 private:
  void Serve();

  const std::size_t most_;
  std::mutex mutex_;
  std::condition_variable changed_;
  // Locked by mutex_.
  std::deque<std::function<void()>> waiting_;
  std::size_t free_ = 0;  // threads that wait for work
  bool ending_ = false;
  std::vector<std::jthread> threads_;  // the last: they use everything above
};

}  // namespace satchel::net
