#include "surfaces/cli/fd_input.h"

#include <cerrno>
#include <poll.h>
#include <unistd.h>
#include <utility>

namespace satchel::cli {
namespace {

constexpr int kSlice = 100;  // milliseconds; so that a cancel is seen

}  // namespace

FdInput::FdInput(int fd, Deadline deadline) : fd_(fd), deadline_(std::move(deadline)) {}

FdInput::int_type FdInput::underflow() {
  while (!deadline_.Expired()) {
    pollfd polled{.fd = fd_, .events = POLLIN, .revents = 0};
    const int ready = ::poll(&polled, 1, kSlice);
    if (ready < 0 && errno != EINTR) break;
    if (ready <= 0) continue;
    const ssize_t size = ::read(fd_, bytes_.data(), bytes_.size());
    if (size < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (size < 0) error_ = errno;
    if (size <= 0) break;
    setg(bytes_.data(), bytes_.data(), bytes_.data() + size);
    return traits_type::to_int_type(bytes_.front());
  }
  return traits_type::eof();
}

}  // namespace satchel::cli
