#pragma once

#include <cstddef>
#include <string>

#include "base/deadline.h"
#include "base/git.h"
#include "base/git_objects.h"
#include "base/result.h"
#include "code/history/history_sink.h"
#include "store/database.h"

namespace satchel::code {

// What the store has of history: the state of that name.
inline constexpr std::string_view kHistoryState = "history.at";

struct HistoryOptions {
  std::size_t commits = 10'000;  // the newest so many that are no merges
  // The id of a commit, which has all paths of the repository; empty: HEAD, and what is below the
  // directory that is named.
  std::string from;
  std::string below;            // of a commit: only this directory; empty: all
  bool full = false;            // read everything again, whatever the store has
  std::size_t most_new = 0;     // 0: any number; else nothing is done when more are to be read
  HistorySink* sink = nullptr;  // may be null: nothing is for search
};

struct HistorySummary {
  std::string head;           // the commit from which it was read; empty: there is none yet
  std::size_t commits = 0;    // in the store
  std::size_t read = 0;       // now
  std::size_t removed = 0;    // now: rewritten, of another branch, or too old
  bool shallow = false;       // the end of a shallow clone was read now
  std::size_t too_large = 0;  // read now, but without their changes: see CommitRowMaker
  std::size_t unread = 0;     // not read, because git could not list the changes of several
  bool behind = false;        // more was to be read than `most_new`
};

// The commit from which the store's history is; empty: none, or a run was cut off.
Result<std::string> HistoryHead(store::Database& curated, const store::Scope& scope);

// Brings what the store has of commits in line with the newest ones that lead to a commit: those
// that it lacks are read, those that are no more are taken out. So a rewritten history, another
// branch and a shorter window need no rules of their own, and however a store came to a commit it
// says the same. Whatever ends it, the next run completes it.
Result<HistorySummary> IndexHistory(const Git& git, const GitStore& repository,
                                    store::Database& curated, const store::Scope& scope,
                                    const HistoryOptions& options);

}  // namespace satchel::code
