#include "tests/tenancy/pgbouncer.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

#include <fmt/format.h>

namespace satchel::test {

Pgbouncer::Pgbouncer(const std::filesystem::path& server, const std::string& role) {
  const std::string home = home_.path();
  home_.Write("users.txt", fmt::format("\"{}\" \"\"\n", role));
  home_.Write(
      "pgbouncer.ini",
      fmt::format("[databases]\n* = host={}\n[pgbouncer]\nlisten_addr =\nlisten_port = 6432\n"
                  "unix_socket_dir = {}\nauth_type = trust\nauth_file = {}/users.txt\n"
                  "pool_mode = transaction\ndefault_pool_size = 2\nmax_client_conn = 50\n"
                  "log_connections = 0\nlog_disconnections = 0\n",
                  server.string(), home, home));
  struct stat owner{};
  ::stat(server.c_str(), &owner);
  for (const char* name : {"", "users.txt", "pgbouncer.ini"}) {
    if (::chown((home_.path() / name).c_str(), owner.st_uid, owner.st_gid) != 0) std::abort();
  }
  process_.emplace(home_.path(),
                   std::vector<std::string>{"/usr/sbin/pgbouncer", home + "/pgbouncer.ini"});
  for (int tries = 0; !std::filesystem::exists(home_.path() / ".s.PGSQL.6432"); ++tries) {
    if (tries == 500) {
      fmt::print(stderr, "pgbouncer did not start: {}\n", TempDir::ReadFile(home_.path() / "log"));
      std::abort();
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

std::string Pgbouncer::Url(const std::string& role, const std::string& database) const {
  return PostgresUrl(home_.path(), role, database) + " port=6432";
}

}  // namespace satchel::test
