#include "net/http_server.h"

#include <algorithm>
#include <arpa/inet.h>
#include <cerrno>
#include <netinet/in.h>
#include <optional>
#include <sys/resource.h>
#include <sys/socket.h>
#include <system_error>
#include <unistd.h>

#include <fmt/format.h>

#include "net/http_loop.h"

namespace satchel::net {
namespace {

std::string SystemText(int error) { return std::generic_category().message(error); }

// How many connections there can be so that descriptors remain for files, stores and programs that
// serving needs. Asks the system for more, if it gives less.
std::size_t RoomForConnections(std::size_t wanted) {
  constexpr rlim_t kOthers = 256;
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return wanted;
  const rlim_t enough = wanted + kOthers;
  if (limit.rlim_cur < enough) {
    rlimit more = limit;
    more.rlim_cur = std::min(enough, limit.rlim_max);
    if (::setrlimit(RLIMIT_NOFILE, &more) == 0) limit = more;
  }
  if (limit.rlim_cur >= enough) return wanted;
  return limit.rlim_cur > 2 * kOthers ? limit.rlim_cur - kOthers : limit.rlim_cur / 2;
}

// The numeric address; nothing: it is none, or not of this machine alone.
std::optional<sockaddr_storage> LoopbackAddress(const std::string& address, int port,
                                                socklen_t& size) {
  sockaddr_storage storage{};
  auto* const four = reinterpret_cast<sockaddr_in*>(&storage);
  auto* const six = reinterpret_cast<sockaddr_in6*>(&storage);
  if (::inet_pton(AF_INET, address.c_str(), &four->sin_addr) == 1) {
    four->sin_family = AF_INET;
    four->sin_port = htons(static_cast<std::uint16_t>(port));
    size = sizeof(sockaddr_in);
    if ((ntohl(four->sin_addr.s_addr) >> 24U) == 127U) return storage;
  } else if (::inet_pton(AF_INET6, address.c_str(), &six->sin6_addr) == 1) {
    six->sin6_family = AF_INET6;
    six->sin6_port = htons(static_cast<std::uint16_t>(port));
    size = sizeof(sockaddr_in6);
    if (IN6_IS_ADDR_LOOPBACK(&six->sin6_addr)) return storage;
  }
  return std::nullopt;
}

int PortOf(int listener) {
  sockaddr_storage bound{};
  socklen_t size = sizeof(bound);
  if (::getsockname(listener, reinterpret_cast<sockaddr*>(&bound), &size) != 0) return 0;
  return ntohs(bound.ss_family == AF_INET6 ? reinterpret_cast<sockaddr_in6*>(&bound)->sin6_port
                                           : reinterpret_cast<sockaddr_in*>(&bound)->sin_port);
}

}  // namespace

Result<std::unique_ptr<HttpServer>> HttpServer::Listen(const std::string& address, int port,
                                                       const HttpServerLimits& limits) {
  const std::string host = address == "localhost" ? "127.0.0.1" : address;
  socklen_t size = 0;
  const auto storage = LoopbackAddress(host, port, size);
  if (!storage) {
    return Fail(
        Errc::kInvalidInput,
        fmt::format("{} is no loopback address, and this listener has no authentication", address),
        "listen on 127.0.0.1 or ::1, and put a proxy with TLS in front for others");
  }
  const int listener = ::socket(storage->ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (listener < 0) return Fail(Errc::kSystem, "cannot open a socket: " + SystemText(errno));
  const int yes = 1;
  ::setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
  constexpr int kBacklog = 256;
  if (::bind(listener, reinterpret_cast<const sockaddr*>(&*storage), size) != 0 ||
      ::listen(listener, kBacklog) != 0) {
    const int error = errno;
    ::close(listener);
    return Fail(Errc::kSystem,
                fmt::format("cannot listen on {}, port {}: {}", address, port, SystemText(error)));
  }
  HttpServerLimits possible = limits;
  possible.connections = RoomForConnections(limits.connections);
  return std::unique_ptr<HttpServer>(new HttpServer(listener, PortOf(listener), possible));
}

HttpServer::~HttpServer() { ::close(listener_); }

void HttpServer::Run(const ServeRequest& serve, const Deadline& until) {
  HttpLoop(listener_, limits_, serve).Run(until);
}

}  // namespace satchel::net
