#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "base/deadline.h"
#include "base/result.h"
#include "store/database.h"
#include "store/table.h"

namespace satchel::store {

// What an error of such a file is about.
constexpr Subject SubjectOf(Area area) {
  if (area == Area::kCurated) return Subject::kIndex;
  return area == Area::kRaw ? Subject::kLog : Subject::kOther;
}

struct SqliteOptions {
  enum class Mode : std::uint8_t {
    kReadOnly,   // never migrates
    kReadWrite,  // the file must be there
    kCreate,
  };

  std::string file;  // or ":memory:", which lives as long as the Database and has one connection
  Area area = Area::kEvery;
  Mode mode = Mode::kReadOnly;
  // FULL: a commit that returned survives power loss. Without it the last ones may be lost, never
  // the file: for what can be rebuilt.
  bool full_sync = true;
  std::size_t most_connections = 8;
  int checkpoint_pages = 1'000;  // the write-ahead log goes into the file after so many
  // So does a long one when this is closed, while others have the file open for reading: whoever
  // opens it next has to read the whole log. And pages that removed rows left go back to the system
  // when they are a good part of the file.
  bool end_long_log = false;
  Deadline deadline = Deadline::Never();  // of opening it
  std::string vfs = {};                   // of tests; empty is the system's
  // kReadOnly: without locks and without the files next to it. Set by OpenSqlite() where those
  // cannot be made; its write-ahead log must be empty then.
  bool immutable = false;
};

// Opens one file of a workspace, brings its schema up to date unless read-only, and refuses what
// is not a store of this area without touching it: kNotFound, kForeign, kInvalidInput (newer, not
// permitted), kCorrupt, kUnavailable.
//
// A write into a file that has meanwhile been removed or replaced is kConflict: it would be lost.
//
// kReadOnly also opens a file on a full disk, on a read-only file system and in a directory that
// this user cannot write: as it is, if no other process has it open. After that, another process
// that writes to it makes reading kUnavailable.
Result<std::unique_ptr<Database>> OpenSqlite(const SqliteOptions& options);

// Reads all of a store's file and looks whether it holds together: kCorrupt says what does not.
Status CheckSqlite(const SqliteOptions& options, const Deadline& deadline);

// Removes a store's file, unless somebody has it open or `unused` says no; true when it is gone.
// `unused` is asked while nobody else can read or write the file. Whoever opens it meanwhile to
// create it must be kept away by the caller.
Result<bool> RemoveSqlite(const SqliteOptions& options,
                          const std::function<Result<bool>(Database&)>& unused);

}  // namespace satchel::store
