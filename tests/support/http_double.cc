#include "tests/support/http_double.h"

#include <array>
#include <charconv>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <fmt/format.h>

#include "base/ascii.h"

namespace satchel::test {
namespace {

constexpr int kSliceMs = 5;
constexpr std::size_t kMostBytes = 64U << 20U;

bool Send(int socket, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

std::string Head(const HttpReply& reply, bool with_length) {
  std::string head = fmt::format("HTTP/1.1 {} Status\r\n", reply.status);
  for (const auto& [name, value] : reply.headers) head += fmt::format("{}: {}\r\n", name, value);
  if (with_length) head += fmt::format("Content-Length: {}\r\n", reply.body.size());
  return head + "\r\n";
}

// The next close() resets the connection instead of ending it.
void Reset(int socket) {
  const linger at_once{.l_onoff = 1, .l_linger = 0};
  ::setsockopt(socket, SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once));
}

HttpSeen ParseHead(std::string_view head) {
  HttpSeen seen;
  for (bool first = true; !head.empty(); first = false) {
    const std::size_t end = std::min(head.find("\r\n"), head.size());
    const std::string_view line = head.substr(0, end);
    head.remove_prefix(std::min(end + 2, head.size()));
    if (first) {
      const std::size_t space = line.find(' ');
      seen.method = line.substr(0, space);
      seen.target = line.substr(space + 1, line.rfind(' ') - space - 1);
    } else if (const std::size_t colon = line.find(": "); colon != std::string_view::npos) {
      seen.headers[AsciiLower(line.substr(0, colon))] = line.substr(colon + 2);
    }
  }
  return seen;
}

std::size_t LengthOf(const HttpSeen& seen) {
  const auto header = seen.headers.find("content-length");
  std::size_t length = 0;
  if (header == seen.headers.end()) return 0;
  std::from_chars(header->second.data(), header->second.data() + header->second.size(), length);
  return std::min(length, kMostBytes);
}

}  // namespace

HttpDouble::HttpDouble(Handler handler) : handler_(std::move(handler)) {
  listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  ::bind(listener_, reinterpret_cast<const sockaddr*>(&address), sizeof(address));
  ::listen(listener_, 64);
  socklen_t size = sizeof(address);
  ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
  port_ = ntohs(address.sin_port);
  accepting_ = std::jthread([this] { Accept(); });
}

HttpDouble::~HttpDouble() {
  over_ = true;
  accepting_.join();
  threads_.clear();
  ::close(listener_);
}

std::string HttpDouble::Url(std::string_view path) const {
  return fmt::format("http://127.0.0.1:{}{}", port_, path);
}

std::vector<HttpSeen> HttpDouble::seen() const {
  const std::scoped_lock lock(mutex_);
  return seen_;
}

void HttpDouble::Accept() {
  while (!over_) {
    pollfd entry{.fd = listener_, .events = POLLIN, .revents = 0};
    if (::poll(&entry, 1, kSliceMs) <= 0) continue;
    const int socket = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (socket < 0) continue;
    ++connections_;
    threads_.emplace_back([this, socket] {
      Serve(socket);
      ::close(socket);
    });
  }
}

void HttpDouble::Serve(int socket) {
  std::string waiting;
  HttpSeen seen;
  while (ReceiveRequest(socket, waiting, seen)) {
    {
      const std::scoped_lock lock(mutex_);
      seen_.push_back(seen);
    }
    if (!Answer(socket, handler_(seen))) return;
  }
}

// False when the client went or the test is over.
bool HttpDouble::Receive(int socket, std::string& into) const {
  while (!over_) {
    pollfd entry{.fd = socket, .events = POLLIN, .revents = 0};
    if (::poll(&entry, 1, kSliceMs) <= 0) continue;
    std::array<char, 16384> buffer{};
    const ssize_t got = ::recv(socket, buffer.data(), buffer.size(), 0);
    if (got <= 0) return false;
    into.append(buffer.data(), static_cast<std::size_t>(got));
    return true;
  }
  return false;
}

bool HttpDouble::ReceiveRequest(int socket, std::string& waiting, HttpSeen& seen) const {
  std::size_t end = waiting.find("\r\n\r\n");
  while (end == std::string::npos) {
    if (!Receive(socket, waiting)) return false;
    end = waiting.find("\r\n\r\n");
  }
  seen = ParseHead(std::string_view(waiting).substr(0, end));
  const std::size_t length = LengthOf(seen);
  while (waiting.size() < end + 4 + length) {
    if (!Receive(socket, waiting)) return false;
  }
  seen.body = waiting.substr(end + 4, length);
  waiting.erase(0, end + 4 + length);
  return true;
}

void HttpDouble::StayUntilGone(int socket) const {
  std::string ignored;
  while (Receive(socket, ignored)) ignored.clear();
}

// Whether the connection can serve another request.
bool HttpDouble::Answer(int socket, const HttpReply& reply) const {
  using Manner = HttpReply::Manner;
  const std::string whole = Head(reply, true) + reply.body;
  switch (reply.manner) {
    case Manner::kWhole:
      return Send(socket, whole);
    case Manner::kStall:
      StayUntilGone(socket);
      return false;
    case Manner::kReset:
      Reset(socket);
      return false;
    case Manner::kHalfHead:
      Send(socket, "HTTP/1.1 20");
      return false;
    case Manner::kHalfBody:
      Send(socket, std::string_view(whole).substr(0, whole.size() - (reply.body.size() + 1) / 2));
      return false;
    case Manner::kDrip:
      for (const char& byte : whole) {
        pollfd entry{.fd = socket, .events = POLLIN, .revents = 0};
        if (over_ || ::poll(&entry, 1, kSliceMs) != 0 || !Send(socket, {&byte, 1})) return false;
      }
      return true;
    case Manner::kEndless: {
      const std::string block(65536, 'x');
      bool taken = Send(socket, Head(reply, false));
      while (taken && !over_) taken = Send(socket, block);
      return false;
    }
    case Manner::kGarbage:
      Send(socket, "\x16\x03\x01 no HTTP at all\r\n\r\n");
      return false;
  }
  return false;
}

}  // namespace satchel::test
