#include "tests/support/postgres_double.h"

#include <array>
#include <cstdint>
#include <poll.h>
#include <string_view>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <utility>

namespace satchel::test {
namespace {

std::string BigEndian(std::uint32_t value) {
  std::string out;
  for (unsigned shift = 32; shift > 0; shift -= 8) {
    out.push_back(static_cast<char>((value >> (shift - 8)) & 0xffU));
  }
  return out;
}

std::string Message(char type, const std::string& body) {
  return type + BigEndian(static_cast<std::uint32_t>(body.size() + 4)) + body;
}

std::string Setting(std::string_view name, std::string_view value) {
  return Message('S', std::string(name) + '\0' + std::string(value) + '\0');
}

void Send(int socket, const std::string& bytes) {
  [[maybe_unused]] const ssize_t sent = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
}

// False when the client went.
bool Receive(int socket, std::string& into, std::size_t size) {
  into.resize(size);
  return size == 0 || ::recv(socket, into.data(), size, MSG_WAITALL) == static_cast<ssize_t>(size);
}

std::size_t LengthOf(const std::string& bytes) {
  std::uint32_t length = 0;
  for (const char c : bytes) length = (length << 8U) | static_cast<unsigned char>(c);
  return length < 4 || length > 1'000'000 ? 0 : length - 4;
}

}  // namespace

PostgresDouble::PostgresDouble(Options options) : options_(std::move(options)) {
  listener_ = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_un address{.sun_family = AF_UNIX, .sun_path = {}};
  const std::string path = home_.path() / ".s.PGSQL.5432";
  path.copy(static_cast<char*>(address.sun_path), sizeof(address.sun_path) - 1);
  ::bind(listener_, reinterpret_cast<const sockaddr*>(&address), sizeof(address));
  ::listen(listener_, 16);
  thread_ = std::thread([this] { Serve(); });
}

PostgresDouble::~PostgresDouble() {
  over_ = true;
  thread_.join();
  ::close(listener_);
}

void PostgresDouble::Serve() {
  while (!over_) {
    pollfd entry{.fd = listener_, .events = POLLIN, .revents = 0};
    if (::poll(&entry, 1, 20) <= 0) continue;
    const int socket = ::accept(listener_, nullptr, nullptr);
    ++connections_;
    const timeval limit{.tv_sec = 3, .tv_usec = 0};
    ::setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
    Talk(socket);
    ::close(socket);
  }
}

void PostgresDouble::Talk(int socket) const {
  std::string bytes;
  if (options_.manner == Options::Manner::kSilent) {
    while (Receive(socket, bytes, 1)) {
    }
    return;
  }
  if (!Receive(socket, bytes, 4) || !Receive(socket, bytes, LengthOf(bytes))) return;
  if (options_.manner == Options::Manner::kGarbage) {
    Send(socket, std::string("\x7f\x45\x4c\x46\xff\xff\xff\xff garbage", 16));
    return;
  }
  Send(socket, Message('R', BigEndian(0)) + Setting("server_version", options_.version) +
                   Setting("client_encoding", "UTF8") + Setting("in_hot_standby", "off") +
                   Setting("default_transaction_read_only", "off") +
                   Message('K', BigEndian(1) + BigEndian(2)) + Message('Z', "I"));
  bool failed = false;
  for (;;) {
    if (!Receive(socket, bytes, 1)) return;
    const char type = bytes[0];
    if (!Receive(socket, bytes, 4) || !Receive(socket, bytes, LengthOf(bytes)) || type == 'X')
      return;
    if (type == 'S') {
      Send(socket, Message('Z', "I"));
      failed = false;
    } else if (!failed) {
      failed = true;
      Send(socket,
           Message('E', std::string("SERROR") + '\0' + "VERROR" + '\0' + "C" + options_.sqlstate +
                            '\0' + "M" + options_.message + '\0' + '\0'));
    }
  }
}

}  // namespace satchel::test
