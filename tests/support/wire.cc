#include "tests/support/wire.h"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

namespace satchel::test {
namespace {

using Clock = std::chrono::steady_clock;

bool WaitFor(int fd, std::int16_t events, Clock::time_point end) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now());
  pollfd polled{.fd = fd, .events = events, .revents = 0};
  return ::poll(&polled, 1, static_cast<int>(std::max<std::int64_t>(left.count(), 0))) > 0;
}

int NumberAt(const std::string& text, std::size_t at) {
  int number = 0;
  std::from_chars(text.data() + std::min(at, text.size()), text.data() + text.size(), number);
  return number;
}

}  // namespace

Wire::Wire(int port) : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_port = htons(static_cast<std::uint16_t>(port));
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  connected_ = ::connect(fd_, reinterpret_cast<const sockaddr*>(&to), sizeof(to)) == 0;
  const int yes = 1;
  ::setsockopt(fd_, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof(yes));
  ::fcntl(fd_, F_SETFL, O_NONBLOCK);
}

Wire::~Wire() { Close(); }

Wire::Wire(Wire&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)),
      connected_(other.connected_),
      read_(std::move(other.read_)) {}

void Wire::Close() {
  if (fd_ >= 0) ::close(fd_);
  fd_ = -1;
}

bool Wire::Send(const std::string& bytes, std::chrono::milliseconds most) const {
  const auto end = Clock::now() + most;
  for (std::size_t at = 0; at < bytes.size();) {
    const ssize_t sent = ::send(fd_, bytes.data() + at, bytes.size() - at, MSG_NOSIGNAL);
    if (sent > 0) {
      at += static_cast<std::size_t>(sent);
    } else if (errno != EAGAIN || !WaitFor(fd_, POLLOUT, end)) {
      return false;
    }
  }
  return true;
}

void Wire::HalfClose() const { ::shutdown(fd_, SHUT_WR); }

void Wire::Reset() {
  const linger now{.l_onoff = 1, .l_linger = 0};
  ::setsockopt(fd_, SOL_SOCKET, SO_LINGER, &now, sizeof(now));
  Close();
}

bool Wire::HasSomething() const { return !read_.empty() || WaitFor(fd_, POLLIN, Clock::now()); }

bool Wire::ReadMore(Clock::time_point end) {
  std::array<char, 65'536> bytes{};
  while (true) {
    const ssize_t got = ::recv(fd_, bytes.data(), bytes.size(), 0);
    if (got > 0) {
      read_.append(bytes.data(), static_cast<std::size_t>(got));
      return true;
    }
    if (got == 0 || errno != EAGAIN || !WaitFor(fd_, POLLIN, end)) return false;
  }
}

WireAnswer Wire::Next(std::chrono::milliseconds most) {
  constexpr std::string_view kEnd = "\r\n\r\n";
  const auto end = Clock::now() + most;
  while (read_.find(kEnd) == read_.npos) {
    if (!ReadMore(end)) return {};
  }
  WireAnswer answer;
  answer.head = read_.substr(0, read_.find(kEnd) + kEnd.size());
  const std::size_t length = answer.head.find("Content-Length: ");
  const auto size = static_cast<std::size_t>(
      length == std::string::npos ? 0 : NumberAt(answer.head, length + 16));
  while (read_.size() < answer.head.size() + size) {
    if (!ReadMore(end)) return {};
  }
  answer.body = read_.substr(answer.head.size(), size);
  read_.erase(0, answer.head.size() + size);
  answer.status = NumberAt(answer.head, std::string_view("HTTP/1.1 ").size());
  // Interim: the answer itself is still to come.
  return answer.status == 100 ? Next(most) : answer;
}

std::string Wire::ToTheEnd(std::chrono::milliseconds most) {
  const auto end = Clock::now() + most;
  while (ReadMore(end)) {
  }
  return std::exchange(read_, {});
}

int PortOf(const std::string& url) {
  const std::size_t colon = url.rfind(':');
  return colon == std::string::npos ? 0 : NumberAt(url, colon + 1);
}

std::size_t DescriptorsOf(int pid) {
  const std::filesystem::directory_iterator open(fmt::format("/proc/{}/fd", pid));
  return static_cast<std::size_t>(std::distance(begin(open), end(open)));
}

std::size_t ResidentBytesOf(int pid) {
  std::size_t pages = 0;
  std::ifstream(fmt::format("/proc/{}/statm", pid)) >> pages >> pages;
  return pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

}  // namespace satchel::test
