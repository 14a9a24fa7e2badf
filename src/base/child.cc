#include "base/child.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/directory.h"

// posix_spawn can set neither limits nor the signal of the parent's death, so this forks. The
// child is a copy of one thread: another one may have held any lock, also that of the heap. What
// runs between fork and exec therefore allocates nothing, takes no lock and makes only system
// calls, and everything that it needs is prepared before.
namespace satchel {
namespace {

constexpr int kFirstFile = 3;

struct Prepared {
  const char* program = nullptr;
  char* const* args = nullptr;
  char* const* environment = nullptr;
  std::array<int, kFirstFile> files{};
  ProcessLimits limits;
  int with_parent = 0;
  bool in_spare_time = false;
  pid_t parent = -1;
  int report = -1;  // gets errno if the program cannot be run
};

std::vector<char*> Pointers(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  pointers.reserve(texts.size() + 1);
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

// `hard` may be larger than `soft`, so that the signal for the soft one comes first.
template <class Resource>
bool Limit(Resource resource, rlim_t soft, rlim_t hard) {
  rlimit limit{};
  if (::getrlimit(resource, &limit) != 0) return false;
  limit.rlim_max = std::min(limit.rlim_max, hard);
  limit.rlim_cur = std::min({limit.rlim_cur, limit.rlim_max, soft});
  return ::setrlimit(resource, &limit) == 0;
}

bool ApplyLimits(const ProcessLimits& limits) {
  const auto cpu = static_cast<rlim_t>(limits.cpu.count());
  return Limit(RLIMIT_CORE, 0, 0) && (cpu == 0 || Limit(RLIMIT_CPU, cpu, cpu + 1)) &&
         (limits.data == 0 || Limit(RLIMIT_DATA, limits.data, limits.data)) &&
         (limits.address_space == 0 ||
          Limit(RLIMIT_AS, limits.address_space, limits.address_space));
}

void ResetSignals() {
  struct sigaction usual{};
  usual.sa_handler = SIG_DFL;
  for (int signal = 1; signal < NSIG; ++signal) ::sigaction(signal, &usual, nullptr);
  sigset_t none;
  ::sigemptyset(&none);
  ::pthread_sigmask(SIG_SETMASK, &none, nullptr);
}

// Exec closes all files but the first three, whoever opened them and forgot to say so.
void CloseOnExec() {
  constexpr unsigned kLast = ~0U;
  constexpr unsigned kMark = 1U << 2U;  // CLOSE_RANGE_CLOEXEC
  if (::syscall(SYS_close_range, kFirstFile, kLast, kMark) == 0) return;
  // Linux before 5.11. A process with more files than this sets the flag itself.
  constexpr int kMost = 4'096;
  for (int file = kFirstFile; file < kMost; ++file) ::fcntl(file, F_SETFD, FD_CLOEXEC);
}

// The parent's files may have any numbers, also those that they are to get here.
bool MoveFiles(std::array<int, kFirstFile> files) {
  for (int& file : files) {
    file = ::fcntl(file, F_DUPFD_CLOEXEC, kFirstFile);
    if (file < 0) return false;
  }
  for (int to = 0; to < kFirstFile; ++to) {
    if (::dup2(files.at(static_cast<std::size_t>(to)), to) < 0) return false;
  }
  return true;
}

// How the child tells why it could not become the program.
struct Report {
  Descriptor read{-1};
  Descriptor write{-1};
};
std::expected<Report, int> MakeReport() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return std::unexpected(errno);
  Report report{.read = Descriptor(ends[0]), .write = Descriptor(ends[1])};
  // Behind the first three, which get other meanings in the child.
  report.write = Descriptor(::fcntl(ends[1], F_DUPFD_CLOEXEC, kFirstFile));
  if (!report.write.ok()) return std::unexpected(errno);
  return report;
}

// Best effort: with less priority others are disturbed less, but nothing depends on it. A session
// of its own gets no signal that is meant for whoever started this process, and the root directory
// is one that nobody removes or unmounts.
void LeaveOthersAlone() {
  constexpr int kLowest = 19;
  ::setsid();
  [[maybe_unused]] const int moved = ::chdir("/");
  ::setpriority(PRIO_PROCESS, 0, kLowest);
}

[[noreturn]] void Become(const Prepared& prepared) {
  if (prepared.in_spare_time) LeaveOthersAlone();
  const bool ready = ::prctl(PR_SET_PDEATHSIG, prepared.with_parent) == 0 &&
                     MoveFiles(prepared.files) && ApplyLimits(prepared.limits);
  // A parent that ended before the call above sends no signal any more.
  if (ready && ::getppid() == prepared.parent) {
    ResetSignals();
    CloseOnExec();
    ::execve(prepared.program, prepared.args, prepared.environment);
  }
  const int error = errno;
  const ssize_t written = ::write(prepared.report, &error, sizeof error);
  ::_exit(written == sizeof error ? 127 : 126);
}

// The child's number; an errno below zero.
pid_t Fork(const Prepared& prepared) {
  // No handler of ours runs in the child.
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t pid = ::fork();
  if (pid == 0) Become(prepared);
  const int error = errno;
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return pid < 0 ? -error : pid;
}

}  // namespace

std::expected<Child, int> Child::Run(const Start& start) {
  auto report = MakeReport();
  if (!report) return std::unexpected(report.error());
  std::vector<std::string> args = start.args;
  args.insert(args.begin(), start.program.string());
  std::vector<std::string> environment = start.environment;
  const auto arg_pointers = Pointers(args);
  const auto environment_pointers = Pointers(environment);
  const Prepared prepared = {.program = start.program.c_str(),
                             .args = arg_pointers.data(),
                             .environment = environment_pointers.data(),
                             .files = {start.in, start.out, start.err},
                             .limits = start.limits,
                             .with_parent = start.with_parent,
                             .in_spare_time = start.in_spare_time,
                             .parent = ::getpid(),
                             .report = report->write.get()};
  const pid_t pid = Fork(prepared);
  if (pid < 0) return std::unexpected(static_cast<int>(-pid));
  Child child(pid);
  report->write = Descriptor(-1);
  // Exec closes the child's end, so that this reads nothing if the program runs.
  int error = 0;
  ssize_t size = 0;
  do {
    size = ::read(report->read.get(), &error, sizeof error);
  } while (size < 0 && errno == EINTR);
  if (size == sizeof error) return std::unexpected(error);
  return child;
}

int Child::RunAlone(Start start) {
  start.with_parent = 0;
  auto child = Run(start);
  if (!child) return child.error();
  child->pid_ = -1;
  return 0;
}

Child::~Child() {
  if (pid_ < 0) return;
  Kill();
  Wait();
}

void Child::Kill() const {
  if (pid_ > 0) ::kill(pid_, SIGKILL);
}

Child::End Child::Wait() {
  int status = 0;
  pid_t ended = -1;
  do {
    ended = ::waitpid(pid_, &status, 0);
  } while (ended < 0 && errno == EINTR);
  pid_ = -1;
  if (ended < 0) return {};  // nobody can tell how it ended, so it counts as failed
  if (WIFEXITED(status)) return {.code = WEXITSTATUS(status)};
  return {.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0};
}

}  // namespace satchel
