#pragma once

#include <array>
#include <streambuf>

#include "base/deadline.h"

namespace satchel::cli {

// An input buffer over a file descriptor: waiting for somebody who types ends when the deadline
// does, as if the input had. Borrows the descriptor. Confined to one thread.
class FdInput final : public std::streambuf {
 public:
  FdInput(int fd, Deadline deadline);

 private:
  int_type underflow() override;

  int fd_;
  Deadline deadline_;
  std::array<char, 1U << 14U> bytes_{};
};

}  // namespace satchel::cli
