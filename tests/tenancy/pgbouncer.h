#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "tests/support/postgres_server.h"
#include "tests/support/temp_dir.h"

namespace satchel::test {

// Debian's pgbouncer in transaction mode before a server, with few connections,
// so that clients share them.
class Pgbouncer {
 public:
  Pgbouncer(const std::filesystem::path& server, const std::string& role);

  // Of the server's database through it.
  std::string Url(const std::string& role, const std::string& database) const;

 private:
  TempDir home_;
  std::optional<Companion> process_;
};

}  // namespace satchel::test
