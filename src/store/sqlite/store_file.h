#pragma once

#include <cstdint>
#include <span>

#include "base/result.h"
#include "base/time.h"
#include "store/sqlite/connection.h"
#include "store/table.h"

// What makes an SQLite file a store of ours, and how it becomes one.
//
// The application id in a file's header says whose it is and of which area; it is written first
// of all, outside the write-ahead log, so that a file of ours is known by its first bytes from
// then on. The user version is the schema's; the table `migration` records when it changed.
namespace satchel::store::sqlite {

std::uint32_t ApplicationId(Area area);

enum class FileState : std::uint8_t {
  kEmpty,    // no bytes yet
  kOurs,     // by its header
  kUnknown,  // an interrupted creation, perhaps: SQLite has to mend it first
  kNoLog,    // ours, but without a write-ahead log: readers would wait for each other
};

// Looks at the header through the connection's own file, before SQLite reads or mends anything.
// A file of another program is kForeign, one of another area kInvalidInput.
Result<FileState> Recognise(const Connection& connection, Area area);

// Makes an empty file ours and turns on its write-ahead log. Does nothing to one that has both.
Status Claim(Connection& connection, Area area, bool in_memory);

// Brings the tables from the file's version to `to`, in one transaction.
Status Migrate(Connection& connection, std::span<const Table* const> tables, Area area, int to,
               Time now);

// OK when the file has this version.
Status CheckVersion(Connection& connection, int wanted);

// OK when every table of the area is one, with its columns, and the counters are counts.
Status CheckTables(Connection& connection, std::span<const Table* const> tables, Area area);

}  // namespace satchel::store::sqlite
