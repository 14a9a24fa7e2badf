#include "tests/support/hostile_postgres.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "store/schema.h"

namespace satchel::test {
namespace pg {
namespace {

std::string BigEndian(std::uint64_t value, int bytes) {
  std::string out;
  for (int shift = (bytes - 1) * 8; shift >= 0; shift -= 8) {
    out.push_back(static_cast<char>((value >> static_cast<unsigned>(shift)) & 0xffU));
  }
  return out;
}

}  // namespace

std::string Int2(int value) { return BigEndian(static_cast<std::uint64_t>(value), 2); }
std::string Int4(std::int64_t value) { return BigEndian(static_cast<std::uint64_t>(value), 4); }
std::string Int8(std::int64_t value) { return BigEndian(static_cast<std::uint64_t>(value), 8); }

std::string Message(char type, std::string_view body) {
  return type + Int4(static_cast<std::int64_t>(body.size()) + 4) + std::string(body);
}

std::string Description(const std::vector<Column>& columns) {
  std::string body = Int2(static_cast<int>(columns.size()));
  for (const Column& column : columns) {
    body += std::string("c\0", 2) + Int4(0) + Int2(0) + Int4(column.type) + Int2(-1) + Int4(-1) +
            Int2(column.format);
  }
  return Message('T', body);
}

std::string Row(const std::vector<Cell>& cells) {
  std::string body = Int2(static_cast<int>(cells.size()));
  for (const Cell& cell : cells) {
    body += cell ? Int4(static_cast<std::int64_t>(cell->size())) + *cell : Int4(-1);
  }
  return Message('D', body);
}

std::string Complete(std::string_view tag) { return Message('C', std::string(tag) + '\0'); }

std::string Failed(std::string_view sqlstate, std::string_view message) {
  return Message('E', fmt::format("SERROR{0}VERROR{0}C{1}{0}M{2}{0}{0}", '\0', sqlstate, message));
}

}  // namespace pg

namespace {

std::string Setting(std::string_view name, std::string_view value) {
  return pg::Message('S', std::string(name) + '\0' + std::string(value) + '\0');
}

// What a look at the tables of a store finds, all in order.
std::string TableStates() {
  std::string out = pg::Description({{25}, {16}, {16}, {16}, {25}, {16}, {16}});
  for (const store::Table* table : store::Tables()) {
    const std::string yes("\1", 1);
    const std::string no("\0", 1);
    out += pg::Row({std::string(table->name), yes, yes, no, "owner", no, yes});
  }
  return out + pg::Complete("SELECT 1");
}

std::string Policies() {
  std::string out = pg::Description({{25}, {19}, {16}, {16}, {16}, {25}, {25}});
  const std::string yes("\1", 1);
  const std::string rule = "(workspace_id = (current_setting('satchel.workspace'::text))::bigint)";
  for (const store::Table* table : store::Tables()) {
    if (!table->secured) continue;
    out += pg::Row({std::string(table->name), "own_workspace", yes, yes, yes, rule, rule});
  }
  return out + pg::Complete("SELECT 1");
}

std::string SoundAnswer(std::string_view sql) {
  using pg::Complete;
  using pg::Description;
  using pg::Row;
  if (sql.contains("to_regclass('migration')")) {
    return Description({{16}}) + Row({std::string("\1", 1)}) + Complete("SELECT 1");
  }
  if (sql.contains("max(version)")) {
    return Description({{20}}) + Row({pg::Int8(store::kSchemaVersion)}) + Complete("SELECT 1");
  }
  if (sql.contains("rolbypassrls,")) {
    return Description({{19}, {16}, {16}, {16}, {16}}) + Complete("SELECT 0");
  }
  if (sql.contains("relrowsecurity")) return TableStates();
  if (sql.contains("pg_policy")) return Policies();
  if (sql.contains("FROM workspace WHERE key")) {
    return Description({{20}}) + Row({pg::Int8(7)}) + Complete("SELECT 1");
  }
  if (sql.contains("FOR SHARE")) {
    return Description({{20}}) + Row({pg::Int8(1)}) + Complete("SELECT 1");
  }
  if (sql.contains("SELECT name, value FROM state")) {
    return Description({{25}, {25}}) + Complete("SELECT 0");
  }
  return Complete(sql.substr(0, sql.find_first_of(" ;")));
}

// False when the client went.
bool Receive(int socket, std::string& into, std::size_t size) {
  into.resize(size);
  return size == 0 || ::recv(socket, into.data(), size, MSG_WAITALL) == static_cast<ssize_t>(size);
}

// The body of a message whose type was read.
bool ReceiveBody(int socket, std::string& into) {
  if (!Receive(socket, into, 4)) return false;
  std::uint32_t length = 0;
  for (const char c : into) length = (length << 8U) | static_cast<unsigned char>(c);
  return length >= 4 && length < 100'000'000 && Receive(socket, into, length - 4);
}

}  // namespace

HostilePostgres::HostilePostgres(Options options) : options_(std::move(options)) {
  listener_ = ::socket(options_.over_tcp ? AF_INET : AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (options_.over_tcp) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    ::bind(listener_, reinterpret_cast<const sockaddr*>(&address), sizeof(address));
    socklen_t size = sizeof(address);
    ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
  } else {
    sockaddr_un address{.sun_family = AF_UNIX, .sun_path = {}};
    const std::string path = home_.path() / ".s.PGSQL.5432";
    path.copy(static_cast<char*>(address.sun_path), sizeof(address.sun_path) - 1);
    ::bind(listener_, reinterpret_cast<const sockaddr*>(&address), sizeof(address));
  }
  ::listen(listener_, 16);
  thread_ = std::thread([this] { Serve(); });
}

HostilePostgres::~HostilePostgres() {
  over_ = true;
  thread_.join();
  ::close(listener_);
}

std::string HostilePostgres::Url() const {
  return options_.over_tcp
             ? fmt::format("host=127.0.0.1 port={} user=a dbname=b", port_)
             : fmt::format("host={} port=5432 user=a dbname=b", home_.path().string());
}

std::vector<std::string> HostilePostgres::passwords() const {
  const std::scoped_lock lock(mutex_);
  return passwords_;
}

bool HostilePostgres::Send(int socket, std::string_view bytes) {
  while (!bytes.empty() && !over_) {
    pollfd entry{.fd = socket, .events = POLLOUT, .revents = 0};
    if (::poll(&entry, 1, 20) <= 0) continue;
    const ssize_t sent = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent <= 0) return false;
    sent_ += static_cast<std::size_t>(sent);
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return !over_;
}

bool HostilePostgres::Do(int socket, const Reply& reply) {
  if (!Send(socket, reply.bytes)) return false;
  switch (reply.then) {
    case Then::kGoOn:
      return true;
    case Then::kClose:
      return false;
    case Then::kFlood: {
      std::string piece;
      while (piece.size() < 100'000) piece += reply.more;
      while (Send(socket, piece)) {
      }
      return false;
    }
    case Then::kSilence:
    case Then::kDrip:
      for (std::size_t at = 0; !over_; ++at) {
        // Until the client closes.
        pollfd entry{.fd = socket, .events = POLLRDHUP, .revents = 0};
        if (::poll(&entry, 1, 2) > 0) return false;
        if (reply.then == Then::kSilence) continue;
        if (!Send(socket, std::string_view(reply.more).substr(at % reply.more.size(), 1))) {
          return false;
        }
      }
      return false;
  }
  return false;
}

HostilePostgres::Reply HostilePostgres::AnswerTo(std::string_view sql) const {
  if (options_.answer) {
    if (auto reply = options_.answer(sql)) return *std::move(reply);
  }
  return {.bytes = SoundAnswer(sql), .then = Then::kGoOn, .more = ""};
}

bool HostilePostgres::Greet(int socket) {
  std::string bytes;
  // A request for TLS or GSS comes without a type, as the first message does.
  for (;;) {
    if (!ReceiveBody(socket, bytes)) return false;
    const bool asks_for_more = bytes.size() == 4 && bytes.starts_with(std::string_view("\x04\xd2"));
    if (!asks_for_more) break;
    if (!Send(socket, "N")) return false;
  }
  if (options_.asks_for_password) {
    if (!Send(socket, pg::Message('R', pg::Int4(3)))) return false;
    if (!Receive(socket, bytes, 1) || !ReceiveBody(socket, bytes)) return false;
    const std::scoped_lock lock(mutex_);
    passwords_.push_back(bytes.substr(0, bytes.find('\0')));
  }
  return Send(socket, pg::Message('R', pg::Int4(0)) + Setting("server_version", "15.18") +
                          Setting("client_encoding", "UTF8") + Setting("in_hot_standby", "off") +
                          Setting("default_transaction_read_only", "off") +
                          pg::Message('K', pg::Int4(1) + pg::Int4(2))) &&
         Do(socket, options_.greeting) && Send(socket, pg::Message('Z', "I"));
}

void HostilePostgres::Talk(int socket) {
  if (!Greet(socket)) return;
  std::string bytes;
  std::string sql;
  bool failed = false;  // what comes up to the next sync is passed over
  for (;;) {
    if (!Receive(socket, bytes, 1)) return;
    const char type = bytes[0];
    if (!ReceiveBody(socket, bytes) || type == 'X') return;
    if (type == 'P') {
      const std::size_t name = bytes.find('\0') + 1;
      sql = bytes.substr(name, bytes.find('\0', name) - name);
    } else if (type == 'E') {
      if (failed) continue;
      const Reply reply = AnswerTo(sql);
      failed = reply.bytes.starts_with('E');
      const std::string begun = pg::Message('1', "") + pg::Message('2', "");
      if (!Send(socket, begun) || !Do(socket, reply)) return;
    } else if (type == 'S') {
      failed = false;
      if (!Send(socket, pg::Message('Z', "I"))) return;
    }
  }
}

void HostilePostgres::Serve() {
  while (!over_) {
    pollfd entry{.fd = listener_, .events = POLLIN, .revents = 0};
    if (::poll(&entry, 1, 20) <= 0) continue;
    const int socket = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    ++connections_;
    // Nobody waits for a client that neither speaks nor goes.
    const timeval limit{.tv_sec = 10, .tv_usec = 0};
    ::setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
    Talk(socket);
    ::close(socket);
  }
}

}  // namespace satchel::test
