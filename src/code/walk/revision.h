#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/deadline.h"
#include "base/git.h"
#include "base/git_objects.h"
#include "base/result.h"
#include "code/walk/skipped.h"

namespace satchel::code {

struct RevisionFile {
  std::string path;
  std::string blob;  // its id in hex
  std::size_t size = 0;
  friend bool operator==(const RevisionFile&, const RevisionFile&) = default;
};

struct RevisionOptions {
  std::size_t max_entries = 5'000'000;
  std::size_t max_depth = 256;
  bool with_secrets = false;
  std::string below;  // only what is in this directory, "src/web"; empty: everything
};

struct RevisionFiles {
  std::string commit;
  std::vector<RevisionFile> files;  // in the order of the bytes of their paths
  Skipped skipped;
};

// The files of a commit, without a checkout: what a walk over one would find. All of them are
// tracked, so that of ignore rules only the commit's own `.satchelignore` count. `commit` is a name
// as people give it: a branch, a tag, an id or `HEAD~2`; nothing that begins with '-' or names a
// range. kNotFound: no such commit. A tree that is missing or broken is in `skipped`, and the rest
// goes on.
Result<RevisionFiles> ListRevision(const Git& git, const GitStore& store, std::string_view commit,
                                   const RevisionOptions& options, const Deadline& deadline);

// The bytes of some of its files. Those of more than `max_bytes`, or 64 MB, are told by kTooLarge,
// missing and broken ones by kObject. Calls `take` in the order of `files`.
using TakeBlob =
    std::function<Status(const RevisionFile& file, std::expected<std::string, SkipReason> bytes)>;
Status ReadRevision(const Git& git, const GitStore& store, std::span<const RevisionFile> files,
                    std::size_t max_bytes, const TakeBlob& take, const Deadline& deadline);

}  // namespace satchel::code
