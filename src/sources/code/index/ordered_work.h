#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "sources/code/index/deep_thread.h"

namespace satchel::code {

struct WorkWindow {
  std::size_t results = 0;
  std::size_t weight = 0;  // of them by `weigh`; a worker begins nothing new beyond it
  std::size_t cost = 0;    // by `cost_of`, of what is worked on at the same time
};

// Runs `work(i)` for 0 … count-1 on several threads, each with a worker of its own from
// `make_worker`, and gives the results to `take(i, result)` on the calling thread, in order. Of
// the results at most so many wait as the window has room for. Work is begun in order, too, and
// only together with as much as the window allows; one that costs more goes alone. `cost_of(i)` is
// asked with a lock held. `take` may say no more is wanted.
// What a worker throws comes out here.
template <class Result, class MakeWorker, class CostOf, class Weigh, class Take>
void WorkInOrder(std::size_t count, unsigned threads, const WorkWindow& window,
                 MakeWorker make_worker, CostOf cost_of, Weigh weigh, Take take) {
  std::mutex mutex;
  std::condition_variable changed;
  std::map<std::size_t, Result> ready;
  std::size_t next = 0;
  std::size_t taken = 0;
  std::size_t waiting = 0;  // weight of what is ready
  std::size_t running = 0;  // cost of what is worked on
  bool stop = false;
  std::exception_ptr failure;

  const auto run = [&] {
    try {
      auto work = make_worker();
      for (;;) {
        std::size_t mine = 0;
        std::size_t cost = 0;
        {
          std::unique_lock lock(mutex);
          changed.wait(lock, [&] {
            // When all before it is taken, nothing is worked on.
            if (stop || next >= count || next == taken) return true;
            return next < taken + window.results && waiting < window.weight &&
                   running + cost_of(next) <= window.cost;
          });
          if (stop || next >= count) return;
          mine = next++;
          cost = cost_of(mine);
          running += cost;
        }
        Result result = work(mine);
        const std::lock_guard lock(mutex);
        running -= cost;
        waiting += weigh(result);
        ready.emplace(mine, std::move(result));
        changed.notify_all();
      }
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
      stop = true;
      changed.notify_all();
    }
  };

  {
    std::vector<std::unique_ptr<DeepThread>> workers;
    const std::size_t wanted = std::min<std::size_t>(std::max(threads, 1U), count);
    while (workers.size() < wanted) {
      try {
        workers.push_back(std::make_unique<DeepThread>(run));
      } catch (const std::system_error&) {
        if (workers.empty()) throw;
        break;  // fewer of them do it, too
      }
    }
    while (taken < count) {
      std::optional<Result> result;
      {
        std::unique_lock lock(mutex);
        changed.wait(lock, [&] { return stop || ready.contains(taken); });
        if (stop) break;
        result = std::move(ready.extract(taken).mapped());
        waiting -= weigh(*result);
      }
      const bool more = take(taken, *std::move(result));
      const std::lock_guard lock(mutex);
      ++taken;
      if (!more) stop = true;
      changed.notify_all();
      if (stop) break;
    }
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace satchel::code
