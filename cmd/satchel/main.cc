// Collects what the process was given and hands it to the command line surface.
// The only place that exits.

#include <algorithm>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <istream>
#include <ostream>
#include <string>
#include <sys/ioctl.h>
#include <sys/time.h>
#include <system_error>
#include <unistd.h>
#include <vector>

#include <malloc.h>

#include "base/deadline.h"
#include "settings/environment.h"
#include "surfaces/cli/fd_buffer.h"
#include "surfaces/cli/fd_input.h"
#include "surfaces/cli/run.h"

extern char** environ;

namespace {

satchel::settings::Environment CollectEnvironment() {
  satchel::settings::Environment environment;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string text = *entry;
    const auto equals = text.find('=');
    if (equals == std::string::npos) continue;
    environment.variables.emplace(text.substr(0, equals), text.substr(equals + 1));
  }
  std::error_code error;
  environment.working_directory = std::filesystem::current_path(error);
  return environment;
}

// A closed standard descriptor would be handed out to the next file opened, and
// our output would go into it. Opened the wrong way round, a write fails cleanly.
void OccupyStandardDescriptors() {
  for (int fd = 0; fd <= 2; ++fd) {
    if (::fcntl(fd, F_GETFD) != -1) continue;
    const int wrong_way = fd == 1 ? O_RDONLY : O_WRONLY;
    if (::open("/dev/null", wrong_way) != fd) return;
  }
}

// A command takes memory for a moment and ends: it is asked for in large pieces and not given
// back in between, which saves a hook a tenth of its time (docs/numbers/log/cost.md).
void KeepMemory() {
#ifdef __GLIBC__
  // NOLINTBEGIN(concurrency-mt-unsafe): there is no other thread yet
  ::mallopt(M_TOP_PAD, 4 << 20);
  ::mallopt(M_TRIM_THRESHOLD, 64 << 20);
  ::mallopt(M_MMAP_THRESHOLD, 32 << 20);
  // NOLINTEND(concurrency-mt-unsafe)
#endif
}

// Zeros: no terminal, or one that does not say.
winsize SizeOf(int fd) {
  winsize size{};
  return ::ioctl(fd, TIOCGWINSZ, &size) == 0 ? size : winsize{};
}

// The handler of a signal is given nothing: this is all it can reach. Set once, before it can run.
satchel::CancelSource* interrupt_of_handler = nullptr;

extern "C" void OnInterrupt(int /*signal*/) { interrupt_of_handler->Cancel(); }

// The first signal asks the command to stop, the second one ends the process. Whoever starts us
// with the signal ignored (nohup) means that.
void CancelOn(int signal, satchel::CancelSource& interrupt) {
  struct sigaction before{};
  if (::sigaction(signal, nullptr, &before) != 0 || before.sa_handler == SIG_IGN) return;
  interrupt_of_handler = &interrupt;
  struct sigaction action{};
  action.sa_handler = OnInterrupt;
  action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
  ::sigaction(signal, &action, nullptr);
}

extern "C" void OnTimeout(int /*signal*/) { ::_exit(0); }

void EndAfter(std::chrono::microseconds most) {
  struct sigaction action{};
  action.sa_handler = OnTimeout;
  ::sigaction(SIGALRM, &action, nullptr);
  const auto seconds = std::chrono::floor<std::chrono::seconds>(most);
  const itimerval timer{
      .it_interval = {},
      .it_value = {.tv_sec = seconds.count(), .tv_usec = (most - seconds).count()}};
  ::setitimer(ITIMER_REAL, &timer, nullptr);
}

}  // namespace

int main(int argc, char** argv) {
  KeepMemory();
  OccupyStandardDescriptors();
  // A reader that goes away is seen as EPIPE where we write.
  ::signal(SIGPIPE, SIG_IGN);
  // Whoever started us may ignore it, and then nobody learns how git ended.
  ::signal(SIGCHLD, SIG_DFL);

  // Never destroyed: a signal may come at any time.
  static auto& interrupt = *new satchel::CancelSource();  // NOLINT(cppcoreguidelines-owning-memory)
  CancelOn(SIGINT, interrupt);
  const std::vector<std::string> args(argv + (argc > 0 ? 1 : 0), argv + argc);
  // What serves or watches has no other end, and whoever manages services ends it so. Other
  // commands need not be asked: nothing is lost when they are gone at once.
  const auto has = [&](const char* word) { return std::ranges::find(args, word) != args.end(); };
  if (has("--watch") || has("mcp")) CancelOn(SIGTERM, interrupt);

  satchel::cli::FdInput in_buffer(STDIN_FILENO, satchel::Deadline::Never().With(interrupt));
  satchel::cli::FdBuffer out_buffer(STDOUT_FILENO);
  satchel::cli::FdBuffer err_buffer(STDERR_FILENO);
  std::istream in(&in_buffer);
  std::ostream out(&out_buffer);
  std::ostream err(&err_buffer);
  const winsize out_size = SizeOf(STDOUT_FILENO);
  const satchel::cli::Streams streams{.in = in,
                                      .out = out,
                                      .err = err,
                                      .in_is_terminal = ::isatty(STDIN_FILENO) == 1,
                                      .out_is_terminal = ::isatty(STDOUT_FILENO) == 1,
                                      .err_is_terminal = ::isatty(STDERR_FILENO) == 1,
                                      .out_columns = out_size.ws_col,
                                      .in_errno = &in_buffer.error(),
                                      .out_errno = &out_buffer.error(),
                                      .end_after = EndAfter,
                                      // Also if the file was replaced since.
                                      .program = "/proc/self/exe",
                                      .out_rows = out_size.ws_row};
  return satchel::cli::Run(args, streams, CollectEnvironment(), interrupt);
}
