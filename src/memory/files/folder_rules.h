#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/directory.h"
#include "memory/files/folder.h"

// What of a directory is a memory, and what is said about the rest: the same for those who read all
// of it and for those who look for what has changed.
namespace satchel::memory {

inline constexpr std::string_view kProfileFile = "profile.md";
inline constexpr std::string_view kStateDirectory = "state";
inline constexpr std::string_view kNegativesFile = "negative_examples.json";
inline constexpr std::size_t kMostNegativeBytes = 16UL << 20U;
inline constexpr std::size_t kMostDirectoryDepth = 16;

bool IsMarkdown(std::string_view name);
// Hidden, or an editor's or a writer's draft.
bool IsPassing(std::string_view name);
bool IsUsableName(std::string_view name);
// What no namespace reads, at its top.
bool IsReserved(std::string_view name);

std::string Why(const ReadFailure& failure);
// Why a file is left out whose id another one has, at this path.
std::string SameIdAs(std::string_view path);

// Before this moment, in nanoseconds since 1970, a file was written if its facts can be trusted:
// one that changed so shortly before it was read may change again without its facts telling, since
// clocks of file systems tick slowly.
std::int64_t SettledBefore();

// The text of profile.md without what stands in front; nothing: it is not UTF-8.
std::optional<std::string> ProfileText(std::string_view bytes);

// So much of a file's digest stands for it.
std::string FileDigest(std::string_view bytes);

// Of all that a namespace says: by directory, so that one that is as it was need not be read. Each
// has the names of its files with their digests; a file that cannot be read is none.
class DirectoryDigest {
 public:
  // In the order of names.
  void Add(std::string_view name, std::string_view digest);
  bool empty() const { return lines_.empty(); }
  std::string Finish() const;

 private:
  std::string lines_;
};
// `directories`: digests by path. `profile`, `negatives`: of the bytes; empty: there are none.
std::string FolderDigest(const std::map<std::string, std::string>& directories,
                         std::string_view profile, std::string_view negatives);

}  // namespace satchel::memory
