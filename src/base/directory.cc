#include "base/directory.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <memory>
#include <string_view>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include <dirent.h>

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

std::expected<std::string, ReadFailure> Directory::ReadFile(const std::string& name,
                                                            std::size_t max_bytes) const {
  if (!IsSingleName(name)) return FailWith(Kind::kWrongKind);
  const Descriptor file(::openat(descriptor_.get(), name.c_str(),
                                 O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (!file.ok()) return errno == ELOOP ? FailWith(Kind::kLink) : FailWith(errno);
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
