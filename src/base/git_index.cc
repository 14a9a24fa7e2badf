#include "base/git_index.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <fcntl.h>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include "base/ascii.h"
#include "base/directory.h"
#include "base/files.h"

// An index has a header of 12 bytes and then its entries, sorted by path: 40 bytes of facts, the
// object's id, two bytes of flags (version 3 and 4: two more if a bit says so) and the path. In
// versions 2 and 3 the path is whole and padded with zeros to a multiple of 8 bytes; in version 4
// it begins with how many bytes of the path before it are dropped. The search ends with the first
// path that sorts after all paths below the directory, which for ".satchel/" is near the beginning.
//
// A split index keeps most entries in a file `sharedindex.ID` next to it, with the same format.
namespace satchel {
namespace fs = std::filesystem;
namespace {

constexpr int kMostParents = 2'048;
constexpr std::size_t kFacts = 40;
constexpr std::size_t kMostPathBytes = 1U << 16U;
constexpr std::uint32_t kExtended = 0x4000;
constexpr std::size_t kMostSmallFile = 64U << 10U;

// The bytes of a regular file. Nothing else is read, and opening a pipe does not wait.
class RegularFile {
 public:
  explicit RegularFile(const fs::path& path)
      : file_(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)) {
    struct stat facts{};
    if (!file_.ok() || ::fstat(file_.get(), &facts) != 0 || !S_ISREG(facts.st_mode)) {
      file_ = Descriptor(-1);
    }
  }

  bool ok() const { return file_.ok(); }
  // Below zero at the end.
  int Get() {
    if (at_ == size_ && !Fill()) return -1;
    return static_cast<unsigned char>(buffer_.at(at_++));
  }

 private:
  bool Fill() {
    const ssize_t size = file_.ok() ? ::read(file_.get(), buffer_.data(), buffer_.size()) : 0;
    if (size <= 0) {
      file_ = Descriptor(-1);
      return false;
    }
    at_ = 0;
    size_ = static_cast<std::size_t>(size);
    return true;
  }

  Descriptor file_;
  std::array<char, 65'536> buffer_{};
  std::size_t at_ = 0;
  std::size_t size_ = 0;
};

class IndexReader {
 public:
  IndexReader(const fs::path& file, std::size_t id_bytes) : in_(file), id_bytes_(id_bytes) {}

  // Whether a path begins with this and goes on with something else than these names.
  bool HasPathBelow(std::string_view prefix, std::span<const std::string_view> except) {
    if (!in_.ok() || Bytes(4) != "DIRC") return false;
    version_ = Number(4);
    if (version_ < 2 || version_ > 4) return false;
    const std::uint32_t entries = Number(4);
    for (std::uint32_t i = 0; i < entries && ReadEntry(); ++i) {
      if (path_.starts_with(prefix)) {
        const std::string_view rest = std::string_view(path_).substr(prefix.size());
        if (std::ranges::find(except, rest) == except.end()) return true;
      } else if (path_ > prefix) {
        return false;
      }
    }
    return false;
  }

 private:
  // Empty at the end of the file.
  std::string Bytes(std::size_t count) {
    std::string bytes;
    while (bytes.size() < count) {
      const int byte = in_.Get();
      if (byte < 0) return {};
      bytes += static_cast<char>(byte);
    }
    return bytes;
  }
  std::uint32_t Number(std::size_t bytes) {
    std::uint32_t value = 0;
    for (const char byte : Bytes(bytes)) value = value << 8U | static_cast<unsigned char>(byte);
    return value;
  }
  // The rest of a path, up to its zero.
  bool ReadText(std::string& to) {
    to.clear();
    int byte = in_.Get();
    for (; byte > 0 && to.size() <= kMostPathBytes; byte = in_.Get()) {
      to += static_cast<char>(byte);
    }
    return byte == 0 && to.size() <= kMostPathBytes;
  }
  std::optional<std::size_t> Dropped() {
    std::size_t value = 0;
    for (int i = 0; i < 4; ++i) {
      const std::string byte = Bytes(1);
      if (byte.empty()) return std::nullopt;
      const auto bits = static_cast<unsigned char>(byte.front());
      value = (i == 0 ? 0 : (value + 1) << 7U) | (bits & 0x7fU);
      if ((bits & 0x80U) == 0) return value;
    }
    return std::nullopt;
  }
  bool ReadEntry() {
    if (Bytes(kFacts + id_bytes_).empty()) return false;
    const bool extended = (Number(2) & kExtended) != 0;
    if (extended) Number(2);
    if (!in_.ok()) return false;
    if (version_ == 4) {
      const auto dropped = Dropped();
      std::string rest;
      if (!dropped || *dropped > path_.size() || !ReadText(rest)) return false;
      path_.resize(path_.size() - *dropped);
      path_ += rest;
      return path_.size() <= kMostPathBytes;
    }
    if (!ReadText(path_)) return false;
    // One zero is read; the entry is padded with one to eight of them.
    const std::size_t size = kFacts + id_bytes_ + (extended ? 4 : 2) + path_.size();
    const std::size_t padding = 8 - size % 8 - 1;
    return padding == 0 || !Bytes(padding).empty();
  }

  RegularFile in_;
  std::size_t id_bytes_;
  std::uint32_t version_ = 0;
  std::string path_;
};

std::string ReadLine(const fs::path& file) {
  const auto bytes = ReadSmallFile(file, kMostSmallFile);
  if (!bytes || !*bytes) return {};
  return (**bytes).substr(0, (**bytes).find('\n'));
}

// The directory of the repository's own files; a work tree has a file that names it.
std::optional<fs::path> GitDirectory(const fs::path& top) {
  fs::path git = top / ".git";
  std::error_code error;
  if (fs::is_directory(git, error)) return git;
  constexpr std::string_view kKey = "gitdir: ";
  const std::string line = ReadLine(git);
  if (!line.starts_with(kKey)) return std::nullopt;
  const fs::path named = line.substr(kKey.size());
  return named.is_absolute() ? named : top / named;
}

// Bytes of an object's id.
std::size_t IdBytes(const fs::path& git) {
  const std::string common = ReadLine(git / "commondir");
  const fs::path place = common.empty()                   ? git
                         : fs::path(common).is_absolute() ? fs::path(common)
                                                          : git / common;
  const auto config = ReadSmallFile(place / "config", kMostSmallFile);
  if (!config || !*config) return 20;
  std::string text = **config;
  std::erase_if(text, [](char c) { return c == ' ' || c == '\t' || c == '"'; });
  std::ranges::transform(text, text.begin(), ToLower);
  return text.contains("objectformat=sha256") ? 32 : 20;
}

}  // namespace

bool HasTrackedFiles(const fs::path& directory, std::span<const std::string_view> except) {
  std::error_code error;
  fs::path top = directory;
  std::optional<fs::path> git;
  for (int i = 0; i < kMostParents; ++i) {
    if (fs::exists(fs::symlink_status(top / ".git", error))) {
      git = GitDirectory(top);
      break;
    }
    if (top == top.parent_path()) return false;
    top = top.parent_path();
  }
  if (!git) return false;
  const std::string prefix = directory.lexically_relative(top).generic_string() + "/";
  const std::size_t id_bytes = IdBytes(*git);
  if (IndexReader(*git / "index", id_bytes).HasPathBelow(prefix, except)) return true;
  for (fs::directory_iterator at(*git, error), end; !error && at != end; at.increment(error)) {
    if (at->path().filename().string().starts_with("sharedindex.") &&
        IndexReader(at->path(), id_bytes).HasPathBelow(prefix, except)) {
      return true;
    }
  }
  return false;
}

}  // namespace satchel
