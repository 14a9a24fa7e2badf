#include "net/http_connection.h"

#include <array>
#include <cerrno>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

#include <boost/beast/http/status.hpp>
#include <fmt/format.h>

namespace satchel::net {
namespace {

constexpr std::chrono::milliseconds kAtOnce{0};
constexpr std::size_t kRead = 64U << 10U;

std::string HeadOf(int status, const std::vector<HttpHeader>& headers) {
  namespace http = boost::beast::http;
  const auto code = http::int_to_status(static_cast<unsigned>(status));
  std::string head =
      fmt::format("HTTP/1.1 {} {}\r\n", status, std::string_view(http::obsolete_reason(code)));
  for (const HttpHeader& header : headers) {
    head += fmt::format("{}: {}\r\n", header.name, header.value);
  }
  return head;
}

// Whether the socket takes more bytes within the time.
bool WaitToSend(int fd, const Deadline& deadline) {
  constexpr int kSlice = 50;  // ms
  while (!deadline.Expired()) {
    pollfd polled{.fd = fd, .events = POLLOUT, .revents = 0};
    const int ready = ::poll(&polled, 1, kSlice);
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) return false;
  }
  return false;
}

}  // namespace

HttpConnection::HttpConnection(int fd, const HttpServerLimits& limits)
    : fd_(fd), limits_(limits), reader_(limits.header_bytes, limits.body_bytes) {}
HttpConnection::~HttpConnection() { ::close(fd_); }

HttpConnection::Step HttpConnection::StepOf(RequestReader::State state) {
  switch (state) {
    case RequestReader::State::kWhole:
      return Step::kWhole;
    case RequestReader::State::kRefused:
      Refuse(reader_.refusal().status, reader_.refusal().why);
      return Step::kRefused;
    case RequestReader::State::kMore:
      break;
  }
  if (reader_.TakeWantsContinue()) {
    const std::scoped_lock lock(mutex_);
    Send("HTTP/1.1 100 Continue\r\n\r\n", kAtOnce);
  }
  return Step::kMore;
}

HttpConnection::Step HttpConnection::Receive(std::size_t& got) {
  std::array<char, kRead> bytes;  // NOLINT(cppcoreguidelines-pro-type-member-init): read into
  const ssize_t read = ::recv(fd_, bytes.data(), bytes.size(), 0);
  if (read < 0) return errno == EAGAIN || errno == EINTR ? Step::kMore : Step::kOver;
  if (read == 0) {
    if (!has_begun()) return Step::kOver;
    // It may still be listening.
    Refuse(400, "the request is incomplete");
    return Step::kRefused;
  }
  got += static_cast<std::size_t>(read);
  return StepOf(reader_.Take({bytes.data(), static_cast<std::size_t>(read)}));
}

HttpConnection::Step HttpConnection::Continue() { return StepOf(reader_.Take({})); }

ServedRequest HttpConnection::Release() {
  ServedRequest request = reader_.Release();
  const std::scoped_lock lock(mutex_);
  keep_alive_ = reader_.keep_alive();
  answered_ = false;
  return request;
}

void HttpConnection::Refuse(int status, std::string_view why) {
  const std::scoped_lock lock(mutex_);
  keep_alive_ = false;
  SendAnswer(status, {{"Content-Type", "text/plain; charset=utf-8"}}, fmt::format("{}\n", why),
             kAtOnce);
}

void HttpConnection::AnswerNow(int status, const std::vector<HttpHeader>& headers) {
  const std::scoped_lock lock(mutex_);
  SendAnswer(status, headers, "", kAtOnce);
}

void HttpConnection::SayGoodbye() {
  reader_.Forget();
  ::shutdown(fd_, SHUT_WR);
}

bool HttpConnection::Drain() const {
  std::array<char, kRead> bytes;  // NOLINT(cppcoreguidelines-pro-type-member-init): read into
  const ssize_t read = ::recv(fd_, bytes.data(), bytes.size(), 0);
  return read > 0 || (read < 0 && (errno == EAGAIN || errno == EINTR));
}

void HttpConnection::EndAnswer() {
  if (Deadline::Never().With(gone_).Expired()) {
    const std::scoped_lock lock(mutex_);
    answered_ = true;  // whoever has hung up is told nothing
    keep_alive_ = false;
    return;
  }
  Answer(500, {}, "");  // nothing, if it was answered
}

bool HttpConnection::goes_on() {
  const std::scoped_lock lock(mutex_);
  return keep_alive_ && !broken_ && !Deadline::Never().With(gone_).Expired();
}

void HttpConnection::Answer(int status, const std::vector<HttpHeader>& headers,
                            std::string_view body) {
  const std::scoped_lock lock(mutex_);
  if (std::exchange(answered_, true)) return;
  SendAnswer(status, headers, body, limits_.arrive);
}

void HttpConnection::Begin(int status, const std::vector<HttpHeader>& headers) {
  const std::scoped_lock lock(mutex_);
  if (std::exchange(answered_, true)) return;
  // The end of the connection is the end of the answer.
  keep_alive_ = false;
  Send(HeadOf(status, headers) + "Connection: close\r\n\r\n", limits_.arrive);
}

void HttpConnection::Write(std::string_view bytes) {
  const std::scoped_lock lock(mutex_);
  Send(bytes, limits_.arrive);
}

void HttpConnection::SendAnswer(int status, const std::vector<HttpHeader>& headers,
                                std::string_view body, std::chrono::milliseconds patience) {
  std::string bytes = HeadOf(status, headers);
  bytes += fmt::format("Content-Length: {}\r\n", body.size());
  if (!keep_alive_) bytes += "Connection: close\r\n";
  bytes += "\r\n";
  bytes += body;
  Send(bytes, patience);
}

void HttpConnection::Send(std::string_view bytes, std::chrono::milliseconds patience) {
  const Deadline deadline = Deadline::After(patience);
  while (!bytes.empty() && !broken_) {
    const ssize_t sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent > 0) {
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    } else if (errno == EAGAIN || errno == EINTR) {
      broken_ = !WaitToSend(fd_, deadline);
    } else {
      broken_ = true;
    }
  }
  if (broken_) gone_.Cancel();
}

}  // namespace satchel::net
