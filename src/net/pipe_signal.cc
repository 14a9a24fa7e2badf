#include "net/pipe_signal.h"

#include <ctime>

#include <pthread.h>

namespace satchel::net {
namespace {

sigset_t OnlyPipe() {
  sigset_t set;
  ::sigemptyset(&set);
  ::sigaddset(&set, SIGPIPE);
  return set;
}

bool IsPending() {
  sigset_t pending;
  ::sigemptyset(&pending);
  ::sigpending(&pending);
  return ::sigismember(&pending, SIGPIPE) == 1;
}

}  // namespace

PipeSignalHeldOff::PipeSignalHeldOff() : pending_before_(IsPending()) {
  const sigset_t pipe = OnlyPipe();
  ::pthread_sigmask(SIG_BLOCK, &pipe, &mask_before_);
}

// One that came meanwhile is ours and is taken away; one that waited before stays.
PipeSignalHeldOff::~PipeSignalHeldOff() {
  if (!pending_before_ && IsPending()) {
    const sigset_t pipe = OnlyPipe();
    const timespec at_once{};
    ::sigtimedwait(&pipe, nullptr, &at_once);
  }
  ::pthread_sigmask(SIG_SETMASK, &mask_before_, nullptr);
}

}  // namespace satchel::net
