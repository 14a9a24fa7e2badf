#pragma once

#include <array>
#include <streambuf>

#include "base/deadline.h"

namespace satchel::cli {

// An input buffer over a file descriptor: waiting for somebody who types ends when the deadline
// does, as if the input had. It remembers why a read failed, which the standard streams do not.
// Borrows the descriptor. Confined to one thread.
class FdInput final : public std::streambuf {
 public:
  FdInput(int fd, Deadline deadline);

  // errno of the read that failed, 0 before.
  const int& error() const { return error_; }

 private:
  int_type underflow() override;

  int fd_;
  int error_ = 0;
  Deadline deadline_;
  std::array<char, 1U << 14U> bytes_{};
};

}  // namespace satchel::cli
