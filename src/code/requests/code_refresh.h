#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/deadline.h"
#include "base/result.h"
#include "base/time.h"
#include "code/walk/directory_sink.h"
#include "engine/stores/stores.h"
#include "settings/directories.h"
#include "settings/environment.h"
#include "settings/settings.h"
#include "settings/workspace.h"

namespace satchel::engine {

// At most so many changed files are read before a request.
inline constexpr std::size_t kMostRefreshed = 200;

// What a look before a request has found, and whether the store has it now.
struct CodeRefresh {
  enum class State : std::uint8_t {
    kFresh,       // the store has the files as they are
    kRefreshed,   // it has now: what had changed was read
    kStale,       // too much has changed, or nothing may be written
    kBusy,        // another one is writing
    kUnfinished,  // an index run is under way or was cut off, or the rules are new ones
    kMissing,     // nothing was ever indexed
    kUnchecked,   // nobody looked, or the store is of a commit and not of the work tree
  };

  State state = State::kUnchecked;
  // Since the store was brought up to date; read now if kRefreshed.
  std::size_t changed = 0;
  std::size_t added = 0;
  std::size_t gone = 0;
  bool complete = true;                 // false: there are more
  std::vector<std::string> paths = {};  // of all these, those that are gone last
  bool touched = false;                 // stat data changed, but no content
  bool new_commits = false;             // the store does not know HEAD yet

  std::size_t size() const { return changed + added + gone; }
  // Whether an answer may lack something.
  bool doubtful() const {
    return state == State::kStale || state == State::kBusy || state == State::kUnfinished;
  }
};

// Stable, for JSON.
std::string_view Name(CodeRefresh::State state);

using code::DirectorySink;

struct RefreshOptions {
  bool use_cache = true;                 // the parse cache that all work trees share
  DirectorySink* directories = nullptr;  // told of what is looked at; may be null
  std::optional<Time> now = {};          // what the log says of an index run; nothing: the clock
};

// At most so many commits.
inline constexpr std::size_t kMostNewCommits = 500;

// Looks at all files by their stat data and reads at most kMostRefreshed that have changed, and
// what commits said since; more of those wait for an index run, since nobody is misled by an answer
// that does not know the latest titles. It is no part of the request that follows, which reads
// curated and writes nothing there.
Result<CodeRefresh> RefreshCode(Stores& stores, const settings::Workspace& workspace,
                                const settings::Directories& directories,
                                const settings::Environment& environment,
                                const settings::Settings& settings, const RefreshOptions& options,
                                const Deadline& deadline);

// The same for these files alone, whether they changed, are new or are gone. Nothing: the others
// have to be looked at as well, because the store is not complete, or because what was written to
// one of these may be the content of another (a hard link). No more than kMostRefreshed of them.
Result<std::optional<CodeRefresh>> RefreshFiles(
    Stores& stores, const settings::Workspace& workspace, const settings::Directories& directories,
    const settings::Settings& settings, const RefreshOptions& options,
    std::span<const std::string> paths, const Deadline& deadline);

}  // namespace satchel::engine
