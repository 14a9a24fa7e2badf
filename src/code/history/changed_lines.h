#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/deadline.h"
#include "base/git.h"
#include "base/git_objects.h"
#include "base/result.h"

namespace satchel::code {

// Lines of a file as it was before a commit, from 1. None: lines were put in behind `first`, which
// is 0 at the beginning of the file.
struct OldLines {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
  friend bool operator==(const OldLines&, const OldLines&) = default;
};

// By the path that the file had before the commit, in the order of its lines.
using ChangedLines = std::map<std::string, std::vector<OldLines>, std::less<>>;

// The lines that a commit changed of files that were there before it and still are, renamed or not,
// against its first parent. Of a file that Git takes for binary there are none.
Result<ChangedLines> ReadChangedLines(const Git& git, const GitStore& repository,
                                      const std::string& commit, const Deadline& deadline);

// What `git log --patch --unified=0` prints for one commit without its head.
Result<ChangedLines> ParsePatch(std::string_view out);

}  // namespace satchel::code
