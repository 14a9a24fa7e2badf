#include "store/postgres/channel.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <poll.h>
#include <string_view>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

// libpq reads until a message is complete, and a message may have a gigabyte. It also keeps every
// notification and every parameter that a server reports. There is no setting against either, and
// with TLS nobody else can see where a message ends. So libpq gets one end of a socket pair under
// the number of its socket, and Satchel moves the bytes between the other end and the server. They
// are counted on their way, with TLS as encrypted bytes, and the deadline is looked at after each
// piece.
//
// libpq sees a socket that behaves like its own: full when the server takes no more, at its end
// when the server has closed and everything that came before was read.
namespace satchel::store {
namespace {

using std::chrono::duration_cast;
using std::chrono::milliseconds;

// How soon a cancellation is seen by one who waits.
constexpr milliseconds kSlice(20);
constexpr std::size_t kPiece = std::size_t{64} << 10U;

bool WouldBlock() { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR; }

bool MakeNonBlocking(int fd) {
  const int flags = ::fcntl(fd, F_GETFL);
  return flags >= 0 && ::fcntl(fd, F_SETFL, flags | O_NONBLOCK) == 0 &&
         ::fcntl(fd, F_SETFD, FD_CLOEXEC) == 0;
}

// Not one of those in which libpq still connects, asks for TLS or authenticates itself.
bool IsAccepted(ConnStatusType status) {
  switch (status) {
    case CONNECTION_OK:
    case CONNECTION_AUTH_OK:
    case CONNECTION_CHECK_WRITABLE:
    case CONNECTION_CONSUME:
    case CONNECTION_CHECK_TARGET:
    case CONNECTION_CHECK_STANDBY:
      return true;
    default:
      return false;
  }
}

// Sends what it can, and removes that from the bytes. False: nobody takes them any more.
bool SendSome(int fd, std::string& bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0) return WouldBlock();
    bytes.erase(0, static_cast<std::size_t>(sent));
  }
  return true;
}

enum class Received : std::uint8_t { kSome, kNothing, kEnd };

Received ReceiveSome(int fd, std::string& bytes) {
  bytes.resize(kPiece);
  const ssize_t got = ::recv(fd, bytes.data(), bytes.size(), 0);
  const bool wait = got < 0 && WouldBlock();
  bytes.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  if (got > 0) return Received::kSome;
  return wait ? Received::kNothing : Received::kEnd;
}

}  // namespace

Channel::Channel(const Libpq& libpq, ConnectionHandle handle)
    : libpq_(&libpq), handle_(std::move(handle)) {}

Channel::~Channel() {
  // libpq says goodbye to the server, which else logs a client that went away.
  handle_.reset();
  if (server_.ok()) ToServer();
}

Status Channel::Follow() {
  const bool accepted = IsAccepted(libpq_->status(get()));
  if (accepted == (server_.ok())) return {};
  if (accepted) return Interpose();
  server_ = Descriptor(-1);
  feed_ = Descriptor(-1);
  return {};
}

Status Channel::Interpose() {
  const auto failed = [] {
    return Fail(Errc::kSystem,
                fmt::format("cannot pass on the bytes of a connection to PostgreSQL: "
                            "error {} of the system",
                            errno));
  };
  const int own = libpq_->socket(get());
  std::array<int, 2> pair{};
  if (own < 0 || ::socketpair(AF_UNIX, SOCK_STREAM, 0, pair.data()) != 0) return failed();
  const Descriptor end(pair[0]);
  feed_ = Descriptor(pair[1]);
  Descriptor server(::fcntl(own, F_DUPFD_CLOEXEC, 0));
  if (!server.ok() || !MakeNonBlocking(pair[0]) || !MakeNonBlocking(pair[1]) ||
      ::dup2(pair[0], own) < 0 || ::fcntl(own, F_SETFD, FD_CLOEXEC) != 0) {
    return failed();
  }
  server_ = std::move(server);
  to_server_.clear();
  to_libpq_.clear();
  ended_ = closed_ = false;
  return {};
}

void Channel::Begin(const Limits& limits) {
  limits_ = limits;
  answer_ = message_ = 0;
}

void Channel::ToServer() {
  for (;;) {
    // The server takes nothing more: what it has sent is still read.
    if (!SendSome(server_.get(), to_server_)) to_server_.clear();
    if (!to_server_.empty() || ReceiveSome(feed_.get(), to_server_) != Received::kSome) return;
  }
}

void Channel::ToLibpq() {
  // libpq has closed its end: nobody is left to read them.
  if (!SendSome(feed_.get(), to_libpq_)) to_libpq_.clear();
  if (ended_ && to_libpq_.empty() && !std::exchange(closed_, true)) {
    ::shutdown(feed_.get(), SHUT_WR);
  }
}

Status Channel::FromServer() {
  if (!to_libpq_.empty() || ended_) return {};
  ended_ = ReceiveSome(server_.get(), to_libpq_) == Received::kEnd;
  answer_ += to_libpq_.size();
  message_ += to_libpq_.size();
  if (answer_ <= limits_.answer && message_ <= limits_.message) return {};
  const std::size_t most = answer_ > limits_.answer ? limits_.answer : limits_.message;
  to_libpq_.clear();
  ended_ = true;
  return Fail(Errc::kCorrupt,
              fmt::format("PostgreSQL sent more than {} bytes for {}", most,
                          answer_ > limits_.answer ? "one answer" : "one row"),
              "check that the address is that of a PostgreSQL server with Satchel's store");
}

Status Channel::Move() {
  if (!server_.ok()) return {};
  ToServer();
  ToLibpq();
  SATCHEL_TRY(FromServer());
  ToLibpq();
  return {};
}

Status Channel::Wait(For what, const Deadline& deadline) const {
  const auto want = static_cast<short>((what == For::kWriting ? 0 : POLLIN) |
                                       (what == For::kReading ? 0 : POLLOUT));
  for (;;) {
    SATCHEL_TRY(deadline.Check("waiting for PostgreSQL"));
    milliseconds wait = kSlice;
    if (const auto left = deadline.Remaining()) {
      wait = std::clamp(duration_cast<milliseconds>(*left), milliseconds(1), kSlice);
    }
    const bool takes = to_libpq_.empty() && !ended_;
    const auto of_server =
        static_cast<short>((takes ? POLLIN : 0) | (to_server_.empty() ? 0 : POLLOUT));
    std::array<pollfd, 2> entries = {
        pollfd{.fd = libpq_->socket(get()), .events = want, .revents = 0},
        pollfd{.fd = of_server == 0 ? -1 : server_.get(), .events = of_server, .revents = 0}};
    const int ready = ::poll(entries.data(), entries.size(), static_cast<int>(wait.count()));
    if (ready > 0) return {};
    if (ready < 0 && errno != EINTR) return Fail(Errc::kSystem, "cannot wait for PostgreSQL");
  }
}

bool Channel::IsQuiet() const {
  std::array<pollfd, 2> entries = {
      pollfd{.fd = libpq_->socket(get()), .events = POLLIN, .revents = 0},
      pollfd{.fd = server_.get(), .events = POLLIN, .revents = 0}};
  return to_libpq_.empty() && ::poll(entries.data(), entries.size(), 0) == 0;
}

}  // namespace satchel::store
