#include "base/drafts.h"

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstddef>
#include <expected>
#include <fcntl.h>
#include <sys/types.h>
#include <system_error>
#include <unistd.h>

namespace satchel {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view kEnd = ".tmp";
constexpr ::mode_t kOwnerOnly = 0600;
constexpr ::mode_t kAsUmaskSays = 0666;

std::unexpected<Error> FailWith(int error) {
  return Fail(Errc::kSystem, std::generic_category().message(error));
}

}  // namespace

Descriptor OpenDraft(int directory, const std::string& draft, bool is_private) {
  constexpr int kFlags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
  const ::mode_t mode = is_private ? kOwnerOnly : kAsUmaskSays;
  Descriptor file(::openat(directory, draft.c_str(), kFlags, mode));
  if (file.ok() || errno != EEXIST) return file;
  ::unlinkat(directory, draft.c_str(), 0);
  return Descriptor(::openat(directory, draft.c_str(), kFlags, mode));
}

Status TakeOverFacts(int draft, const struct stat& old) {
  struct stat now{};
  if (::fstat(draft, &now) != 0) return FailWith(errno);
  ::mode_t mode = old.st_mode & 07777U;
  const bool moved = now.st_uid != old.st_uid || now.st_gid != old.st_gid;
  if (moved && ::fchown(draft, old.st_uid, old.st_gid) != 0) {
    if (::geteuid() == 0) return FailWith(errno);
    mode &= 0777U;  // a set-id bit would act for a different owner
    const bool has_group =
        now.st_gid == old.st_gid || ::fchown(draft, static_cast<::uid_t>(-1), old.st_gid) == 0;
    if (!has_group) mode &= ~((~mode & 07U) << 3U);
  }
  // After fchown(), which clears set-id bits.
  if (::fchmod(draft, mode) != 0) return FailWith(errno);
  return {};
}

bool IsDraftOf(std::string_view name, std::string_view target) {
  if (!name.starts_with('.') || !name.ends_with(kEnd)) return false;
  name.remove_prefix(1);
  name.remove_suffix(kEnd.size());
  if (!name.starts_with(target) || name.size() <= target.size() + 1) return false;
  name.remove_prefix(target.size());
  return name.starts_with('.') && name.find_first_not_of("0123456789.") == name.npos;
}

bool IsAbandoned(std::string_view draft, std::string_view target) {
  draft.remove_prefix(target.size() + 2);  // ".TARGET."
  ::pid_t process = 0;
  const auto read = std::from_chars(draft.begin(), draft.end(), process);
  if (read.ec != std::errc() || process <= 0 || process == ::getpid()) return true;
  return ::kill(process, 0) != 0 && errno == ESRCH;
}

void RemoveAbandonedDrafts(const fs::path& file) {
  constexpr std::size_t kMostNames = 100'000;
  std::error_code error;
  const fs::path place = fs::weakly_canonical(file, error);
  if (error) return;
  const auto directory = Directory::OpenItself(place.parent_path());
  if (!directory) return;
  const auto names = directory->List(kMostNames);
  if (!names) return;
  const std::string target = place.filename().string();
  for (const std::string& name : *names) {
    if (IsDraftOf(name, target) && IsAbandoned(name, target)) (void)directory->RemoveFile(name);
  }
}

}  // namespace satchel
