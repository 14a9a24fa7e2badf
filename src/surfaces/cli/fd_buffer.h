#pragma once

#include <array>
#include <streambuf>

namespace satchel::cli {

// An output buffer over a file descriptor that remembers why a write failed, which
// the standard streams do not. Borrows the descriptor. Confined to one thread.
class FdBuffer final : public std::streambuf {
 public:
  explicit FdBuffer(int fd);
  ~FdBuffer() override;
  FdBuffer(const FdBuffer&) = delete;
  FdBuffer& operator=(const FdBuffer&) = delete;

  // errno of the last write that failed, 0 before.
  const int& error() const { return error_; }

 private:
  int_type overflow(int_type c) override;
  int sync() override;
  bool Flush();

  int fd_;
  int error_ = 0;
  std::array<char, 1U << 14U> bytes_{};
};

}  // namespace satchel::cli
