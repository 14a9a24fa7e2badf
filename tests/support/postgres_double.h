#pragma once

#include <atomic>
#include <filesystem>
#include <string>
#include <thread>

#include "tests/support/temp_dir.h"

namespace satchel::test {

// Something that listens where a PostgreSQL server would and speaks enough of its
// protocol to be connected to. One client at a time.
class PostgresDouble {
 public:
  struct Options {
    enum class Manner : unsigned char { kPolite, kSilent, kGarbage };
    Manner manner = Manner::kPolite;
    std::string version = "15.18";
    std::string sqlstate = "53100";  // of every statement
    std::string message = "could not extend file: No space left on device";
  };

  explicit PostgresDouble(Options options);
  ~PostgresDouble();
  PostgresDouble(const PostgresDouble&) = delete;
  PostgresDouble& operator=(const PostgresDouble&) = delete;

  const std::filesystem::path& directory() const { return home_.path(); }
  int connections() const { return connections_; }

 private:
  void Serve();
  void Talk(int socket) const;

  TempDir home_;
  Options options_;
  int listener_ = -1;
  std::atomic<int> connections_ = 0;
  std::atomic<bool> over_ = false;
  std::thread thread_;
};

}  // namespace satchel::test
