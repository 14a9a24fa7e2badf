#pragma once

#include <cstdint>
#include <string_view>

namespace satchel::test {

// A system call that SQLite's own Unix layer makes, and how it fails.
enum class Fault : std::uint8_t {
  kReadError,
  kShortRead,  // fewer bytes than there are: the rest must be asked for
  kWriteError,
  kDiskFull,
  kShortWrite,  // some bytes, then a full disk
  kSyncError,
  kTruncateError,
  kOpenError,
  kLockError,
  kMapError,
  kDeleteError,
  kStatError,
};
inline constexpr Fault kLastFault = Fault::kStatError;

std::string_view Name(Fault fault);

// Whether only the one call fails or all from it on.
enum class Lasting : std::uint8_t { kOnce, kForGood };

// While it lives, the `at`-th call of the kind fails, counted from 1; 0 only counts. Syncs do
// nothing otherwise. One at a time, one thread.
class FaultyCalls {
 public:
  FaultyCalls(Fault fault, std::uint64_t at, Lasting lasting);
  ~FaultyCalls();
  FaultyCalls(const FaultyCalls&) = delete;
  FaultyCalls& operator=(const FaultyCalls&) = delete;

  static std::uint64_t calls();   // of the kind, so far
  static std::uint64_t failed();  // how many of them were made to fail
};

}  // namespace satchel::test
