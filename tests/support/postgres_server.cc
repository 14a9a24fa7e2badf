#include "tests/support/postgres_server.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include <dirent.h>
#include <fmt/format.h>
#include <pwd.h>

namespace satchel::test {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

constexpr const char* kPrograms = "/usr/lib/postgresql/15/bin/";
constexpr uid_t kNobody = 65'534;

struct User {
  uid_t uid = kNobody;
  gid_t gid = kNobody;
};

// The server refuses to run as root.
User ServerUser() {
  if (::geteuid() != 0) return {::geteuid(), ::getegid()};
  const passwd* entry =
      ::getpwnam("postgres");  // NOLINT(concurrency-mt-unsafe): tests start servers from one thread
  if (entry == nullptr) return {};
  return {entry->pw_uid, entry->pw_gid};
}

// Everything that allocates comes before fork.
pid_t Spawn(const fs::path& directory, std::vector<std::string> command) {
  std::vector<char*> arguments;
  for (std::string& word : command) {
    arguments.push_back(word.data());
  }
  arguments.push_back(nullptr);
  const User user = ServerUser();
  const std::string log = directory / "log";
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child != 0) return child;
  const int out = ::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0644);
  const int in = ::open("/dev/null", O_RDONLY);
  ::dup2(in, 0);
  ::dup2(out, 1);
  ::dup2(out, 2);
  ::closefrom(3);
  if (::chdir(directory.c_str()) != 0) ::_exit(126);
  if (::geteuid() == 0 && (::setgid(user.gid) != 0 || ::setuid(user.uid) != 0)) ::_exit(126);
  ::prctl(PR_SET_PDEATHSIG, SIGQUIT);  // a server's quick end
  if (::getppid() != parent) ::_exit(126);
  ::execv(arguments[0], arguments.data());
  ::_exit(127);
}

int WaitForEnd(pid_t process) {
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

[[noreturn]] void GiveUp(const fs::path& directory, std::string_view doing) {
  fmt::print(stderr, "PostgreSQL for the tests: cannot {}\n{}\n", doing,
             TempDir::ReadFile(directory / "log"));
  std::abort();
}

bool Answers(const fs::path& directory) {
  // The eighth line of its file says when it takes connections.
  const std::string file = TempDir::ReadFile(directory / "data/postmaster.pid");
  return file.find("\nready") != std::string::npos || file.find("\nstandby") != std::string::npos;
}

void MakeCluster(const fs::path& directory, bool durable) {
  const User user = ServerUser();
  if (::chown(directory.c_str(), user.uid, user.gid) != 0) GiveUp(directory, "own its directory");
  const std::vector<std::string> command = {std::string(kPrograms) + "initdb",
                                            "-D",
                                            directory / "data",
                                            "-U",
                                            "postgres",
                                            "-A",
                                            "trust",
                                            "-E",
                                            "UTF8",
                                            "--locale=C.UTF-8",
                                            "--no-sync",
                                            "--no-instructions"};
  if (RunAsServer(directory, command) != 0) GiveUp(directory, "run initdb");
  std::ofstream settings(directory / "data/postgresql.conf", std::ios::app);
  settings << "listen_addresses = ''\nunix_socket_directories = '" << directory.string()
           << "'\nmax_connections = 60\nshared_buffers = 64MB\nautovacuum_naptime = 1h\n"
              "log_min_messages = fatal\nlog_min_error_statement = panic\n";
  if (!durable) settings << "fsync = off\nfull_page_writes = off\n";
  // Roles that need a password, for the tests of that; all others are let in.
  const std::string rules =
      "local all password_role,cli_password_role scram-sha-256\nlocal all all trust\n";
  std::ofstream(directory / "data/pg_hba.conf") << rules;
}

bool Listens(const fs::path& directory) {
  const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_un address{.sun_family = AF_UNIX, .sun_path = {}};
  const std::string path = directory / ".s.PGSQL.5432";
  path.copy(static_cast<char*>(address.sun_path), sizeof(address.sun_path) - 1);
  const bool listens =
      ::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0;
  ::close(socket);
  return listens;
}

// "pid (command) state parent …"; empty for a process that has ended, even while this reads.
std::string StatOf(const std::string& process) {
  std::ifstream stream(fs::path("/proc") / process / "stat");
  std::string line;
  std::getline(stream, line);
  return line;
}

}  // namespace

std::string PostgresUrl(const fs::path& directory, std::string_view role,
                        std::string_view database) {
  return fmt::format("host={} user={} dbname={}", directory.string(), role, database);
}

int RunAsServer(const fs::path& directory, const std::vector<std::string>& command) {
  return WaitForEnd(Spawn(directory, command));
}

PostgresServer::PostgresServer(Options options) : options_(std::move(options)) {
  MakeCluster(home_.path(), options_.durable);
  Start();
}

PostgresServer::~PostgresServer() {
  if (server_ > 0) Kill();
}

void PostgresServer::Start() {
  std::error_code ignored;
  fs::remove(home_.path() / "data/postmaster.pid", ignored);
  std::vector<std::string> command = {std::string(kPrograms) + "postgres", "-D",
                                      home_.path() / "data"};
  for (const std::string& setting : options_.settings) {
    command.emplace_back("-c");
    command.push_back(setting);
  }
  server_ = Spawn(home_.path(), command);
  for (int tries = 0; !Answers(home_.path()); ++tries) {
    if (tries == 3'000 || ::waitpid(server_, nullptr, WNOHANG) != 0) {
      GiveUp(home_.path(), "start the server");
    }
    std::this_thread::sleep_for(milliseconds(20));
  }
}

void PostgresServer::Stop() {
  ::kill(server_, SIGINT);
  WaitForEnd(server_);
  server_ = -1;
}

std::vector<pid_t> PostgresServer::Family() const {
  std::vector<pid_t> family = {server_};
  for (const auto& entry : fs::directory_iterator("/proc")) {
    const std::string name = entry.path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    const std::string stat = StatOf(name);
    const std::size_t end = stat.rfind(')');
    if (end == std::string::npos || stat.size() < end + 4) continue;
    if (std::strtol(stat.c_str() + end + 4, nullptr, 10) == server_) {
      family.push_back(static_cast<pid_t>(std::strtol(name.c_str(), nullptr, 10)));
    }
  }
  return family;
}

void PostgresServer::Kill() {
  ::kill(server_, SIGSTOP);  // no more children
  const std::vector<pid_t> family = Family();
  for (const pid_t process : family) ::kill(process, SIGKILL);
  WaitForEnd(server_);
  for (const pid_t process : family) {
    while (process != server_ && ::kill(process, 0) == 0) {
      // One that init has not collected yet is dead all the same.
      const std::string stat = StatOf(std::to_string(process));
      if (stat.find(") Z ") != std::string::npos) break;
      std::this_thread::sleep_for(milliseconds(1));
    }
  }
  server_ = -1;
}

void PostgresServer::Freeze() {
  ::kill(server_, SIGSTOP);
  for (const pid_t process : Family()) ::kill(process, SIGSTOP);
}

void PostgresServer::Thaw() {
  for (const pid_t process : Family()) ::kill(process, SIGCONT);
}

std::string PostgresServer::log() const { return TempDir::ReadFile(home_.path() / "log"); }

Companion::Companion(const fs::path& directory, const std::vector<std::string>& command)
    : process_(Spawn(directory, command)) {}

Companion::~Companion() {
  ::kill(process_, SIGTERM);
  for (int tries = 0; ::waitpid(process_, nullptr, WNOHANG) == 0; ++tries) {
    if (tries == 200) ::kill(process_, SIGKILL);
    std::this_thread::sleep_for(milliseconds(10));
  }
}

const fs::path& SharedPostgres() {
  static const fs::path kDirectory = [] {
    std::string shared = TempDir::ReadFile(SATCHEL_POSTGRES_SHARED);
    if (!shared.empty() && Listens(shared)) return fs::path(shared);
    static const PostgresServer kOwn;
    return kOwn.directory();
  }();
  return kDirectory;
}

}  // namespace satchel::test
