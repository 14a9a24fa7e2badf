// The server that one run of ctest shares.
//
//   shared_server start FILE   starts it and writes its directory into FILE
//   shared_server stop FILE
//
// It runs below a process of its own, which ends it when FILE goes, or when the
// ctest that asked for it is no longer there.

#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <thread>
#include <unistd.h>

#include <fmt/format.h>

#include "tests/support/postgres_server.h"

namespace {

namespace fs = std::filesystem;
using satchel::test::PostgresServer;
using satchel::test::TempDir;

void Pause() { std::this_thread::sleep_for(std::chrono::milliseconds(50)); }

int Keep(const fs::path& file, pid_t ctest) {
  ::setsid();
  const int null = ::open("/dev/null", O_RDWR);
  for (int fd = 0; fd < 3; ++fd) ::dup2(null, fd);  // ctest waits for its pipes to close
  ::closefrom(3);
  const PostgresServer server;
  const fs::path draft = file.string() + ".new";
  std::ofstream(draft) << server.directory().string();
  fs::rename(draft, file);
  while (TempDir::ReadFile(file) == server.directory().string() && ::kill(ctest, 0) == 0) Pause();
  if (TempDir::ReadFile(file) == server.directory().string()) fs::remove(file);
  return 0;
}

int Start(const fs::path& file) {
  std::error_code ignored;
  fs::remove(file, ignored);
  const pid_t ctest = ::getppid();
  if (::fork() == 0) {
    if (::fork() == 0) ::_exit(Keep(file, ctest));
    ::_exit(0);
  }
  for (int tries = 0; tries < 1'200; ++tries) {
    if (fs::exists(file)) return 0;
    Pause();
  }
  fmt::print(stderr, "the server did not start\n");
  return 1;
}

int Stop(const fs::path& file) {
  const fs::path directory = TempDir::ReadFile(file);
  fs::remove(file);
  for (int tries = 0; tries < 600 && fs::exists(directory); ++tries) Pause();
  return fs::exists(directory) ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const std::string_view what = argv[1];
  return what == "start" ? Start(argv[2]) : Stop(argv[2]);
}
