#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace satchel {

// Files that people or repositories wrote, read whole. Only regular files up to
// `max_bytes`; a pipe or device is refused without waiting on it. Nothing when
// there is no such file.
Result<std::optional<std::string>> ReadSmallFile(const std::filesystem::path& path,
                                                 std::size_t max_bytes);

// The same for `root`/`directory`/`name` where the content of `root` is not
// trusted: neither part may be a symbolic link, so nothing outside is read.
Result<std::optional<std::string>> ReadSmallFileBeneath(const std::filesystem::path& root,
                                                        const std::string& directory,
                                                        const std::string& name,
                                                        std::size_t max_bytes);

// Replaces the file's content so that a reader, also after a crash, sees the old
// or the new bytes, never a mixture: temporary file beside it, fsync, rename,
// fsync of the directory. Keeps an existing file's permissions; follows a
// symbolic link in the last place, as people link their dotfiles. The directory must exist.
Status WriteFileAtomically(const std::filesystem::path& path, std::string_view bytes);

// The same without following a link, for a directory inside an untrusted tree.
Status WriteFileAtomicallyBeneath(const std::filesystem::path& directory, const std::string& name,
                                  std::string_view bytes);

// A directory that only its owner may read, and those above it; one that is there
// stays as it is. A link in its place is refused: a repository may have brought it.
Status MakePrivateDirectory(const std::filesystem::path& directory);

// kInvalidInput when there is a symbolic link in that place.
Status CheckNoLink(const std::filesystem::path& path);

// A file on its way: written beside its target, private to the user, and given its
// name when it is whole and durable. Not committed: nothing is left of it. What is in
// the target's place must be a regular file, which is replaced.
class FileDraft {
 public:
  static Result<FileDraft> Open(const std::filesystem::path& target);
  ~FileDraft();
  FileDraft(FileDraft&& other) noexcept;
  FileDraft& operator=(FileDraft&&) = delete;
  FileDraft(const FileDraft&) = delete;
  FileDraft& operator=(const FileDraft&) = delete;

  Status Write(std::string_view bytes);
  Status Commit() &&;

 private:
  FileDraft(int file, std::filesystem::path target, std::filesystem::path draft);
  Status Flush();

  int file_;
  std::filesystem::path target_;
  std::filesystem::path draft_;  // empty when there is none
  std::string waiting_;
};

}  // namespace satchel
