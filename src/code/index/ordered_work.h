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
#include <set>
#include <system_error>
#include <utility>
#include <vector>

#include "code/index/deep_thread.h"

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
// Of the workers that are idle the first one gets the next piece: where the window allows few at
// the same time, few ever work, and the memory that each of them keeps is not kept by all.
// What a worker throws comes out here.
template <class Result, class MakeWorker, class CostOf, class Weigh, class Take>
void WorkInOrder(std::size_t count, unsigned threads, const WorkWindow& window,
                 MakeWorker make_worker, CostOf cost_of, Weigh weigh, Take take) {
  struct Place {
    std::condition_variable given;
    std::optional<std::size_t> work;
  };
  const std::size_t wanted = std::min<std::size_t>(std::max(threads, 1U), count);
  std::mutex mutex;  // of what follows
  std::vector<Place> places(wanted);
  std::set<std::size_t> idle;       // of the places
  std::condition_variable changed;  // for the calling thread
  std::map<std::size_t, Result> ready;
  std::size_t next = 0;
  std::size_t taken = 0;
  std::size_t waiting = 0;  // weight of what is ready
  std::size_t running = 0;  // cost of what is worked on
  bool stop = false;
  std::exception_ptr failure;

  const auto may_begin = [&] {
    // When all before it is taken, nothing is worked on.
    if (stop || next >= count || next == taken) return !stop && next < count;
    return next < taken + window.results && waiting < window.weight &&
           running + cost_of(next) <= window.cost;
  };
  const auto hand_out = [&] {
    while (!idle.empty() && may_begin()) {
      Place& place = places[*idle.begin()];
      idle.erase(idle.begin());
      running += cost_of(next);
      place.work = next++;
      place.given.notify_one();
    }
    if (!stop && next < count) return;
    for (const std::size_t i : idle) places[i].given.notify_one();
  };
  const auto run = [&](std::size_t me) {
    try {
      auto work = make_worker();
      std::unique_lock lock(mutex);
      for (;;) {
        idle.insert(me);
        hand_out();
        Place& place = places[me];
        place.given.wait(lock, [&] { return place.work || stop || next >= count; });
        if (stop || !place.work) return;
        const std::size_t mine = *std::exchange(place.work, std::nullopt);
        lock.unlock();
        Result result = work(mine);
        lock.lock();
        running -= cost_of(mine);
        waiting += weigh(result);
        ready.emplace(mine, std::move(result));
        changed.notify_one();
      }
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
      stop = true;
      hand_out();
      changed.notify_one();
    }
  };

  {
    std::vector<std::unique_ptr<DeepThread>> workers;
    while (workers.size() < wanted) {
      try {
        workers.push_back(std::make_unique<DeepThread>([&run, me = workers.size()] { run(me); }));
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
      hand_out();
      if (stop) break;
    }
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace satchel::code
