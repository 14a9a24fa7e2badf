#include "base/process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

#include <fmt/format.h>
#include <spawn.h>

#include "base/directory.h"

namespace satchel {
namespace {

constexpr std::size_t kMostErrorBytes = 4'096;

std::unexpected<Error> CannotRun(const ProcessRequest& request, int error) {
  return Fail(Errc::kUnavailable, fmt::format("cannot run {}: {}", request.program.string(),
                                              std::generic_category().message(error)));
}

struct Pipe {
  Descriptor read{-1};
  Descriptor write{-1};
};

std::optional<Pipe> MakePipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return std::nullopt;
  return Pipe{.read = Descriptor(ends[0]), .write = Descriptor(ends[1])};
}

// A file in memory, so that nobody has to feed a pipe while reading others.
Descriptor InputFile(const std::string& input) {
  Descriptor file(::memfd_create("input", MFD_CLOEXEC));
  if (!file.ok() || !WriteAll(file.get(), input) || ::lseek(file.get(), 0, SEEK_SET) != 0) {
    return Descriptor(-1);
  }
  return file;
}

std::vector<char*> Pointers(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  pointers.reserve(texts.size() + 1);
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

// The child's number; an errno below zero.
int Spawn(const ProcessRequest& request, int in, int out, int err) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawnattr_init(&attributes);
  ::posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, err, STDERR_FILENO);
  sigset_t none;
  sigset_t all;
  ::sigemptyset(&none);
  ::sigfillset(&all);
  ::posix_spawnattr_setsigmask(&attributes, &none);
  ::posix_spawnattr_setsigdefault(&attributes, &all);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  std::vector<std::string> args = request.args;
  args.insert(args.begin(), request.program.string());
  std::vector<std::string> environment = request.environment;
  pid_t pid = -1;
  const int error = ::posix_spawn(&pid, request.program.c_str(), &actions, &attributes,
                                  Pointers(args).data(), Pointers(environment).data());
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&actions);
  return error == 0 ? pid : -error;
}

int Reap(pid_t pid) {
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// Takes what is there. False: the other end is closed.
bool Drain(int file, std::string& into, std::size_t most) {
  std::array<char, 16'384> bytes{};
  const ssize_t size = ::read(file, bytes.data(), bytes.size());
  if (size < 0) return errno == EINTR || errno == EAGAIN;
  if (size == 0) return false;
  const std::size_t room = most - std::min(most, into.size());
  into.append(bytes.data(), std::min(static_cast<std::size_t>(size), room));
  return true;
}

// How soon a cancellation is seen: a signal may interrupt another thread than this one.
constexpr std::chrono::milliseconds kSlice(100);

int PollTimeout(const Deadline& deadline) {
  const auto left = deadline.Remaining().value_or(kSlice);
  return static_cast<int>(
      std::min(std::chrono::ceil<std::chrono::milliseconds>(left), kSlice).count());
}

// Until both ends are closed, the limit is passed or time is over.
Status Collect(int out, int err, std::size_t max_output, const Deadline& deadline,
               ProcessResult& result) {
  std::array<pollfd, 2> polled = {pollfd{.fd = out, .events = POLLIN},
                                  pollfd{.fd = err, .events = POLLIN}};
  while (polled[0].fd >= 0 || polled[1].fd >= 0) {
    SATCHEL_TRY(deadline.Check("run a program"));
    if (::poll(polled.data(), polled.size(), PollTimeout(deadline)) < 0 && errno != EINTR) {
      return Fail(Errc::kInternal, std::generic_category().message(errno));
    }
    // One byte more than the limit tells that there is more.
    if (polled[0].revents != 0 && !Drain(out, result.out, max_output + 1)) polled[0].fd = -1;
    if (polled[1].revents != 0 && !Drain(err, result.err, kMostErrorBytes)) polled[1].fd = -1;
    if (result.out.size() > max_output) {
      return Fail(Errc::kInvalidInput, fmt::format("it prints more than {} bytes", max_output));
    }
  }
  return {};
}

}  // namespace

std::optional<std::filesystem::path> FindProgram(std::string_view name,
                                                 std::string_view search_path) {
  while (!search_path.empty()) {
    const std::filesystem::path directory = search_path.substr(0, search_path.find(':'));
    search_path.remove_prefix(std::min(search_path.size(), directory.native().size() + 1));
    if (!directory.is_absolute()) continue;
    auto program = directory / name;
    std::error_code error;
    if (std::filesystem::is_regular_file(program, error) && ::access(program.c_str(), X_OK) == 0) {
      return program;
    }
  }
  return std::nullopt;
}

Result<ProcessResult> RunProcess(const ProcessRequest& request, const Deadline& deadline) {
  auto out = MakePipe();
  auto err = MakePipe();
  const Descriptor in = InputFile(request.input);
  if (!out || !err || !in.ok()) return CannotRun(request, errno);
  const int pid = Spawn(request, in.get(), out->write.get(), err->write.get());
  if (pid < 0) return CannotRun(request, -pid);
  out->write = Descriptor(-1);
  err->write = Descriptor(-1);
  ProcessResult result;
  auto collected = Collect(out->read.get(), err->read.get(), request.max_output, deadline, result);
  if (!collected) ::kill(pid, SIGKILL);
  result.code = Reap(pid);
  if (!collected) {
    return std::move(collected).error().While(request.program.filename().string());
  }
  // Ctrl-C on a terminal ends the program too, perhaps before we look.
  if (result.code < 0) SATCHEL_TRY(deadline.Check(request.program.filename().string()));
  return result;
}

}  // namespace satchel
