#include "base/directory.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <fcntl.h>
#include <memory>
#include <string_view>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include <dirent.h>
#include <fmt/format.h>

#include "base/drafts.h"

namespace satchel {
namespace {

using Kind = ReadFailure::Kind;

std::unexpected<ReadFailure> FailWith(int error) {
  const bool absent = error == ENOENT || error == ENOTDIR;
  return std::unexpected(
      ReadFailure{.kind = absent ? Kind::kAbsent : Kind::kSystem, .error = error});
}

std::unexpected<ReadFailure> FailWith(Kind kind) {
  return std::unexpected(ReadFailure{.kind = kind});
}

struct CloseStream {
  void operator()(DIR* stream) const { ::closedir(stream); }
};

// "/" would reach further than one name does.
bool IsSingleName(const std::string& name) {
  return !name.empty() && name != "." && name != ".." &&
         name.find_first_of(std::string_view("/\0", 2)) == name.npos;
}

std::string SystemText(int error) { return std::generic_category().message(error); }

}  // namespace

Descriptor::~Descriptor() {
  if (fd_ >= 0) ::close(fd_);
}

std::string ReadFailure::SystemText() const { return std::generic_category().message(error); }

std::expected<std::string, ReadFailure> ReadRegularFile(int file, std::size_t max_bytes) {
  struct stat facts{};
  if (::fstat(file, &facts) != 0) return FailWith(errno);
  if (!S_ISREG(facts.st_mode)) return FailWith(Kind::kWrongKind);
  // One byte past the expected size tells a file that is larger, also one that grows meanwhile.
  std::string bytes(std::min(static_cast<std::size_t>(facts.st_size), max_bytes) + 1, '\0');
  std::size_t size = 0;
  while (size <= max_bytes) {
    if (size == bytes.size()) bytes.resize(max_bytes + 1);
    const ssize_t got = ::read(file, bytes.data() + size, bytes.size() - size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return std::unexpected(ReadFailure{.kind = Kind::kSystem, .error = errno});
    if (got == 0) break;
    size += static_cast<std::size_t>(got);
  }
  if (size > max_bytes) return FailWith(Kind::kTooLarge);
  bytes.resize(size);
  return bytes;
}

Status WriteAll(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return Fail(Errc::kSystem, SystemText(errno));
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

std::expected<Directory, ReadFailure> Directory::Open(const std::filesystem::path& path) {
  Descriptor opened(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!opened.ok()) return FailWith(errno);
  return Directory(std::move(opened));
}

std::expected<Directory, ReadFailure> Directory::OpenDirectory(const std::string& name) const {
  if (!IsSingleName(name)) return FailWith(Kind::kWrongKind);
  Descriptor opened(
      ::openat(descriptor_.get(), name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (opened.ok()) return Directory(std::move(opened));
  // Linux says ENOTDIR for a link here, and also for a plain file.
  const int error = errno;
  struct stat facts{};
  if (error == ENOTDIR &&
      ::fstatat(descriptor_.get(), name.c_str(), &facts, AT_SYMLINK_NOFOLLOW) == 0) {
    return FailWith(S_ISLNK(facts.st_mode) ? Kind::kLink : Kind::kWrongKind);
  }
  return FailWith(error);
}

std::expected<Directory, ReadFailure> Directory::OpenItself(const std::filesystem::path& path) {
  Descriptor opened(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!opened.ok()) return FailWith(errno);
  return Directory(std::move(opened));
}

std::expected<Directory, ReadFailure> Directory::MakeDirectory(const std::string& name) const {
  if (!IsSingleName(name)) return FailWith(Kind::kWrongKind);
  constexpr ::mode_t kAll = 0777;
  if (::mkdirat(descriptor_.get(), name.c_str(), kAll) != 0 && errno != EEXIST) {
    return FailWith(errno);
  }
  return OpenDirectory(name);
}

Status Directory::ReplaceFile(const std::string& name, std::string_view bytes) const {
  if (!IsSingleName(name)) return Fail(Errc::kInvalidInput, "it is no single name");
  const int directory = descriptor_.get();
  struct stat old{};
  const bool existed = ::fstatat(directory, name.c_str(), &old, AT_SYMLINK_NOFOLLOW) == 0;
  if (existed && !S_ISREG(old.st_mode)) {
    return Fail(Errc::kInvalidInput, "it is not a regular file");
  }
  static std::atomic<unsigned> count = 0;
  // No other thread of this process uses the same name.
  const std::string draft = fmt::format(".{}.{}.{}.tmp", name, ::getpid(), count++);
  // Nobody else may open the new bytes before they have the old file's mode. A process that is
  // killed here leaves them in a file that only its owner can read.
  const Descriptor file = OpenDraft(directory, draft, existed);
  if (!file.ok()) return Fail(Errc::kSystem, SystemText(errno));
  Status done = WriteAll(file.get(), bytes);
  if (done && existed) done = TakeOverFacts(file.get(), old);
  if (done && ::fsync(file.get()) != 0) done = Fail(Errc::kSystem, SystemText(errno));
  if (done && ::renameat(directory, draft.c_str(), directory, name.c_str()) != 0) {
    done = Fail(Errc::kSystem, SystemText(errno));
  }
  if (!done) {
    ::unlinkat(directory, draft.c_str(), 0);
    return done;
  }
  // The name is part of what must survive a power cut.
  if (::fsync(directory) != 0) return Fail(Errc::kSystem, SystemText(errno));
  return {};
}

Status Directory::AppendFile(const std::string& name, std::string_view bytes,
                             std::optional<std::size_t> keep) const {
  if (!IsSingleName(name)) return Fail(Errc::kInvalidInput, "it is no single name");
  const int directory = descriptor_.get();
  const bool existed = Look(name) != Entry::kNone;
  constexpr int kFlags = O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
  const Descriptor file(::openat(directory, name.c_str(), kFlags, 0666));
  struct stat facts{};
  if (!file.ok() || ::fstat(file.get(), &facts) != 0) {
    if (errno == ELOOP) return Fail(Errc::kInvalidInput, "it is a symbolic link");
    return Fail(Errc::kSystem, SystemText(errno));
  }
  if (!S_ISREG(facts.st_mode)) return Fail(Errc::kInvalidInput, "it is not a regular file");
  Status done;
  if (keep && ::ftruncate(file.get(), static_cast<::off_t>(*keep)) != 0) {
    done = Fail(Errc::kSystem, SystemText(errno));
  }
  if (done) done = WriteAll(file.get(), bytes);
  if (done && ::fsync(file.get()) != 0) done = Fail(Errc::kSystem, SystemText(errno));
  if (done && !existed && ::fsync(directory) != 0) {
    done = Fail(Errc::kSystem, SystemText(errno));
  }
  return done;
}

Status Directory::RemoveFile(const std::string& name) const {
  if (!IsSingleName(name)) return Fail(Errc::kInvalidInput, "it is no single name");
  if (::unlinkat(descriptor_.get(), name.c_str(), 0) != 0) {
    if (errno == ENOENT) return {};
    return Fail(Errc::kSystem, SystemText(errno));
  }
  if (::fsync(descriptor_.get()) != 0) return Fail(Errc::kSystem, SystemText(errno));
  return {};
}

void Directory::RemoveDrafts(const std::string& name) const {
  constexpr std::size_t kMostNames = 100'000;
  const auto names = List(kMostNames);
  if (!names) return;
  for (const std::string& found : *names) {
    if (IsDraftOf(found, name)) ::unlinkat(descriptor_.get(), found.c_str(), 0);
  }
}

Directory::Entry Directory::Look(const std::string& name) const {
  struct stat facts{};
  if (!IsSingleName(name) ||
      ::fstatat(descriptor_.get(), name.c_str(), &facts, AT_SYMLINK_NOFOLLOW) != 0) {
    return Entry::kNone;
  }
  if (S_ISREG(facts.st_mode)) return Entry::kFile;
  return S_ISDIR(facts.st_mode) ? Entry::kDirectory : Entry::kOther;
}

std::optional<Directory::Facts> Directory::FactsOf(const std::string& name) const {
  struct stat facts{};
  if (!IsSingleName(name) ||
      ::fstatat(descriptor_.get(), name.c_str(), &facts, AT_SYMLINK_NOFOLLOW) != 0 ||
      !S_ISREG(facts.st_mode)) {
    return std::nullopt;
  }
  constexpr std::int64_t kSecond = 1'000'000'000;
  return Facts{.device = facts.st_dev,
               .inode = facts.st_ino,
               .size = static_cast<std::uint64_t>(facts.st_size),
               .changed = facts.st_ctim.tv_sec * kSecond + facts.st_ctim.tv_nsec};
}

std::expected<std::string, ReadFailure> Directory::ReadFile(const std::string& name,
                                                            std::size_t max_bytes,
                                                            Names names) const {
  if (!IsSingleName(name)) return FailWith(Kind::kWrongKind);
  const Descriptor file(::openat(descriptor_.get(), name.c_str(),
                                 O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (!file.ok()) return errno == ELOOP ? FailWith(Kind::kLink) : FailWith(errno);
  struct stat facts{};
  if (names == Names::kOne && ::fstat(file.get(), &facts) == 0 && S_ISREG(facts.st_mode) &&
      facts.st_nlink > 1) {
    return FailWith(EMLINK);
  }
  return ReadRegularFile(file.get(), max_bytes);
}

std::expected<std::vector<std::string>, ReadFailure> Directory::List(std::size_t most) const {
  // A descriptor of its own: reading moves its position, and closing the stream closes it.
  const int again = ::openat(descriptor_.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (again < 0) return FailWith(errno);
  const std::unique_ptr<DIR, CloseStream> stream(::fdopendir(again));
  if (!stream) {
    const int error = errno;
    ::close(again);
    return FailWith(error);
  }
  std::vector<std::string> names;
  errno = 0;
  // NOLINTNEXTLINE(concurrency-mt-unsafe): only a stream shared by threads is at risk
  while (const dirent* entry = ::readdir(stream.get())) {
    const std::string_view name = entry->d_name;
    if (name == "." || name == "..") continue;
    if (names.size() == most) return FailWith(Kind::kTooLarge);
    names.emplace_back(name);
    errno = 0;
  }
  if (errno != 0) return FailWith(errno);
  std::ranges::sort(names);
  return names;
}

}  // namespace satchel
