#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace satchel {

// Owns a file descriptor.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor();
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }

  int get() const { return fd_; }
  bool ok() const { return fd_ >= 0; }

 private:
  int fd_;
};

// Why something could not be read, for callers who do different things about it.
struct ReadFailure {
  enum class Kind : std::uint8_t {
    kAbsent,
    kLink,       // a symbolic link where none is followed
    kWrongKind,  // no regular file where one is read, no directory where one is opened
    kTooLarge,
    kSystem,  // `error` tells
  };
  Kind kind = Kind::kSystem;
  int error = 0;  // errno

  std::string SystemText() const;
};

// The bytes of an opened file. A pipe or device is refused without waiting on it if it
// was opened with O_NONBLOCK.
std::expected<std::string, ReadFailure> ReadRegularFile(int file, std::size_t max_bytes);

// All of the bytes into an opened file.
Status WriteAll(int file, std::string_view bytes);

// A directory whose content is not trusted. Names are single names: no link is followed and
// nothing outside is reached, whatever is renamed meanwhile.
class Directory {
 public:
  // The path itself is trusted, and links in it are followed.
  static std::expected<Directory, ReadFailure> Open(const std::filesystem::path& path);

  // The same, but the last part of the path may be no link.
  static std::expected<Directory, ReadFailure> OpenItself(const std::filesystem::path& path);

  std::expected<Directory, ReadFailure> OpenDirectory(const std::string& name) const;
  // kOne: a file that has further names, which may be anywhere on the disk, is refused (EMLINK).
  enum class Names : std::uint8_t { kAny, kOne };
  std::expected<std::string, ReadFailure> ReadFile(const std::string& name, std::size_t max_bytes,
                                                   Names names = Names::kAny) const;

  // Makes it if nothing has that name, readable as the user's mask has it.
  std::expected<Directory, ReadFailure> MakeDirectory(const std::string& name) const;

  // Gives the file new content so that a reader, also after a crash, sees the old or the new
  // bytes, never a mixture: temporary file `.NAME.PID.N.tmp` beside it, fsync, rename, fsync of
  // the directory. Keeps an existing file's permissions. Refuses what is no regular file.
  Status ReplaceFile(const std::string& name, std::string_view bytes) const;
  // Adds bytes at the end of a file, which is made if it is missing, and waits until they are
  // durable. `keep`: what stands behind so many bytes is cut off first. Refuses what is no
  // regular file.
  Status AppendFile(const std::string& name, std::string_view bytes,
                    std::optional<std::size_t> keep = std::nullopt) const;
  // That it is gone is durable when this returns; one that is not there is no error.
  Status RemoveFile(const std::string& name) const;

  // Removes the temporary files that killed writers of this file have left. For one writer at a
  // time.
  void RemoveDrafts(const std::string& name) const;

  // Whether there is a file or directory of that name; a link counts as itself.
  enum class Entry : std::uint8_t { kNone, kFile, kDirectory, kOther };
  Entry Look(const std::string& name) const;

  // What tells whether a file is the same as before; nothing when there is no regular file.
  struct Facts {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::uint64_t size = 0;
    std::int64_t changed = 0;  // nanoseconds since 1970: when content or facts last changed
    friend bool operator==(const Facts&, const Facts&) = default;
  };
  std::optional<Facts> FactsOf(const std::string& name) const;

  // All names but "." and "..", sorted by bytes. kTooLarge: more than `most` of them.
  std::expected<std::vector<std::string>, ReadFailure> List(std::size_t most) const;

 private:
  explicit Directory(Descriptor descriptor) : descriptor_(std::move(descriptor)) {}

  Descriptor descriptor_;
};

}  // namespace satchel
