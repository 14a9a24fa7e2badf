#include "base/process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <span>
#include <string_view>
#include <sys/mman.h>
#include <system_error>
#include <unistd.h>

#include <fmt/format.h>

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

// Reads what is there. Nothing: the other end is closed.
std::optional<std::string_view> Read(int file, std::span<char> buffer) {
  const ssize_t size = ::read(file, buffer.data(), buffer.size());
  if (size < 0 && (errno == EINTR || errno == EAGAIN)) return std::string_view();
  if (size <= 0) return std::nullopt;
  return std::string_view(buffer.data(), static_cast<std::size_t>(size));
}

// How soon a cancellation is seen: a signal may interrupt another thread than this one.
constexpr std::chrono::milliseconds kSlice(100);

int PollTimeout(const Deadline& deadline) {
  const auto left = deadline.Remaining().value_or(kSlice);
  return static_cast<int>(
      std::min(std::chrono::ceil<std::chrono::milliseconds>(left), kSlice).count());
}

// Reads both outputs until they are closed, a limit is passed or time is over.
class Collector {
 public:
  Collector(const ProcessRequest& request, const Deadline& deadline, ProcessResult& result)
      : request_(request), deadline_(deadline), result_(result) {}

  Status Run(int out, int err) {
    const bool is_limited = request_.limits.wall.count() > 0;
    const Deadline end = is_limited ? deadline_.Within(request_.limits.wall) : deadline_;
    std::array<pollfd, 2> polled = {pollfd{.fd = out, .events = POLLIN, .revents = 0},
                                    pollfd{.fd = err, .events = POLLIN, .revents = 0}};
    while (polled[0].fd >= 0 || polled[1].fd >= 0) {
      SATCHEL_TRY(deadline_.Check("run a program"));
      if (end.Expired()) {
        return Fail(Errc::kUnavailable,
                    fmt::format("it runs longer than {} s", request_.limits.wall.count()));
      }
      if (::poll(polled.data(), polled.size(), PollTimeout(end)) < 0 && errno != EINTR) {
        return Fail(Errc::kInternal, std::generic_category().message(errno));
      }
      const bool is_out = polled[0].revents != 0;
      const bool is_err = polled[1].revents != 0;
      if (is_out) {
        const bool is_open = SATCHEL_TRY(TakeOut(out));
        if (!is_open) polled[0].fd = -1;
      }
      if (is_err && !TakeErr(err)) polled[1].fd = -1;
    }
    return {};
  }

 private:
  // False: it is closed.
  Result<bool> TakeOut(int file) {
    const auto bytes = Read(file, buffer_);
    if (!bytes) return false;
    printed_ += bytes->size();
    if (printed_ > request_.max_output) {
      return Fail(Errc::kInvalidInput,
                  fmt::format("it prints more than {} bytes", request_.max_output));
    }
    if (request_.take) {
      SATCHEL_TRY(request_.take(*bytes));
    } else {
      result_.out += *bytes;
    }
    return true;
  }

  bool TakeErr(int file) {
    const auto bytes = Read(file, buffer_);
    if (!bytes) return false;
    result_.err += bytes->substr(0, kMostErrorBytes - result_.err.size());
    return true;
  }

  const ProcessRequest& request_;
  const Deadline& deadline_;
  ProcessResult& result_;
  std::size_t printed_ = 0;
  std::array<char, 65'536> buffer_{};
};

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
  auto child = Child::Run({.program = request.program,
                           .args = request.args,
                           .environment = request.environment,
                           .in = in.get(),
                           .out = out->write.get(),
                           .err = err->write.get(),
                           .limits = request.limits});
  if (!child) return CannotRun(request, child.error());
  out->write = Descriptor(-1);
  err->write = Descriptor(-1);
  ProcessResult result;
  auto collected = Collector(request, deadline, result).Run(out->read.get(), err->read.get());
  if (!collected) child->Kill();
  const Child::End end = child->Wait();
  result.code = end.code;
  result.signal = end.signal;
  if (!collected) {
    return std::move(collected).error().While(request.program.filename().string());
  }
  // Ctrl-C on a terminal ends the program too, perhaps before we look.
  if (result.code < 0) SATCHEL_TRY(deadline.Check(request.program.filename().string()));
  if (result.signal == SIGXCPU) {
    return Fail(Errc::kUnavailable,
                fmt::format("{}: it takes more than {} s of processor time",
                            request.program.filename().string(), request.limits.cpu.count()));
  }
  return result;
}

}  // namespace satchel
