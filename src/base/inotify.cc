#include "base/inotify.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <ctime>
#include <poll.h>
#include <sys/inotify.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>
#include <pthread.h>

namespace satchel {
namespace {

// What only reads makes no event, our own looks among it. What is written through a name that is
// gone already tells nobody anything.
constexpr std::uint32_t kMask = IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_CREATE | IN_DELETE |
                                IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF |
                                IN_EXCL_UNLINK | IN_ONLYDIR;

constexpr std::size_t kBufferBytes = 64U << 10U;
static_assert(kBufferBytes >= sizeof(inotify_event) + NAME_MAX + 1);

// Reads of the whole buffer in one call: somebody may write faster than we read.
constexpr int kMostReads = 16;

}  // namespace

Inotify::Inotify(Descriptor descriptor)
    : descriptor_(std::move(descriptor)), buffer_(kBufferBytes) {}

Result<Inotify> Inotify::Open() {
  Descriptor descriptor(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC));
  if (descriptor.ok()) return Inotify(std::move(descriptor));
  const int error = errno;
  return Fail(Errc::kSystem,
              fmt::format("the kernel watches no more: {}", std::generic_category().message(error)),
              error == EMFILE ? "raise fs.inotify.max_user_instances, for example `sysctl "
                                "fs.inotify.max_user_instances=512`"
                              : "");
}

Result<std::optional<int>> Inotify::Add(int directory) {
  // By its descriptor: whatever is renamed meanwhile, what is watched is what the caller reads.
  std::array<char, 32> path{};
  fmt::format_to_n(path.data(), path.size() - 1, "/proc/self/fd/{}", directory);
  const int watch = ::inotify_add_watch(descriptor_.get(), path.data(), kMask);
  if (watch >= 0) return watch;
  const int error = errno;
  if (error == EACCES) return std::nullopt;
  return Fail(Errc::kSystem,
              fmt::format("a directory cannot be watched: {}",
                          error == ENOSPC ? "the limit of watches is reached"
                                          : std::generic_category().message(error)),
              error == ENOSPC ? "raise fs.inotify.max_user_watches, for example `sysctl "
                                "fs.inotify.max_user_watches=1048576`, and start again"
                              : "");
}

void Inotify::Remove(int watch) { ::inotify_rm_watch(descriptor_.get(), watch); }

Status Inotify::Read(const Sink& sink) {
  for (int i = 0; i < kMostReads; ++i) {
    const ssize_t got = ::read(descriptor_.get(), buffer_.data(), buffer_.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == EAGAIN) return {};
    if (got <= 0) {
      return Fail(Errc::kSystem, fmt::format("cannot read the watched directory: {}",
                                             std::generic_category().message(errno)));
    }
    for (std::size_t at = 0; at < static_cast<std::size_t>(got);) {
      // The kernel aligns them, and fills the name up with zeros.
      const auto* event = reinterpret_cast<const inotify_event*>(buffer_.data() + at);
      sink(event->wd, event->mask,
           event->len == 0 ? std::string_view() : std::string_view(event->name));
      at += sizeof(inotify_event) + event->len;
    }
  }
  return {};
}

void WaitFor(int descriptor, std::optional<std::chrono::nanoseconds> most,
             const Deadline& deadline) {
  // Between the question whether the deadline is over and the wait no signal gets through; in the
  // wait all do that did before.
  sigset_t all{};
  sigset_t before{};
  ::sigfillset(&all);
  if (::pthread_sigmask(SIG_SETMASK, &all, &before) != 0) return;
  if (const auto left = deadline.Remaining()) most = most ? std::min(*most, *left) : *left;
  if (!most || *most > std::chrono::nanoseconds(0)) {
    timespec time{};
    if (most) {
      const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(*most);
      time.tv_sec = static_cast<std::time_t>(seconds.count());
      time.tv_nsec = static_cast<long>((*most - seconds).count());
    }
    pollfd polled{.fd = descriptor, .events = POLLIN, .revents = 0};
    ::ppoll(&polled, 1, most ? &time : nullptr, &before);
  }
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

}  // namespace satchel
