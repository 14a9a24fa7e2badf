#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/database.h"

namespace satchel::code {

// A file that changed together with one of those asked about.
struct CoChanged {
  std::string path;         // as it is called now
  std::string with;         // the one asked about with which it changed most, in `least` commits
  std::size_t commits = 0;  // that changed it and one of those
  double weight = 0;        // the same, less for older and for larger ones
};

// Which files changed in the same commits as these, best first: by weight, then commits, then path.
// Omits those asked about, and files that have fewer than `least` commits in common with each of
// them. Follows renames; commits of more than kMostChangedFiles do not count. At most three round
// trips.
// REQUIRES: files are distinct.
Result<std::vector<CoChanged>> FilesChangedWith(store::Transaction& curated,
                                                std::span<const std::string> files,
                                                std::size_t least);

}  // namespace satchel::code
