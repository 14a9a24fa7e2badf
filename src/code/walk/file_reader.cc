#include "code/walk/file_reader.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <linux/openat2.h>
#include <optional>
#include <string_view>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "code/walk/file_stamp.h"

namespace satchel::code {
namespace {

constexpr int kFile = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
constexpr int kFolder = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

SkipReason ReasonOf(int error) {
  switch (error) {
    case ENOENT:
      return SkipReason::kGone;
    case ENOTDIR:  // also a link where a directory was
    case ELOOP:
      return SkipReason::kLink;
    case ENXIO:  // a socket
      return SkipReason::kSpecial;
    default:
      return SkipReason::kUnreadable;
  }
}

// Only names: neither absolute nor with a way up.
bool IsPlain(std::string_view path) {
  if (path.empty() || path.contains('\0')) return false;
  for (;;) {
    const std::string_view part = path.substr(0, path.find('/'));
    if (part.empty() || part == "." || part == "..") return false;
    if (part.size() == path.size()) return true;
    path.remove_prefix(part.size() + 1);
  }
}

// Nothing: the kernel cannot do it, or gave up because something was renamed meanwhile.
std::optional<std::expected<Descriptor, SkipReason>> OpenBeneath(int root,
                                                                 const std::string& path) {
  open_how how{};
  how.flags = static_cast<std::uint64_t>(kFile);
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
  Descriptor file(static_cast<int>(::syscall(SYS_openat2, root, path.c_str(), &how, sizeof(how))));
  if (file.ok()) return file;
  if (errno == ENOSYS || errno == EPERM || errno == EAGAIN || errno == E2BIG || errno == EINVAL) {
    return std::nullopt;
  }
  return std::unexpected(ReasonOf(errno));
}

std::expected<Descriptor, SkipReason> OpenNameByName(int root, const std::string& path) {
  Descriptor held(-1);
  int folder = root;
  std::size_t begin = 0;
  for (std::size_t end = path.find('/'); end != path.npos; end = path.find('/', begin)) {
    const std::string name = path.substr(begin, end - begin);
    Descriptor next(::openat(folder, name.c_str(), kFolder));
    if (!next.ok()) return std::unexpected(ReasonOf(errno));
    held = std::move(next);
    folder = held.get();
    begin = end + 1;
  }
  Descriptor file(::openat(folder, path.c_str() + begin, kFile));
  if (!file.ok()) return std::unexpected(ReasonOf(errno));
  return file;
}

std::expected<std::string, SkipReason> ReadBytes(int file, std::size_t size,
                                                 std::size_t max_bytes) {
  // One byte past the expected end tells a file that grows.
  std::string bytes(std::min(size, max_bytes) + 1, '\0');
  std::size_t used = 0;
  while (used < bytes.size()) {
    const ssize_t got =
        ::pread(file, bytes.data() + used, bytes.size() - used, static_cast<off_t>(used));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return std::unexpected(SkipReason::kUnreadable);
    if (got == 0) break;
    used += static_cast<std::size_t>(got);
  }
  bytes.resize(used);
  return bytes;
}

}  // namespace

Result<FileReader> FileReader::Open(const std::filesystem::path& root, FileReaderOptions options) {
  Descriptor opened(::open(root.c_str(), kFolder & ~O_NOFOLLOW));
  if (opened.ok()) return FileReader(std::move(opened), std::move(options));
  return Fail(errno == ENOENT || errno == ENOTDIR ? Errc::kNotFound : Errc::kUnavailable,
              fmt::format("cannot read the directory {}: {}", root.string(),
                          std::generic_category().message(errno)));
}

std::expected<Descriptor, SkipReason> FileReader::OpenFile(const std::string& path) const {
  if (!IsPlain(path)) return std::unexpected(SkipReason::kName);
  if (!options_.without_openat2) {
    if (auto opened = OpenBeneath(root_.get(), path)) return *std::move(opened);
  }
  return OpenNameByName(root_.get(), path);
}

std::expected<FileRead, SkipReason> FileReader::Read(const std::string& path,
                                                     std::size_t max_bytes) const {
  auto file = SATCHEL_TRY(OpenFile(path));
  for (int attempt = 0; attempt < 2; ++attempt) {
    struct stat before{};
    struct stat after{};
    if (::fstat(file.get(), &before) != 0) return std::unexpected(SkipReason::kUnreadable);
    if (!S_ISREG(before.st_mode)) return std::unexpected(SkipReason::kSpecial);
    auto bytes =
        SATCHEL_TRY(ReadBytes(file.get(), static_cast<std::size_t>(before.st_size), max_bytes));
    if (options_.while_reading) options_.while_reading();
    if (::fstat(file.get(), &after) != 0) return std::unexpected(SkipReason::kUnreadable);
    const FileStamp stamp = StampOf(after);
    const FileStamp old = StampOf(before);
    if (stamp.size != old.size || stamp.modified != old.modified) continue;
    // A file of /proc says it is empty, and is not.
    if (bytes.size() > stamp.size) return std::unexpected(SkipReason::kChanged);
    const bool cut = stamp.size > max_bytes;
    if (cut) bytes.resize(std::min(bytes.size(), max_bytes));
    if (bytes.size() < std::min<std::uint64_t>(stamp.size, max_bytes)) continue;
    return FileRead{.bytes = std::move(bytes), .stamp = stamp, .cut = cut};
  }
  return std::unexpected(SkipReason::kChanged);
}

}  // namespace satchel::code
