#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/deadline.h"
#include "base/git.h"
#include "base/git_objects.h"
#include "base/result.h"
#include "code/history/log_parser.h"
#include "store/history.h"

namespace satchel::code {

// `CommitRow::changed` if nobody knows how many files a commit changed: the end of a shallow clone.
inline constexpr std::int64_t kUnknownChanges = -1;

// Makes rows for the store from commits of one run, newest first. Their paths take at most 64 MB,
// and 1 kB per commit of the window: after that, rows have no changes.
class CommitRowMaker {
 public:
  struct Options {
    std::string below;        // paths outside of it do not count; empty: all count
    std::size_t commits = 0;  // of the window
  };
  CommitRowMaker(const Git& git, const GitStore& repository, Options options);

  // Asks git whether a commit without parents is the end of a shallow clone.
  Result<store::CommitRow> RowOf(LoggedCommit commit, std::int64_t number,
                                 const Deadline& deadline);

  bool saw_shallow_end() const { return saw_shallow_end_; }
  std::size_t too_large() const { return too_large_; }  // commits of which changes are omitted

 private:
  bool IsWanted(const PathChange& change) const;

  const Git& git_;
  const GitStore& repository_;
  Options options_;
  std::size_t left_;  // bytes for paths
  bool saw_shallow_end_ = false;
  std::size_t too_large_ = 0;
};

}  // namespace satchel::code
