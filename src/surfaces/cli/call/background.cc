#include "surfaces/cli/call/background.h"

#include <chrono>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <system_error>
#include <utility>

#include "base/child.h"
#include "base/directory.h"
#include "base/files.h"
#include "base/sha256.h"
#include "surfaces/cli/call/child_environment.h"

namespace satchel::cli {
namespace fs = std::filesystem;
namespace {

constexpr std::chrono::minutes kMostTime{2};
constexpr std::size_t kMostMemory = 1UL << 30U;
// A run that does not end well must not begin again with every prompt.
constexpr std::chrono::minutes kPause{1};
constexpr std::size_t kDigits = 16;

struct Marks {
  fs::path directory;
  std::string lock;
  std::string begun;
};

std::optional<Marks> MarksOf(const Context& context, const fs::path& root) {
  if (!context.directories.state) return std::nullopt;
  const std::string name = Sha256Of(root.native()).Hex().substr(0, kDigits);
  return Marks{.directory = *context.directories.state / "background",
               .lock = name + ".lock",
               .begun = name + ".begun"};
}

bool BeganJustNow(const fs::path& begun) {
  struct stat facts{};
  if (::lstat(begun.c_str(), &facts) != 0) return false;
  const auto age = std::chrono::system_clock::now().time_since_epoch() -
                   std::chrono::seconds(facts.st_mtim.tv_sec);
  return age >= std::chrono::seconds(0) && age < kPause;
}

}  // namespace

void IndexInBackground(const Context& context, const fs::path& root) {
  const auto marks = MarksOf(context, root);
  if (!marks || context.streams.program == nullptr) return;
  if (BeganJustNow(marks->directory / marks->begun)) return;
  const Descriptor nothing(::open("/dev/null", O_RDWR | O_CLOEXEC));
  if (!nothing.ok()) return;
  Child::RunAlone(
      {.program = context.streams.program,
       .args = {"index", "--background", "--workspace", root.string()},
       .environment = ChildEnvironment(context),
       .in = nothing.get(),
       .out = nothing.get(),
       .err = nothing.get(),
       .limits = {.address_space = 0, .data = kMostMemory, .cpu = std::chrono::seconds(kMostTime)},
       .in_spare_time = true});
}

std::optional<BackgroundRun> BackgroundRun::Begin(const Context& context) {
  const auto marks = MarksOf(context, context.workspace->root);
  if (!marks || !MakePrivateDirectory(marks->directory)) return std::nullopt;
  auto lock = WriterLock::Acquire(marks->directory, Deadline::Never(), marks->lock, {});
  if (!lock) return std::nullopt;
  fs::path begun = marks->directory / marks->begun;
  if (BeganJustNow(begun)) return std::nullopt;
  const Descriptor mark(
      ::open(begun.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR));
  if (!mark.ok() || ::futimens(mark.get(), nullptr) != 0) return std::nullopt;
  return BackgroundRun(*std::move(lock), std::move(begun));
}

Deadline BackgroundRun::Limit(const Deadline& deadline) const { return deadline.Within(kMostTime); }

void BackgroundRun::Succeed() const {
  std::error_code error;
  fs::remove(begun_, error);
}

}  // namespace satchel::cli
