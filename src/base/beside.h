#pragma once

#include <future>
#include <utility>

namespace satchel {

// Runs `work` on a thread beside the caller's where that is worth a thread and one can be had,
// otherwise when its result is asked for. What it throws comes out of get(). What it refers to
// must outlive the future, which waits for the thread when it goes.
template <class Work>
auto Beside(bool worth_it, Work work) {
  return std::async(worth_it ? std::launch::async | std::launch::deferred : std::launch::deferred,
                    std::move(work));
}

}  // namespace satchel
