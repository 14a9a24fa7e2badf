#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

#include "tests/support/temp_dir.h"

namespace satchel::test {

// The address of a database on a server that listens on a socket in `directory`.
std::string PostgresUrl(const std::filesystem::path& directory, std::string_view role,
                        std::string_view database);

// A server of its own: Debian's PostgreSQL 15 in a temporary directory, reached
// by a Unix socket there, as a user that is not root. Ends with the object, and
// with the thread that started it whatever happens to that.
class PostgresServer {
 public:
  struct Options {
    bool durable = false;               // fsync; needless unless the machine itself may go down
    std::vector<std::string> settings;  // "name=value"
  };

  // Ends the test program with the server's log when it does not start.
  PostgresServer() : PostgresServer(Options()) {}
  explicit PostgresServer(Options options);
  ~PostgresServer();
  PostgresServer(const PostgresServer&) = delete;
  PostgresServer& operator=(const PostgresServer&) = delete;

  void Start();  // returns when it takes connections
  void Stop();   // in order: open connections are ended
  void Kill();   // kill -9 of the server and every child of it
  void Restart() {
    Stop();
    Start();
  }
  // kill -STOP and -CONT of the server and its children.
  void Freeze();
  void Thaw();

  const std::filesystem::path& directory() const { return home_.path(); }
  std::string Url(std::string_view role, std::string_view database) const {
    return PostgresUrl(home_.path(), role, database);
  }
  std::string log() const;

 private:
  std::vector<pid_t> Family() const;

  TempDir home_;
  Options options_;
  pid_t server_ = -1;
};

// A program that runs beside a test, e.g. pgbouncer: not as root, and gone with the object.
class Companion {
 public:
  Companion(const std::filesystem::path& directory, const std::vector<std::string>& command);
  ~Companion();
  Companion(const Companion&) = delete;
  Companion& operator=(const Companion&) = delete;

 private:
  pid_t process_ = -1;
};

// Runs a command to its end as the user that servers run as; its exit code.
int RunAsServer(const std::filesystem::path& directory, const std::vector<std::string>& command);

// The directory of the server that one run of ctest shares; without ctest, of one
// that this process started.
const std::filesystem::path& SharedPostgres();

}  // namespace satchel::test
