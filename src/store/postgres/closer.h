#pragma once

#include <memory>

#include "store/postgres/channel.h"

namespace satchel::store {

// Ends connections whose caller has no time left, in a thread of its own: cancels
// what the server does for them, again and again until it has stopped, and closes
// them. Shared by all threads.
class Closer {
 public:
  Closer();
  // Waits a moment for what is under way. A server that accepts a cancel request
  // and does not answer can hold libpq for ever; the thread is then left behind.
  ~Closer();
  Closer(const Closer&) = delete;
  Closer& operator=(const Closer&) = delete;

  void Take(std::unique_ptr<Channel> connection);

 private:
  struct State;
  static void Run(State& state);

  std::shared_ptr<State> state_;
};

}  // namespace satchel::store
