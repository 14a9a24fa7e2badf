#include "tests/e2e/process.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <fcntl.h>
#include <fstream>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace satchel::test {
namespace {

constexpr unsigned kNobody = 65'534;

std::vector<char*> Pointers(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

// Runs in the child between fork and exec.
void Become(const Process& process, int in, int out, int err) {
  ::dup2(in, 0);
  ::dup2(err, 2);
  if (process.out == Process::Out::kClosed) {
    ::close(1);
  } else if (process.out == Process::Out::kFull) {
    ::dup2(::open("/dev/full", O_WRONLY), 1);
  } else {
    ::dup2(out, 1);
  }
  // A shell that started us in the background has it ignored.
  ::signal(SIGINT, SIG_DFL);
  ::signal(SIGPIPE, SIG_DFL);
  if (::chdir(process.directory.c_str()) != 0) ::_exit(126);
  if (process.as_nobody && ::geteuid() == 0) {
    if (::setgid(kNobody) != 0 || ::setuid(kNobody) != 0) ::_exit(126);
  }
}

void Drain(int out, int err, Finished& finished) {
  std::array<pollfd, 2> open = {pollfd{.fd = out, .events = POLLIN, .revents = 0},
                                pollfd{.fd = err, .events = POLLIN, .revents = 0}};
  std::array<std::string*, 2> into = {&finished.out, &finished.err};
  while (open[0].fd >= 0 || open[1].fd >= 0) {
    if (::poll(open.data(), open.size(), -1) < 0 && errno != EINTR) return;
    for (std::size_t i = 0; i < open.size(); ++i) {
      if (open[i].fd < 0 || open[i].revents == 0) continue;
      std::array<char, 4'096> bytes{};
      const ssize_t got = ::read(open[i].fd, bytes.data(), bytes.size());
      if (got > 0) {
        into[i]->append(bytes.data(), static_cast<std::size_t>(got));
      } else {
        ::close(open[i].fd);
        open[i].fd = -1;
      }
    }
  }
}

}  // namespace

Running::Running(const Process& process) {
  // A program may end before it was given everything.
  ::signal(SIGPIPE, SIG_IGN);
  std::array<int, 2> in{};
  std::array<int, 2> out{};
  std::array<int, 2> err{};
  if (::pipe2(in.data(), O_CLOEXEC) != 0 || ::pipe2(out.data(), O_CLOEXEC) != 0 ||
      ::pipe2(err.data(), O_CLOEXEC) != 0) {
    return;
  }
  std::vector<std::string> args = process.args;
  args.insert(args.begin(), process.program);
  std::vector<std::string> variables;
  for (const auto& [name, value] : process.environment) variables.push_back(name + "=" + value);
  const std::vector<char*> argv = Pointers(args);
  const std::vector<char*> envp = Pointers(variables);
  if (process.out == Process::Out::kBrokenPipe) ::close(out[0]);
  child_ = ::fork();
  if (child_ == 0) {
    Become(process, in[0], out[1], err[1]);
    ::execve(process.program.c_str(), argv.data(), envp.data());
    ::_exit(127);
  }
  ::close(in[0]);
  ::close(out[1]);
  ::close(err[1]);
  if (!process.input.empty()) {
    [[maybe_unused]] const ssize_t written =
        ::write(in[1], process.input.data(), process.input.size());
  }
  in_ = in[1];
  if (!process.keep_input) CloseInput();
  out_ = process.out == Process::Out::kBrokenPipe ? -1 : out[0];
  err_ = err[0];
}

Running::~Running() {
  if (child_ < 0) return;
  Send(SIGKILL);
  Finish();
}

void Running::Write(const std::string& bytes) const {
  for (std::size_t at = 0; at < bytes.size();) {
    const ssize_t written = ::write(in_, bytes.data() + at, bytes.size() - at);
    if (written <= 0) return;
    at += static_cast<std::size_t>(written);
  }
}

void Running::CloseInput() {
  if (in_ >= 0) ::close(in_);
  in_ = -1;
}

void Running::Send(int signal) const { ::kill(child_, signal); }

bool Running::IsThere() const {
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(child_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         info.si_pid == 0;
}

bool Running::Catches(int signal) const {
  std::ifstream status("/proc/" + std::to_string(child_) + "/status");
  for (std::string line; std::getline(status, line);) {
    if (!line.starts_with("SigCgt:")) continue;
    const std::uint64_t caught = std::stoull(line.substr(7), nullptr, 16);
    return ((caught >> static_cast<unsigned>(signal - 1)) & 1U) != 0;
  }
  return false;
}

std::size_t Running::Waiting() const {
  int bytes = 0;
  return ::ioctl(out_, FIONREAD, &bytes) == 0 ? static_cast<std::size_t>(bytes) : 0;
}

std::optional<std::string> Running::NextLine(std::chrono::milliseconds most) {
  const auto end = std::chrono::steady_clock::now() + most;
  for (;;) {
    if (const auto at = read_.find('\n'); at != std::string::npos) {
      std::string line = read_.substr(0, at);
      read_.erase(0, at + 1);
      return line;
    }
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        end - std::chrono::steady_clock::now());
    pollfd open{.fd = out_, .events = POLLIN, .revents = 0};
    if (left.count() <= 0 || ::poll(&open, 1, static_cast<int>(left.count())) <= 0) {
      return std::nullopt;
    }
    std::array<char, 4'096> bytes{};
    const ssize_t got = ::read(out_, bytes.data(), bytes.size());
    if (got <= 0) return std::nullopt;
    read_.append(bytes.data(), static_cast<std::size_t>(got));
  }
}

Finished Running::Finish() {
  Finished finished;
  if (child_ < 0) return finished;
  CloseInput();
  finished.out = read_;
  Drain(out_, err_, finished);
  int status = 0;
  while (::waitpid(child_, &status, 0) < 0 && errno == EINTR) {
  }
  child_ = -1;
  if (WIFEXITED(status)) finished.code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) finished.signal = WTERMSIG(status);
  return finished;
}

Finished Execute(const Process& process) { return Running(process).Finish(); }

std::string FindProgram(const std::string& name) {
  for (const std::string directory : {"/usr/bin/", "/bin/", "/usr/local/bin/"}) {
    if (::access((directory + name).c_str(), X_OK) == 0) return directory + name;
  }
  return "";
}

}  // namespace satchel::test
