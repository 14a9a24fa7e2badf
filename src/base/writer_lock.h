#pragma once

#include <chrono>
#include <filesystem>
#include <string_view>

#include "base/deadline.h"
#include "base/result.h"

namespace satchel {

// One writer at a time: an exclusive lock on a file, such as `lock` in a store's directory. The
// kernel releases it with the process, however that ends, so nothing is ever left to clean up.
// The file says who holds it; it is never deleted, or two could hold locks on two files.
class WriterLock {
 public:
  static constexpr std::chrono::seconds kUsualWait{5};

  // Waits until the deadline, `most` at most, then kUnavailable with the holder's pid.
  static Result<WriterLock> Acquire(const std::filesystem::path& directory,
                                    const Deadline& deadline, std::string_view name = "lock",
                                    std::chrono::nanoseconds most = kUsualWait);
  // A lock on the same file that keeps out those of Acquire, and no other shared one.
  static Result<WriterLock> AcquireShared(const std::filesystem::path& directory,
                                          const Deadline& deadline, std::string_view name = "lock",
                                          std::chrono::nanoseconds most = kUsualWait);
  ~WriterLock();
  WriterLock(WriterLock&& other) noexcept;
  WriterLock& operator=(WriterLock&& other) noexcept;
  WriterLock(const WriterLock&) = delete;
  WriterLock& operator=(const WriterLock&) = delete;

 private:
  WriterLock(int file, bool shared) : file_(file), shared_(shared) {}

  static Result<WriterLock> Take(const std::filesystem::path& path, const Deadline& wait,
                                 bool shared);

  int file_;
  bool shared_;  // then the file does not name this process
};

}  // namespace satchel
