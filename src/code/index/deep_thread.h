#pragma once

#include <functional>

#include <pthread.h>

namespace satchel::code {

// A thread with room for deep recursion, joined at the end: the library of the parsers gives back
// what it holds of a file level by level, a million of them at worst. Only what is used of its
// stack takes memory.
class DeepThread {
 public:
  // REQUIRES: `run` does not throw. Throws std::system_error when there can be no thread.
  explicit DeepThread(std::function<void()> run);
  ~DeepThread();
  DeepThread(const DeepThread&) = delete;
  DeepThread& operator=(const DeepThread&) = delete;

 private:
  std::function<void()> run_;
  pthread_t thread_{};
};

}  // namespace satchel::code
