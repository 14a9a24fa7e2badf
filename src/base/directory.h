#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

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

// A directory whose content is not trusted. Names are single names: no link is followed and
// nothing outside is reached, whatever is renamed meanwhile.
class Directory {
 public:
  // The path itself is trusted, and links in it are followed.
  static std::expected<Directory, ReadFailure> Open(const std::filesystem::path& path);

  std::expected<Directory, ReadFailure> OpenDirectory(const std::string& name) const;
  std::expected<std::string, ReadFailure> ReadFile(const std::string& name,
                                                   std::size_t max_bytes) const;

  // All names but "." and "..", sorted by bytes. kTooLarge: more than `most` of them.
  std::expected<std::vector<std::string>, ReadFailure> List(std::size_t most) const;

 private:
  explicit Directory(Descriptor descriptor) : descriptor_(std::move(descriptor)) {}

  Descriptor descriptor_;
};

}  // namespace satchel
