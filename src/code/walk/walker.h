#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/deadline.h"
#include "base/result.h"
#include "code/walk/directory_sink.h"
#include "code/walk/skipped.h"

namespace satchel::code {

// What tells whether a file is the same as before. Times are nanoseconds since 1970.
struct FileStamp {
  std::uint64_t size = 0;
  std::int64_t modified = 0;
  std::int64_t changed = 0;  // content or facts
  std::uint64_t inode = 0;
  std::uint64_t device = 0;
  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

struct WalkedFile {
  std::string path;  // from the root, with slashes; valid UTF-8 on one line
  FileStamp stamp;
  friend bool operator==(const WalkedFile&, const WalkedFile&) = default;
};

struct WalkOptions {
  std::size_t max_entries = 5'000'000;
  std::size_t max_depth = 256;
  bool with_secrets = false;
  DirectorySink* directories = nullptr;  // told of what is read; may be null
  // Only files with these paths, which are sorted; directories that lead to none are not read.
  // Empty: all.
  std::vector<std::string> only;
};

struct WalkResult {
  std::vector<WalkedFile> files;  // in the order of the bytes of their paths
  Skipped skipped;
  std::size_t directories = 0;
  std::size_t entries = 0;
};

// The regular files below a directory that belong to the code: those that git tracks or would
// not ignore, without what `.satchelignore` names, what other sources own, and secrets. No link
// is followed and nothing outside is read but git's own files of work trees and submodules.
//
// `.satchelignore` decides wherever one of its patterns matches, also for tracked files; git's
// rules decide about the rest, and do not apply to tracked files. A repository inside begins
// with git's rules anew, and has its own index; `.satchelignore` goes on.
//
// kNotFound: no such directory. kDeadline. Whatever is wrong further down is in `skipped`.
Result<WalkResult> Walk(const std::filesystem::path& root, const WalkOptions& options,
                        const Deadline& deadline);

}  // namespace satchel::code
