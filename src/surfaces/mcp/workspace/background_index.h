#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "base/deadline.h"
#include "base/result.h"
#include "code/requests/code_index.h"

namespace satchel::engine {
class Engine;
}  // namespace satchel::engine

namespace satchel::mcp {

// One index run at a time on a thread of its own, so that requests need not wait for it. Stopped
// and waited for when this goes; what it has read until then stays. Shared by all threads.
class BackgroundIndex {
 public:
  BackgroundIndex() = default;
  ~BackgroundIndex();
  BackgroundIndex(const BackgroundIndex&) = delete;
  BackgroundIndex& operator=(const BackgroundIndex&) = delete;

  // Does nothing while one is under way.
  void Start(std::shared_ptr<engine::Engine> engine);
  // How far it is; nothing: none is under way.
  std::optional<engine::CodeProgress> progress() const;

  // Waits until none is under way, so long at most, and tells how far it is now and then. True:
  // it ended well. False: it goes on. Its own failure, or the end of the deadline, is an error.
  Result<bool> Wait(std::chrono::nanoseconds most, const Deadline& deadline,
                    const std::function<void(const engine::CodeProgress&)>& tell);

 private:
  void Run(engine::Engine& engine);

  CancelSource stop_;  // any thread may use it
  mutable std::mutex mutex_;
  std::condition_variable ended_;
  // Locked by mutex_.
  std::optional<engine::CodeProgress> progress_;  // while one is under way
  std::optional<Error> failure_;                  // of the last one
  std::jthread thread_;
};

}  // namespace satchel::mcp
