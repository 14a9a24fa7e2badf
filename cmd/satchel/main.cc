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
#include <utility>
#include <vector>

#include <malloc.h>

#include "base/deadline.h"
#include "base/result.h"
#include "settings/environment.h"
#include "surfaces/agents/connect.h"
#include "surfaces/agents/hook.h"
#include "surfaces/cli/call/agent_calls.h"
#include "surfaces/cli/call/faces.h"
#include "surfaces/cli/call/mcp_call.h"
#include "surfaces/cli/fd_buffer.h"
#include "surfaces/cli/fd_input.h"
#include "surfaces/cli/run.h"
#include "surfaces/mcp/serve.h"

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
// back in between, which saves a hook a tenth of its time (docs/performance.md).
void KeepMemory() {
#ifdef __GLIBC__
  // NOLINTBEGIN(concurrency-mt-unsafe): there is no other thread yet
  ::mallopt(M_TOP_PAD, 4 << 20);
  ::mallopt(M_TRIM_THRESHOLD, 64 << 20);
  ::mallopt(M_MMAP_THRESHOLD, 32 << 20);
  // NOLINTEND(concurrency-mt-unsafe)
#endif
}

// 0: no terminal, or one that does not say.
std::size_t ColumnsOf(int fd) {
  winsize size{};
  return ::ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
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

// The faces of the command line do not know each other; this is where they meet.
satchel::Status ServeMcp(const satchel::cli::McpCall& call) {
  satchel::mcp::ServedWorkspace::Options workspace{.parts = call.parts, .now = call.now};
  if (call.http) {
    return satchel::mcp::ServeHttp(
        std::move(workspace),
        {.address = call.http->address,
         .token_file = call.http->token_file,
         .origins = call.http->origins,
         .writes = call.http->may_write ? satchel::mcp::Writes::kAllowed
                                        : satchel::mcp::Writes::kForbidden,
         .log = call.log,
         .ready = call.http->ready},
        call.until);
  }
  satchel::mcp::ServeStdio(std::move(workspace), call.in, call.out, call.log);
  return {};
}

extern "C" void OnHookTimeout(int /*signal*/) { ::_exit(0); }

// An agent waits for its hook. Whatever holds it up, a disk, a lock or an agent that keeps the
// input open, it ends without an answer after a second, or a little after its --timeout.
void EndHookInTime(const satchel::cli::HookCall& call) {
  using std::chrono::microseconds;
  constexpr std::chrono::seconds kMost{1};
  constexpr std::chrono::milliseconds kAfterTimeout{250};
  microseconds most = kMost;
  if (const auto left = call.deadline.Remaining(); left && !call.hurry) {
    most = std::chrono::duration_cast<microseconds>(*left) + kAfterTimeout;
  } else if (!call.hurry) {
    return;
  }
  struct sigaction action{};
  action.sa_handler = OnHookTimeout;
  ::sigaction(SIGALRM, &action, nullptr);
  const auto seconds = std::chrono::floor<std::chrono::seconds>(most);
  const itimerval timer{
      .it_interval = {},
      .it_value = {.tv_sec = seconds.count(), .tv_usec = (most - seconds).count()}};
  ::setitimer(ITIMER_REAL, &timer, nullptr);
}

void RunHook(const satchel::cli::HookCall& call) {
  EndHookInTime(call);
  satchel::agents::RunHook({.agent = call.agent,
                            .event = call.event,
                            .environment = call.environment,
                            .directories = call.directories,
                            .workspace = call.workspace,
                            .now = call.now,
                            .in = call.in,
                            .out = call.out,
                            .log = call.log,
                            .deadline = call.deadline,
                            .hurry = call.hurry,
                            .signs = call.signs});
}

satchel::agents::ConnectRequest RequestOf(const satchel::cli::InstallCall& call) {
  return {.agent = call.agent,
          .environment = call.environment,
          .program = call.program,
          .undo = call.undo,
          .only_show = call.only_show};
}

satchel::Result<satchel::cli::InstallAnswer> Install(const satchel::cli::InstallCall& call) {
  auto done = SATCHEL_TRY(satchel::agents::Connect(RequestOf(call)));
  satchel::cli::InstallAnswer answer{
      .agent = std::move(done.title), .changes = {}, .remarks = std::move(done.plan.remarks)};
  for (satchel::agents::FileChange& change : done.plan.changes) {
    answer.changes.push_back({.file = std::move(change.file),
                              .before = std::move(change.before),
                              .after = std::move(change.after)});
  }
  return answer;
}

std::vector<satchel::cli::KnownAgent> ListAgents(const satchel::cli::InstallCall& call) {
  std::vector<satchel::cli::KnownAgent> known;
  std::vector<satchel::agents::AgentState> states = satchel::agents::LookAtAgents(RequestOf(call));
  for (satchel::agents::AgentState& agent : states) {
    known.push_back({.name = std::move(agent.name),
                     .title = std::move(agent.title),
                     .home = std::move(agent.home),
                     .found = agent.found,
                     .connected = agent.connected,
                     .outdated = agent.outdated,
                     .trouble = std::move(agent.trouble)});
  }
  return known;
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
  const satchel::cli::Streams streams{.in = in,
                                      .out = out,
                                      .err = err,
                                      .in_is_terminal = ::isatty(STDIN_FILENO) == 1,
                                      .out_is_terminal = ::isatty(STDOUT_FILENO) == 1,
                                      .err_is_terminal = ::isatty(STDERR_FILENO) == 1,
                                      .out_columns = ColumnsOf(STDOUT_FILENO),
                                      .in_errno = &in_buffer.error(),
                                      .out_errno = &out_buffer.error()};
  const satchel::cli::Faces faces{
      .mcp = ServeMcp, .hook = RunHook, .install = Install, .agents = ListAgents};
  return satchel::cli::Run(args, streams, CollectEnvironment(), interrupt, faces);
}
