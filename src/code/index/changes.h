#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "base/deadline.h"
#include "base/result.h"
#include "code/index/indexed_file.h"
#include "code/walk/walker.h"
#include "store/code.h"

namespace satchel::code {

// What differs between the files below a directory and what the store has of them. Stat data say
// what may differ; whether it does is seen in the content, so that a file that was only touched, or
// written so shortly before it was read that its stat data say nothing, is no change.
struct CodeChanges {
  std::vector<std::string> changed;  // another content, or new; in the order of paths
  std::size_t added = 0;             // of these, those that the store does not have
  std::vector<std::string> gone;
  std::vector<IndexedFile> same;  // not known by their stat data: path, digest, stat data of now
  bool complete = true;           // false: there are more than asked for

  std::size_t size() const { return changed.size() + gone.size(); }
};

struct ChangeLimits {
  std::size_t file_bytes = 0;   // of which files are read, as when they were indexed
  std::size_t most = SIZE_MAX;  // changes; with more the look ends
};

// `walked`: the files of now. `rows`: what the store has.
Result<CodeChanges> FindChanges(const std::filesystem::path& root,
                                std::span<const WalkedFile> walked,
                                std::span<const store::FileRow> rows, const ChangeLimits& limits,
                                const Deadline& deadline);

}  // namespace satchel::code
