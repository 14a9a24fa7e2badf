#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "base/deadline.h"
#include "base/directory.h"
#include "base/result.h"

namespace satchel {

// What the kernel tells of directories. Confined to one thread.
class Inotify {
 public:
  // Which directory, what happened (bits as in inotify(7)), and to which name in it; empty: to the
  // directory itself.
  using Sink = std::function<void(int watch, std::uint32_t what, std::string_view name)>;

  // kUnavailable: the user has no more of them.
  static Result<Inotify> Open();

  // Tells from now on of whatever may change what a directory holds. The number is the same as
  // before for one that is watched already. kSystem with the next step: there are no more watches.
  // Nothing: it may not be read, so there is nothing to tell.
  Result<std::optional<int>> Add(int directory);
  void Remove(int watch);

  // Hands out what has happened, a few thousand events at most; does not wait.
  Status Read(const Sink& sink);

  int descriptor() const { return descriptor_.get(); }

 private:
  explicit Inotify(Descriptor descriptor);

  Descriptor descriptor_;
  std::vector<char> buffer_;
};

// Waits until the descriptor can be read (-1: there is none), the time is over or the deadline is.
// A signal whose handler cancels the deadline ends the wait, also when it comes at the last moment;
// cancelling from another thread does not.
void WaitFor(int descriptor, std::optional<std::chrono::nanoseconds> most,
             const Deadline& deadline);

}  // namespace satchel
