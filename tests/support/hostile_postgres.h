#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "tests/support/temp_dir.h"

namespace satchel::test {

// Messages of PostgreSQL's protocol, from the server's side.
namespace pg {

std::string Int2(int value);
std::string Int4(std::int64_t value);
std::string Int8(std::int64_t value);
std::string Message(char type, std::string_view body);

struct Column {
  int type = 20;  // an OID: 16 bool, 17 bytea, 20 int8, 21 int2, 23 int4, 25 text
  int format = 1;
};
using Cell = std::optional<std::string>;  // as sent; none is null

std::string Description(const std::vector<Column>& columns);
std::string Row(const std::vector<Cell>& cells);
std::string Complete(std::string_view tag);
std::string Failed(std::string_view sqlstate, std::string_view message);

}  // namespace pg

// A PostgreSQL server that lets everybody in and has a sound store of Satchel without rows, but for
// what it is told to do wrong. It takes one client at a time.
class HostilePostgres {
 public:
  enum class Then : std::uint8_t {
    kGoOn,
    kClose,    // ends the connection
    kSilence,  // says nothing more
    kDrip,     // sends `more` again and again, a byte at a time
    kFlood,    // sends `more` again and again, as fast as it is taken
  };
  // What it sends in place of an answer, and what it does after that.
  struct Reply {
    std::string bytes;
    Then then = Then::kGoOn;
    std::string more;
  };
  struct Options {
    // For a statement; none: the answer of a sound server.
    std::function<std::optional<Reply>(std::string_view sql)> answer;
    Reply greeting;                  // in front of the first "ready"
    bool asks_for_password = false;  // in clear text
    bool over_tcp = false;           // on a port of this machine, else on a socket
  };

  explicit HostilePostgres(Options options);
  ~HostilePostgres();
  HostilePostgres(const HostilePostgres&) = delete;
  HostilePostgres& operator=(const HostilePostgres&) = delete;

  // Without sslmode and password.
  std::string Url() const;
  int connections() const { return connections_; }
  // Bytes that clients, or their machine, took from it.
  std::size_t sent() const { return sent_; }
  // What clients sent when asked for a password.
  std::vector<std::string> passwords() const;

 private:
  // False: the client has gone, or the server is to end.
  bool Send(int socket, std::string_view bytes);
  bool Do(int socket, const Reply& reply);
  bool Greet(int socket);
  void Serve();
  void Talk(int socket);
  Reply AnswerTo(std::string_view sql) const;

  TempDir home_;
  Options options_;
  int listener_ = -1;
  int port_ = 0;
  std::atomic<int> connections_ = 0;
  std::atomic<std::size_t> sent_ = 0;
  std::atomic<bool> over_ = false;
  mutable std::mutex mutex_;
  std::vector<std::string> passwords_;  // by mutex_
  std::thread thread_;
};

}  // namespace satchel::test
