#include "base/writer_lock.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <fcntl.h>
#include <string>
#include <string_view>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

namespace satchel {
namespace {

constexpr std::chrono::nanoseconds kPause = std::chrono::milliseconds(10);

std::unexpected<Error> CannotLock(const std::filesystem::path& path, int error) {
  return Fail(
      error == EINVAL || error == ELOOP ? Errc::kInvalidInput : Errc::kSystem,
      fmt::format("cannot lock {}: {}", path.string(), std::generic_category().message(error)),
      "its directory must be there and writable");
}

// "pid N" of the holder; empty while it has not written it yet.
std::string HolderOf(int file) {
  std::array<char, 16> bytes{};
  const ssize_t size = ::pread(file, bytes.data(), bytes.size(), 0);
  unsigned pid = 0;
  if (size <= 0 || std::from_chars(bytes.data(), bytes.data() + size, pid).ec != std::errc()) {
    return "";
  }
  return fmt::format(" (pid {})", pid);
}

// Closed unless it becomes a lock.
struct OpenFile {
  int file;
  explicit OpenFile(int opened) : file(opened) {}
  ~OpenFile() {
    if (file >= 0) ::close(file);
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
};

void WriteHolder(int file) {
  const std::string pid = fmt::format("{}\n", ::getpid());
  // A text for people; the lock does not depend on it.
  [[maybe_unused]] const bool written =
      ::ftruncate(file, 0) == 0 && ::pwrite(file, pid.data(), pid.size(), 0) > 0;
}

}  // namespace

Result<WriterLock> WriterLock::Acquire(const std::filesystem::path& directory,
                                       const Deadline& deadline, std::string_view name,
                                       std::chrono::nanoseconds most) {
  return Take(directory / name, deadline.Within(most), false);
}

Result<WriterLock> WriterLock::AcquireShared(const std::filesystem::path& directory,
                                             const Deadline& deadline, std::string_view name,
                                             std::chrono::nanoseconds most) {
  return Take(directory / name, deadline.Within(most), true);
}

Result<WriterLock> WriterLock::Take(const std::filesystem::path& path, const Deadline& wait,
                                    bool shared) {
  OpenFile opened(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK,
                         S_IRUSR | S_IWUSR));
  const int file = opened.file;
  if (file < 0) return CannotLock(path, errno);
  struct stat status{};
  if (::fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) return CannotLock(path, EINVAL);

  while (::flock(file, (shared ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0) {
    if (errno == EINTR) continue;
    if (errno != EWOULDBLOCK) return CannotLock(path, errno);
    const auto left = wait.Remaining().value_or(kPause);
    if (left.count() == 0) {
      return Fail(Errc::kUnavailable, fmt::format("another satchel{} is writing", HolderOf(file)),
                  "try again when it has finished");
    }
    std::this_thread::sleep_for(std::min(left, kPause));
  }
  if (!shared) WriteHolder(file);
  return WriterLock(std::exchange(opened.file, -1), shared);
}

WriterLock::~WriterLock() {
  if (file_ < 0) return;
  // The kernel unlocks when the file is closed.
  [[maybe_unused]] const bool cleared = shared_ || ::ftruncate(file_, 0) == 0;
  ::close(file_);
}

WriterLock::WriterLock(WriterLock&& other) noexcept
    : file_(std::exchange(other.file_, -1)), shared_(other.shared_) {}

WriterLock& WriterLock::operator=(WriterLock&& other) noexcept {
  std::swap(file_, other.file_);
  std::swap(shared_, other.shared_);
  return *this;
}

}  // namespace satchel
