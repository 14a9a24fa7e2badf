#pragma once

#include <csignal>

namespace satchel::net {

// While it lives, a write of this thread to a connection that the other side closed is an error
// and not a signal that ends the process. libcurl's own way is to change the process's handler,
// which other threads would see.
class PipeSignalHeldOff {
 public:
  PipeSignalHeldOff();
  ~PipeSignalHeldOff();
  PipeSignalHeldOff(const PipeSignalHeldOff&) = delete;
  PipeSignalHeldOff& operator=(const PipeSignalHeldOff&) = delete;

 private:
  bool pending_before_;
  sigset_t mask_before_{};
};

}  // namespace satchel::net
