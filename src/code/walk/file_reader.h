#pragma once

#include <cstddef>
#include <expected>
#include <filesystem>
#include <functional>
#include <string>

#include "base/directory.h"
#include "base/result.h"
#include "code/walk/skipped.h"
#include "code/walk/walker.h"

namespace satchel::code {

struct FileRead {
  std::string bytes;
  FileStamp stamp;   // as it was after the last byte was read
  bool cut = false;  // there is more
};

struct FileReaderOptions {
  bool without_openat2 = false;         // goes name by name, as on a kernel that lacks it
  std::function<void()> while_reading;  // called before the facts are looked at again; may be null
};

// Reads files that a walk has found. No link is followed on the way and nothing outside the root
// is reached, whatever was renamed since; pipes and devices are refused without waiting for them.
// Safe to share between threads.
class FileReader {
 public:
  // kNotFound: no such directory.
  static Result<FileReader> Open(const std::filesystem::path& root, FileReaderOptions options = {});

  // At most `max_bytes`. A file that changes meanwhile is read once more.
  std::expected<FileRead, SkipReason> Read(const std::string& path, std::size_t max_bytes) const;

 private:
  FileReader(Descriptor root, FileReaderOptions options)
      : root_(std::move(root)), options_(std::move(options)) {}
  std::expected<Descriptor, SkipReason> OpenFile(const std::string& path) const;

  Descriptor root_;
  FileReaderOptions options_;
};

}  // namespace satchel::code
